// Draws fields as pictures.
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

#include "base/error.hpp"
#include "base/text.hpp"
#include "output/axes.hpp"
#include "output/chart.hpp"
#include "output/interpolate.hpp"
#include "output/picture_plane.hpp"

namespace eddy {
namespace {

bool around_zero(double low, double high) {
  return low < 0 && high > 0 && std::min(-low, high) > 0.25 * std::max(-low, high);
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

std::array<double, 2> balanced(const ValueRange& range) {  // so that white is zero
  const double most = std::max(std::fabs(range.low), std::fabs(range.high));
  return {-most, most};
}

std::string heading(const Sample& sample, const PictureOptions& options) {
  return options.title.empty() ? quantity(sample, options) : options.title;
}

// Ticks at round numbers in the unit that is printed.
Ticks ticks_in(const ShownUnit& unit, double low, double high, int about) {
  Ticks ticks = linear_ticks(unit.shown(low), unit.shown(high), about);
  for (std::vector<double>* const places : {&ticks.at, &ticks.minor})
    for (double& place : *places) place = unit.si(place);
  return ticks;
}

std::string subtitle(const Sample& sample, const PictureOptions& options, const PicturePlane& plane, std::size_t bad) {
  std::vector<std::string> parts;
  if (!options.title.empty()) parts.push_back(quantity(sample, options));
  if (options.time) parts.push_back("t = " + in_unit(*options.time, options, "s", 6));
  if (options.iterations)
    parts.push_back(fmt::format("{} iteration{}", *options.iterations, *options.iterations == 1 ? "" : "s"));
  if (plane.where) parts.push_back(*plane.where);
  if (plane.stretched) parts.push_back("not to scale");
  if (bad > 0) parts.push_back(fmt::format("{} value{} NaN or infinite (hatched)", bad, bad == 1 ? "" : "s"));
  return join(parts);
}

PlotAxis axis_of(const std::array<double, 2>& ends, int which, int pixels, double s, const ShownUnit& length) {
  PlotAxis axis{
      .low = ends[0], .high = ends[1], .label = fmt::format("{} [{}]", "xyz"[which], length.name), .ticks = {}};
  axis.ticks = ticks_in(length, axis.low, axis.high, std::max(2, static_cast<int>(pixels / (95 * s))));
  return axis;
}

constexpr double flattest = 0.08, tallest = 8;  // limits of the aspect ratio of a picture to scale

double aspect(const PicturePlane& plane) { return (plane.y[1] - plane.y[0]) / (plane.x[1] - plane.x[0]); }

Rect fit(const PicturePlane& plane, const Rect& room) {
  const double ratio = std::clamp(aspect(plane), flattest, tallest);
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
  const ShownUnit length = shown_unit(options.units, "m"), unit = unit_of(sample, options);
  std::vector<double> x = positions(grid, sample, 0), y = sample.values;
  for (double& v : x) v = length.shown(v);
  for (double& v : y) v = unit.shown(v);
  std::optional<std::array<double, 2>> y_range;
  if (options.range) y_range = {unit.shown(scale.low), unit.shown(scale.high)};
  ChartOptions chart_options{.title = heading(sample, options),
                             .subtitle = subtitle(sample, options, {}, scale.bad),
                             .x_label = fmt::format("x [{}]", length.name),
                             .y_label = quantity(sample, options),
                             .x_range = std::array{length.shown(grid.lower(0)), length.shown(grid.upper(0))},
                             .y_range = y_range,
                             .width = options.width,
                             .height = options.width * 5 / 8};
  return chart({{.name = "", .x = x, .y = y, .markers = sample.size[0] <= 40}}, chart_options);
}

int whole(double v) { return static_cast<int>(std::lround(v)); }

struct Page {  // layout in pixels
  Rect area;   // of the field
  int left = 0, bar_height = 0, height = 0;
};

// The height is that of a page with short numbers, whatever the numbers are, so that all pictures of a series have one
// size.
Page page_of(const PicturePlane& plane, const Scale& scale, int width, const ShownUnit& length, const ShownUnit& unit) {
  const double s = width / 960.0;
  const double numbers = widest(ticks_in(length, plane.y[0], plane.y[1], 6), tick_size(s));
  const double values = widest(ticks_in(unit, scale.low, scale.high, 8), tick_size(s));
  const double usual = text_width("−0.0000", tick_size(s));
  Page page;
  page.left = whole(58 * s + numbers);
  const int top = whole(92 * s);
  const auto area = [&](double room, double height) {
    return fit(plane, {page.left, top, width - whole(78 * s + room), top + whole(height)});
  };
  const Rect whole_page = area(usual, width * 0.85);
  page.area = values > usual ? area(values, whole_page.height()) : whole_page;
  const int spare = width - whole(78 * s + std::max(values, usual)) - page.area.x1;
  page.area.x0 += spare / 2;
  page.area.x1 += spare / 2;                                        // centres a tall domain
  page.bar_height = std::max(whole_page.height(), whole(110 * s));  // keeps the bar readable beside a flat field
  page.height = top + std::max(page.bar_height + whole(24 * s), whole_page.height() + whole(66 * s));
  return page;
}

PicturePlane plane_of(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  const auto make = grid.is_box() ? plane_of_box : grid.dimensions == 3 ? plane_of_slice : plane_of_blocks;
  PicturePlane plane = make(grid, sample, options);
  plane.stretched = aspect(plane) < flattest || aspect(plane) > tallest;
  return plane;
}

Image page(const Grid& grid, const Sample& sample, const PicturePlane& plane, const PictureOptions& options) {
  const Scale scale = scale_of(plane.values, options);
  const double s = options.width / 960.0;
  const ShownUnit length = shown_unit(options.units, "m"), unit = unit_of(sample, options);
  const Page page = page_of(plane, scale, options.width, length, unit);
  Plot plot;
  plot.scale = s;
  plot.area = page.area;
  plot.x = axis_of(plane.x, plane.across, plot.area.width(), s, length);
  plot.y = axis_of(plane.y, plane.up, plot.area.height(), s, length);
  Canvas canvas(options.width, page.height);
  plane.paint(canvas, plot.area, scale);
  canvas.clip(plot.area);
  draw_shapes(canvas, plot, plane, grid, options);
  if (options.overlay) options.overlay(canvas, plot);
  canvas.unclip();
  draw_axes(canvas, plot);
  const int bar = plot.area.x1 + whole(24 * s);
  draw_bar(canvas, {bar, plot.area.y0, bar + whole(20 * s), plot.area.y0 + page.bar_height}, scale, s, unit);
  draw_heading(canvas, page.left, s, heading(sample, options), subtitle(sample, options, plane, scale.bad));
  return canvas.take();
}

std::string shown_name(const Sample& sample) {  // vectors are shown by their magnitude
  return sample.components == 1 ? sample.name : "|" + sample.name + "|";
}

// Whether zero is the natural middle of a field's values.
bool is_signed(const std::string& name) {
  for (const char* component : {".x", ".y", ".z"})
    if (name.ends_with(component)) return true;
  for (const char* own : {"vorticity", "stream", "q", "error", "mean_u", "mean_v", "mean_w"})
    if (name == own) return true;
  return name.starts_with("stress_");
}

}  // namespace

Scale scale_of(const std::vector<double>& values, const PictureOptions& options) {
  ValueRange range = range_of(values);
  if (!range.any()) range = {0, 1};
  if (options.range) range = {(*options.range)[0], (*options.range)[1]};
  using Map = PictureOptions::Map;
  Scale scale{.low = range.low, .high = range.high};
  scale.bad = std::size_t(std::count_if(values.begin(), values.end(), [](double v) { return !std::isfinite(v); }));
  const bool diverging =
      options.map == Map::diverging || (options.map == Map::automatic && around_zero(range.low, range.high));
  scale.map = diverging ? Map::diverging : options.map == Map::automatic ? Map::sequential : options.map;
  if (diverging && !options.range) {
    scale.low = balanced(range)[0];
    scale.high = balanced(range)[1];
  }
  const double size = std::max(std::fabs(scale.low), std::fabs(scale.high));
  if (!(scale.high - scale.low > 1e-13 * size)) {  // the field is constant but for rounding
    const double half = size > 0 ? 0.05 * size : 1;
    scale.low -= half;
    scale.high += half;
  }
  const ValueRange all = range_of(values);
  const double little = 1e-9 * (scale.high - scale.low);
  scale.below = all.any() && all.low < scale.low - little;
  scale.above = all.any() && all.high > scale.high + little;
  return scale;
}

static const ColourTable& table_of(ColourMap map) {
  switch (map) {
    case ColourMap::diverging:
      return table_diverging();
    case ColourMap::ocean:
      return table_ocean();
    case ColourMap::grey:
      return table_grey();
    default:
      return table_sequential();
  }
}

// In a diverging map white stays at zero, wherever the ends of the range lie.
const Rgb& Scale::colour(double v) const {
  const bool around = map == ColourMap::diverging && low < 0 && high > 0;
  const double most = std::max(-low, high);
  return table_of(map)(around ? 0.5 + 0.5 * v / most : (v - low) / (high - low));
}

// A bar that ends in a tip shows that there are values beyond that end.
static void draw_tip(Canvas& canvas, const Rect& bar, int y, int towards, const Rgb& ink, double s) {
  const double tall = 10 * s, middle = 0.5 * (bar.x0 + bar.x1);
  for (int row = 0; row < tall; ++row) {
    const double half = 0.5 * bar.width() * (1 - (row + 0.5) / tall);
    const int at = towards < 0 ? y - 1 - row : y + row;
    canvas.fill(
        {static_cast<int>(std::lround(middle - half)), at, static_cast<int>(std::lround(middle + half)), at + 1}, ink);
  }
  canvas.stroke({{{bar.x0 - 0.5, double(y)}, {middle, y + towards * tall}, {bar.x1 + 0.5, double(y)}}}, 1.2 * s,
                ink_mid);
}

// A mean temperature has an absolute unit (°C), too; all other fields in K are differences.
ShownUnit unit_of(const Sample& sample, const PictureOptions& options) {
  const bool is_temperature = sample.name == "temperature" || sample.name == "mean_temperature";
  return shown_unit(options.units, sample.unit, !is_temperature);
}

std::string in_unit(double value, const PictureOptions& options, const std::string& si, int digits) {
  const ShownUnit unit = shown_unit(options.units, si);
  return short_number(unit.shown(value), digits) + " " + unit.name;
}

std::string quantity(const Sample& sample, const PictureOptions& options) {
  const std::string unit = unit_of(sample, options).name;
  return unit.empty() ? sample.name : sample.name + " [" + unit + "]";
}

void draw_bar(Canvas& canvas, const Rect& bar, const Scale& scale, double s, const ShownUnit& unit) {
  for (int y = bar.y0; y < bar.y1; ++y) {
    const double part = (bar.y1 - y - 0.5) / bar.height();
    canvas.fill({bar.x0, y, bar.x1, y + 1}, scale.colour(scale.low + part * (scale.high - scale.low)));
  }
  canvas.frame(bar, 1.2 * s, ink_mid);
  if (scale.above) draw_tip(canvas, bar, bar.y0, -1, scale.colour(scale.high), s);
  if (scale.below) draw_tip(canvas, bar, bar.y1, 1, scale.colour(scale.low), s);
  const Ticks ticks = ticks_in(unit, scale.low, scale.high, std::max(2, static_cast<int>(bar.height() / (65 * s))));
  const double size = tick_size(s);
  for (std::size_t i = 0; i < ticks.at.size(); ++i) {
    const double y = bar.y1 - (ticks.at[i] - scale.low) / (scale.high - scale.low) * bar.height();
    canvas.line({bar.x1 + 0.5, y}, {bar.x1 + 5 * s, y}, 1.2 * s, ink_mid);
    canvas.text({bar.x1 + 10 * s, y + size / 2}, ticks.labels[i], {.size = size});
  }
  if (!unit.name.empty())
    canvas.text({(bar.x0 + bar.x1) / 2.0, bar.y0 - (scale.above ? 17 : 10) * s}, unit.name,
                {.anchor = Text::Anchor::middle, .size = size});
}

const Rgb& Scale::ink(double v, int x, int y) const {
  static const Rgb light = bytes({0.93, 0.80, 0.93}), dark = bytes({0.80, 0.10, 0.75});
  if (std::isfinite(v)) return colour(v);
  return (x + y) / 4 % 2 == 0 ? dark : light;
}

std::array<double, 2> seen(const Grid& grid, int axis, const PictureOptions& options, bool vertical) {
  const double low = grid.lower(axis), high = grid.upper(axis);
  if (!options.window) return {low, high};
  const double from = std::max(low, options.window->lower[vertical]);
  const double to = std::min(high, options.window->upper[vertical]);
  if (from < to) return {from, to};
  throw Error(Exit::usage,
              fmt::format("the window of a picture shows {} from {} to {}, and the mesh lies from {} to {}.",
                          "xyz"[axis], options.window->lower[vertical], options.window->upper[vertical], low, high));
}

// A steady run without time shows its number of iterations, or else of steps.
void tell_when(PictureOptions& options, const Watched& watched, const Moment& moment) {
  if (moment.time != 0 || moment.step == 0)
    options.time = moment.time;
  else
    options.iterations = static_cast<std::int64_t>(find(watched.numbers(), "iterations").value_or(double(moment.step)));
}

PictureOptions options_of(const ImageOptions& image) {
  PictureOptions options{.range = image.range,
                         .slice = image.slice,
                         .axis = image.axis,
                         .width = image.width,
                         .map = image.map,
                         .smooth = true};
  if (image.window_lower && image.window_upper) options.window = Window{*image.window_lower, *image.window_upper};
  return options;
}

std::vector<std::string> picture_names(const std::vector<ImageOptions>& images) {
  std::map<std::string, int> count;
  std::vector<std::string> names;
  for (const ImageOptions& image : images) {  // a second picture of the same field is temperature_2
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
  const ValueRange shown = range_of(grid.dimensions == 1 ? scalar.values : plane_of(grid, scalar, options).values);
  low = std::min(low, shown.low);
  high = std::max(high, shown.high);
}

std::optional<std::array<double, 2>> ValueRange::shown() const {
  if (!any()) return {};
  return around_zero(low, high) ? balanced(*this) : std::array{low, high};
}

PictureOptions in_series(const PictureOptions& options, const Sample& sample, const ValueRange& so_far) {
  if (options.range) return options;
  PictureOptions of_series = options;
  const bool diverging = is_signed(shown_name(sample));
  if (options.map == ColourMap::automatic) of_series.map = diverging ? ColourMap::diverging : ColourMap::sequential;
  if (so_far.any()) of_series.range = diverging ? balanced(so_far) : std::array{so_far.low, so_far.high};
  return of_series;
}

void check_window(const Grid& grid, const PictureOptions& options) {
  if (grid.dimensions < 2) return;
  const int axis = grid.dimensions == 3 ? std::clamp(options.axis, 0, 2) : 2;
  seen(grid, axis == 0 ? 1 : 0, options, false);
  seen(grid, axis == 2 ? 1 : 2, options, true);
}

Image picture(const Grid& grid, const Sample& sample, const PictureOptions& options) {
  PictureOptions sane = options;
  sane.width = std::clamp(options.width, 240, 8192);
  const Sample scalar = magnitude(sample);
  return grid.dimensions == 1 ? curve(grid, scalar, sane) : page(grid, scalar, plane_of(grid, scalar, sane), sane);
}

}  // namespace eddy
