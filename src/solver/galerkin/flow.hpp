// The interface between the simulation on the host and the fields on a device.
#pragma once
#include <memory>
#include <vector>

#include "base/ranks.hpp"
#include "exec/core/exec_base.hpp"
#include "field/archive.hpp"
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct WallState {               // values at Domain::wall_nodes(), from all ranks
  std::vector<Point> reaction;   // force of the fluid on the node, over density
  std::vector<double> pressure;  // over density
};

class WallStates {  // those of several steps, on the host
 public:
  virtual ~WallStates() = default;
  virtual void read(int number, WallState& state) const = 0;  // may be called by several threads
};

// The last stage of a step, from all ranks. Velocities at all nodes of the mesh: `before` is the state that the stage
// added to, `middle` the state that the elements read, `after` the result.
struct LastStep {
  std::array<std::vector<double>, 3> before, middle, after;
  std::vector<Point> reaction;  // what elements send to Domain::wall_nodes(), over density
};

// Whether the wall states of several steps may be kept on the device and fetched at once: where the numbers of a step are
// forces alone. Ranks gather them, and the formula of a body force is not for threads.
inline bool keeps_wall_states(const GalerkinOptions& o) {
  return !o.forces.empty() && !o.energy && !o.momentum && o.fluid.force.empty() && !ranks::many();
}

class Flow {
 public:
  virtual ~Flow() = default;
  virtual ExecBase& executor() = 0;
  virtual void put(const std::vector<std::array<double, 3>>& velocity, const std::vector<double>& pressure) = 0;
  virtual void advance(double time, double dt) = 0;
  // One variable at all nodes of the mesh, from all ranks: 0, 1, 2 the velocity; 3 the pressure over density.
  virtual std::vector<double> values(int variable) = 0;
  virtual std::vector<double> eddy_viscosity() = 0;    // per element
  virtual void find_wall_state(WallState& state) = 0;  // a state that is used again costs no new memory
  // The wall states of several steps: each is kept on the device, and all are fetched at once. They last as long as
  // somebody holds them; then their memory is used again.
  static constexpr int most_kept = 32;
  virtual void keep_wall_state() = 0;  // that of the last step
  virtual std::shared_ptr<const WallStates>
  fetch_wall_states() = 0;  // those kept since the last time, from number 0 on
  virtual LastStep last_step() = 0;
  // Velocity and pressure over density at Domain::nodes_at_forces(), from all ranks.
  virtual std::vector<std::array<double, 4>> at_forces() = 0;
  virtual double fastest() = 0;         // the largest speed, m/s
  virtual double largest_speed() = 0;   // NaN or huge where the flow has blown up; looks at the pressure, too
  virtual double kinetic_energy() = 0;  // ½ Σ M |v|², over density
  // Averages in time at nodes ([statistics]): what can be sampled, and the values.
  virtual std::vector<std::string> averages() const = 0;
  virtual std::vector<double> average(const std::string& name) = 0;
  virtual void state(Archive& archive) = 0;
};

}  // namespace eddy::galerkin
