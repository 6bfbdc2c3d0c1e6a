// Systems for the tests of linear solvers: −∇·(k ∇x) + rate · x on a rectilinear grid, any side closed, fixed or
// periodic.
#pragma once
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "linear/solver.hpp"

namespace eddy::tests {

enum class End { fixed, closed, around };

struct Problem {
  int dimensions = 2;
  std::array<int, 3> cells{1, 1, 1};
  std::array<End, 6> ends{End::fixed, End::fixed, End::fixed, End::fixed, End::fixed, End::fixed};
  std::array<std::vector<double>, 3> widths{};  // empty: 1 each
  std::function<double(int, int, int)> k{};     // empty: 1, and coefficients that are tables; 0: solid
  double rate = 0;
};

// Widths of cells that are narrower at both ends than in the middle by this ratio.
inline std::vector<double> stretched(int n, double ratio) {
  std::vector<double> h;
  for (int i = 0; i < n; ++i) h.push_back(std::pow(ratio, -std::fabs(2 * (i + 0.5) / n - 1)));
  return h;
}

inline double in_series(double a, double b) { return a > 0 && b > 0 ? 1 / (1 / a + 1 / b) : 0; }

// The conductance per area of the lower face of cell c along axis a; c may be one beyond the last.
inline double conductance(const Problem& p, int a, std::array<int, 3> c) {
  const int n = p.cells[a];
  const auto half = [&](int i) {
    std::array<int, 3> at = c;
    at[a] = i;
    return (p.k ? p.k(at[0], at[1], at[2]) : 1.0) / (0.5 * p.widths[a][i]);
  };
  if (c[a] > 0 && c[a] < n) return in_series(half(c[a] - 1), half(c[a]));
  if (p.ends[2 * a] == End::around) return in_series(half(0), half(n - 1));
  return p.ends[2 * a + (c[a] > 0)] == End::fixed ? half(c[a] > 0 ? n - 1 : 0) : 0;
}

template <class S, class T>
System<S, T> make_system(Exec<S>& exec, Problem p) {
  System<S, T> s;
  s.exec = &exec;
  s.cells = cell_box(p.cells);
  s.dimensions = p.dimensions;
  s.rate = p.rate;
  s.ghosts = Ghosts<S, T>(exec, s.cells, p.dimensions);
  s.singular = p.rate == 0;
  for (int a = 0; a < 3; ++a)
    if (p.widths[a].empty()) p.widths[a].assign(p.cells[a], 1.0);
  s.widths = p.widths;
  for (int a = 0; a < p.dimensions; ++a) {
    if (p.ends[2 * a] == End::around) s.ghosts.set_periodic(a);
    for (int side : {0, 1}) s.singular = s.singular && p.ends[2 * a + side] != End::fixed;
  }
  if (!p.k) {
    SeparableFields<S, T> f;
    f.capacity = T(1);
    for (int a = 0; a < p.dimensions; ++a) {
      for (auto* table : {&f.low, &f.high, &f.width}) table->of.emplace_back(exec, "table", line_box(p.cells[a]), 1);
      const auto g = [&](int i) {
        std::array<int, 3> c{};
        c[a] = i;
        return conductance(p, a, c);
      };
      f.low[a].fill([&](int i, int, int) { return g(i) / p.widths[a][i]; });
      f.high[a].fill([&](int i, int, int) { return g(i + 1) / p.widths[a][i]; });
      f.width[a].fill([&](int i, int, int) { return p.widths[a][i]; });
    }
    s.coefficients = std::move(f);
    return s;
  }
  PerFaceFields<S, T> f;
  f.conductance = make_faces<S, T>(exec, "conductance", s.cells, p.dimensions);
  for (int a = 0; a < p.dimensions; ++a)
    f.conductance[a].fill([&](int i, int j, int k) {
      const std::array<int, 3> c{i, j, k};
      double area = 1;
      for (int b = 0; b < 3; ++b)
        if (b != a) area *= p.widths[b][c[b]];
      return area * conductance(p, a, c);
    });
  f.capacity = CellField<S, T>(exec, "capacity", s.cells, p.dimensions);
  f.capacity.fill(
      [&](int i, int j, int k) { return p.k(i, j, k) > 0 ? p.widths[0][i] * p.widths[1][j] * p.widths[2][k] : 0; });
  s.coefficients = std::move(f);
  return s;
}

// Noise, which has all wave lengths. It is 0 in solid cells, and sums to 0 where the system is singular.
inline std::vector<double> noise(const Problem& p, bool singular) {
  std::mt19937 random(7);
  std::vector<double> b;
  double sum = 0, cells = 0;
  for (int k = 0; k < p.cells[2]; ++k)
    for (int j = 0; j < p.cells[1]; ++j)
      for (int i = 0; i < p.cells[0]; ++i) {
        const bool solid = p.k && p.k(i, j, k) == 0;
        b.push_back(solid ? 0 : double(random() % 2001) / 1000 - 1);
        double volume = 1;
        if (!p.k)
          for (int a = 0; a < 3; ++a)
            if (!p.widths[a].empty()) volume *= p.widths[a][std::array{i, j, k}[a]];
        sum += volume * b.back();
        cells += solid ? 0 : volume;
      }
  if (!singular) return b;
  std::size_t n = 0;
  for (int k = 0; k < p.cells[2]; ++k)
    for (int j = 0; j < p.cells[1]; ++j)
      for (int i = 0; i < p.cells[0]; ++i, ++n)
        if (!p.k || p.k(i, j, k) > 0) b[n] -= sum / cells;
  return b;
}

// k inside of boxes at random places, 1 outside.
inline std::function<double(int, int, int)> boxes(int dimensions, const std::array<int, 3>& cells, double k, int seed) {
  std::mt19937 random(static_cast<unsigned>(seed));
  std::vector<std::array<int, 6>> all(20);
  for (auto& box : all)
    for (int a = 0; a < dimensions; ++a) {
      const int width = 2 + static_cast<int>(random() % (cells[a] / 5)),
                low = static_cast<int>(random() % (cells[a] - width));
      box[2 * a] = low;
      box[2 * a + 1] = low + width;
    }
  return [=](int i, int j, int l) {
    const std::array<int, 3> c{i, j, l};
    for (const auto& box : all) {
      bool inside = true;
      for (int a = 0; a < dimensions; ++a) inside = inside && c[a] >= box[2 * a] && c[a] < box[2 * a + 1];
      if (inside) return k;
    }
    return 1.0;
  };
}

}  // namespace eddy::tests
