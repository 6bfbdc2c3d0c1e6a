#include "mesh/cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

#include "mesh/vectors.hpp"

namespace eddy {

namespace {

constexpr double closed_below = 1e-3;  // a smaller open part counts as closed

}  // namespace

static std::vector<PlacedDistance> distances_from(const std::vector<Shape>& shapes, int dimensions) {
  std::vector<PlacedDistance> all;
  for (const Shape& s : shapes) all.emplace_back(std::make_shared<const Distance>(s, dimensions));
  return all;
}

static CutShapes::Widths widths_of(const Grid& grid) {
  CutShapes::Widths all;
  for (int a = 0; a < grid.dimensions; ++a)
    for (int i = 0; i < grid.cells(a); ++i) all[a].push_back(grid.width(a, i));
  return all;
}

CutShapes::CutShapes(const Grid& grid, std::vector<PlacedDistance> surfaces, Widths widths)
    : grid_(grid), d_(grid.dimensions), surfaces_(std::move(surfaces)), widths_(std::move(widths)) {
  cell_ = narrowest_cell(grid_);
  widest_ = 0;
  for (const std::vector<double>& w : widths_)
    for (double h : w) widest_ = std::max(widest_, h);
  least_distance_ = 1e-3 * cell_;
}
CutShapes::CutShapes(const Grid& grid, std::vector<PlacedDistance> surfaces)
    : CutShapes(grid, std::move(surfaces), widths_of(grid)) {}
CutShapes::CutShapes(const Grid& grid, const std::vector<Shape>& shapes)
    : CutShapes(grid, distances_from(shapes, grid.dimensions)) {}

double CutShapes::distance(const Point& x) const {
  double least = std::numeric_limits<double>::infinity();
  for (const PlacedDistance& b : surfaces_) least = std::min(least, b(x));
  return least;
}
void CutShapes::distances(const Point* x, double* all, std::size_t count) const {
  constexpr std::size_t most = 8;
  std::fill_n(all, count, std::numeric_limits<double>::infinity());
  std::array<double, most> some;
  for (std::size_t first = 0; first < count; first += most)
    for (const PlacedDistance& b : surfaces_) {
      const std::size_t n = std::min(count - first, most);
      b.find(x + first, some.data(), n);
      for (std::size_t p = 0; p < n; ++p) all[first + p] = std::min(all[first + p], some[p]);
    }
}
int CutShapes::nearest(const Point& x) const {
  if (surfaces_.size() == 1) return 1;
  int best = 0;
  for (int n = 1; n < static_cast<int>(surfaces_.size()); ++n)
    if (surfaces_[n](x) < surfaces_[best](x)) best = n;
  return best + 1;
}

Point CutShapes::place_of(int axis, const std::array<int, 3>& p) const {
  Point x{};
  for (int a = 0; a < d_; ++a) x[a] = a == axis ? grid_.nodes[a][p[a]] : grid_.centre(a, p[a]);
  return x;
}
Point CutShapes::widths(const std::array<int, 3>& cell) const {
  Point h{1, 1, 1};
  for (int a = 0; a < d_; ++a) h[a] = widths_[a][std::clamp(cell[a], 0, grid_.cells(a) - 1)];
  return h;
}

Point CutShapes::normal(const Point& x) const {
  const double step = 1e-4 * cell_;
  std::array<Point, 6> beside;
  for (int a = 0; a < d_; ++a) {
    beside[2 * a] = beside[2 * a + 1] = x;
    beside[2 * a][a] -= step;
    beside[2 * a + 1][a] += step;
  }
  std::array<double, 6> from;
  distances(beside.data(), from.data(), 2 * std::size_t(d_));
  Point n{};
  double square = 0;
  for (int a = 0; a < d_; ++a) {
    n[a] = from[2 * a + 1] - from[2 * a];
    square += n[a] * n[a];
  }
  const double scale = square > 0 ? 1 / std::sqrt(square) : 0;
  for (double& v : n) v *= scale;
  return n;
}
// Whether a surface with this normal goes along one axis, and not along another: lines along the first would be open or
// closed in whole. Elsewhere lines keep their axis from face to face, so that their errors cancel.
static bool goes_along(const Point& normal, int axis, int other) {
  return std::abs(normal[other]) > 100 * std::abs(normal[axis]);
}
int CutShapes::axis_of_lines(const Point& x) const {
  const Point n = normal(x);
  int best = 0;
  for (int a = 1; a < d_; ++a)
    if (goes_along(n, best, a)) best = a;
  return best;
}
Point CutShapes::on_wall(Point x) const {
  for (int n = 0; n < 2; ++n) {  // the second time corrects for a curved surface
    const double d = distance(x);
    const Point out = normal(x);
    for (int a = 0; a < d_; ++a) x[a] -= d * out[a];
  }
  return x;
}

bool CutShapes::near_face(int axis, const Point& h, double centre) const {
  const int along = axis == 0 ? 1 : 0, across = axis == 2 ? 1 : 2;
  return std::abs(centre) <= 0.51 * (d_ == 2 ? h[along] : std::hypot(h[along], h[across]));
}
bool CutShapes::near_cell(const Point& h, double centre) const {
  return std::abs(centre) <= 0.51 * std::sqrt(h[0] * h[0] + h[1] * h[1] + (d_ == 3 ? h[2] * h[2] : 0));
}

Opening CutShapes::whole_opening(int axis, const std::array<int, 3>& face) const {
  Point lower{}, upper{};
  for (int a = 0; a < d_; ++a) {
    lower[a] = grid_.nodes[a][face[a]];
    upper[a] = a == axis ? lower[a] : grid_.nodes[a][face[a] + 1];
  }
  return opening_of(axis, lower, upper, place_of(axis, face), widths(face));
}
Opening CutShapes::opening_of(int axis, const Point& lower, const Point& upper, const Point& middle,
                              const Point& h) const {
  constexpr int lines = 8;
  Opening o{0, middle};
  int along = axis == 0 ? 1 : 0, across = d_ == 2 ? -1 : axis == 2 ? 1 : 2;
  const double centre = distance(middle);
  if (!near_face(axis, h, centre)) return {centre > 0 ? 1.0 : 0.0, middle};
  if (across >= 0 && goes_along(normal(middle), along, across)) std::swap(along, across);
  Point sum{}, x = o.middle;
  const int count = across < 0 ? 1 : lines;
  for (int n = 0; n < count; ++n) {
    if (across >= 0) x[across] = lower[across] + h[across] * (n + 0.5) / lines;
    double middle_of_line = 0;
    const double part = part_of_line(x, along, lower[along], upper[along], middle_of_line);
    o.part += part / count;
    sum[along] += middle_of_line / count;
    if (across >= 0) sum[across] += part * x[across] / count;
  }
  if (o.part < closed_below) return {0, o.middle};
  if (o.part > 1 - closed_below)
    o.part = 1;
  else
    for (int a : {along, across})
      if (a >= 0) o.middle[a] = sum[a] / o.part;
  return o;
}

// The area of the piece of surface within a box. Where the surface has an edge or a corner, normals differ, and the
// length of the sum of their area vectors is less than the area: there the box is halved along all axes.
double CutShapes::wall_area(const Point& lower, const Point& upper, int halvings) const {
  constexpr double alike = 0.9;  // cosine of the angle between normals
  const Point h = minus(upper, lower);
  Point centre{}, closing{};
  for (int a = 0; a < d_; ++a) centre[a] = 0.5 * (lower[a] + upper[a]);
  if (std::abs(distance(centre)) > 0.51 * magnitude(h)) return 0;
  std::vector<Point> normals;
  for (int n = 0; n < 1 << d_; ++n) {
    Point corner{};
    for (int a = 0; a < d_; ++a) corner[a] = n >> a & 1 ? upper[a] : lower[a];
    normals.push_back(normal(corner));
  }
  bool flat = halvings == 0;
  if (!flat)
    flat = std::all_of(normals.begin(), normals.end(), [&](const Point& n) { return dot(n, normals[0]) > alike; });
  if (flat) {
    for (int a = 0; a < d_; ++a) {
      Point far = lower, near = upper;
      far[a] = upper[a];
      near[a] = lower[a];
      double area = 1;
      Point below = centre, above = centre;
      for (int b = 0; b < d_; ++b)
        if (b != a) area *= h[b];
      below[a] = lower[a];
      above[a] = upper[a];
      closing[a] = area * (opening_of(a, lower, near, below, h).part - opening_of(a, far, upper, above, h).part);
    }
    return magnitude(closing);
  }
  double sum = 0;
  for (int n = 0; n < 1 << d_; ++n) {
    Point low = lower, high = upper;
    for (int a = 0; a < d_; ++a) (n >> a & 1 ? low : high)[a] = centre[a];
    sum += wall_area(low, high, halvings - 1);
  }
  return sum;
}
double CutShapes::wall_area(const std::array<int, 3>& cell) const {
  Point lower{}, upper{};
  for (int a = 0; a < d_; ++a) {
    lower[a] = grid_.nodes[a][cell[a]];
    upper[a] = grid_.nodes[a][cell[a] + 1];
  }
  return wall_area(lower, upper, d_ == 2 ? 5 : 3);
}

double CutShapes::fraction(const std::array<int, 3>& cell) const {
  constexpr int lines = 8;
  const Point centre = place_of(-1, cell), h = widths(cell);
  const double d = distance(centre);
  if (!near_cell(h, d)) return d > 0 ? 1 : 0;
  const int planes = d_ == 3 ? lines : 1, along = axis_of_lines(centre);
  const int first = along == 0 ? 1 : 0, second = along == 2 ? 1 : 2;
  double sum = 0, middle = 0;
  for (int k = 0; k < planes; ++k)
    for (int j = 0; j < lines; ++j) {
      Point x = centre;
      x[first] += h[first] * ((j + 0.5) / lines - 0.5);
      if (d_ == 3) x[second] += h[second] * ((k + 0.5) / lines - 0.5);
      sum += part_of_line(x, along, grid_.nodes[along][cell[along]], grid_.nodes[along][cell[along] + 1], middle);
    }
  return sum / (lines * planes);
}

std::optional<WallPiece> CutShapes::wall_piece(const std::array<int, 3>& c) const {
  const Point centre = place_of(-1, c), h = widths(c);
  if (std::abs(distance(centre)) > std::hypot(h[0], h[1], d_ == 3 ? h[2] : 0)) return std::nullopt;
  WallPiece w{c, 0, centre};
  double square = 0;
  for (int a = 0; a < d_; ++a) {
    double area = 1;
    for (int b = 0; b < d_; ++b)
      if (b != a) area *= h[b];
    std::array<int, 3> above = c;
    ++above[a];
    w.area[a] = area * (whole_opening(a, c).part - whole_opening(a, above).part);
    square += w.area[a] * w.area[a];
  }
  if (square == 0) return std::nullopt;
  Point sum{};
  int crossings = 0;
  for (int a = 0; a < d_; ++a)  // edges of the cell along each axis
    for (int n = 0; n < 1 << (d_ - 1); ++n) {
      Point low{};
      int bit = 0;
      for (int b = 0; b < d_; ++b) low[b] = grid_.nodes[b][c[b] + (b != a && (n >> bit++ & 1) ? 1 : 0)];
      Point high = low;
      high[a] = grid_.nodes[a][c[a] + 1];
      const double first = distance(low), last = distance(high);
      if ((first > 0) == (last > 0)) continue;
      low[a] += (high[a] - low[a]) * first / (first - last);
      for (int b = 0; b < d_; ++b) sum[b] += low[b];
      ++crossings;
    }
  for (int a = 0; a < d_ && crossings; ++a) w.at[a] = sum[a] / crossings;
  w.at = on_wall(w.at);
  w.body = nearest(w.at);
  return w;
}

}  // namespace eddy
