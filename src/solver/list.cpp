// Finds solvers by name.
#include "base/error.hpp"
#include "base/modules.hpp"
#include "solver/simulation.hpp"

namespace eddy {

const SolverEntry& solver_entry(const std::string& name) {
  for (const SolverEntry& e : solver_list())
    if (e.keys.name == name) return e;
  throw Error(Exit::usage, "there is no solver '" + name + "'. See 'eddy list solvers'.");
}

Solvers solver_keys_list() {
  Solvers all;
  for (const SolverEntry& e : solver_list()) all.push_back(e.keys);
  return all;
}

std::unique_ptr<Simulation> make_simulation(const Case& c, const Grid& grid, const Device& device) {
  using Make = Simulation*(const Case&, const Grid&, const Device&);
  const bool single = c.run.precision == Precision::single;
  const auto make = module_function<Make>(c.solver, place_name(device.space, single),
                                          single ? "eddy_make_float" : "eddy_make_double");
  return std::unique_ptr<Simulation>(make(c, grid, device));
}

}  // namespace eddy
