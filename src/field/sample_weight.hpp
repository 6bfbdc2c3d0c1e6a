// The weight of a step in an average over time ([statistics]): its length, or, for the step that passes the start, the
// part after the start. The value of a step is that at its end. If not every step is sampled, a sample has the weight
// of all steps since the last sample. Before the start all averages are 0.
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
  // Averages are in double precision, whatever the precision of the run.
  SampleWeight(const StatisticsOptions& options, const Device& device) : start_(options.start), every_(options.every) {
    if (!options.averaged.empty() && !device.refusal_double.empty())
      throw Error(Exit::missing, "[statistics] averages in double precision, which " + label(device) +
                                     " cannot: " + device.refusal_double + ". Take another run.device.");
  }

  bool begin_step(double time, double dt) {  // false: there is no sample after this step
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
  double ratio() const { return ratio_; }  // the weight of this sample over that of all so far
  double rest() const { return 1 - ratio_; }

  void state(Archive& archive) {
    archive.scalar("statistics.weight", all_);
    archive.scalar("statistics.waiting", waiting_, 0.0);
    archive.scalar("statistics.steps", steps_, std::int64_t(0));
  }

 private:
  std::optional<double> start_;
  std::int64_t every_ = 1;      // steps between two samples
  double all_ = 0, ratio_ = 0;  // sum of the weights so far; the last sample's part of it
  double waiting_ = 0;          // weight of the steps since the last sample, and their number
  std::int64_t steps_ = 0;
};

}  // namespace eddy
