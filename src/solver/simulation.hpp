// What the time loop knows of a solver: a few words, whatever its equations, space and precision.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "exec/core/devices.hpp"
#include "exec/core/exec_base.hpp"
#include "field/archive.hpp"
#include "field/watcher.hpp"
#include "mesh/grid.hpp"

namespace eddy {

struct Status {                    // of the step just done
  bool finished = false;           // a steady state is reached
  double residual = 0;             // for the progress bar
  std::optional<double> sweeps{};  // so far, of a solver that goes straight to the steady state; none: one per step
  double setup_seconds = 0;        // what the linear solver took to get ready
  std::string trouble{};           // not converged, and the like; empty: none
  std::string impossible{};        // why there can be no next step; empty: there can
};

struct Remarks {                        // worth saying to the user
  std::vector<std::string> warnings{};  // before the first step
  std::string note{};                   // of a run that ended well
  std::string advice{};                 // what to try after a blow-up
};

class Simulation : public Watched {
 public:
  virtual double next_dt() const = 0;  // as the case says, or from the stable limit
  virtual void step(double time, double dt) = 0;
  virtual Status status() const = 0;
  virtual Remarks remarks() const = 0;
  virtual double largest_value() const = 0;                    // not finite, or huge, when the solution has blown up
  virtual std::vector<Number> results(double time) const = 0;  // for summary.json and [expect]: with errors, at the end
  virtual void state(Archive& archive) = 0;
  virtual ExecBase& executor() const = 0;
  virtual bool set_cfl(double) { return false; }  // from the next step on; false: the step does not follow run.cfl

  State save() const {
    State state;
    Archive archive(state);
    const_cast<Simulation*>(this)->state(archive);  // an archive that stores changes nothing
    return state;
  }
  void load(const State& from, bool edited = false) {
    Archive archive(from, edited);
    state(archive);
  }
  std::vector<FieldMemory> memory() {  // of the fields that are in memory as output shows them
    std::vector<FieldMemory> all;
    Archive archive(all);
    state(archive);
    return all;
  }
};

using KeepOn = std::function<bool()>;  // false: somebody wants to stop

struct Memory {  // bytes at the worst moment
  double device = 0, host = 0;
};
struct Facts {                  // what `check` can say before a run
  std::vector<Number> numbers;  // dimensionless numbers, limits
  double dt = 0;                // 0: there are no steps, or nobody knows yet
  std::vector<std::string> warnings{};
};

struct SolverEntry {  // one line of the list of solvers
  SolverKeys keys;
  std::function<Memory(const Case&, const Grid&)> memory;               // estimated before anything is allocated
  std::function<Facts(const Case&, const Grid&, const Device&)> facts;  // refuses what `make` would
  std::function<std::vector<std::string>(const Case&)> doubts;          // what may spoil an observed order
  std::function<CellTest(const Case&, const Grid&)> solid = [](const Case&, const Grid&) {
    return CellTest();
  };  // bodies
};
const std::vector<SolverEntry>& solver_list();  // one per folder (src/solver/CMakeLists.txt)
const SolverEntry& solver_entry(const std::string& name);
Solvers solver_keys_list();

// The solver that the case names, on a device: its module does it.
std::unique_ptr<Simulation> make_simulation(const Case& c, const Grid& grid, const Device& device);

}  // namespace eddy
