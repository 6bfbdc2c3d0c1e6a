// When to write: by time, by steps, or both. What is due follows from step and time alone, so a resumed run writes what
// an unbroken one does. Time: the first step with t ≥ k·every; the step is never shortened to hit it.
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
  void begin(const Moment& moment) { last_ = index(moment.time); }  // everything up to here is done
  bool due(const Moment& moment);                                   // ask once after each step
  // Whether a run would have written here, given the time of what it wrote before: else it was only the end of that
  // run.
  bool regular(const Moment& moment, double previous) const;

 private:
  std::int64_t index(double time) const;  // how many multiples of `every` lie behind

  std::optional<double> every_;
  std::optional<std::int64_t> every_steps_;
  std::int64_t last_ = 0;
};

}  // namespace eddy
