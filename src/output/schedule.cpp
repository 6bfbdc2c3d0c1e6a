// Tells when to write.
#include "output/schedule.hpp"

#include <cmath>

namespace eddy {

Schedule::Schedule(std::optional<double> every, std::optional<std::int64_t> every_steps) {
  if (every && *every > 0) every_ = every;
  if (every_steps && *every_steps > 0) every_steps_ = every_steps;
}

std::int64_t Schedule::index(double time) const {
  if (!every_) return 0;
  // Eight steps of 0.1 add up to a little less than 0.8, so a billionth of the interval is tolerated.
  const double count = std::floor(time / *every_ + 1e-9);
  return std::isfinite(count) && std::fabs(count) < 9e18 ? static_cast<std::int64_t>(count) : last_;
}

bool Schedule::due(const Moment& moment) {
  const std::int64_t now = index(moment.time);
  const bool by_time = now > last_;
  last_ = now;
  return by_time || (every_steps_ && moment.step % *every_steps_ == 0);
}

bool Schedule::regular(const Moment& moment, double previous) const {
  if (!set()) return false;
  if (moment.step == 0 || (every_steps_ && moment.step % *every_steps_ == 0)) return true;
  return index(moment.time) > index(previous);
}

}  // namespace eddy
