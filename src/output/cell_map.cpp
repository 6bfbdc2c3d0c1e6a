#include "output/cell_map.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

constexpr int most_steps = 40;
constexpr double converged = 1e-13, good_enough = 1e-9;  // relative to the size of the cell

template <std::size_t N>
using Matrix = std::array<std::array<double, N>, N>;

// Solves m x = b by elimination with pivots; x replaces b. False where m is singular.
template <std::size_t N>
bool solve(Matrix<N> m, std::array<double, N>& b, int n) {
  for (int c = 0; c < n; ++c) {
    int pivot = c;
    for (int r = c + 1; r < n; ++r)
      if (std::fabs(m[r][c]) > std::fabs(m[pivot][c])) pivot = r;
    if (!(std::fabs(m[pivot][c]) > 0)) return false;
    std::swap(m[c], m[pivot]);
    std::swap(b[c], b[pivot]);
    for (int r = c + 1; r < n; ++r) {
      const double factor = m[r][c] / m[c][c];
      for (int k = c; k < n; ++k) m[r][k] -= factor * m[c][k];
      b[r] -= factor * b[c];
    }
  }
  for (int r = n - 1; r >= 0; --r) {
    for (int k = r + 1; k < n; ++k) b[r] -= m[r][k] * b[k];
    b[r] /= m[r][r];
  }
  return true;
}

Matrix<3> slopes(const CellMap& cell, const Point& xi) {  // ∂x/∂ξ
  Matrix<3> m{};
  for (int n = 0; n < cell.count(); ++n)
    for (int along = 0; along < cell.dimensions; ++along) {
      double weight = n >> along & 1 ? 1 : -1;
      for (int a = 0; a < cell.dimensions; ++a)
        if (a != along) weight *= n >> a & 1 ? xi[a] : 1 - xi[a];
      for (int a = 0; a < cell.dimensions; ++a) m[a][along] += weight * cell.corners[n][a];
    }
  return m;
}

double length(const Point& p) { return std::hypot(p[0], p[1], p[2]); }

}  // namespace

std::array<double, 8> CellMap::shape(const Point& xi) const {
  std::array<double, 8> weights{};
  for (int n = 0; n < count(); ++n) {
    weights[n] = 1;
    for (int a = 0; a < dimensions; ++a) weights[n] *= n >> a & 1 ? xi[a] : 1 - xi[a];
  }
  return weights;
}

Point CellMap::at(const Point& xi) const {
  const auto weights = shape(xi);
  Point x{};
  for (int n = 0; n < count(); ++n)
    for (int a = 0; a < dimensions; ++a) x[a] += weights[n] * corners[n][a];
  return x;
}

double CellMap::size() const {
  Point extent{};
  for (int a = 0; a < dimensions; ++a) {
    double low = corners[0][a], high = low;
    for (int n = 1; n < count(); ++n) {
      low = std::min(low, corners[n][a]);
      high = std::max(high, corners[n][a]);
    }
    extent[a] = high - low;
  }
  return length(extent);
}

std::optional<Point> CellMap::inverse(const Point& x) const {
  const double scale = size();
  Point xi{};
  for (int a = 0; a < dimensions; ++a) xi[a] = 0.5;
  double off = 0;
  for (int step = 0; step < most_steps; ++step) {
    const Point here = at(xi);
    Point change{};
    for (int a = 0; a < dimensions; ++a) change[a] = x[a] - here[a];
    off = length(change);
    if (off <= converged * scale) return xi;
    if (!solve(slopes(*this, xi), change, dimensions)) return {};
    const double longest = std::max({std::fabs(change[0]), std::fabs(change[1]), std::fabs(change[2])});
    const double part = longest > 1 ? 1 / longest : 1;  // because a long step may miss a bent cell
    for (int a = 0; a < dimensions; ++a) xi[a] += part * change[a];
    if (!std::isfinite(longest)) return {};
  }
  return off <= good_enough * scale ? std::optional(xi) : std::nullopt;
}

// w = Aᵀ (A Aᵀ)⁻¹ b with rows 1 and xₙ − x of A and b = (1, 0, …), with lengths scaled by the extent of the points. A
// small number on the diagonal leaves out directions that the points do not span.
std::array<double, 8> linear_weights(const std::array<Point, 8>& points, int count, int dimensions, const Point& x) {
  double scale = 0;
  for (int n = 0; n < count; ++n)
    for (int a = 0; a < dimensions; ++a) scale = std::max(scale, std::fabs(points[n][a] - x[a]));
  const auto row = [&](int r, int n) { return r == 0 ? 1 : scale > 0 ? (points[n][r - 1] - x[r - 1]) / scale : 0; };
  Matrix<4> m{};
  for (int r = 0; r <= dimensions; ++r) {
    for (int c = 0; c <= dimensions; ++c)
      for (int n = 0; n < count; ++n) m[r][c] += row(r, n) * row(c, n);
    if (r > 0) m[r][r] += 1e-14;
  }
  std::array<double, 4> b{1, 0, 0, 0};
  std::array<double, 8> weights{};
  if (!solve(m, b, dimensions + 1)) b = {1.0 / count, 0, 0, 0};
  for (int n = 0; n < count; ++n)
    for (int r = 0; r <= dimensions; ++r) weights[n] += b[r] * row(r, n);
  return weights;
}

}  // namespace eddy
