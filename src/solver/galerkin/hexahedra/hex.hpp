// A mesh of hexahedra on the device: its tables and passes over it.
#pragma once
#include <memory>

#include "solver/galerkin/hex_share.hpp"
#include "solver/galerkin/hexahedra/kernels_hex.hpp"
#include "solver/galerkin/nodal_fields.hpp"
#include "solver/galerkin/pass_numbers.hpp"

namespace eddy::galerkin {

// Some of the elements: the places of their nodes, and memory for what they send. An additional element sends zeros;
// nodes with few elements fill their entries with it.
template <class S, class T>
struct ElementTables {
  int count = 0;
  PerAxis<LineField<S, int>> node, point;
  LineField<S, T> length_squared, width_squared;  // width_squared: Δ², for the dynamic model
  std::shared_ptr<const MeshLayout> layout;       // layout of the sent values: one row per corner
  NodalFields<S, T> share;
  int place(int element, int corner) const { return layout->place(0, {element, corner, 0}); }
  int nothing() const { return place(count, 0); }
};

template <class S, class T>
struct HexBinding {
  using value_type = T;
  NodalViews<S, T> state, position;
  const ElementTables<S, T>& elements;
  PassNumbers<S, T> numbers;
  T third;
  operator HexElements<S, T>() const {
    return {elements.node, elements.point, position, state, elements.length_squared, numbers, third};
  }
};

template <class S, class T>
class HexTopology {
 public:
  HexTopology(Exec<S>& exec, const Domain& domain, const RunOptions& run, const std::vector<double>& length_squared);
  const Share& share() const { return lists_.share; }
  Set nodes() const { return Set(lists_.share.own, 1); }
  const MeshField<S, T>& volume() const { return volume_; }
  template <class W>
  void pass(const NodalFields<S, T>& from, const NodalFields<S, T>& base, NodalFields<S, T>& to,
            const PassNumbers<S, T>& numbers, T step, T pressure_step) {
    send<W>(all_, from, numbers);
    with_width([&](auto n) {
      for_each<kernels::HexUpdate, NodeForm<W, decltype(n)::value>>(exec_, nodes(), all_.share.places(), entry_.on(0),
                                                                    from.of[3].on(0), base.nodes(), to.nodes(),
                                                                    per_volume_.on(0), step, pressure_step);
    });
  }
  template <class W>
  void react(const NodalFields<S, T>& state, const PassNumbers<S, T>& numbers, int slot) {
    send<W>(at_walls_, state, numbers);
    with_width([&](auto n) {
      for_each<kernels::HexReaction, NodeForm<W, decltype(n)::value>>(
          exec_, Set(line_box(walls()), 1), at_walls_.share.places(), wall_entry_.on(0), wall_node_,
          state.of[3].places(), wall_result_.on(slot));
    });
  }
  int walls() const { return static_cast<int>(walls_.size()); }
  const std::vector<int>& wall_places() const { return walls_; }  // of this rank's nodes in Domain::wall_nodes()
  // Of each slot a row per component, then the pressure. The first slot is for a state that is fetched at once.
  const MeshField<S, T>& wall_result() const { return wall_result_; }
  template <class W>
  void find_eddy_viscosity(const NodalFields<S, T>& state, const PassNumbers<S, T>& numbers) {
    for_each<kernels::HexEddyViscosity, ListForm<W, 3>>(exec_, Set(line_box(all_.count), 1),
                                                        binding(all_, state, numbers), viscosity_.on(0));
  }
  void set_lengths(const NodalFields<S, T>& sums) {  // ℓ² of the dynamic model, from its sums at nodes
    for (ElementTables<S, T>* e : {&all_, &at_walls_})
      if (e->count > 0)
        for_each<kernels::HexDynamicLength>(exec_, Set(line_box(e->count), 1), sums.of[0].places(), sums.of[1].places(),
                                            e->width_squared, e->node, e->length_squared);
  }
  std::vector<double> eddy_viscosity() const;  // from all ranks, in the order of the elements

 private:
  template <class W>
  void send(ElementTables<S, T>& elements, const NodalFields<S, T>& state, const PassNumbers<S, T>& numbers) {
    for_each<kernels::HexShares, ListForm<W, 3>>(exec_, Set(line_box(elements.count), 1),
                                                 binding(elements, state, numbers), elements.share.nodes());
  }
  HexBinding<S, T> binding(const ElementTables<S, T>& elements, const NodalFields<S, T>& state,
                           const PassNumbers<S, T>& numbers) const {
    return {state.nodes(), position_.nodes(), elements, numbers, third_};
  }
  template <class Call>
  void with_width(const Call& call) const {  // call(elements per node in the tables of entries)
    if (width_ == 8)
      call(std::integral_constant<int, 8>());
    else
      call(std::integral_constant<int, 24>());
  }
  ElementTables<S, T> make_tables_of(const std::vector<int>& elements, const std::vector<double>& length_squared);
  void make_entries(const std::vector<int>& nodes, const std::vector<int>& elements, const ElementTables<S, T>& tables,
                    MeshLayout& layout, MeshField<S, int>& entry) const;
  void fill_nodes();
  void list_walls(const std::vector<double>& length_squared);

  Exec<S>& exec_;
  const Domain& domain_;
  HexLists lists_;
  T third_;
  int width_ = 8;
  MeshLayout points_, entries_, wall_entries_, elements_;
  NodalFields<S, T> position_;
  MeshField<S, T> volume_, per_volume_, viscosity_;
  ElementTables<S, T> all_, at_walls_;
  MeshField<S, int> entry_, wall_entry_;
  std::vector<int> walls_;
  LineField<S, int> wall_node_;
  MeshLayout wall_rows_;
  MeshField<S, T> wall_result_;
};

}  // namespace eddy::galerkin
