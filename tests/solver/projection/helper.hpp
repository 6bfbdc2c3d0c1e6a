// What the tests of the projection solver share: cases as text, a solver before its first step, numbers of a run.
#pragma once
#include "app/run/runner.hpp"
#include "tests/app/verbs/helper.hpp"

namespace eddy {

inline Case case_of(const std::string& text, const std::vector<std::string>& set = {}) {
  return read_case_text(text, "flow.toml", set, solver_keys_list());
}
inline double number(const Outcome& o, const std::string& name) { return find(o.results, name).value_or(std::nan("")); }

struct Started {  // a solver before its first step
  explicit Started(const Case& c)
      : used(c), grid(make_grid(c.mesh)), simulation(make_simulation(used, grid, cpu_devices().front())) {}
  Case used;
  Grid grid;
  std::unique_ptr<Simulation> simulation;
};

}  // namespace eddy
