// A box of rectilinear elements on the device: its tables and passes over it.
#pragma once
#include "exec/shapes/assembly.hpp"
#include "solver/galerkin/kernels_box.hpp"
#include "solver/galerkin/nodal_fields.hpp"
#include "solver/galerkin/pass_numbers.hpp"
#include "solver/galerkin/share.hpp"

namespace eddy::galerkin {

// The elements of a box with a state; converts to the views that a kernel takes.
template <class S, class T>
struct BoxBinding {
  using value_type = T;
  NodalViews<S, T> state;
  const PerAxis<LineField<S, T>>&width, &per_width;
  MeshView<S, T> there, length_squared;
  PassNumbers<S, T> numbers;
  template <int D, class W>
  operator BoxElements<S, T, D, W>() const {
    return {state, width, per_width, there, length_squared, numbers};
  }
};

template <class S, class T>
class BoxTopology {
 public:
  BoxTopology(Exec<S>& exec, const Domain& domain, const RunOptions& run, const std::vector<double>& length_squared);
  const Share& share() const { return share_; }
  Set nodes() const { return Set(share_.own, d_); }
  Set elements() const;  // those whose lower node this rank owns
  const MeshField<S, T>& volume() const { return volume_; }
  BoxBinding<S, T> binding(const NodalFields<S, T>& state, const PassNumbers<S, T>& numbers) const {
    return {state.nodes(), width_, per_width_, there_.on(0), length_squared_.on(0), numbers};
  }
  template <class W>
  void pass(const NodalFields<S, T>& from, const NodalFields<S, T>& base, NodalFields<S, T>& to,
            const PassNumbers<S, T>& numbers, T step, T pressure_step) {
    assemble<kernels::GalerkinPass, PassForm<W>>(exec_, nodes(), binding(from, numbers), base.nodes(), to.nodes(),
                                                 per_volume_.on(0), step, pressure_step);
  }
  // Sums what the elements send to the wall nodes, and takes the pressure there, into one of the slots for results.
  template <class W>
  void react(const NodalFields<S, T>& state, const PassNumbers<S, T>& numbers, int slot) {
    detail::with_dimension<2>(d_, [&](auto d) {
      for_each<kernels::WallReaction, ListForm<W, decltype(d)::value>>(
          exec_, Set(line_box(walls()), 1), binding(state, numbers), wall_index_, wall_result_.on(slot));
    });
  }
  int walls() const { return static_cast<int>(walls_.size()); }
  const std::vector<int>& wall_places() const { return walls_; }  // of this rank's nodes in Domain::wall_nodes()
  // Of each slot a row per component, then the pressure. The first slot is for a state that is fetched at once.
  const MeshField<S, T>& wall_result() const { return wall_result_; }
  template <class W>
  void find_eddy_viscosity(const NodalFields<S, T>& state, const PassNumbers<S, T>& numbers) {
    if (viscosity_.identity() == nullptr) viscosity_ = MeshField<S, T>(exec_, share_.layout);
    for_each<kernels::BoxEddyViscosity, PassForm<W>>(exec_, elements(), binding(state, numbers), viscosity_.on(0));
  }
  void set_lengths(const NodalFields<S, T>& sums) {  // ℓ² of the dynamic model, from its sums at nodes
    for_each<kernels::BoxDynamicLength>(exec_, around(), sums.of[0].on(0), sums.of[1].on(0), width_squared_.on(0),
                                        length_squared_.on(0));
  }
  std::vector<double> eddy_viscosity() const;  // from all ranks, in the order of the elements

 private:
  Set around() const;  // all elements that touch this rank's nodes
  void fill_tables();
  void fill_lengths(const std::vector<double>& length_squared);
  void fill_volumes();
  void list_walls();
  template <class Value>
  std::vector<T> per_element(const Value& value) const;  // values on this rank's elements and one layer around

  Exec<S>& exec_;
  const Domain& domain_;
  int d_;
  Share share_;
  PerAxis<LineField<S, T>> width_, per_width_;
  MeshField<S, T> there_, length_squared_, width_squared_, volume_, per_volume_, viscosity_;
  std::vector<int> walls_;
  PerAxis<LineField<S, int>> wall_index_;
  MeshLayout wall_rows_;
  MeshField<S, T> wall_result_;
};

}  // namespace eddy::galerkin
