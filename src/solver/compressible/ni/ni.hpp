// scheme.kind = "ni": Ni's scheme with values at nodes, and with multiple grids for steady flow.
#pragma once
#include <memory>
#include <vector>

#include "solver/compressible/exchange.hpp"
#include "solver/compressible/flow.hpp"
#include "solver/compressible/friction.hpp"
#include "solver/compressible/ni/irregular.hpp"
#include "solver/compressible/node_lists.hpp"
#include "solver/compressible/state_fields.hpp"

namespace eddy::compressible {

template <class S, class T>
class NiFlow final : public Flow {
 public:
  NiFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Scales& scales);
  ExecBase& executor() override { return exec_; }
  double wave_rate() override;
  void advance(double time, double dt) override;
  void iterate(int count, double time) override;
  std::vector<double> rates_of_change() override;
  Mended mended() override;
  std::vector<double> totals() override;
  double kinetic_energy() override;
  double largest_value() override;
  BlockValues values(int variable) override;
  std::vector<HostState> states_at(const std::vector<OwnPoint>& points) override;
  BlockValues with_ghosts(int variable) override;
  void put(const std::vector<BlockValues>& state) override;
  FaceStates face_states() override;
  std::vector<std::string> stored_names() const override;
  BlockValues stored(int number) override;
  void restore(const std::vector<BlockValues>& stored) override;
  std::vector<std::pair<std::string, double*>> scalars() override;

 private:
  struct Level {  // the finest grid or a coarser one
    std::unique_ptr<Domain> own;
    const Domain* domain = nullptr;
    MeshLayout nodes, cells;
    std::vector<MeshField<S, T>> node;
    MeshField<S, T> per_volume, node_volume, step;
    MeshField<S, int> kind;
    StateFields<S, T> state, given, change, whole;  // state: coarse grids; others: where needed
    std::vector<StateFields<S, T>> along;
    int copied = 0;
    LineField<S, int> from, to;
    std::vector<RankExchange<S, T>> neighbours;
    std::unique_ptr<Irregular<S, T>> irregular;  // null without irregular nodes
  };
  struct Condition {
    int kind = 0, count = 0;
    bool timed = false;
    std::vector<BoundaryFace> faces;
    LineField<S, int> place;
    PerAxis<LineField<S, T>> normal;
    StateTable<S, T> given;
  };
  void add_level(const Domain& domain, bool finest);
  void add_conditions(const NodeLists& lists);
  void set_given(Condition& condition, double time);
  Set cells(const Level& level, int b) const { return Set(level.domain->cells(b).grown(1, d_), d_); }
  Set nodes(const Level& level, int b) const { return Set(level.domain->nodes(b), d_); }
  MetricView<S, T> metric(const Level& level, int b) const;
  template <int D>
  void copy(Level& level, StateFields<S, T>& state);
  void copy_across(Level& level, StateFields<S, T>& state);
  void apply_conditions(StateFields<S, T>& state);
  template <class Form>
  void step_nodes(StateFields<S, T>& from, StateFields<S, T>& to);
  bool in_one_pass() const;
  template <class Form>
  void pass_over_nodes(StateFields<S, T>& from, StateFields<S, T>& to, double step);
  void step_in_one_pass(StateFields<S, T>& from, StateFields<S, T>& to, double uniform);
  void step_in_two(StateFields<S, T>& from, StateFields<S, T>& to, double uniform);
  void find_steps(Level& level, const StateFields<S, T>& state, double uniform);
  void find_steps(Level& level, const StateFields<S, T>& state, double uniform, int b, const Set& cells);
  Dissipation<S, T> dissipation() const;
  template <class Form>
  void send(const StateFields<S, T>& from, int b, const Set& cells);
  template <class Form>
  void sum_irregular(StateFields<S, T>& from, StateFields<S, T>& to);
  template <class Form>
  void step_irregular(StateFields<S, T>& from, StateFields<S, T>& to, double uniform);
  void one_step(StateFields<S, T>& from, StateFields<S, T>& to, double uniform);
  void add_coarse(const StateFields<S, T>& before, StateFields<S, T>& now);
  void inner_iterations(double dt);
  double norm_of_change(const StateFields<S, T>& before);
  std::vector<std::vector<T>> downloaded();

  Exec<S>& exec_;
  const Domain& domain_;
  const RunOptions& run_;
  const CompressibleOptions& options_;
  int d_;
  bool steady_, dual_;
  GasNumbers<T> gas_;
  FrictionNumbers<T> friction_;
  std::vector<Level> levels_;
  std::vector<Condition> conditions_;
  StateFields<S, T> now_, next_, start_, before_;  // start_, before_: states of the last two steps of dual time
  MeshField<S, T> once_;                           // per node: 1; 0 where another copy of the node counts
  MeshField<S, T> counts_;                         // per node: number of steps in which its state was mended
  std::vector<std::array<bool, 4>> kinks_;         // per boundary face: which of its nodes are kinks
  bool timed_ = false;
  double implicit_ = 0, time_ = 0, last_dt_ = 0;
  double steps_ = 0;  // number of steps of dual time so far
};

}  // namespace eddy::compressible
