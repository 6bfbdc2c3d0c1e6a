// The fields of the flow on a device, and the schemes that advance them. The topology, a box or hexahedra, runs the
// passes over the elements.
#pragma once
#include <utility>

#include "field/statistics_kernels.hpp"
#include "solver/galerkin/conditions.hpp"
#include "solver/galerkin/dynamic_model.hpp"
#include "solver/galerkin/flow.hpp"
#include "solver/galerkin/node_statistics.hpp"
#include "solver/galerkin/pass_numbers.hpp"
#include "solver/galerkin/wave_damping.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin {

template <class S, class T, class Topology>
class DeviceFlow final : public Flow {
 public:
  DeviceFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Device& device);
  ExecBase& executor() override { return exec_; }
  void put(const std::vector<std::array<double, 3>>& velocity, const std::vector<double>& pressure) override;
  void advance(double time, double dt) override;
  std::vector<double> values(int variable) override;
  std::vector<double> eddy_viscosity() override;
  void find_wall_state(WallState& state) override { find_wall_state(now_, state); }
  void keep_wall_state() override { react(now_, ++kept_); }
  std::shared_ptr<const WallStates> fetch_wall_states() override;
  LastStep last_step() override;
  std::vector<std::array<double, 4>> at_forces() override;
  double fastest() override;
  double largest_speed() override;
  double kinetic_energy() override;
  std::vector<std::string> averages() const override { return statistics_.names(); }
  std::vector<double> average(const std::string& name) override;
  void state(Archive& archive) override;

 private:
  using State = NodalFields<S, T>;
  PassNumbers<S, T> numbers(double streamline) const;
  // to = base + R(from) step/M, then the conditions; only the velocity advances if the form keeps the pressure.
  template <PressureForm P>
  void stage(const State& from, const State& base, State& to, double step, double pressure_step, double streamline);
  template <class W>
  void pass(const State& from, const State& base, State& to, const PassNumbers<S, T>& n, double step, double p_step);
  void react(const State& at, int slot);
  void find_wall_state(const State& at, WallState& state);
  struct Fetched final : WallStates {
    explicit Fetched(const DeviceFlow& f) : flow(f), values(f.room_for_walls(most_kept + 1)) {}
    void read(int number, WallState& state) const override { flow.read_slot(values.get(), number + 1, state); }
    const DeviceFlow& flow;
    HostMemory<S, T> values;
  };
  HostMemory<S, T> room_for_walls(int slots) const {
    return host_memory<S, T>(static_cast<std::size_t>(topology_.wall_result().layout().begin(slots)));
  }
  void read_slot(const T* values, int slot, WallState& state) const;
  std::vector<double> gathered(const MeshField<S, T>& field) const { return gathered(own(field)); }
  void list_forces();
  std::uint64_t replay_key(double part) const;
  template <class Work>
  void replayed(double part, const Work& work);  // work depends on `part` and the addresses of the states
  void damp_waves(double dt);
  void one_step(double dt);
  void step_lf(double dt);
  template <PressureForm P>
  void step_tg2(double dt);
  template <PressureForm P>
  void step_tg3(double dt);
  void subtract_pressure(const State& one, const State& other, State& result);
  template <template <class, class, int, class> class K, ReductionKind R, class... A>
  double reduced(ReductionTag<R> reduction, const A&... args);  // reduces over the nodes of all ranks
  template <class Call>
  void with_model(const Call& call) const;
  template <class Value>
  void upload(MeshField<S, T>& field, const Value& value);  // value(node) is called for each own node
  std::vector<double> own(const MeshField<S, T>& field) const;
  std::vector<double> gathered(std::vector<double> mine) const {
    return topology_.share().gathered(domain_.nodes(), std::move(mine));
  }

  Exec<S>& exec_;
  const Domain& domain_;
  const GalerkinOptions& options_;
  int d_;
  Topology topology_;
  Conditions<S, T> conditions_;
  State now_, middle_, next_;  // the state after the last step; a stage; the result of a step
  State lumped_, half_;        // tg2: M⁻¹ M̄ u at the start of the step; the state in its middle
  NodeStatistics<S, T> statistics_;
  DynamicModel<S, T, Topology> dynamic_;
  WaveDamping<S, T, Topology> waves_;
  std::size_t wall_count_;         // number of Domain::wall_nodes()
  std::size_t force_count_ = 0;    // number of Domain::nodes_at_forces()
  std::vector<int> force_number_;  // places of this rank's nodes among them
  LineField<S, int> force_node_;
  PerAxis<LineField<S, T>> force_values_;
  HostMemory<S, T> wall_values_;  // of the state that is fetched at once
  int kept_ = 0;                  // wall states on the device, from slot 1 on
  std::vector<std::shared_ptr<Fetched>> fetched_;
};

}  // namespace eddy::galerkin
