// The progress line: step, time, time left, speed, residual.
#include "app/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "solver/kernel_list.hpp"

namespace eddy {
namespace {

constexpr double bar_seconds = 0.2, line_seconds = 10;

std::string bar_text(double part) {
  constexpr int width = 12;
  const int full = std::clamp(static_cast<int>(part * width), 0, width);
  std::string text = "[";
  for (int i = 0; i < width; ++i) text += i < full ? "█" : "·";
  return text + fmt::format("] {:.0f} %  ", 100 * part);
}

}  // namespace

double updates_per_cell(const Watched& watched, const RunOptions& run, const Moment& moment) {
  if (run.steady && moment.step > 0)
    for (const Number& n : watched.numbers())
      if (n.name == "iterations") return n.value;
  return static_cast<double>(moment.step);
}

std::string seconds_text(double seconds) {
  const auto s = static_cast<std::int64_t>(std::min(seconds, 1e9) + 0.5);
  if (s >= 3600) return fmt::format("{}h{:02}m", s / 3600, s / 60 % 60);
  if (s >= 60) return fmt::format("{}m{:02}s", s / 60, s % 60);
  return fmt::format("{} s", s);
}

Progress::Progress(const Simulation& simulation, const Case& c, const Grid& grid, Log& log)
    : simulation_(simulation), run_(c.run), cells_(static_cast<double>(grid.cell_count())), log_(log) {}

void Progress::begin(const Watched& watched, const Moment& moment) {
  before_ = after_ = simulation_.timers();
  start_ = std::chrono::steady_clock::now();
  first_part_ = part_done(moment);
  first_updates_ = updates_per_cell(watched, run_, moment);
  next_bar_ = bar_seconds, next_line_ = line_seconds;
}

double Progress::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

double Progress::part_done(const Moment& moment) const {
  double part = -1;
  if (run_.end_time && *run_.end_time > 0) part = moment.time / *run_.end_time;
  if (run_.steps && *run_.steps > 0) part = std::max(part, double(moment.step) / double(*run_.steps));
  return std::min(part, 1.0);
}

void Progress::after_step(const Watched&, const Moment& moment) {
  const double seconds = seconds_ = elapsed();
  after_ = simulation_.timers();
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

std::string Progress::line(const Moment& moment, double seconds) const {
  std::string text = fmt::format("step {}", moment.step);
  if (!run_.steady) text += fmt::format("  t = {:.5g}", moment.time);
  const double part = part_done(moment);
  if (part > first_part_ && first_part_ >= 0)
    text += "  " + seconds_text(seconds * (1 - part) / (part - first_part_)) + " left";
  const double updates = updates_per_cell(simulation_, run_, moment) - first_updates_;
  text += fmt::format("  {:.3g} cells/s", updates * cells_ / seconds);  // what a narrow terminal cuts off comes last
  return text + fmt::format("  residual {:.3g}", simulation_.residual());
}

}  // namespace eddy
