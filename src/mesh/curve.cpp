#include "mesh/curve.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <numbers>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/faces.hpp"
#include "mesh/quality.hpp"
#include "mesh/spacing.hpp"

namespace eddy {
namespace {

Curve arc_by_angles(const Point& centre, double radius0, double radius1, double from, double turned, const Point& start,
                    const Point& end) {
  return [=](double s) {
    if (s <= 0) return start;
    if (s >= 1) return end;
    const double r = radius0 + s * (radius1 - radius0), angle = from + s * turned;
    return Point{centre[0] + r * std::cos(angle), centre[1] + r * std::sin(angle), 0};
  };
}

double angle_of(const Point& p, const Point& centre) { return std::atan2(p[1] - centre[1], p[0] - centre[0]); }

struct Spline {            // cubic spline through the points, without curvature at its ends
  std::vector<double> at;  // length along the straight lines between them, 0 … 1
  PointList points;
  std::array<std::vector<double>, 2> second{};  // second derivatives of x and y at the points

  Spline(const PointList& through, bool smooth) : points(through) {
    at.push_back(0);
    for (std::size_t i = 1; i < points.size(); ++i) at.push_back(at.back() + distance(points[i - 1], points[i]));
    for (double& s : at) s /= at.back() > 0 ? at.back() : 1;
    for (auto& d : second) d.assign(points.size(), 0);
    if (smooth && points.size() > 2) solve();
  }
  void solve() {
    const std::size_t n = points.size();
    for (int a = 0; a < 2; ++a) {
      std::vector<double> c(n, 0), r(n, 0);
      for (std::size_t i = 1; i + 1 < n; ++i) {
        const double h0 = at[i] - at[i - 1], h1 = at[i + 1] - at[i];
        const double rhs = 6 * ((points[i + 1][a] - points[i][a]) / h1 - (points[i][a] - points[i - 1][a]) / h0);
        const double pivot = 2 * (h0 + h1) - h0 * c[i - 1];
        c[i] = h1 / pivot;
        r[i] = (rhs - h0 * r[i - 1]) / pivot;
      }
      for (std::size_t i = n - 1; i-- > 1;) second[a][i] = r[i] - c[i] * second[a][i + 1];
    }
  }
  Point operator()(double s) const {
    const auto above = std::upper_bound(at.begin() + 1, at.end() - 1, s);
    const std::size_t i = std::size_t(above - at.begin()) - 1;
    const double h = at[i + 1] - at[i], v = std::clamp((s - at[i]) / h, 0.0, 1.0), u = 1 - v;
    Point p{};
    for (int a = 0; a < 2; ++a)
      p[a] = u * points[i][a] + v * points[i + 1][a] +
             h * h / 6 * ((u * u * u - u) * second[a][i] + (v * v * v - v) * second[a][i + 1]);
    return p;
  }
};

}  // namespace

Curve curve_line(const Point& from, const Point& to) {
  return [=](double s) {
    Point p{};
    for (int a = 0; a < 2; ++a) p[a] = (1 - s) * from[a] + s * to[a];
    return p;
  };
}

Curve curve_arc(const Point& from, const Point& to, const Point& centre) {
  const double begin = angle_of(from, centre);
  double turned = angle_of(to, centre) - begin;
  if (turned > std::numbers::pi) turned -= 2 * std::numbers::pi;
  if (turned < -std::numbers::pi) turned += 2 * std::numbers::pi;
  return arc_by_angles(centre, distance(from, centre), distance(to, centre), begin, turned, from, to);
}

Curve curve_arc_through(const Point& a, const Point& b, const Point& c) {
  const double bx = b[0] - a[0], by = b[1] - a[1], cx = c[0] - a[0], cy = c[1] - a[1];
  const double d = 2 * (bx * cy - by * cx), b2 = bx * bx + by * by, c2 = cx * cx + cy * cy;
  if (std::abs(d) <= 1e-12 * (b2 + c2)) return curve_line(a, c);  // the three points lie on a line
  const Point centre{a[0] + (cy * b2 - by * c2) / d, a[1] + (bx * c2 - cx * b2) / d, 0};
  const double full = 2 * std::numbers::pi, begin = angle_of(a, centre);
  const auto ahead = [&](const Point& p) { return std::fmod(angle_of(p, centre) - begin + 2 * full, full); };
  const double turned = ahead(b) < ahead(c) ? ahead(c) : ahead(c) - full;
  return arc_by_angles(centre, distance(a, centre), distance(c, centre), begin, turned, a, c);
}

Curve curve_points(const PointList& points, bool smooth) {
  const auto spline = std::make_shared<const Spline>(points, smooth);
  return [spline](double s) { return (*spline)(s); };
}

PointList read_points(const std::filesystem::path& path, const std::string& name) {
  std::ifstream in(path);
  if (!in) throw Error(Exit::missing, "'" + name + "' cannot be read. Put it beside the case.");
  PointList points;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == ',' || c == ';' || c == '\t' || c == '\r'; }, ' ');
    const char* text = line.c_str();
    char* end = nullptr;
    const double x = std::strtod(text, &end);
    if (end == text) continue;
    const char* const rest = end;
    const double y = std::strtod(rest, &end);
    if (end == rest || !std::isfinite(x) || !std::isfinite(y))
      throw Error(Exit::usage,
                  "'" + name + "', line " + std::to_string(number) + ": a point needs two finite numbers.");
    const Point p{x, y, 0};
    if (points.empty() || p != points.back()) points.push_back(p);
  }
  if (points.size() < 2) throw Error(Exit::usage, "'" + name + "' holds fewer than two points.");
  return points;
}

PointList points_on(const Curve& curve, const Cluster& cluster, int cells, const std::string& what) {
  PointList nodes(cells + 1);
  if (!cluster.given()) {
    for (int i = 0; i <= cells; ++i) nodes[i] = curve(double(i) / cells);
    return nodes;
  }
  const int samples = std::max(2000, 8 * cells);
  std::vector<double> length(samples + 1, 0);
  Point before = curve(0);
  for (int n = 1; n <= samples; ++n) {
    const Point here = curve(double(n) / samples);
    length[n] = length[n - 1] + distance(before, here);
    before = here;
  }
  const double total_length = length.back();
  if (!(total_length > 0)) throw Error(Exit::usage, what + " has no length.");
  const std::vector<double> places = spaced(cluster, cells, total_length, what);
  for (int i = 0; i <= cells; ++i) {
    const double wanted = places[i] * total_length;
    const auto above = std::upper_bound(length.begin() + 1, length.end() - 1, wanted);
    const std::size_t n = std::size_t(above - length.begin()) - 1;
    const double part = length[n + 1] > length[n] ? (wanted - length[n]) / (length[n + 1] - length[n]) : 0;
    nodes[i] = curve((double(n) + part) / samples);
  }
  nodes.front() = curve(0);
  nodes.back() = curve(1);
  return nodes;
}

}  // namespace eddy
