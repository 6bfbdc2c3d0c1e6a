// Checks that all values are finite and that every step was solved to its tolerance, so that a run never goes on with
// nonsense.
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
  std::string trouble(const Moment& moment) const;  // over the whole run; "": none

  // Why the run should stop although its values are finite: the time step has become so small that it would never end;
  // "" if it may go on. A resumed run is compared with the first step that it takes.
  const std::string& endless() const { return endless_; }

  bool due(std::int64_t step) const;  // whether the state is checked after this step

 private:
  void check_values(const Moment& moment) const;
  void watch_step(const Moment& moment);

  const Simulation& simulation_;
  const Case& case_;
  const Grid& grid_;
  std::filesystem::path folder_;
  Troubles troubles_;
  std::string text_, endless_;
  double longest_ = 0;  // s, the largest step so far
};

}  // namespace eddy
