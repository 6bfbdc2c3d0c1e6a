// The interface of a solver to the time loop, independent of its equations, space and precision.
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

struct Status {                    // of the last step
  bool finished = false;           // the steady state is reached
  double residual = 0;             // for the progress bar
  std::optional<double> sweeps{};  // so far, if the steady state is solved directly; empty: one per step
  double setup_seconds = 0;        // time that the linear solver took for its preparation
  std::string trouble{};           // the run did not converge, or the like; empty: no trouble
  std::string impossible{};        // why no further step is possible; empty: one is
};

struct Remarks {                        // messages for the user
  std::vector<std::string> warnings{};  // before the first step
  std::string note{};                   // about a run that ended well
  std::string advice{};                 // what to try after a blow-up
};

class Simulation : public Watched {
 public:
  virtual double next_dt() const = 0;  // given by the case, or by the stability limit
  virtual void step(double time, double dt) = 0;
  virtual Status status() const = 0;
  virtual Remarks remarks() const = 0;
  virtual double largest_value() const = 0;                    // infinite, NaN or huge if the solution has blown up
  virtual std::vector<Number> results(double time) const = 0;  // with errors; for summary.json and [expect]
  virtual void state(Archive& archive) = 0;
  virtual ExecBase& executor() const = 0;
  virtual bool set_cfl(double) { return false; }  // for the next steps; false: the step does not depend on run.cfl

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
  std::vector<FieldMemory> memory() {  // the fields whose values in memory are those of output
    std::vector<FieldMemory> all;
    Archive archive(all);
    state(archive);
    return all;
  }
};

using KeepOn = std::function<bool()>;  // false: a stop is requested

struct Memory {  // largest use during a run, in bytes
  double device = 0, host = 0;
};
struct Facts {                  // results of `check` before a run
  std::vector<Number> numbers;  // dimensionless numbers, limits
  double dt = 0;                // 0: there are no steps, or the step is not known yet
  std::vector<std::string> warnings{};
};

struct SolverEntry {  // one entry of the list of solvers
  SolverKeys keys;
  std::function<Memory(const Case&, const Grid&)> memory;               // estimated before anything is allocated
  std::function<Facts(const Case&, const Grid&, const Device&)> facts;  // refuses what make_simulation would
  std::function<std::vector<std::string>(const Case&)> doubts;          // what may spoil an observed order of accuracy
  std::function<CellTest(const Case&, const Grid&)> solid = [](const Case&, const Grid&) {
    return CellTest();
  };  // cells inside bodies
};
const std::vector<SolverEntry>& solver_list();  // one entry per folder (src/solver/CMakeLists.txt)
const SolverEntry& solver_entry(const std::string& name);
Solvers solver_keys_list();

// Makes the case's solver on a device, from the solver's module.
std::unique_ptr<Simulation> make_simulation(const Case& c, const Grid& grid, const Device& device);

}  // namespace eddy
