// The guard finds the first bad value, draws it, and says what to try.
#include "app/run/guard.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "output/checkpoint.hpp"
#include "output/interpolate.hpp"
#include "output/picture.hpp"
#include "output/png.hpp"

namespace eddy {
namespace {

constexpr double runaway = 1e25, step_fall = 1e3;
constexpr std::int64_t every = 10;

struct BadValue {
  Sample sample;
  std::size_t at = 0;  // place in the sample's values
  double value = 0;
  bool finite() const { return std::isfinite(value); }
};

// Whether a value lies in a hole or a body, where values mean nothing.
bool is_hidden(const Sample& s, std::size_t value, const CellTest& solid) {
  if (!solid || s.location != Location::cell) return false;
  const auto point = static_cast<int>(value / std::size_t(s.components));
  return solid({point % s.size[0], point / s.size[0] % s.size[1], point / s.size[0] / s.size[1]});
}

// The first value that is not finite; if all are finite, the largest.
BadValue worst_in(Sample sample, const CellTest& solid) {
  BadValue bad;
  for (std::size_t n = 0; n < sample.values.size(); ++n) {
    const double v = sample.values[n];
    if (!std::isfinite(v) && is_hidden(sample, n, solid)) continue;
    if (std::isfinite(v) && !(std::abs(v) > std::abs(bad.value))) continue;
    bad.at = n;
    bad.value = v;
    if (!std::isfinite(v)) break;
  }
  bad.sample = std::move(sample);
  return bad;
}

BadValue find_bad(const Simulation& simulation, const CellTest& solid) {
  BadValue worst;
  for (const std::string& field : simulation.fields()) {
    BadValue bad = worst_in(simulation.sample(field), solid);
    if (!bad.finite()) return bad;
    if (worst.sample.values.empty() || std::abs(bad.value) > std::abs(worst.value)) worst = std::move(bad);
  }
  return worst;
}

std::string field_text(const BadValue& bad) {
  const int n = bad.sample.components;
  return n == 1 ? bad.sample.name : fmt::format("{}.{}", bad.sample.name, "xyz"[bad.at % std::size_t(n)]);
}

std::string value_text(const BadValue& bad) {
  if (std::isnan(bad.value)) return "is NaN first in";
  if (std::isinf(bad.value)) return "is infinite first in";
  return fmt::format("has grown to {:.3g} in", bad.value);
}

// The values of other fields at that place: the first ones that the solver names.
std::string state_text(const Simulation& simulation, const BadValue& bad) {
  constexpr std::size_t most = 3;
  std::string text;
  const std::vector<std::string> fields = simulation.fields();
  const std::size_t point = bad.at / std::size_t(bad.sample.components);
  for (std::size_t n = 0; n < std::min(most, fields.size()); ++n) {
    if (fields[n] == bad.sample.name) continue;
    const Sample s = simulation.sample(fields[n]);
    if (s.location != bad.sample.location || s.size != bad.sample.size) continue;
    const std::size_t components = std::size_t(s.components);
    std::string value;
    for (std::size_t m = 0; m < components; ++m)
      value += fmt::format("{}{:.4g}", m ? ", " : "", s.values[point * components + m]);
    text += fmt::format("{} {} {}", text.empty() ? " There:" : ",", s.name, components > 1 ? "(" + value + ")" : value);
  }
  return text.empty() ? text : text + ".";
}

// A window of a few cells around a place, because far boundaries make a mesh of blocks much larger.
Window window_around(const Block& block, const PlacedValue& place) {
  constexpr int reach = 15;  // cells
  Window w{{place.at[0], place.at[1]}, {place.at[0], place.at[1]}};
  double half = 0;
  for (int side = 0; side < 4; ++side) {
    std::array<int, 3> node = place.index;
    const int axis = side / 2, last = block.cells[axis];
    node[axis] = std::clamp(node[axis] + (side % 2 ? reach : -reach), 0, last);
    const Point p = block.at(block.node(node[0], node[1], node[2]));
    for (int a = 0; a < 2; ++a) half = std::max(half, std::abs(p[a] - place.at[a]));
  }
  for (int a = 0; a < 2; ++a) {
    w.lower[a] -= 1.2 * half;
    w.upper[a] += 1.2 * half;
  }
  return w;
}

Path draw(const BadValue& bad, const Grid& grid, const Path& folder, PictureOptions options, const PngNotes& notes) {
  const int n = bad.sample.components;
  const PlacedValue place = placed(grid, bad.sample, bad.at);
  if (grid.dimensions == 3) options.slice = place.at[options.axis];
  if (grid.dimensions == 2 && grid.blocks) options.window = window_around(grid.blocks->blocks[place.block], place);
  const Path file = folder / "diverged.png";
  const Sample shown = n == 1 ? bad.sample : component(bad.sample, int(bad.at % std::size_t(n)));
  write_png(file, picture(grid, shown, options), notes);
  return file;
}

}  // namespace

Guard::Guard(const Simulation& simulation, const Case& c, const Grid& grid, std::filesystem::path folder)
    : simulation_(simulation), case_(c), grid_(grid), folder_(std::move(folder)) {}

// A blown-up state must never become a checkpoint, so the guard checks before each.
bool Guard::due(std::int64_t step) const {
  return step < every || step % every == 0 || (case_.run.checkpoint_every && step % *case_.run.checkpoint_every == 0);
}

void Guard::begin(const Watched&, const Moment& moment) { check_values(moment); }

void Guard::after_step(const Watched&, const Moment& moment) {
  if (due(moment.step)) check_values(moment);
  watch_step(moment);
  const bool last = case_.run.end_time && moment.time >= *case_.run.end_time;
  if (const std::string why = simulation_.status().impossible; !why.empty() && !last && endless_.empty())
    endless_ = why;
  if (case_.run.steady) return;  // the steps to a steady state need not converge
  const std::string text = simulation_.status().trouble;
  if (text.empty()) return;
  text_ = text;
  if (troubles_.steps++ == 0) troubles_.first = moment.step;
}

void Guard::finish(const Watched&, const Moment& moment) { check_values(moment); }

// The last step of a run takes the remaining time, so it does not count.
void Guard::watch_step(const Moment& moment) {
  if (case_.run.end_time && moment.time >= *case_.run.end_time) return;
  longest_ = std::max(longest_, moment.dt);
  if (!endless_.empty() || moment.dt * step_fall >= longest_) return;
  const BadValue most = find_bad(simulation_, solver_entry(case_.solver).solid(case_, grid_));
  endless_ = fmt::format(
      "the step has fallen from {:.3g} to {:.3g} s by step {}, t = {:.6g}: the run would hardly ever end. {} {} {}.\n"
      "  {}\n  Look at inflow, forces and sources. Where the flow is meant to grow so, resume goes on.",
      longest_, moment.dt, moment.step, moment.time, field_text(most), value_text(most),
      place_text(grid_, most.sample, most.at), simulation_.remarks().advice);
}

void Guard::check_values(const Moment& moment) const {
  const double largest = simulation_.largest_value();
  if (std::isfinite(largest) && std::abs(largest) <= runaway) return;
  const BadValue bad = find_bad(simulation_, solver_entry(case_.solver).solid(case_, grid_));
  std::string text = fmt::format("diverged at step {}, t = {:.6g}. {} {} {}.{}\n  {}", moment.step, moment.time,
                                 field_text(bad), value_text(bad), place_text(grid_, bad.sample, bad.at),
                                 state_text(simulation_, bad), simulation_.remarks().advice);
  if (!folder_.empty()) {
    const auto good = checkpoints(folder_);
    text += good.empty() ? "\n " : fmt::format("\n  Last good state: {}.", good.front().string());
    PictureOptions options{.title = case_.title, .units = case_.output.units};
    tell_when(options, simulation_, moment);
    const Path file = draw(bad, grid_, folder_, options, origin_notes(case_.output.origin));
    text += fmt::format(" Picture: {}.", file.string());
  }
  throw Error(Exit::diverged, text);
}

std::string Guard::trouble(const Moment& moment) const {
  if (case_.run.steady) return simulation_.status().trouble;
  if (troubles_.steps == 0) return "";
  const std::string text = text_.empty() ? "not converged." : text_;
  return fmt::format("{} This was so in {} of {} steps, first in step {}.", text, troubles_.steps, moment.step,
                     troubles_.first);
}

}  // namespace eddy
