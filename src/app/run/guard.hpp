// Looks whether the solution is still alive, and whether every step was solved: a run never goes on with nonsense.
#pragma once
#include <filesystem>
#include <string>

#include "solver/simulation.hpp"

namespace eddy {

class Guard : public Watcher {
 public:
  struct Troubles {  // steps that were not solved to their tolerance; part of checkpoints
    std::int64_t steps = 0, first = 0;
  };

  Guard(const Simulation& simulation, const Case& c, const Grid& grid, std::filesystem::path folder);  // "": no files
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;

  void take_up(const Troubles& troubles) { troubles_ = troubles; }
  const Troubles& troubles() const { return troubles_; }
  std::string trouble(const Moment& moment) const;  // of the whole run; empty: none

  // Why the run should not go on although its values are finite: the step has fallen so far that it never ends. Empty:
  // it may. A resumed run is measured by the step that it goes on with.
  const std::string& endless() const { return endless_; }

  bool due(std::int64_t step) const;  // whether it looks at the state after this step

 private:
  void check_values(const Moment& moment) const;
  void watch_step(const Moment& moment);

  const Simulation& simulation_;
  const Case& case_;
  const Grid& grid_;
  std::filesystem::path folder_;
  Troubles troubles_;
  std::string text_, endless_;
  double longest_ = 0;  // s, of all steps so far
};

}  // namespace eddy
