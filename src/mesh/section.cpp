#include "mesh/section.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "mesh/faces.hpp"

namespace eddy {
namespace {

// A section with an open trailing edge is closed by two straight lines, from its ends to the middle between them.
Curve closed_by_lines(const Curve& open) {
  const Point a = open(0), b = open(1), middle{0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0};
  const double share = 0.004;  // share of s for each of the two lines
  return [=](double s) {
    if (s < share) return curve_line(middle, a)(s / share);
    if (s > 1 - share) return curve_line(b, middle)((s - 1 + share) / share);
    return open((s - share) / (1 - 2 * share));
  };
}

// NACA report 460: thickness t and a camber line of two parabolas with its crest m at p; x = u², lower side u < 0.
struct Naca {
  double m, p, t, closing;
  Naca(const std::string& digits, bool sharp)
      : m((digits[0] - '0') / 100.0),
        p((digits[1] - '0') / 10.0),
        t(((digits[2] - '0') * 10 + (digits[3] - '0')) / 100.0),
        closing(sharp ? -0.1036 : -0.1015) {}
  double thickness(double x) const {
    return 5 * t * (0.2969 * std::sqrt(x) + x * (-0.1260 + x * (-0.3516 + x * (0.2843 + x * closing))));
  }
  Point at(double u) const {
    const double x = u * u, half = x < 1 || closing == -0.1015 ? thickness(x) : 0;
    double camber = 0, slope = 0;
    if (m > 0 && p > 0) {
      const double scale = x < p ? m / (p * p) : m / ((1 - p) * (1 - p));
      camber = x < p ? scale * (2 * p * x - x * x) : scale * (1 - 2 * p + 2 * p * x - x * x);
      slope = 2 * scale * (p - x);
    }
    const double angle = std::atan(slope), side = u < 0 ? -1 : 1;
    return {x - side * half * std::sin(angle), camber + side * half * std::cos(angle), 0};
  }
};

Section naca_section(const SectionOptions& o) {
  const Naca naca(o.digits, o.sharp);
  Section s;
  s.outline = [naca, c = o.chord](double at) {
    const Point p = naca.at(2 * at - 1);
    return Point{c * p[0], c * p[1], 0};
  };
  s.closed = o.sharp;
  s.nose_radius = 1.1019 * naca.t * naca.t * o.chord;
  s.chord = o.chord;
  s.trailing = {o.chord, 0, 0};
  if (!o.sharp) s.outline = closed_by_lines(s.outline);
  return s;
}

Section diamond_section(const SectionOptions& o) {
  Section s;
  const double c = o.chord, height = 0.5 * c * std::tan(o.half_angle * std::numbers::pi / 180);
  s.outline = [=](double at) {
    const double u = 2 * at - 1, x = std::abs(u);
    return Point{c * x, (u < 0 ? -2 : 2) * height * std::min(x, 1 - x), 0};
  };
  s.even = true;
  s.chord = c;
  s.trailing = {c, 0, 0};
  return s;
}

Section circle_section(const SectionOptions& o) {
  Section s;
  s.outline = [r = o.radius](double at) {
    const double angle = 2 * std::numbers::pi * (at >= 1 ? 0 : at);
    return Point{r * std::cos(angle), -r * std::sin(angle), 0};
  };
  s.has_edge = false;
  s.nose = {-o.radius, 0, 0};
  s.trailing = {o.radius, 0, 0};
  s.chord = 2 * o.radius;
  s.nose_radius = o.radius;
  return s;
}

double signed_area(const PointList& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Point &a = p[i], &b = p[(i + 1) % p.size()];
    sum += 0.5 * (a[0] * b[1] - a[1] * b[0]);
  }
  return sum;
}

// Moves the two ends of an open outline together, and other points less the farther away they are.
void close_ends(PointList& points, const Point& nose) {
  const Point first = points.front(), last = points.back();
  const double reach = distance(first, nose);
  const std::size_t half = points.size() / 2;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double share = std::clamp(distance(points[i], nose) / reach, 0.0, 1.0) * 0.5 * (i < half ? 1 : -1);
    for (int a = 0; a < 2; ++a) points[i][a] += share * (last[a] - first[a]);
  }
  points.back() = points.front();
}

double interior_angle(const PointList& points) {  // angle of the trailing edge
  const Point &at = points.front(), &a = points[1], &b = points[points.size() - 2];
  const double ax = a[0] - at[0], ay = a[1] - at[1], bx = b[0] - at[0], by = b[1] - at[1];
  return std::abs(std::atan2(ax * by - ay * bx, ax * bx + ay * by));
}

// Finds the nose, the point of the outline farthest from the trailing edge, and its radius of curvature.
void find_nose(Section& s) {
  const int samples = 4000;
  double farthest = -1;
  for (int n = 0; n <= samples; ++n) {
    const double at = double(n) / samples, d = distance(s.outline(at), s.trailing);
    if (d <= farthest) continue;
    farthest = d;
    s.nose_at = at;
  }
  s.nose = s.outline(s.nose_at);
  s.chord = farthest;
  const double step = 2.0 / samples;
  const Point a = s.outline(s.nose_at - step), b = s.outline(s.nose_at + step);
  const double width = distance(a, b);
  const double depth = distance(s.nose, {0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1]), 0});
  s.nose_radius = depth > 0 ? std::min(width * width / (8 * depth), 0.5 * farthest) : 0.5 * farthest;
}

Section points_section(const SectionOptions& o, const std::filesystem::path& folder, bool close) {
  PointList points = read_points(folder / o.file, o.file);
  if (points.size() < 6) throw Error(Exit::usage, "'" + o.file + "' holds fewer than six points: too few for a body.");
  if (signed_area(points) > 0) std::reverse(points.begin(), points.end());
  double size = 0;
  Point nose{};
  for (const Point& p : points)
    if (distance(p, points.front()) > size) {
      size = distance(p, points.front());
      nose = p;
    }
  const double gap = distance(points.front(), points.back());
  const bool is_list_of_a_ring = gap > 0.05 * size;  // the last point does not repeat the first
  if (is_list_of_a_ring) points.push_back(points.front());
  if (close && !is_list_of_a_ring && gap > 0) close_ends(points, nose);
  Section s;
  s.outline = curve_points(points, true);
  s.closed = points.front() == points.back();
  if (!s.closed) s.outline = closed_by_lines(s.outline);
  s.trailing = s.outline(0);
  s.has_edge = !s.closed || interior_angle(points) < 2.0;
  find_nose(s);
  return s;
}

}  // namespace

Point Section::placed(const Point& p) const {
  const double x = p[0] - pivot[0], y = p[1] - pivot[1];
  return {offset[0] + pivot[0] + cosine * x + sine * y, offset[1] + pivot[1] - sine * x + cosine * y, 0};
}

void begin_at_leftmost(Section& s) {
  const auto x = [&](double at) { return s.outline(at)[0]; };
  double best = s.nose_at;
  for (double step = 1e-2; step > 1e-10; step /= 2)
    for (double way : {-step, step})
      while (x(best + way) < x(best)) best += way;
  s.nose_at = best;
  s.nose = s.outline(best);
}

Section make_section(const SectionOptions& o, const std::filesystem::path& folder, bool close) {
  using enum SectionOptions::Kind;
  Section s = o.shape == circle    ? circle_section(o)
              : o.shape == naca    ? naca_section(o)
              : o.shape == diamond ? diamond_section(o)
                                   : points_section(o, folder, close);
  const std::vector<double>& place = o.shape == circle ? o.centre : o.leading;
  if (place.size() == 2) s.offset = {place[0], place[1], 0};
  s.pivot = s.nose;
  if (o.angle != 0) {
    s.cosine = std::cos(o.angle * std::numbers::pi / 180);
    s.sine = std::sin(o.angle * std::numbers::pi / 180);
  }
  return s;
}

}  // namespace eddy
