// Estimates the spectral radius of Jacobi's method from one chain of cells per axis, for the relaxation factor of sor.
//
//   sheet of cells      0       1             n−1        g: conductances between sheets, at the ends to the boundary
//                   ─┤ ● ├───┤ ● ├─── … ───┤ ● ├─      d: the matrix's diagonal, summed over each sheet
//                   g₀      g₁      g₂            gₙ
//
// The slowest mode is close to the product of the chains' slowest modes, and its rate to the sum of their smallest λ in
// G v = λ D v. This is exact for boxes of equal cells, and a fair estimate otherwise.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "solver/heat/model.hpp"

namespace eddy::heat {
namespace {

struct Chain {
  std::vector<double> conductance, diagonal;
  bool open() const { return conductance.front() == 0 && conductance.back() == 0; }
};

// Thomas' algorithm for G v = D v_old.
std::vector<double> solve(const Chain& c, const std::vector<double>& old) {
  const std::size_t n = old.size();
  std::vector<double> v(n), ratio(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double back = i > 0 ? ratio[i - 1] : 0, below = i > 0 ? v[i - 1] : 0;
    const double pivot = c.conductance[i] + c.conductance[i + 1] - (i > 0 ? c.conductance[i] * back : 0);
    ratio[i] = c.conductance[i + 1] / pivot;
    v[i] = (c.diagonal[i] * old[i] + c.conductance[i] * below) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 0;) v[i] += ratio[i] * v[i + 1];
  return v;
}

// The smallest λ by inverse iteration; its estimate converges long before the vector does.
double least(const Chain& c) {
  std::vector<double> v(c.diagonal.size(), 1.0);
  double lambda = 0;
  for (int m = 0; m < 20; ++m) {
    const auto next = solve(c, v);
    double above = 0, below = 0;
    for (std::size_t i = 0; i < v.size(); ++i) {
      above += c.diagonal[i] * v[i] * next[i];
      below += c.diagonal[i] * next[i] * next[i];
    }
    lambda = above / below;
    for (std::size_t i = 0; i < v.size(); ++i) v[i] = next[i] * lambda;
  }
  return lambda;
}

double sum(const std::vector<double>& v) {
  double all = 0;
  for (double a : v) all += a;
  return all;
}

}  // namespace

// Conductances between sheets, summed over the faces between them.
std::vector<double> Model::sheet_conductance(int axis) const {
  const auto n = grid_.cells();
  if (separable_) {
    std::vector<double> g = conductance_[axis];
    for (double& value : g)
      for (int b = 0; b < grid_.dimensions; ++b)
        if (b != axis) value *= grid_.upper(b) - grid_.lower(b);
    return g;
  }
  std::array<int, 3> size = n;
  size[axis] += 1;
  std::vector<double> g(size[axis], 0);
  std::size_t face = 0;
  for (int k = 0; k < size[2]; ++k)
    for (int j = 0; j < size[1]; ++j)
      for (int i = 0; i < size[0]; ++i) g[std::array{i, j, k}[axis]] += conductance_[axis][face++];
  return g;
}

// The diagonal, summed over sheets: with the other axes and the storage, spread evenly over the length of this axis.
std::vector<double> Model::sheet_diagonal(int axis, const std::vector<double>& g, double others) const {
  std::vector<double> d(grid_.cells(axis));
  const double length = grid_.upper(axis) - grid_.lower(axis);
  for (std::size_t i = 0; i < d.size(); ++i)
    d[i] = g[i] + g[i + 1] + others * grid_.width(axis, static_cast<int>(i)) / length;
  return d;
}

double Model::jacobi_radius(double rate) const {
  std::array<std::vector<double>, 3> g;
  std::array<double, 3> own{};
  double storage = sum(capacity_), all = 0;
  for (int a = 0; a < grid_.dimensions; ++a) {
    if (separable_) storage *= grid_.upper(a) - grid_.lower(a);
    g[a] = sheet_conductance(a);
    own[a] = 2 * sum(g[a]) - g[a].front() - g[a].back();
    all += own[a];
  }
  const double total = all + rate * storage;
  double slow = rate * storage / total, gentlest = 1;
  for (int a = 0; a < grid_.dimensions; ++a) {
    const double turn = (periodic(a) ? 2 : 1) * std::numbers::pi / grid_.cells(a);
    gentlest = std::min(gentlest, own[a] / total * (1 - std::cos(turn)));
    const Chain chain{g[a], sheet_diagonal(a, g[a], total - own[a])};
    if (!periodic(a) && !chain.open()) slow += least(chain);
  }
  return 1 - (slow > 0 ? slow : gentlest);  // nothing is fixed: the mean is constant, and the next mode decides
}

}  // namespace eddy::heat
