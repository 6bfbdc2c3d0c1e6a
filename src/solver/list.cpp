// The one list of solvers.
#include <algorithm>

#include "base/error.hpp"
#include "solver/artificial/entry.hpp"
#include "solver/heat/entry.hpp"
#include "solver/projection/entry.hpp"
#include "solver/simulation.hpp"

namespace eddy {

const std::vector<SolverEntry>& solver_list() {
  static const std::vector<SolverEntry> list{heat_entry(), artificial_entry(), projection_entry()};
  return list;
}

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

}  // namespace eddy
