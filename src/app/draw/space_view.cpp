// Draws a view in space by parallel rays through a raster of values.
//
//   surface: the first place on a ray where the value crosses a level, shaded by its gradient
//   cloud:   light gathered from the front to the back, thin where a value is small
#include "app/draw/space_view.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numbers>

#include "output/axes.hpp"
#include "output/picture_plane.hpp"
#include "output/ticks.hpp"

namespace eddy {
namespace {

using Vector = std::array<double, 3>;

double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Vector unit_of(const Vector& a) {
  const double length = std::sqrt(dot(a, a));
  return length > 0 ? Vector{a[0] / length, a[1] / length, a[2] / length} : a;
}

struct Camera {  // y is up on the page
  Vector right, up, forward, middle;
  double scale = 1;  // pixels per metre
  Spot centre;

  Camera(const Grid& grid, const SpaceView& view, const Rect& area) {
    const double a = view.azimuth * std::numbers::pi / 180, e = view.elevation * std::numbers::pi / 180;
    forward = {-std::sin(a) * std::cos(e), -std::sin(e), -std::cos(a) * std::cos(e)};
    right = unit_of({std::cos(a), 0, -std::sin(a)});
    up = {-std::sin(a) * std::sin(e), std::cos(e), -std::cos(a) * std::sin(e)};
    for (int n = 0; n < 3; ++n) middle[n] = 0.5 * (grid.lower(n) + grid.upper(n));
    double wide = 0, high = 0;
    for (int n = 0; n < 3; ++n) {
      const double size = grid.upper(n) - grid.lower(n);
      wide += std::fabs(right[n]) * size;
      high += std::fabs(up[n]) * size;
    }
    scale = std::min(area.width() / wide, area.height() / high);
    centre = {0.5 * (area.x0 + area.x1), 0.5 * (area.y0 + area.y1)};
  }
  Spot page(const Vector& p) const {
    const Vector off{p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]};
    return {centre.x + scale * dot(off, right), centre.y - scale * dot(off, up)};
  }
  Vector origin(double x, double y) const {  // a point of the ray through a pixel
    const double s = (x - centre.x) / scale, t = -(y - centre.y) / scale;
    return {middle[0] + s * right[0] + t * up[0], middle[1] + s * right[1] + t * up[1],
            middle[2] + s * right[2] + t * up[2]};
  }
};

struct Ray {
  Vector from, way;  // origin in places of the raster, and direction in these per metre
  double begin = 0, end = 0;
  Vector at(double s) const { return {from[0] + s * way[0], from[1] + s * way[1], from[2] + s * way[2]}; }
};

std::optional<Ray> ray_of(const Grid& grid, const Raster& raster, const Camera& camera, double x, double y) {
  const Vector o = camera.origin(x, y);
  Ray ray{{}, {}, -HUGE_VAL, HUGE_VAL};
  for (int a = 0; a < 3; ++a) {
    const double low = grid.lower(a), per = (raster.size[a] - 1) / (grid.upper(a) - low);
    ray.from[a] = (o[a] - low) * per;
    ray.way[a] = camera.forward[a] * per;
    const double last = raster.size[a] - 1;
    if (std::fabs(ray.way[a]) < 1e-12) {
      if (ray.from[a] < 0 || ray.from[a] > last) return {};
      continue;
    }
    const double s = -ray.from[a] / ray.way[a], t = (last - ray.from[a]) / ray.way[a];
    ray.begin = std::max(ray.begin, std::min(s, t));
    ray.end = std::min(ray.end, std::max(s, t));
  }
  if (!(ray.begin < ray.end)) return {};
  return ray;
}

double step_of(const Ray& ray) {  // half a cell of the raster
  return 0.5 / std::sqrt(dot(ray.way, ray.way));
}

Vector slope(const Raster& raster, const Vector& p) {
  Vector g{};
  for (int a = 0; a < 3; ++a) {
    Vector before = p, after = p;
    before[a] = std::max(0.0, p[a] - 1);
    after[a] = std::min(raster.size[a] - 1.0, p[a] + 1);
    const double rise = raster.in_space(after) - raster.in_space(before);
    g[a] = std::isfinite(rise) ? rise / (after[a] - before[a]) : 0;
  }
  return g;
}

Colour shaded(const Colour& base, const Vector& normal, const Camera& camera) {
  const Vector light = unit_of({camera.up[0] - 0.8 * camera.forward[0] - 0.4 * camera.right[0],
                                camera.up[1] - 0.8 * camera.forward[1] - 0.4 * camera.right[1],
                                camera.up[2] - 0.8 * camera.forward[2] - 0.4 * camera.right[2]});
  const double lit = 0.42 + 0.58 * std::max(0.0, dot(normal, light));
  const double shine = 0.25 * std::pow(std::max(0.0, dot(normal, light)), 24);
  return {base.red * lit + shine, base.green * lit + shine, base.blue * lit + shine};
}

// The colour of the nearest crossing of a level; none: the ray meets the background.
std::optional<Colour> surface_seen(const Ray& ray, const Raster& raster, double level, const Camera& camera) {
  const double step = step_of(ray);
  double before = std::nan("");
  for (double s = ray.begin; s <= ray.end; s += step) {
    const double value = raster.in_space(ray.at(s));
    if (std::isfinite(before) && std::isfinite(value) && (before < level) != (value < level)) {
      const double part = (level - before) / (value - before);
      const Vector hit = ray.at(s - step + part * step);
      Vector normal = unit_of(slope(raster, hit));
      const double towards = dot(normal, unit_of(ray.way));
      const bool from_below = towards > 0;  // values increase along the ray
      if (from_below) normal = {-normal[0], -normal[1], -normal[2]};
      return shaded(from_below ? Colour{0.33, 0.55, 0.80} : Colour{0.87, 0.55, 0.30}, normal, camera);
    }
    before = value;
  }
  return {};
}

Colour cloud_seen(const Ray& ray, const Raster& raster, const Scale& scale, double longest) {
  const double step = step_of(ray);
  Colour sum{0, 0, 0};
  double open = 1;
  for (double s = ray.begin; s <= ray.end && open > 0.01; s += step) {
    const double value = raster.in_space(ray.at(s));
    if (!std::isfinite(value)) continue;
    const double u = std::clamp((value - scale.low) / (scale.high - scale.low), 0.0, 1.0);
    const double strong = scale.map == ColourMap::diverging ? std::fabs(2 * u - 1) : u;
    const double cover = 1 - std::exp(-18 * strong * strong * strong * step / longest);
    const Rgb& ink = scale.colour(value);
    const Colour c{ink[0] / 255.0, ink[1] / 255.0, ink[2] / 255.0};
    sum = {sum.red + open * cover * c.red, sum.green + open * cover * c.green, sum.blue + open * cover * c.blue};
    open *= 1 - cover;
  }
  return {sum.red + open, sum.green + open, sum.blue + open};
}

// Draws the edges of the region: those behind the field before it is drawn, those in front of it afterwards.
void draw_edges(Canvas& canvas, const Grid& grid, const Camera& camera, bool behind, double s) {
  int back = 0;  // the corner farthest from the viewer
  for (int a = 0; a < 3; ++a)
    if (camera.forward[a] > 0) back |= 1 << a;
  const auto corner = [&](int n) {
    Vector p{};
    for (int a = 0; a < 3; ++a) p[a] = n >> a & 1 ? grid.upper(a) : grid.lower(a);
    return camera.page(p);
  };
  for (int n = 0; n < 8; ++n)
    for (int a = 0; a < 3; ++a) {
      if (n >> a & 1) continue;
      const int other = n | 1 << a;
      const bool is_behind = n == back || other == back;
      if (is_behind == behind) canvas.line(corner(n), corner(other), s, behind ? ink_light : ink_mid);
    }
}

void name_axes(Canvas& canvas, const Grid& grid, const Camera& camera, double s, const ShownUnit& length) {
  const Vector low{grid.lower(0), grid.lower(1), grid.upper(2)};
  for (int a = 0; a < 3; ++a) {
    Vector p = low;
    p[a] = a == 2 ? 0.5 * (grid.lower(2) + grid.upper(2)) : 0.5 * (grid.lower(a) + grid.upper(a));
    if (a == 2) p[0] = grid.upper(0);
    const Spot at = camera.page(p);
    const std::string words = fmt::format("{} {} to {} {}", "xyz"[a], short_number(length.shown(grid.lower(a))),
                                          short_number(length.shown(grid.upper(a))), length.name);
    const Text style{
        .anchor = a == 2 ? Text::Anchor::left : Text::Anchor::right, .size = tick_size(s), .colour = ink_mid};
    canvas.text({at.x + (a == 2 ? 10 : -8) * s, at.y + (a == 1 ? 0 : 22) * s}, words, style);
  }
}

}  // namespace

Image space_picture(const Grid& grid, const Raster& values, const Sample& sample, const PictureOptions& options,
                    const SpaceView& view) {
  const double s = options.width / 960.0;
  const int height = static_cast<int>(0.78 * options.width);
  Canvas canvas(options.width, height);
  const Rect area{static_cast<int>(90 * s), static_cast<int>(100 * s), options.width - static_cast<int>(150 * s),
                  height - static_cast<int>(60 * s)};
  const Camera camera(grid, view, area);
  const Scale scale = scale_of(values.values, options);
  double longest = 0;
  for (int a = 0; a < 3; ++a) longest = std::max(longest, grid.upper(a) - grid.lower(a));
  draw_edges(canvas, grid, camera, true, s);
  Image page = canvas.take();
#pragma omp parallel for schedule(dynamic, 8)
  for (int y = area.y0; y < area.y1; ++y)
    for (int x = area.x0; x < area.x1; ++x) {
      const auto ray = ray_of(grid, values, camera, x + 0.5, y + 0.5);
      if (!ray) continue;
      std::uint8_t* const pixel = page.at(x, y);
      const Colour under{pixel[0] / 255.0, pixel[1] / 255.0, pixel[2] / 255.0};
      if (view.surface) {
        if (const auto seen = surface_seen(*ray, values, *view.surface, camera)) {
          const Rgb ink = bytes(*seen);
          std::copy(ink.begin(), ink.end(), pixel);
        }
        continue;
      }
      const Colour seen = cloud_seen(*ray, values, scale, longest);
      const Rgb ink = bytes({seen.red * under.red, seen.green * under.green, seen.blue * under.blue});
      std::copy(ink.begin(), ink.end(), pixel);
    }
  Canvas front(std::move(page));
  draw_edges(front, grid, camera, false, 1.2 * s);
  name_axes(front, grid, camera, s, shown_unit(options.units, "m"));
  std::string words = quantity(sample, options);
  const ShownUnit unit = unit_of(sample, options);
  if (view.surface)
    words += fmt::format(" = {}: blue from below, orange from above", short_number(unit.shown(*view.surface)));
  if (options.time) words += ", t = " + in_unit(*options.time, options, "s", 6);
  draw_heading(front, 40 * s, s, options.title.empty() ? sample.name : options.title, words);
  const int bar = options.width - static_cast<int>(100 * s);
  if (!view.surface) draw_bar(front, {bar, area.y0, bar + static_cast<int>(20 * s), area.y1}, scale, s, unit);
  return front.take();
}

}  // namespace eddy
