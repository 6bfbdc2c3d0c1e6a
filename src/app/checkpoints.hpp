// The watcher that saves the whole state now and then, and what turns a solver's state into a checkpoint and back.
#pragma once
#include <chrono>
#include <string>

#include "app/guard.hpp"
#include "output/checkpoint.hpp"
#include "solver/simulation.hpp"

namespace eddy {

Checkpoint to_checkpoint(const State& state, const Moment& moment);
State to_state(const Checkpoint& checkpoint);

class Checkpoints : public Watcher {  // last among the watchers: what it saves is guarded, and all files are up to it
 public:
  Checkpoints(const Simulation& simulation, const Guard& guard, const Case& c, Path folder, std::string case_text);
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  void finish(const Watched& watched, const Moment& moment) override;

 private:
  void write(const Moment& moment);
  bool overdue(std::int64_t step) const;

  const Simulation& simulation_;
  const Guard& guard_;
  std::optional<std::int64_t> every_;
  double minutes_;
  std::chrono::steady_clock::time_point written_{};
  Path folder_;
  std::string case_text_;
  std::int64_t last_ = -1;
};

Guard::Troubles troubles_in(const Checkpoint& checkpoint);

}  // namespace eddy
