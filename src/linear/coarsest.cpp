// The last level of multigrid is solved by a dense matrix: the inverse of its operator, one connected region at a time.
#include "linear/level_places.hpp"
#include "linear/levels.hpp"

namespace eddy {
namespace {

struct Dense {
  explicit Dense(int size) : n(size), of(static_cast<std::size_t>(size) * size, 0) {}
  int n;
  std::vector<long double> of;
  long double& operator()(int r, int c) { return of[static_cast<std::size_t>(r) * n + c]; }
};

double face_area(const LevelOperator& op, int axis, const Place& c) {
  double area = 1;
  for (int b = 0; b < op.dimensions; ++b)
    if (b != axis) area *= op.width[b][c[b]];
  return op.separable ? area : 1;
}
double face_conductance(const LevelOperator& op, int axis, const Place& f) {
  return op.separable ? op.conductance[axis][f[axis]] : op.conductance[axis][faces_of(op.cells, axis).at(f)];
}
double volume(const LevelOperator& op, const Place& c) {
  double v = 1;
  for (int b = 0; b < op.dimensions; ++b) v *= op.width[b][c[b]];
  return v;
}

// Calls call(cell, neighbour or nullptr, conductance) for every face, each inner face once.
template <class Call>
void each_face(const LevelOperator& op, const Call& call) {
  for (int a = 0; a < op.dimensions; ++a)
    faces_of(op.cells, a).each([&](Place f) {
      Place low = f, high = f;
      --low[a];
      const bool first = f[a] == 0, last = f[a] == op.cells[a];
      if (op.periodic[a] && last) return;
      if (op.periodic[a] && first) low[a] = op.cells[a] - 1;
      const bool outer = !op.periodic[a] && (first || last);
      const Place& here = last ? low : high;
      const double g = face_conductance(op, a, f) * face_area(op, a, here);
      call(here, outer ? nullptr : &low, g);
    });
}

struct Assembled {  // the operator as a matrix, and the connected regions of its cells
  Dense matrix;
  std::vector<int> next;  // per cell: another cell of its region, or itself if it is the region's last
  int last(int r) const {
    while (next[r] != r) r = next[r];
    return r;
  }
};

Assembled assemble(const LevelOperator& op, double rate) {
  const LevelPlaces cells = cells_of(op.cells);
  const int n = static_cast<int>(cells.count());
  Assembled a{Dense(n), std::vector<int>(n)};
  for (int r = 0; r < n; ++r) a.next[r] = r;
  Dense& m = a.matrix;
  cells.each([&](Place c) {
    const int r = static_cast<int>(cells.at(c));
    m(r, r) += static_cast<long double>(rate) * (op.separable ? op.capacity[0] * volume(op, c) : op.capacity[r]);
  });
  each_face(op, [&](const Place& here, const Place* there, double g) {
    const int r = static_cast<int>(cells.at(here));
    m(r, r) += g;
    if (!there || g == 0) return;
    const int s = static_cast<int>(cells.at(*there));
    m(s, s) += g;
    m(r, s) -= g;
    m(s, r) -= g;
    a.next[a.last(r)] = a.last(s);
  });
  return a;
}

std::vector<std::vector<int>> regions_of(const Assembled& a) {  // lists of cells, some of them empty
  const int n = a.matrix.n;
  std::vector<std::vector<int>> regions(n);
  for (int r = 0; r < n; ++r) regions[a.last(r)].push_back(r);
  return regions;
}

Dense part_of(Dense& m, const std::vector<int>& members) {
  Dense part(static_cast<int>(members.size()));
  for (int r = 0; r < part.n; ++r)
    for (int c = 0; c < part.n; ++c) part(r, c) = m(members[r], members[c]);
  return part;
}

// Gauss–Jordan without pivoting; the matrix is positive definite, so that no pivot vanishes. At step k the row of the
// pivot is 0 before column k in the matrix, and after it in the inverse: there nothing would change.
Dense inverse_of(Dense m) {
  Dense inverse(m.n);
  for (int r = 0; r < m.n; ++r) inverse(r, r) = 1;
  for (int k = 0; k < m.n; ++k) {
    const long double pivot = 1 / m(k, k);
    long double* const row = &m(k, 0);
    long double* const result = &inverse(k, 0);
    for (int c = k; c < m.n; ++c) row[c] *= pivot;
    for (int c = 0; c <= k; ++c) result[c] *= pivot;
    for (int r = 0; r < m.n; ++r) {
      const long double factor = m(r, k);
      if (r == k || factor == 0) continue;
      long double* const other = &m(r, 0);
      long double* const other_result = &inverse(r, 0);
      for (int c = k; c < m.n; ++c) other[c] -= factor * row[c];
      for (int c = 0; c <= k; ++c) other_result[c] -= factor * result[c];
    }
  }
  return inverse;
}

// The inverse of a region's matrix. If the region is singular, the constant vector is fixed by an extra term, whose
// contribution is then subtracted from the inverse. Solid cells give an empty matrix.
Dense solution_of(Dense part) {
  long double sum = 0, diagonal = 0;
  for (long double v : part.of) sum += v;
  for (int r = 0; r < part.n; ++r) diagonal += part(r, r);
  if (!(diagonal > 0)) return Dense(0);
  const bool open = sum < 1e-13L * diagonal;
  if (open)
    for (auto& v : part.of) v += diagonal / part.n / part.n;
  Dense inverse = inverse_of(std::move(part));
  const long double constant = open ? 1 / diagonal : 0;  // the contribution of the constant vector to every entry
  for (auto& v : inverse.of) v -= constant;
  return inverse;
}

}  // namespace

std::vector<double> coarsest_matrix(const LevelOperator& op, double rate) {
  const LevelPlaces box = cells_of(coarsest_box(op.dimensions));
  const auto place = [&](int cell) {
    return Place{cell % op.cells[0], cell / op.cells[0] % op.cells[1], cell / op.cells[0] / op.cells[1]};
  };
  Assembled assembled = assemble(op, rate);
  std::vector<double> result(static_cast<std::size_t>(coarsest_cells) * coarsest_cells, 0);
  for (const auto& members : regions_of(assembled)) {
    Dense solution = solution_of(part_of(assembled.matrix, members));
    for (int r = 0; r < solution.n; ++r)
      for (int c = 0; c < solution.n; ++c) {
        const Place row = place(members[r]), column = place(members[c]);
        const long double of_volume = op.separable ? volume(op, column) : 1;
        result[box.at(row) + coarsest_cells * box.at(column)] = static_cast<double>(solution(r, c) * of_volume);
      }
  }
  return result;
}

}  // namespace eddy
