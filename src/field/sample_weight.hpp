// What a step counts in an average over time ([statistics]): its length; of the step that passes the start what lies behind
// the start. The value of a step is that at its end. Where not every step is sampled, a sample counts for the steps since the
// last one. Until the start all averages are 0.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "case/options.hpp"
#include "exec/core/devices.hpp"
#include "field/archive.hpp"

namespace eddy {

class SampleWeight {
 public:
  SampleWeight() = default;
  // Averages are in double precision, whatever the run has.
  SampleWeight(const StatisticsOptions& options, const Device& device) : start_(options.start), every_(options.every) {
    if (!options.averaged.empty() && !device.refusal_double.empty())
      throw Error(Exit::missing, "[statistics] averages in double precision, which " + label(device) +
                                     " cannot: " + device.refusal_double + ". Take another run.device.");
  }

  bool begin_step(double time, double dt) {  // false: nothing to add
    const double weight = std::min(dt, time + dt - *start_);
    if (!(weight > 0)) return false;
    waiting_ += weight;
    if (++steps_ < every_) return false;
    all_ += waiting_;
    ratio_ = waiting_ / all_;
    waiting_ = 0;
    steps_ = 0;
    return true;
  }
  double ratio() const { return ratio_; }  // of this sample to all so far
  double rest() const { return 1 - ratio_; }

  void state(Archive& archive) {
    archive.scalar("statistics.weight", all_);
    archive.scalar("statistics.waiting", waiting_, 0.0);
    archive.scalar("statistics.steps", steps_, std::int64_t(0));
  }

 private:
  std::optional<double> start_;
  std::int64_t every_ = 1;      // steps between two samples
  double all_ = 0, ratio_ = 0;  // all weights so far; part of the last
  double waiting_ = 0;          // of steps since the last sample, and how many
  std::int64_t steps_ = 0;
};

}  // namespace eddy
