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

constexpr Colour guide_colour{0.62, 0.64, 0.67};

struct Stroke {
  Colour colour;
  double width;
};
Stroke stroke_of(const std::vector<Series>& series, std::size_t n) {
  return series[n].guide ? Stroke{guide_colour, 1.3} : Stroke{series_colour(static_cast<int>(n)), 2.2};
}

void draw_series(Canvas& canvas, const Plot& plot, const Series& s, const Stroke& stroke) {
  std::vector<Polyline> lines(1);
  for (std::size_t i = 0; i < std::min(s.x.size(), s.y.size()); ++i) {
    if (!shown(s.x[i], plot.x.log) || !shown(s.y[i], plot.y.log)) {
      lines.emplace_back();
      continue;
    }
    const Spot p{plot.px(s.x[i]), plot.py(s.y[i])};
    lines.back().push_back(p);
    if (s.markers) canvas.disc(p, 4 * plot.scale, stroke.colour);
  }
  for (Polyline& line : lines)
    if (line.size() == 1) line.push_back(line[0]);  // a single point is drawn as a dot
  if (s.line) canvas.stroke(lines, stroke.width * plot.scale, stroke.colour);
}

// Points along a curve in pixels: its own, and where these are few some between them.
Polyline points_along(const Plot& plot, const Series& s) {
  const std::size_t count = std::min(s.x.size(), s.y.size()), between = s.line && count > 1 ? 200 / count + 1 : 1;
  Polyline all;
  for (std::size_t i = 0; i < count; ++i) {
    const Spot p{plot.px(s.x[i]), plot.py(s.y[i])};
    const Spot q = i + 1 < count ? Spot{plot.px(s.x[i + 1]), plot.py(s.y[i + 1])} : p;
    for (std::size_t k = 0; k < between; ++k) {
      const double part = double(k) / double(between);
      all.push_back({p.x + part * (q.x - p.x), p.y + part * (q.y - p.y)});
    }
  }
  return all;
}

// The legend goes where the fewest points of curves are: into a corner, or else to the middle of a side.
Rect legend_place(const Plot& plot, const std::vector<Series>& series, int width, int height) {
  const int m = static_cast<int>(12 * plot.scale);
  const Rect& a = plot.area;
  std::vector<Polyline> curves;
  for (const Series& s : series) curves.push_back(points_along(plot, s));
  Rect best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  constexpr std::array<std::array<int, 2>, 8> places{
      {{2, 0}, {0, 0}, {2, 2}, {0, 2}, {2, 1}, {0, 1}, {1, 0}, {1, 2}}};  // right before left, top before bottom
  for (const auto& [column, line] : places) {
    const int x = a.x0 + m + column * (a.width() - 2 * m - width) / 2;
    const int y = a.y0 + m + line * (a.height() - 2 * m - height) / 2;
    std::size_t hits = 0;
    for (const Polyline& curve : curves)
      for (const Spot& p : curve) hits += p.x > x - m && p.x < x + width + m && p.y > y - m && p.y < y + height + m;
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
    const Stroke stroke = stroke_of(series, i);
    if (series[i].line) canvas.line({box.x0 + 12 * s, y}, {box.x0 + 40 * s, y}, stroke.width * s, stroke.colour);
    if (series[i].markers) canvas.disc({box.x0 + 26 * s, y}, 4 * s, stroke.colour);
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
  for (std::size_t i = 0; i < series.size(); ++i) draw_series(canvas, plot, series[i], stroke_of(series, i));
  canvas.unclip();
  draw_axes(canvas, plot);
  draw_legend(canvas, plot, series);
  draw_heading(canvas, plot.area.x0, s, options.title, options.subtitle);
  return canvas.take();
}

}  // namespace eddy
