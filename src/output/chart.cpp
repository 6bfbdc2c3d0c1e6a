// Draws line charts.
#include "output/chart.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "output/axes.hpp"

namespace eddy {
namespace {

bool shown(double v, bool log) { return std::isfinite(v) && (!log || v > 0); }

struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void add(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
};

// A range that can be drawn: not empty, with `air` above and below.
std::array<double, 2> opened(Range r, bool log, double air) {
  if (!(r.low <= r.high)) return log ? std::array{1.0, 10.0} : std::array{0.0, 1.0};
  if (log) {
    const double factor = r.high > r.low ? std::pow(r.high / r.low, air) : 3;
    return {r.low / factor, r.high * factor};
  }
  const double size = std::max(std::fabs(r.low), std::fabs(r.high));
  if (r.high - r.low <= 1e-13 * size) {  // the curve is constant but for rounding
    const double half = size > 0 ? 0.1 * size : 1;
    return {r.low - half, r.high + half};
  }
  const double more = air * (r.high - r.low);
  return {r.low - more, r.high + more};
}

PlotAxis axis_of(const std::vector<Series>& series, const ChartOptions& o, bool vertical) {
  const bool log = vertical ? o.log_y : o.log_x;
  Range range;
  for (const Series& s : series)
    for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i)
      if (shown(s.x[i], o.log_x) && shown(s.y[i], o.log_y)) range.add(vertical ? s.y[i] : s.x[i]);
  const auto& given = vertical ? o.y_range : o.x_range;
  const auto [low, high] = given ? *given : opened(range, log, vertical ? 0.06 : 0.0);
  PlotAxis axis{.low = low, .high = high, .log = log, .label = vertical ? o.y_label : o.x_label, .ticks = {}};
  const int about = vertical ? std::max(3, o.height / 100) : std::max(3, o.width / 120);
  axis.ticks = log ? log_ticks(low, high) : linear_ticks(low, high, about);
  return axis;
}

void draw_series(Canvas& canvas, const Plot& plot, const Series& s, const Colour& colour) {
  std::vector<Polyline> lines(1);
  for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (!shown(s.x[i], plot.x.log) || !shown(s.y[i], plot.y.log)) {
      lines.emplace_back();
      continue;
    }
    const Spot p{plot.px(s.x[i]), plot.py(s.y[i])};
    lines.back().push_back(p);
    if (s.markers) canvas.disc(p, 4 * plot.scale, colour);
  }
  for (Polyline& line : lines)
    if (line.size() == 1) line.push_back(line[0]);  // a single point is drawn as a dot
  if (s.line) canvas.stroke(lines, 2.2 * plot.scale, colour);
}

// The legend goes into the corner with the fewest points.
Rect legend_place(const Plot& plot, const std::vector<Series>& series, int width, int height) {
  const int m = static_cast<int>(12 * plot.scale);
  const Rect& a = plot.area;
  Rect best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (int corner : {1, 0, 3, 2}) {  // right before left, top before bottom
    const int x = corner & 1 ? a.x1 - m - width : a.x0 + m, y = corner & 2 ? a.y1 - m - height : a.y0 + m;
    std::size_t hits = 0;
    for (const Series& s : series)
      for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
        const double px = plot.px(s.x[i]), py = plot.py(s.y[i]);
        hits += px > x - m && px < x + width + m && py > y - m && py < y + height + m;
      }
    if (hits < least) {
      least = hits;
      best = {x, y, x + width, y + height};
    }
  }
  return best;
}

void draw_legend(Canvas& canvas, const Plot& plot, const std::vector<Series>& series) {
  const double s = plot.scale, size = label_size(s), row = 22 * s;
  double width = 0;
  int rows = 0;
  for (const Series& one : series)
    if (!one.name.empty()) {
      ++rows;
      width = std::max(width, text_width(one.name, size));
    }
  if (rows == 0) return;
  const Rect box = legend_place(plot, series, static_cast<int>(width + 62 * s), static_cast<int>(rows * row + 10 * s));
  canvas.fill(box, {255, 255, 255});
  canvas.frame(box, s, ink_light);
  double y = box.y0 + 5 * s + row / 2;
  for (std::size_t i = 0; i < series.size(); ++i) {
    if (series[i].name.empty()) continue;
    const Colour colour = series_colour(static_cast<int>(i));
    if (series[i].line) canvas.line({box.x0 + 12 * s, y}, {box.x0 + 40 * s, y}, 2.2 * s, colour);
    if (series[i].markers) canvas.disc({box.x0 + 26 * s, y}, 4 * s, colour);
    canvas.text({box.x0 + 50 * s, y + size / 2}, series[i].name, {.size = size});
    y += row;
  }
}

}  // namespace

Image chart(const std::vector<Series>& series, const ChartOptions& options) {
  Plot plot;
  plot.scale = options.width / 960.0;
  plot.x = axis_of(series, options, false);
  plot.y = axis_of(series, options, true);
  plot.y.reversed = options.y_downwards;
  const double s = plot.scale;
  const auto whole = [](double v) { return static_cast<int>(std::lround(v)); };
  const bool headed = !options.title.empty() || !options.subtitle.empty();
  plot.area = {whole(58 * s + widest(plot.y.ticks, tick_size(s))), whole((headed ? 84 : 28) * s),
               options.width - whole(36 * s), options.height - whole(66 * s)};
  Canvas canvas(options.width, options.height);
  draw_grid(canvas, plot);
  canvas.clip(plot.area);
  for (std::size_t i = 0; i < series.size(); ++i)
    draw_series(canvas, plot, series[i], series_colour(static_cast<int>(i)));
  canvas.unclip();
  draw_axes(canvas, plot);
  draw_legend(canvas, plot, series);
  draw_heading(canvas, plot.area.x0, s, options.title, options.subtitle);
  return canvas.take();
}

}  // namespace eddy
