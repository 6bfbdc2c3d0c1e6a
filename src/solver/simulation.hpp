// What the time loop knows of a solver: a few words, whatever its equations, space and precision.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "exec/core/devices.hpp"
#include "exec/core/timers.hpp"
#include "exec/ranks/parts.hpp"
#include "field/watcher.hpp"
#include "mesh/grid.hpp"

namespace eddy {

struct State {  // everything that a run needs to go on to the same bits
  std::map<std::string, double> scalars;
  std::vector<Sample> fields;
  double scalar_or(const std::string& name, double otherwise) const {  // of what older checkpoints do not have
    const auto found = scalars.find(name);
    return found == scalars.end() ? otherwise : found->second;
  }
};

class Simulation : public Watched {
 public:
  virtual double next_dt() const = 0;  // as the case says, or from the stable limit
  virtual void step(double time, double dt) = 0;
  virtual bool finished() const = 0;                                // a steady state is reached
  virtual std::string trouble() const = 0;                          // not converged, and the like; empty: none
  virtual std::string note() const { return ""; }                   // worth saying of a run that ended well
  virtual std::vector<std::string> warnings() const { return {}; }  // worth saying before the first step
  // Sweeps so far, of a solver that goes straight to the steady state; none: each step updates every cell once.
  virtual std::optional<double> sweeps() const { return {}; }
  virtual std::string advice() const = 0;           // what to try after a blow-up
  virtual double vital() const = 0;                 // not finite, or huge, when the solution has blown up
  virtual double residual() const = 0;              // for the progress bar
  virtual void conclude(double time) = 0;           // final numbers: errors against an exact solution
  virtual std::vector<Number> results() const = 0;  // for summary.json and [expect]
  virtual State save() const = 0;
  virtual void load(const State& state) = 0;
  virtual const Timers& timers() const = 0;
  virtual double setup_seconds() const { return 0; }  // what the linear solver took to get ready
  virtual void set_timing(bool on) = 0;
  virtual Parts& parts() = 0;  // who has which of its cells
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
