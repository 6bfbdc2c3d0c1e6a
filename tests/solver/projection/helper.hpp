// Shared by the tests of the projection solver: cases as text, a solver before its first step, numbers of a run.
#pragma once
#include "app/run/checkpoints.hpp"
#include "app/run/runner.hpp"
#include "app/verbs/parity.hpp"
#include "output/checkpoint.hpp"
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

inline void expect_same_everywhere(const std::string& text, const std::vector<std::string>& set = {}) {
  const auto run = [&](const std::string& precision, const std::string& place) {
    std::vector<std::string> all{precision, place};
    all.insert(all.end(), set.begin(), set.end());
    return run_in_memory(case_of(text, all), true);
  };
  for (const std::string& precision : flow_precisions()) {
    const Outcome cpu = run(precision, "run.threads=1");
    for (const std::string& place : other_places()) {
      const Difference found = difference(cpu, run(precision, place));
      EXPECT_FALSE(found.any()) << place << ": " << found.first;
    }
  }
}

// Compares runs that stop at a step and resume with an unbroken run.
inline void expect_same_after_resume(const std::string& text, int steps, const std::vector<int>& stops) {
  const Scratch scratch;
  const Path path = write_case_file(scratch, "flow", text), whole = scratch / "whole";
  const auto run = [&](const Path& folder, int n) {
    RunArguments a;
    a.from.path = path;
    a.from.set = {"run.steps=" + std::to_string(n)};
    a.out = folder;
    return printed([&] { return verb::run(a, quiet); }).code;
  };
  ASSERT_EQ(run(whole, steps), Exit::done);
  for (const int stop : stops) {
    ResumeArguments a;
    a.folder = scratch / ("broken" + std::to_string(stop));
    a.set = {"run.steps=" + std::to_string(steps)};
    ASSERT_EQ(run(a.folder, stop), Exit::done);
    ASSERT_EQ(printed([&] { return verb::resume(a, quiet); }).code, Exit::done);
    const Checkpoint expected = newest_good(whole).checkpoint, found = newest_good(a.folder).checkpoint;
    EXPECT_EQ(expected.scalars, found.scalars);
    ASSERT_EQ(expected.arrays.size(), found.arrays.size());
    for (std::size_t n = 0; n < expected.arrays.size(); ++n)
      EXPECT_EQ(expected.arrays[n].bytes, found.arrays[n].bytes) << expected.arrays[n].name;
    EXPECT_EQ(read_file(whole / "history.csv"), read_file(a.folder / "history.csv"));
  }
}

}  // namespace eddy
