// The one time loop: all of it at once, or step by step.
#pragma once
#include <memory>
#include <vector>

#include "solver/simulation.hpp"

namespace eddy {

enum class Ending { done, stopped };  // stopped: somebody asked for it; resume to continue

class TimeLoop {
 public:
  // Watchers and options must outlive it.
  TimeLoop(Simulation& simulation, const Moment& from, const RunOptions& options,
           const std::vector<std::unique_ptr<Watcher>>& watchers)
      : simulation_(simulation), now_(from), options_(options), watchers_(watchers) {}

  void begin();
  bool over() const;       // the end is reached
  double next_dt() const;  // the last step takes what is left
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
