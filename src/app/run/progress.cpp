// Writes the progress line: step, time, time left, speed, residual.
#include "app/run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "exec/record/kernels.hpp"

namespace eddy {
namespace {

constexpr double bar_seconds = 0.2, line_seconds = 10;
constexpr double never = std::numeric_limits<double>::infinity();

std::string bar_text(double part) {
  constexpr int width = 12;
  const int full = std::clamp(static_cast<int>(part * width), 0, width);
  std::string text = "[";
  for (int i = 0; i < width; ++i) text += i < full ? "█" : "·";
  return text + fmt::format("] {:.0f} %  ", 100 * part);
}

}  // namespace

double updates_per_cell(const Simulation& simulation, const Moment& moment) {
  return simulation.status().sweeps.value_or(static_cast<double>(moment.step));
}

void Falls::add(const Fall& now) {
  if (!(now.residual > 0) || (!all.empty() && now.seconds - all.back().seconds < gap)) return;
  all.push_back(now);
  if (all.size() < most) return;
  std::size_t kept = 0;  // every second one is kept, which is enough for a long run
  for (std::size_t n = 0; n < all.size(); n += 2) all[kept++] = all[n];
  all.resize(kept);
  gap *= 2;
}

double seconds_to_fall(const Falls& falls, double target) {
  if (falls.all.size() < 4) return never;
  const Fall &now = falls.all.back(), &before = falls.all[falls.all.size() / 2];
  const double rate = std::log(before.residual / now.residual) / (now.seconds - before.seconds);
  if (!(rate > 0)) return never;
  return std::max(0.0, std::log(now.residual / target) / rate);
}

std::string seconds_text(double seconds) {
  const auto s = static_cast<std::int64_t>(std::min(seconds, 1e9) + 0.5);
  if (s >= 3600) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{}m{:02}s", s / 60, s % 60);
  return fmt::format("{} s", s);
}

Progress::Progress(const Simulation& simulation, const Case& c, const Grid& grid, Log& log)
    : simulation_(simulation), run_(c.run), cells_(static_cast<double>(grid.cell_count())), log_(log) {}

void Progress::begin(const Watched&, const Moment& moment) {
  before_ = after_ = simulation_.executor().timers;
  start_ = std::chrono::steady_clock::now();
  first_part_ = part_done(moment);
  first_updates_ = updates_per_cell(simulation_, moment);
  falls_ = {};
  next_bar_ = bar_seconds;
  next_line_ = line_seconds;
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

void Progress::forget(double seconds) {
  start_ += std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

double Progress::part_done(const Moment& moment) const {
  double part = -1;
  if (run_.end_time && *run_.end_time > 0) part = moment.time / *run_.end_time;
  if (run_.steps && *run_.steps > 0) part = std::max(part, double(moment.step) / double(*run_.steps));
  return std::min(part, 1.0);
}

void Progress::after_step(const Watched&, const Moment& moment) {
  const double seconds = seconds_ = elapsed();
  after_ = simulation_.executor().timers;
  if (run_.steady) falls_.add({seconds, simulation_.status().residual});
  if (log_.terminal() && seconds >= next_bar_) {
    const double part = part_done(moment);
    log_.bar((part >= 0 ? bar_text(part) : "") + line(moment, seconds));
    next_bar_ = seconds + bar_seconds;
  }
  if (seconds < next_line_) return;
  log_.say(line(moment, seconds));
  next_line_ = seconds + line_seconds;
}

double Progress::bytes() const { return bytes_of(after_) - bytes_of(before_); }

std::string Progress::left_text(double part, double seconds) const {
  const bool counted = part > first_part_ && first_part_ >= 0;
  const double by_count = counted ? seconds * (1 - part) / (part - first_part_) : never;
  const double by_fall = run_.steady ? seconds_to_fall(falls_, *run_.steady) : never;
  if (by_fall < by_count) return "about " + seconds_text(by_fall);
  return by_count < never ? seconds_text(by_count) : "";
}

std::string Progress::line(const Moment& moment, double seconds) const {
  std::string text = fmt::format("step {}", moment.step);
  if (!run_.steady) text += fmt::format("  t = {:.5g}", moment.time);
  const double part = part_done(moment);
  const std::string left = left_text(part, seconds);
  if (!left.empty()) text += "  " + left + " left";
  const double updates = updates_per_cell(simulation_, moment) - first_updates_;
  // The less important numbers come last, because a narrow terminal cuts them off.
  text += fmt::format("  {:.3g} cells/s", updates * cells_ / seconds);
  return text + fmt::format("  residual {:.3g}", simulation_.status().residual);
}

}  // namespace eddy
