// Tells when to write: by time, by steps, or both. Whether output is due follows from step and time alone, so a resumed
// run writes what an unbroken one does. By time it is due at the first step with t ≥ k·every; no step is shortened for
// it.
#pragma once
#include <cstdint>
#include <optional>

#include "field/watcher.hpp"

namespace eddy {

class Schedule {
 public:
  Schedule() = default;
  Schedule(std::optional<double> every, std::optional<std::int64_t> every_steps);

  bool set() const { return every_ || every_steps_; }
  void begin(const Moment& moment) { last_ = index(moment.time); }  // everything up to this moment is written
  bool due(const Moment& moment);                                   // to be called once after each step
  // Whether a run that wrote at time `previous` would have written at this moment by its schedule, and not only because
  // it ended there.
  bool regular(const Moment& moment, double previous) const;

 private:
  std::int64_t index(double time) const;  // number of multiples of `every` that have passed

  std::optional<double> every_;
  std::optional<std::int64_t> every_steps_;
  std::int64_t last_ = 0;
};

}  // namespace eddy
