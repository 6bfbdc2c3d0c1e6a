// The time loop of all solvers: as a whole, or step by step.
#pragma once
#include <memory>
#include <vector>

#include "solver/simulation.hpp"

namespace eddy {

enum class Ending { done, stopped };  // stopped: on request before the end; a resumed run continues

class TimeLoop {
 public:
  // Watchers and options must outlive this object.
  TimeLoop(Simulation& simulation, const Moment& from, const RunOptions& options,
           const std::vector<std::unique_ptr<Watcher>>& watchers)
      : simulation_(simulation), now_(from), options_(options), watchers_(watchers) {}

  void begin();
  bool over() const;       // whether the run has reached its end
  double next_dt() const;  // the last steps are shortened to reach the end time
  void step();
  void finish();

  const Moment& now() const { return now_; }

 private:
  Simulation& simulation_;
  Moment now_;
  const RunOptions& options_;
  const std::vector<std::unique_ptr<Watcher>>& watchers_;
};

Ending run_loop(Simulation& simulation, Moment& now, const RunOptions& options,
                const std::vector<std::unique_ptr<Watcher>>& watchers, const KeepOn& keep_on);

}  // namespace eddy
