// Fields as pictures.
//
//   title                                  heading
//   temperature, t = 0.5 s
//   ┌──────────────────────────┐ ┌┐ [K]
//   │ field, to scale          │ ││ ticks
//   └──────────────────────────┘ └┘
#include "output/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "output/axes.hpp"
#include "output/chart.hpp"
#include "output/interpolate.hpp"

namespace eddy {
namespace {

const Rgb solid_grey = bytes({0.66, 0.66, 0.68});
const Rgb nan_light = bytes({0.93, 0.80, 0.93}), nan_dark = bytes({0.80, 0.10, 0.75});

struct Slice {  // what is shown: a plane of points and the edges between them
  int across = 0, up = 1;
  std::vector<double> x, y;          // edges, one more than points
  std::vector<double> values;        // across fastest
  std::vector<char> covered;         // of the values: nothing but bodies around them; empty: there are none
  std::array<int, 3> cell{};         // one that is cut
  bool stretched = false;            // too long to be shown to scale
  std::optional<std::string> where;  // "z = 0.5 m"
  std::size_t columns() const { return x.size() - 1; }
};

struct Scale {
  double low = 0, high = 1;
  bool diverging = false;
  std::size_t bad = 0;  // values that are not finite
  const Rgb& colour(double v) const {
    return (diverging ? table_diverging() : table_sequential())((v - low) / (high - low));
  }
};

std::vector<double> edges(const Grid& grid, const Sample& sample, int axis) {
  if (!at_ends(sample.location, axis)) return grid.nodes[axis];
  const std::vector<double> p = positions(grid, sample, axis);
  std::vector<double> result{p.front()};  // a node owns what lies nearest to it
  for (std::size_t i = 1; i < p.size(); ++i) result.push_back(0.5 * (p[i - 1] + p[i]));
  result.push_back(p.back());
  return result;
}

int layer(const std::vector<double>& p, double where) {
  const auto nearest = std::min_element(
      p.begin(), p.end(), [where](double a, double b) { return std::fabs(a - where) < std::fabs(b - where); });
  return static_cast<int>(nearest - p.begin());
}

// Whether every cell that a point belongs to is part of a body.
bool covers(const CellTest& solid, const Grid& grid, Location location, const std::array<int, 3>& point) {
  std::array<int, 3> from = point, to = point;
  for (int a = 0; a < grid.dimensions; ++a)
    if (at_ends(location, a)) {
      from[a] = std::max(0, point[a] - 1);
      to[a] = std::min(point[a], grid.cells(a) - 1);
    }
  for (int k = from[2]; k <= to[2]; ++k)
    for (int j = from[1]; j <= to[1]; ++j)
      for (int i = from[0]; i <= to[0]; ++i)
        if (!solid({i, j, k})) return false;
  return true;
}

Slice cut(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  Slice slice;
  const int axis = grid.dimensions == 3 ? std::clamp(options.axis, 0, 2) : 2;
  slice.across = axis == 0 ? 1 : 0;
  slice.up = axis == 2 ? 1 : 2;
  slice.x = edges(grid, sample, slice.across);
  slice.y = edges(grid, sample, slice.up);
  std::array<int, 3> at{};
  if (grid.dimensions == 3) {
    const auto p = positions(grid, sample, axis);
    at[axis] = layer(p, options.slice.value_or(0.5 * (grid.lower(axis) + grid.upper(axis))));
    slice.cell[axis] = std::min(at[axis], grid.cells(axis) - 1);
    slice.where = fmt::format("{} = {} m", "xyz"[axis], short_number(p[at[axis]]));
  }
  for (at[slice.up] = 0; at[slice.up] < sample.size[slice.up]; ++at[slice.up])
    for (at[slice.across] = 0; at[slice.across] < sample.size[slice.across]; ++at[slice.across]) {
      slice.values.push_back(sample.values[at[0] + sample.size[0] * (at[1] + std::size_t(sample.size[1]) * at[2])]);
      if (options.solid) slice.covered.push_back(covers(options.solid, grid, sample.location, at));
    }
  return slice;
}

bool around_zero(double low, double high) {
  return low < 0 && high > 0 && std::min(-low, high) > 0.25 * std::max(-low, high);
}

std::vector<double> in_the_open(const Slice& slice) {
  if (slice.covered.empty()) return slice.values;
  std::vector<double> values;
  for (std::size_t i = 0; i < slice.values.size(); ++i)
    if (!slice.covered[i]) values.push_back(slice.values[i]);
  return values;
}

ValueRange range_of(const std::vector<double>& values) {
  ValueRange range;
  for (double v : values)
    if (std::isfinite(v)) {
      range.low = std::min(range.low, v);
      range.high = std::max(range.high, v);
    }
  return range;
}

std::array<double, 2> balanced(const ValueRange& range) {  // white is zero
  const double most = std::max(std::fabs(range.low), std::fabs(range.high));
  return {-most, most};
}

Scale scale_of(const std::vector<double>& values, const PictureOptions& options) {
  ValueRange range = range_of(values);
  if (!range.any()) range = {0, 1};
  if (options.range) range = {(*options.range)[0], (*options.range)[1]};
  using Map = PictureOptions::Map;
  Scale scale{.low = range.low, .high = range.high};
  scale.bad = std::size_t(std::count_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); }));
  scale.diverging =
      options.map == Map::diverging || (options.map == Map::automatic && around_zero(range.low, range.high));
  if (scale.diverging && !options.range) {
    scale.low = balanced(range)[0];
    scale.high = balanced(range)[1];
  }
  const double size = std::max(std::fabs(scale.low), std::fabs(scale.high));
  if (!(scale.high - scale.low > 1e-13 * size)) {  // constant: rounding is not worth a picture
    const double half = size > 0 ? 0.05 * size : 1;
    scale.low -= half;
    scale.high += half;
  }
  return scale;
}

std::string quantity(const Sample& sample) {
  return sample.unit.empty() ? sample.name : sample.name + " [" + sample.unit + "]";
}

std::string subtitle(const Sample& sample, const PictureOptions& options, const Slice& slice, std::size_t bad) {
  std::string text = quantity(sample);
  if (options.time) text += fmt::format(", t = {} s", short_number(*options.time, 6));
  if (slice.where) text += ", " + *slice.where;
  if (slice.stretched) text += ", not to scale";
  if (bad > 0) text += fmt::format(", {} value{} NaN or infinite (hatched)", bad, bad == 1 ? "" : "s");
  return text;
}

// Which column or row of cells each pixel shows.
std::vector<int> lookup(const std::vector<double>& edges, int pixels, bool flipped) {
  std::vector<int> index(pixels);
  for (int i = 0; i < pixels; ++i) {
    const double part = (i + 0.5) / pixels;
    const double at = edges.front() + (flipped ? 1 - part : part) * (edges.back() - edges.front());
    index[i] = static_cast<int>(std::upper_bound(edges.begin() + 1, edges.end() - 1, at) - edges.begin()) - 1;
  }
  return index;
}

void paint(Canvas& canvas, const Rect& area, const Slice& slice, const Scale& scale) {
  const auto columns = lookup(slice.x, area.width(), false), rows = lookup(slice.y, area.height(), true);
  for (int y = 0; y < area.height(); ++y)
    for (int x = 0; x < area.width(); ++x) {
      const double value = slice.values[columns[x] + rows[y] * slice.columns()];
      const bool stripe = (x + y) / 4 % 2 == 0;
      canvas.set(area.x0 + x, area.y0 + y, std::isfinite(value) ? scale.colour(value) : stripe ? nan_dark : nan_light);
    }
}

void paint_bodies(Canvas& canvas, const Rect& area, const Slice& slice, const Grid& grid, const CellTest& solid) {
  if (!solid) return;
  const auto columns = lookup(grid.nodes[slice.across], area.width(), false),
             rows = lookup(grid.nodes[slice.up], area.height(), true);
  std::array<int, 3> cell = slice.cell;
  for (int y = 0; y < area.height(); ++y)
    for (int x = 0; x < area.width(); ++x) {
      cell[slice.across] = columns[x];
      cell[slice.up] = rows[y];
      if (solid(cell)) canvas.set(area.x0 + x, area.y0 + y, solid_grey);
    }
}

void draw_bar(Canvas& canvas, const Rect& bar, const Scale& scale, double s, const std::string& unit) {
  for (int y = bar.y0; y < bar.y1; ++y) {
    const double part = (bar.y1 - y - 0.5) / bar.height();
    canvas.fill({bar.x0, y, bar.x1, y + 1}, scale.colour(scale.low + part * (scale.high - scale.low)));
  }
  canvas.frame(bar, 1.2 * s, ink_mid);
  const Ticks ticks = linear_ticks(scale.low, scale.high, std::max(2, static_cast<int>(bar.height() / (65 * s))));
  const double size = tick_size(s);
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    const double y = bar.y1 - (ticks.at[i] - scale.low) / (scale.high - scale.low) * bar.height();
    canvas.line({bar.x1 + 0.5, y}, {bar.x1 + 5 * s, y}, 1.2 * s, ink_mid);
    canvas.text({bar.x1 + 10 * s, y + size / 2}, ticks.labels[i], {.size = size});
  }
  if (!unit.empty())
    canvas.text({(bar.x0 + bar.x1) / 2.0, bar.y0 - 10 * s}, unit, {.anchor = Text::Anchor::middle, .size = size});
}

PlotAxis axis_of(const std::vector<double>& edges, int which, int pixels, double s) {
  PlotAxis axis{.low = edges.front(), .high = edges.back(), .label = fmt::format("{} [m]", "xyz"[which]), .ticks = {}};
  axis.ticks = linear_ticks(axis.low, axis.high, std::max(2, static_cast<int>(pixels / (95 * s))));
  return axis;
}

constexpr double flattest = 0.08, tallest = 8;  // beyond, a picture to scale would be a thread

double aspect(const Slice& slice) { return (slice.y.back() - slice.y.front()) / (slice.x.back() - slice.x.front()); }

Rect fit(const Slice& slice, const Rect& room) {
  const double ratio = std::clamp(aspect(slice), flattest, tallest);
  double width = room.width(), height = width * ratio;
  if (height > room.height()) {
    height = room.height();
    width = height / ratio;
  }
  return {room.x0, room.y0, room.x0 + static_cast<int>(std::lround(width)),
          room.y0 + static_cast<int>(std::lround(height))};
}

Image curve(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  const Scale scale = scale_of(sample.values, options);
  ChartOptions chart_options{.title = options.title.empty() ? sample.name : options.title,
                             .subtitle = subtitle(sample, options, {}, scale.bad),
                             .x_label = "x [m]",
                             .y_label = quantity(sample),
                             .x_range = std::array{grid.lower(0), grid.upper(0)},
                             .y_range = options.range ? std::optional(std::array{scale.low, scale.high}) : std::nullopt,
                             .width = options.width,
                             .height = options.width * 5 / 8};
  return chart({{.name = "", .x = positions(grid, sample, 0), .y = sample.values, .markers = sample.size[0] <= 40}},
               chart_options);
}

int whole(double v) { return static_cast<int>(std::lround(v)); }

struct Page {  // where things stand; pixels
  Rect area;   // of the field
  int left = 0, bar_height = 0, height = 0;
};

// The height is that of a page whose values take little room, whatever room they take: all pictures of a series have
// one size.
Page page_of(const Slice& slice, const Scale& scale, int width) {
  const double s = width / 960.0;
  const double numbers = widest(linear_ticks(slice.y.front(), slice.y.back(), 6), tick_size(s));
  const double values = widest(linear_ticks(scale.low, scale.high, 8), tick_size(s));
  const double usual = text_width("−0.0000", tick_size(s));
  Page page;
  page.left = whole(58 * s + numbers);
  const int top = whole(92 * s);
  const auto area = [&](double room, double height) {
    return fit(slice, {page.left, top, width - whole(78 * s + room), top + whole(height)});
  };
  const Rect whole_page = area(usual, width * 0.85);
  page.area = values > usual ? area(values, whole_page.height()) : whole_page;
  const int spare = width - whole(78 * s + std::max(values, usual)) - page.area.x1;
  page.area.x0 += spare / 2;
  page.area.x1 += spare / 2;                                        // a tall domain stands in the middle
  page.bar_height = std::max(whole_page.height(), whole(110 * s));  // a ribbon still gets a readable bar
  page.height = top + std::max(page.bar_height + whole(24 * s), whole_page.height() + whole(66 * s));
  return page;
}

Image plane(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  Slice slice = cut(grid, sample, options);
  slice.stretched = aspect(slice) < flattest || aspect(slice) > tallest;
  const Scale scale = scale_of(in_the_open(slice), options);
  const double s = options.width / 960.0;
  const Page page = page_of(slice, scale, options.width);
  Plot plot;
  plot.scale = s;
  plot.area = page.area;
  plot.x = axis_of(slice.x, slice.across, plot.area.width(), s);
  plot.y = axis_of(slice.y, slice.up, plot.area.height(), s);
  Canvas canvas(options.width, page.height);
  paint(canvas, plot.area, slice, scale);
  paint_bodies(canvas, plot.area, slice, grid, options.solid);
  draw_axes(canvas, plot);
  const int bar = plot.area.x1 + whole(24 * s);
  draw_bar(canvas, {bar, plot.area.y0, bar + whole(20 * s), plot.area.y0 + page.bar_height}, scale, s, sample.unit);
  draw_heading(canvas, page.left, s, options.title.empty() ? sample.name : options.title,
               subtitle(sample, options, slice, scale.bad));
  return canvas.take();
}

std::string shown_name(const Sample& sample) {  // vectors by their magnitude
  return sample.components == 1 ? sample.name : "|" + sample.name + "|";
}

// Whether zero is the middle of what a field can be, and not only one of its values.
bool is_signed(const std::string& name) {
  for (const char* component : {".x", ".y", ".z"})
    if (name.ends_with(component)) return true;
  for (const char* own : {"vorticity", "stream", "q", "error", "mean_u", "mean_v", "mean_w"})
    if (name == own) return true;
  return name.starts_with("stress_");
}

}  // namespace

PictureOptions options_of(const ImageOptions& image) {
  return {.range = image.range, .slice = image.slice, .axis = image.axis, .width = image.width};
}

std::vector<std::string> picture_names(const std::vector<ImageOptions>& images) {
  std::map<std::string, int> count;
  std::vector<std::string> names;
  for (const ImageOptions& image : images) {  // a second picture of the same field: temperature_2
    const int number = ++count[image.field];
    names.push_back(number == 1 ? image.field : fmt::format("{}_{}", image.field, number));
  }
  return names;
}

Sample component(const Sample& sample, int index) {
  Sample result = sample;
  result.name += fmt::format(".{}", "xyz"[index]);
  result.components = 1;
  result.values.clear();
  for (std::size_t i = index; i < sample.values.size(); i += sample.components)
    result.values.push_back(sample.values[i]);
  return result;
}

Sample magnitude(const Sample& sample) {
  if (sample.components == 1) return sample;
  Sample result = sample;
  result.name = shown_name(sample);
  result.components = 1;
  result.values.clear();
  for (std::size_t i = 0; i < sample.values.size(); i += sample.components) {
    double sum = 0;
    for (int k = 0; k < sample.components; ++k) sum += sample.values[i + k] * sample.values[i + k];
    result.values.push_back(std::sqrt(sum));
  }
  return result;
}

void ValueRange::add(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  const Sample scalar = magnitude(sample);
  const ValueRange shown = range_of(grid.dimensions == 1 ? scalar.values : in_the_open(cut(grid, scalar, options)));
  low = std::min(low, shown.low);
  high = std::max(high, shown.high);
}

std::optional<std::array<double, 2>> ValueRange::shown() const {
  if (!any()) return {};
  return around_zero(low, high) ? balanced(*this) : std::array{low, high};
}

PictureOptions in_series(const PictureOptions& options, const Sample& sample, const ValueRange& so_far) {
  if (options.range) return options;
  PictureOptions look = options;
  const bool diverging = is_signed(shown_name(sample));
  look.map = diverging ? PictureOptions::Map::diverging : PictureOptions::Map::sequential;
  if (so_far.any()) look.range = diverging ? balanced(so_far) : std::array{so_far.low, so_far.high};
  return look;
}

Image picture(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  PictureOptions sane = options;
  sane.width = std::clamp(options.width, 240, 8192);
  const Sample scalar = magnitude(sample);
  return grid.dimensions == 1 ? curve(grid, scalar, sane) : plane(grid, scalar, sane);
}

}  // namespace eddy
