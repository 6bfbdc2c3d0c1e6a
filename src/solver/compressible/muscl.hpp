// scheme.kind = "muscl": finite volumes with limited slopes, a Riemann flux and SSP-RK3.
#pragma once
#include <memory>

#include "solver/compressible/beyond.hpp"
#include "solver/compressible/flow.hpp"
#include "solver/compressible/friction.hpp"
#include "solver/compressible/state_fields.hpp"

namespace eddy::compressible {

template <class S, class T>
class MusclFlow final : public Flow {
 public:
  MusclFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Scales& scales);
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
  std::vector<std::pair<std::string, double*>> scalars() override { return {{"dual_steps", &steps_}}; }

 private:
  struct Weights {
    double of_start, of_now;  // α, β of a stage
  };
  void upload_mesh();
  Set cells(int b) const { return Set(domain_.cells(b), d_); }
  MetricView<S, T> metric(int b) const;
  void stage(StateFields<S, T>& from, const StateFields<S, T>& start, StateFields<S, T>& to, const Weights& weights);
  template <class Flux>
  void launch_stage(int b, const StateFields<S, T>& from, const StateFields<S, T>& start, StateFields<S, T>& to,
                    const Weights& weights);
  void three_stages(StateFields<S, T>& from, StateFields<S, T>& to);
  void find_local_steps(const StateFields<S, T>& state);
  void inner_iterations(double dt);
  void add_time_derivative(const StateFields<S, T>& now);
  void give_room(int variable, const BlockValues& values,
                 std::vector<T>& all) const;  // fills `all`, with places for ghosts, in the order of the layout
  BlockValues downloaded(const MeshField<S, T>& field, int around) const;

  Exec<S>& exec_;
  const Domain& domain_;
  const RunOptions& run_;
  const CompressibleOptions& options_;
  int d_;
  bool steady_, dual_;
  MeshLayout cells_, nodes_;
  Scales scales_;
  GasNumbers<T> gas_;
  FrictionNumbers<T> friction_;
  BeyondCells<S, T> beyond_;
  StateFields<S, T> now_, next_, middle_;  // the state; the result of a step; an intermediate stage
  StateFields<S, T> source_;               // Q: friction and conduction, and the derivative of dual time
  StateFields<S, T> start_, before_;       // the states of the last two steps of dual time
  std::vector<MeshField<S, T>> node_;
  MeshField<S, T> per_volume_, step_;  // step_: local time steps, steady or dual
  MeshField<S, T> counts_;             // per cell: number of steps in which its state was mended
  double dt_ = 0, last_dt_ = 0;
  double steps_ = 0;  // number of steps of dual time so far
};

}  // namespace eddy::compressible
