// Loops over points by their indices, on the host, and formulas evaluated at points.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "case/formula.hpp"
#include "exec/core/box.hpp"
#include "field/sample.hpp"
#include "mesh/grid.hpp"

namespace eddy {

using Place = std::array<int, 3>;

template <class Call>
void each(const Box& b, const Call& call) {
  for (int k = b.lo[2]; k < b.hi[2]; ++k)
    for (int j = b.lo[1]; j < b.hi[1]; ++j)
      for (int i = b.lo[0]; i < b.hi[0]; ++i) call(Place{i, j, k});
}

// The same loop with threads, row by row: a call must not write what another call reads or writes, and must not throw.
template <class Call>
void each_in_threads(const Box& b, const Call& call) {
#pragma omp parallel for collapse(2) schedule(static) if (b.cells() > 50'000)
  for (int k = b.lo[2]; k < b.hi[2]; ++k)
    for (int j = b.lo[1]; j < b.hi[1]; ++j)
      for (int i = b.lo[0]; i < b.hi[0]; ++i) call(Place{i, j, k});
}

template <class Call>
void each_in_threads(std::int64_t count, const Call& call) {  // calls call(n) for n = 0 … count − 1
#pragma omp parallel for schedule(static) if (count > 50'000)
  for (std::int64_t n = 0; n < count; ++n) call(n);
}

inline bool lies_in(const Box& b, const Place& p) {
  return p[0] >= b.lo[0] && p[0] < b.hi[0] && p[1] >= b.lo[1] && p[1] < b.hi[1] && p[2] >= b.lo[2] && p[2] < b.hi[2];
}

inline Place moved(Place c, int axis, int n) {
  c[axis] += n;
  return c;
}

inline std::size_t place_in(const Box& b, const Place& c) {  // index of a point in a box, i fastest
  return static_cast<std::size_t>(
      (c[0] - b.lo[0]) + std::int64_t(b.extent(0)) * ((c[1] - b.lo[1]) + std::int64_t(b.extent(1)) * (c[2] - b.lo[2])));
}

inline std::string cell_text(const Place& c, int dimensions) {
  std::string text = "(";
  for (int a = 0; a < dimensions; ++a) text += (a ? ", " : "") + std::to_string(c[a]);
  return text + ")";
}

// Evaluates a formula at cells, faces or nodes; `points` are those of the location, i fastest. `key` names it in
// messages.
std::vector<double> evaluate_at(const Grid& grid, Location location, const Box& points, const Formula& formula,
                                const std::string& key, double t);

}  // namespace eddy
