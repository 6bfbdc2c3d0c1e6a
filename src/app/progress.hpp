// How far the run is: a bar on a terminal, and a line now and then.
#pragma once
#include <chrono>
#include <string>

#include "app/log.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// How often every cell was updated: steps, or the sweeps of a solver that goes straight to the steady state.
double updates_per_cell(const Watched& watched, const RunOptions& run, const Moment& moment);
std::string seconds_text(double seconds);  // "1h02m", "3m20s", "12 s"

class Progress : public Watcher {
 public:
  Progress(const Simulation& simulation, const Case& c, const Grid& grid, Log& log);
  void begin(const Watched& watched, const Moment& moment) override;
  void after_step(const Watched& watched, const Moment& moment) override;
  double seconds() const { return seconds_; }  // from the first step to the last
  double bytes() const;                        // that the kernels of these steps read and wrote; NaN: nobody knows

 private:
  double elapsed() const;
  double part_done(const Moment& moment) const;  // 0 … 1; negative: nobody knows
  std::string line(const Moment& moment, double seconds) const;

  const Simulation& simulation_;
  RunOptions run_;
  double cells_;
  Log& log_;
  std::chrono::steady_clock::time_point start_;
  double first_part_ = 0, first_updates_ = 0;
  double seconds_ = 0, next_bar_ = 0, next_line_ = 0;
  Timers before_, after_;  // the first step, the last
};

}  // namespace eddy
