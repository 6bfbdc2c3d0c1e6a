// Colour maps: curves in OKLab, followed at constant speed.
//
//   sequential: L linear in u, (a, b) along a Bézier curve by its arc length s: |d(L, a, b)/du| is constant
//   diverging:  two straight lines that meet in white
#include "output/colour.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace eddy {
namespace {

using Plane = std::array<double, 2>;  // (a, b)

double encode(double linear) {
  if (linear <= 0.0031308) return 12.92 * linear;
  return 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

double decode(double value) {
  if (value <= 0.04045) return value / 12.92;
  return std::pow((value + 0.055) / 1.055, 2.4);
}

Lab from_polar(double lightness, double chroma, double degrees) {
  const double angle = degrees * std::numbers::pi / 180;
  return {lightness, chroma * std::cos(angle), chroma * std::sin(angle)};
}

Lab mix(const Lab& p, const Lab& q, double w) {
  return {p.l + w * (q.l - p.l), p.a + w * (q.a - p.a), p.b + w * (q.b - p.b)};
}

Plane bezier(double t) {
  std::array<Plane, 5> p{{{0.0, -0.055}, {0.20, -0.31}, {0.25, 0.01}, {0.17, 0.11}, {-0.05, 0.14}}};
  for (std::size_t left = p.size() - 1; left > 0; --left)
    for (std::size_t i = 0; i < left; ++i)
      for (int k = 0; k < 2; ++k) p[i][k] += t * (p[i + 1][k] - p[i][k]);
  return p[0];
}

struct Arc {  // the curve as a table of points at equal arc length
  static constexpr int count = 512;
  std::array<Plane, count + 1> points;

  Arc() {
    constexpr int fine = 20 * count;
    std::array<double, fine + 1> length{};
    Plane last = bezier(0);
    for (int i = 1; i <= fine; ++i) {
      const Plane next = bezier(double(i) / fine);
      length[i] = length[i - 1] + std::hypot(next[0] - last[0], next[1] - last[1]);
      last = next;
    }
    for (int i = 0, j = 0; i <= count; ++i) {
      const double target = length[fine] * i / count;
      while (j < fine - 1 && length[j + 1] < target) ++j;
      points[i] = bezier((j + (target - length[j]) / (length[j + 1] - length[j])) / fine);
    }
  }
};

Plane along(double s) {
  static const Arc arc;
  const int i = std::min(static_cast<int>(s * Arc::count), Arc::count - 1);
  const double w = s * Arc::count - i;
  return {arc.points[i][0] + w * (arc.points[i + 1][0] - arc.points[i][0]),
          arc.points[i][1] + w * (arc.points[i + 1][1] - arc.points[i][1])};
}

double unit(double u) { return std::isfinite(u) ? std::clamp(u, 0.0, 1.0) : 0.0; }

}  // namespace

Colour from_lab(const Lab& c) {
  const double l = std::pow(c.l + 0.3963377774 * c.a + 0.2158037573 * c.b, 3);
  const double m = std::pow(c.l - 0.1055613458 * c.a - 0.0638541728 * c.b, 3);
  const double s = std::pow(c.l - 0.0894841775 * c.a - 1.2914855480 * c.b, 3);
  return {encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
          encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
          encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

Lab to_lab(const Colour& c) {
  const double r = decode(c.red), g = decode(c.green), b = decode(c.blue);
  const double l = std::cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const double m = std::cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const double s = std::cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

Rgb bytes(const Colour& c) {
  const auto byte = [](double v) { return static_cast<std::uint8_t>(std::lround(255 * std::clamp(v, 0.0, 1.0))); };
  return {byte(c.red), byte(c.green), byte(c.blue)};
}

Colour map_sequential(double u) {
  u = unit(u);
  const auto [a, b] = along(u);
  return from_lab({0.20 + 0.75 * u, a, b});
}

Colour map_diverging(double u) {
  const Lab white{0.97, 0, 0}, blue = from_polar(0.40, 0.128, 256), red = from_polar(0.40, 0.128, 28);
  u = 2 * unit(u) - 1;
  return from_lab(mix(white, u < 0 ? blue : red, std::fabs(u)));
}

Colour map_ocean(double u) {
  u = unit(u);
  return from_lab(from_polar(0.22 + 0.72 * u, 0.035 + 0.075 * std::sin(std::numbers::pi * u), 265 - 110 * u));
}

Colour map_grey(double u) { return from_lab({0.10 + 0.88 * unit(u), 0, 0}); }

ColourTable::ColourTable(Colour (*map)(double)) {
  for (int i = 0; i <= steps; ++i) colours_[i] = bytes(map(double(i) / steps));
}

const Rgb& ColourTable::operator()(double u) const { return colours_[static_cast<int>(unit(u) * steps + 0.5)]; }

const ColourTable& table_sequential() {
  static const ColourTable table(map_sequential);
  return table;
}

const ColourTable& table_diverging() {
  static const ColourTable table(map_diverging);
  return table;
}

const ColourTable& table_ocean() {
  static const ColourTable table(map_ocean);
  return table;
}

const ColourTable& table_grey() {
  static const ColourTable table(map_grey);
  return table;
}

Colour series_colour(int i) {
  constexpr std::array<double, 6> hues{255, 35, 150, 315, 85, 200};
  const auto n = static_cast<int>(hues.size());
  const double lightness = i / n % 2 == 0 ? 0.58 : 0.40;
  return from_lab(from_polar(lightness, i / n % 2 == 0 ? 0.098 : 0.067, hues[i % n]));
}

}  // namespace eddy
