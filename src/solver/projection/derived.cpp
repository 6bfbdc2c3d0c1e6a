#include "solver/projection/derived.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "solver/places.hpp"

namespace eddy::projection {

bool is_derived(const std::string& field) { return field == "vorticity" || field == "speed" || field == "q"; }

Box one_more(const Grid& g, const Box& cells) {
  Box b = cells;
  for (int a = 0; a < g.dimensions; ++a) b.set(a, std::max(b.lo[a] - 1, 0), std::min(b.hi[a] + 1, g.cells(a)));
  return b;
}

namespace {

struct Gradient {
  double of[3][3] = {};  // ∂u_i/∂x_j
};

struct Nodes {  // values at the nodes of some cells
  const Grid& grid;
  const Bodies& bodies;
  const Sample& sample;
  Box box;
  double at(const std::array<int, 3>& n, int component) const {
    return sample.values[place_in(box, n) * sample.components + component];
  }
  // With three nodes in a row the slope is that of a parabola, so that stretched grids are of second order, too.
  double slope(const std::array<int, 3>& n, int component, int axis) const {
    std::array<int, 3> below = n, above = n;
    below[axis] -= 1;
    above[axis] += 1;
    const auto& x = grid.nodes[axis];
    const bool low = below[axis] >= box.lo[axis] && !bodies.encloses(below);
    const bool high = above[axis] < box.hi[axis] && !bodies.encloses(above);
    const double here = at(n, component);
    const double up = high ? (at(above, component) - here) / (x[above[axis]] - x[n[axis]]) : 0;
    const double down = low ? (here - at(below, component)) / (x[n[axis]] - x[below[axis]]) : 0;
    if (!low || !high) return up + down;
    const double h = x[above[axis]] - x[n[axis]], l = x[n[axis]] - x[below[axis]];
    return (l * up + h * down) / (l + h);
  }
  Gradient gradient(const std::array<int, 3>& n) const {
    Gradient g;
    for (int i = 0; i < grid.dimensions; ++i)
      for (int j = 0; j < grid.dimensions; ++j) g.of[i][j] = slope(n, i, j);
    return g;
  }
};

std::vector<double> vorticity(const Gradient& g, int dimensions) {
  const double z = g.of[1][0] - g.of[0][1];
  if (dimensions == 2) return {z};
  return {g.of[2][1] - g.of[1][2], g.of[0][2] - g.of[2][0], z};
}

double q_criterion(const Gradient& g) {  // ½ (|Ω|² − |S|²) = −½ ∂u_i/∂x_j ∂u_j/∂x_i
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) sum -= 0.5 * g.of[i][j] * g.of[j][i];
  return sum;
}

}  // namespace

Sample derived(const std::string& field, const Grid& g, const Bodies& bodies, const Sample& velocity, const Box& around,
               const Box& cells) {
  const int d = g.dimensions;
  const Nodes nodes{g, bodies, velocity, points_of(around, Location::node, d)};
  const Box points = points_of(cells, Location::node, d);
  Sample s = velocity;
  s.name = field;
  s.first = points.lo;
  s.values.clear();
  s.components = field == "vorticity" && d == 3 ? 3 : 1;
  s.unit = field == "speed" ? "m/s" : field == "q" ? "1/s²" : "1/s";
  for (int a = 0; a < 3; ++a) s.size[a] = points.extent(a);
  for (int k = points.lo[2]; k < points.hi[2]; ++k)
    for (int j = points.lo[1]; j < points.hi[1]; ++j)
      for (int i = points.lo[0]; i < points.hi[0]; ++i) {
        const std::array<int, 3> n{i, j, k};
        if (field == "speed") {
          double square = 0;
          for (int a = 0; a < d; ++a) square += nodes.at(n, a) * nodes.at(n, a);
          s.values.push_back(std::sqrt(square));
        } else if (field == "q") {
          s.values.push_back(q_criterion(nodes.gradient(n)));
        } else {
          for (double w : vorticity(nodes.gradient(n), d)) s.values.push_back(w);
        }
      }
  return s;
}

void stop_at_bodies(const Bodies& bodies, int axis, const Box& nodes, std::vector<double>& values) {
  std::size_t n = 0;
  if (bodies.any())
    each(nodes, [&](const Place& node) {
      if (bodies.touches(node)) values[n] = bodies.velocity(axis, node);
      ++n;
    });
}

// Whether a cell has no value of its own; partly open cells of sharp bodies have one.
static bool is_empty(const Bodies& bodies, const Place& c) {
  return bodies.of(c) != 0 && (!bodies.sharp() || bodies.sharp()->shut(c));
}

Sample continued_into_bodies(const Bodies& bodies, const Sample& field, const Box& cells, int dimensions) {
  Sample s = field;
  each(cells, [&](const Place& c) {
    if (!is_empty(bodies, c)) return;
    const Box block = Box{c, {c[0] + 1, c[1] + 1, c[2] + 1}}.grown(1, dimensions).common(cells);
    double faces = 0, corners = 0;
    int of_faces = 0, of_corners = 0;
    each(block, [&](const Place& n) {
      if (is_empty(bodies, n)) return;
      const int steps = std::abs(n[0] - c[0]) + std::abs(n[1] - c[1]) + std::abs(n[2] - c[2]);
      (steps == 1 ? faces : corners) += field.values[place_in(cells, n)];
      ++(steps == 1 ? of_faces : of_corners);
    });
    if (of_faces + of_corners) s.values[place_in(cells, c)] = of_faces ? faces / of_faces : corners / of_corners;
  });
  return s;
}

std::vector<double> stream_function(const Grid& g, const std::vector<double>& u, const std::vector<double>& v) {
  const int nx = g.cells(0), ny = g.cells(1);
  std::vector<double> psi(static_cast<std::size_t>(nx + 1) * (ny + 1), 0.0);
  for (int i = 0; i < nx; ++i) psi[i + 1] = psi[i] - v[i] * g.width(0, i);  // along the bottom
  for (int j = 0; j < ny; ++j)
    for (int i = 0; i <= nx; ++i) {
      const std::size_t at = i + static_cast<std::size_t>(nx + 1) * j;
      psi[at + nx + 1] = psi[at] + u[at] * g.width(1, j);
    }
  return psi;
}

double reattachment(const Grid& g, const std::vector<double>& u) {
  double x = std::nan("");
  for (int i = 0; i < g.cells(0); ++i)
    if (u[i] < 0 && u[i + 1] >= 0) x = g.nodes[0][i] + (g.nodes[0][i + 1] - g.nodes[0][i]) * u[i] / (u[i] - u[i + 1]);
  return x;
}

}  // namespace eddy::projection
