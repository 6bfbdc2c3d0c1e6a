// Shows how far the run is: a bar on a terminal, and a line in the log at intervals.
#pragma once
#include <chrono>
#include <string>
#include <vector>

#include "app/run/log.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// How often each cell was updated: the steps, or the sweeps of a solver that goes straight to the steady state.
double updates_per_cell(const Simulation& simulation, const Moment& moment);

// The fall of a residual so far, and the time until it reaches its target if it falls as in the second half of the run;
// infinite if it does not fall, or if that is not known yet.
struct Fall {
  double seconds = 0, residual = 0;
};
struct Falls {
  std::vector<Fall> all;
  double gap = 0.05;  // least time between two entries, s
  static constexpr std::size_t most = 256;
  void add(const Fall& now);
};
double seconds_to_fall(const Falls& falls, double target);

std::string seconds_text(double seconds);  // "1h02m", "3m20s", "12 s"

class Progress : public Watcher {
 public:
  Progress(const Simulation& simulation, const Case& c, const Grid& grid, Log& log);
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  double seconds() const { return seconds_; }  // from the first step to the last
  double bytes() const;                        // read and written by the kernels of these steps; NaN: not known

  void forget(double seconds);  // leaves out time in which the run was paused

 private:
  double elapsed() const;
  double part_done(const Moment& moment) const;              // 0 … 1; negative: not known
  std::string left_text(double part, double seconds) const;  // the time left; "": not known
  std::string line(const Moment& moment, double seconds) const;

  const Simulation& simulation_;
  const RunOptions& run_;  // may change while the run goes on
  double cells_;
  Log& log_;
  std::chrono::steady_clock::time_point start_;
  double first_part_ = 0, first_updates_ = 0;
  double seconds_ = 0, next_bar_ = 0, next_line_ = 0;
  Falls falls_;
  Timers before_, after_;  // after the first step, and after the last
};

}  // namespace eddy
