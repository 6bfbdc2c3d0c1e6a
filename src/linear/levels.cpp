#include "linear/levels.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

using Place = std::array<int, 3>;

struct Grid3 {  // places of a box of cells or faces, i fastest
  std::array<int, 3> n;
  std::size_t at(const Place& c) const {
    return static_cast<std::size_t>(c[0]) +
           static_cast<std::size_t>(n[0]) * (c[1] + static_cast<std::size_t>(n[1]) * c[2]);
  }
  std::size_t count() const { return static_cast<std::size_t>(n[0]) * n[1] * n[2]; }
  std::ptrdiff_t stride(int a) const { return a == 0 ? 1 : a == 1 ? n[0] : static_cast<std::ptrdiff_t>(n[0]) * n[1]; }
  template <class Call>
  void each(const Call& call) const {
    for (int k = 0; k < n[2]; ++k)
      for (int j = 0; j < n[1]; ++j)
        for (int i = 0; i < n[0]; ++i) call(Place{i, j, k});
  }
  template <class Call>
  void each_line(int axis, const Call& call) const {  // lines along an axis, by their first place
    Grid3 ends = *this;
    ends.n[axis] = 1;
    ends.each(call);
  }
};
Grid3 cells_of(const std::array<int, 3>& n) { return {n}; }
Grid3 faces_of(std::array<int, 3> n, int axis) {
  ++n[axis];
  return {n};
}

// Joins neighbours that are together no wider than the limit.
AxisMap join(const std::vector<double>& width, double limit, bool periodic) {
  AxisMap m;
  const int n = static_cast<int>(width.size());
  for (int i = 0; i < n;) {
    const bool two = i + 1 < n && width[i] + width[i + 1] <= limit;
    m.first.push_back(i), m.second.push_back(two ? i + 1 : i);
    i += two ? 2 : 1;
  }
  const int coarse = static_cast<int>(m.first.size());
  m.joins = coarse < n;
  m.parent.resize(n), m.toward.resize(n);
  m.below.assign(coarse, -1), m.above.assign(coarse, -1);
  for (int c = 0; c < coarse; ++c)
    for (int side = 0; side < 2; ++side) {
      const int fine = side ? m.second[c] : m.first[c];
      int next = c + (side ? 1 : -1);
      if (periodic) next = (next + coarse) % coarse;
      m.parent[fine] = c;
      m.toward[fine] = m.pair(c) ? next : c;
      if (m.pair(c) && next >= 0 && next < coarse && next != c) (side ? m.below : m.above)[next] = fine;
    }
  return m;
}

// One line of cells: g has one more entry than there are cells. Resistances in series, from centre to centre; the
// centre of a pair is the middle of the resistance between its cells. A closed face inside a pair counts as none.
struct Line {
  const AxisMap& map;
  bool periodic;
  double half_inside(const double* g, std::ptrdiff_t s, int coarse) const {
    const int n = static_cast<int>(map.first.size());
    if (periodic) coarse = (coarse + n) % n;
    if (coarse < 0 || coarse >= n || !map.pair(coarse)) return 0;
    const double inside = g[map.second[coarse] * s];
    return inside > 0 ? 0.5 / inside : 0;
  }
  // Of coarse face f, between coarse cells f − 1 and f.
  double conductance(const double* g, std::ptrdiff_t s, int f) const {
    const int n = static_cast<int>(map.first.size());
    if (periodic && n == 1) return 0;  // a cell is no neighbour of itself
    const double own = g[(f < n ? map.first[f] : static_cast<int>(map.parent.size())) * s];
    return own > 0 ? 1 / (half_inside(g, s, f - 1) + 1 / own + half_inside(g, s, f)) : 0;
  }
  double weight(const double* g, std::ptrdiff_t s, int fine) const {
    const int c = map.parent[fine];
    if (!map.pair(c)) return 0;
    const bool upper = fine == map.second[c];
    const double outward = g[(upper ? fine + 1 : fine) * s];
    if (!(outward > 0)) return 0;
    const double mine = half_inside(g, s, c), theirs = half_inside(g, s, upper ? c + 1 : c - 1);
    return mine / (mine + 1 / outward + theirs);
  }
};

// Everything along an axis is joined by `map`, first along the axis itself.
void coarsen_separable(Level& fine, LevelOperator& op, int a) {
  const AxisMap& map = fine.map[a];
  const Line line{map, op.periodic[a]};
  const std::vector<double> g = op.conductance[a];
  const int n = static_cast<int>(map.first.size());
  for (int i = 0; i < op.cells[a]; ++i) fine.weight[a].push_back(line.weight(g.data(), 1, i));
  op.conductance[a].assign(n + 1, 0);
  for (int f = 0; f <= n; ++f) op.conductance[a][f] = line.conductance(g.data(), 1, f);
}

// The same with a conductance per face. A fine cell that leans on the next coarse cell lends it as much of its
// conductance across the axis and of its capacity. Where two neighbours across the axis lean differently, their values
// differ as the coarse cells do: that resists along the axis, Δw² of the conductance between them (bounded by a half
// more for what is mixed).
void coarsen_faces(Level& fine, LevelOperator& op, int a) {
  constexpr double mixed = 1.5;
  const AxisMap& map = fine.map[a];
  const Line line{map, op.periodic[a]};
  LevelOperator to = op;
  to.cells[a] = static_cast<int>(map.first.size());
  const Grid3 cells = cells_of(op.cells), coarse = cells_of(to.cells), along = faces_of(op.cells, a),
              to_along = faces_of(to.cells, a);
  std::vector<double>& w = fine.weight[a];
  w.assign(cells.count(), 0);
  to.conductance[a].assign(to_along.count(), 0);
  cells.each_line(a, [&](Place c) {
    const double* g = op.conductance[a].data() + along.at(c);
    for (int i = 0; i < op.cells[a]; ++i) w[cells.at(c) + i * cells.stride(a)] = line.weight(g, along.stride(a), i);
    for (int f = 0; f <= to.cells[a]; ++f)
      to.conductance[a][to_along.at(c) + f * to_along.stride(a)] = line.conductance(g, along.stride(a), f);
  });
  const auto lend = [&](const Grid3& to_grid, std::vector<double>& result, Place at, double value, double leaning) {
    const int i = at[a];
    at[a] = map.parent[i];
    result[to_grid.at(at)] += (1 - leaning) * value;
    at[a] = map.toward[i];
    if (leaning > 0 && at[a] >= 0 && at[a] < to.cells[a]) result[to_grid.at(at)] += leaning * value;
  };
  for (int b = 0; b < op.dimensions; ++b) {
    if (b == a) continue;
    const Grid3 across = faces_of(op.cells, b), to_across = faces_of(to.cells, b);
    to.conductance[b].assign(to_across.count(), 0);
    across.each([&](Place f) {
      const double g = op.conductance[b][across.at(f)];
      if (!(g > 0)) return;
      Place low = f, high = f;
      --low[b];
      if (op.periodic[b]) low[b] = (low[b] + op.cells[b]) % op.cells[b], high[b] %= op.cells[b];
      const bool inner = low[b] >= 0 && high[b] < op.cells[b];
      if (low[b] < 0) low = high;
      if (high[b] >= op.cells[b]) high = low;
      const double lower = w[cells.at(low)], upper = w[cells.at(high)], apart = upper - lower;
      lend(to_across, to.conductance[b], f, g, 0.5 * (lower + upper));
      if (!inner || apart == 0 || (op.periodic[b] && f[b] == op.cells[b])) return;
      const int face = map.parent[f[a]] + (f[a] == map.second[map.parent[f[a]]] ? 1 : 0);
      for (Place row : {low, high}) {
        row[a] = face;
        to.conductance[a][to_along.at(row)] += mixed * 0.5 * g * apart * apart;
      }
    });
  }
  if (op.periodic[a])  // both ends are one face
    to_along.each_line(a, [&](Place c) {
      Place end = c;
      end[a] = to.cells[a];
      double &first = to.conductance[a][to_along.at(c)], &last = to.conductance[a][to_along.at(end)];
      first = last = to.cells[a] > 1 ? std::max(first, last) : 0;
    });
  to.capacity.assign(coarse.count(), 0);
  cells.each([&](Place c) { lend(coarse, to.capacity, c, op.capacity[cells.at(c)], w[cells.at(c)]); });
  op = std::move(to);
}

std::vector<double> joined_widths(const std::vector<double>& width, const AxisMap& map) {
  std::vector<double> all;
  for (std::size_t c = 0; c < map.first.size(); ++c)
    all.push_back(width[map.first[c]] + (map.pair(static_cast<int>(c)) ? width[map.second[c]] : 0));
  return all;
}

// Raises the limit until enough cells are joined to be worth a level.
void choose_maps(Level& level, double& limit) {
  const LevelOperator& op = level.op;
  for (;; limit *= 1.2) {
    double left = 1;
    int axes = 0;
    level.halves_all = true;
    for (int a = 0; a < 3; ++a) {
      level.map[a] = join(op.width[a], a < op.dimensions ? limit : 0, op.periodic[a]);
      const double coarse = static_cast<double>(level.map[a].first.size());
      left *= coarse / op.cells[a];
      axes += op.cells[a] > 1;
      if (op.cells[a] > 1) level.halves_all = level.halves_all && 2 * coarse <= op.cells[a] + 1;
    }
    level.halves_all = level.halves_all && axes > 1;
    if (left <= 0.8) return;
  }
}

bool small_enough(const LevelOperator& op) {
  const auto most = coarsest_box(op.dimensions);
  return op.cells[0] <= most[0] && op.cells[1] <= most[1] && op.cells[2] <= most[2];
}

}  // namespace

std::vector<Level> make_levels(LevelOperator finest) {
  double least = 1e300;
  for (int a = 0; a < 3; ++a) {
    if (finest.width[a].empty()) finest.width[a].assign(finest.cells[a], 1.0);
    if (a < finest.dimensions)
      least = std::min(least, *std::min_element(finest.width[a].begin(), finest.width[a].end()));
  }
  for (int a = 0; a < finest.dimensions; ++a)  // a cell is no neighbour of itself
    if (finest.periodic[a] && finest.cells[a] == 1) finest.conductance[a].assign(finest.conductance[a].size(), 0.0);
  std::vector<Level> levels(1);
  levels[0].op = std::move(finest);
  for (double limit = 2.4 * least; !small_enough(levels.back().op); limit *= 2) {
    Level& fine = levels.back();
    choose_maps(fine, limit);
    LevelOperator op = fine.op;
    for (int a = 0; a < op.dimensions; ++a) {
      if (fine.map[a].joins || op.separable) (op.separable ? coarsen_separable : coarsen_faces)(fine, op, a);
      op.width[a] = joined_widths(op.width[a], fine.map[a]);
      op.cells[a] = static_cast<int>(op.width[a].size());
    }
    levels.emplace_back();
    levels.back().op = std::move(op);
  }
  return levels;
}

namespace {

// The centre of a pair is the middle between the centres of its cells: so does its operator see it.
std::vector<double> joined_centres(const std::vector<double>& centre, const AxisMap& map) {
  std::vector<double> all;
  for (std::size_t c = 0; c < map.first.size(); ++c)
    all.push_back(0.5 * (centre[map.first[c]] + centre[map.second[c]]));
  return all;
}

Interpolation interpolate(const std::vector<double>& fine, const std::vector<double>& coarse, const AxisMap& map,
                          double period) {
  Interpolation t;
  const int n = static_cast<int>(coarse.size()), points = std::min(Interpolation::points, n);
  const auto at = [&](int c) {
    return period > 0 ? coarse[(c + n) % n] + (c < 0 ? -period : c < n ? 0 : period) : coarse[c];
  };
  for (std::size_t i = 0; i < fine.size(); ++i) {
    const int c = map.parent[i];
    int first = c - (points - 1) / 2;
    if (!(period > 0)) first = std::clamp(first, 0, n - points);
    for (int p = 0; p < Interpolation::points; ++p) {
      double w = p < points ? 1 : 0;
      for (int q = 0; q < points; ++q)
        if (q != p && p < points) w *= (fine[i] - at(first + q)) / (at(first + p) - at(first + q));
      t.from[p].push_back(p < points ? first + p : first);
      t.weight[p].push_back(w);
    }
  }
  return t;
}

}  // namespace

// Of a wall, from the distances of the first centre and of the three of the next level, and of the finest level's
// first.
static std::array<double, Interpolation::points> wall_move(double first, const std::array<double, 3>& next,
                                                           double finest) {
  std::array<double, Interpolation::points> w{};
  for (int p = 0; p < 3; ++p)  // ½ u″ = Σ u / ((d_p − d_q) (d_p − d_r))
    w[p] = (first * first - finest * finest) / ((next[p] - next[(p + 1) % 3]) * (next[p] - next[(p + 2) % 3]));
  return w;
}

std::vector<std::array<Interpolation, 3>> interpolations(const std::vector<Level>& levels) {
  std::vector<std::array<Interpolation, 3>> all(levels.size() - 1);
  for (int a = 0; a < levels[0].op.dimensions; ++a) {
    std::vector<double> centre;
    double end = 0;
    for (double w : levels[0].op.width[a]) centre.push_back(end + 0.5 * w), end += w;
    const std::array<double, 2> finest{centre.front(), end - centre.back()};
    for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
      const std::vector<double> coarse = joined_centres(centre, levels[l].map[a]);
      all[l][a] = interpolate(centre, coarse, levels[l].map[a], levels[0].op.periodic[a] ? end : 0);
      const std::size_t n = coarse.size();
      if (n >= 3) {
        all[l][a].move[0] = wall_move(centre.front(), {coarse[0], coarse[1], coarse[2]}, finest[0]);
        all[l][a].move[1] =
            wall_move(end - centre.back(), {end - coarse[n - 1], end - coarse[n - 2], end - coarse[n - 3]}, finest[1]);
      }
      centre = coarse;
    }
  }
  return all;
}

namespace {

struct Dense {
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

// Calls for every face: call(cell, neighbour or nullptr, conductance); each inner face once.
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

}  // namespace

std::vector<double> coarsest_matrix(const LevelOperator& op, double rate) {
  const Grid3 cells = cells_of(op.cells), box = cells_of(coarsest_box(op.dimensions));
  const int n = static_cast<int>(cells.count());
  Dense m{n, std::vector<long double>(static_cast<std::size_t>(n) * n, 0)};
  std::vector<int> region(n);
  for (int r = 0; r < n; ++r) region[r] = r;
  const auto root = [&](int r) {
    while (region[r] != r) r = region[r];
    return r;
  };
  cells.each([&](Place c) {
    const int r = static_cast<int>(cells.at(c));
    m(r, r) += static_cast<long double>(rate) * (op.separable ? op.capacity[0] * volume(op, c) : op.capacity[r]);
  });
  each_face(op, [&](const Place& here, const Place* there, double g) {
    const int r = static_cast<int>(cells.at(here));
    m(r, r) += g;
    if (!there || g == 0) return;
    const int s = static_cast<int>(cells.at(*there));
    m(s, s) += g, m(r, s) -= g, m(s, r) -= g;
    region[root(r)] = root(s);
  });
  std::vector<std::vector<int>> regions(n);
  for (int r = 0; r < n; ++r) regions[root(r)].push_back(r);
  // Regions are solved one by one: one without a fixed level loses one unknown, and its mean is taken off.
  std::vector<double> result(static_cast<std::size_t>(coarsest_cells) * coarsest_cells, 0);
  for (const auto& members : regions) {
    const int size = static_cast<int>(members.size());
    if (size == 0) continue;
    Dense part{size, std::vector<long double>(static_cast<std::size_t>(size) * size)};
    long double sum = 0, diagonal = 0;
    for (int r = 0; r < size; ++r)
      for (int c = 0; c < size; ++c) {
        part(r, c) = m(members[r], members[c]);
        sum += part(r, c);
        if (r == c) diagonal += part(r, c);
      }
    if (!(diagonal > 0)) continue;  // solid
    const bool loose = sum < 1e-13L * diagonal;
    if (loose)  // adds the constant vector to what is fixed: it is taken off again below
      for (auto& v : part.of) v += diagonal / size / size;
    // Gauss–Jordan; positive definite, so that no pivot vanishes
    Dense inverse{size, std::vector<long double>(static_cast<std::size_t>(size) * size, 0)};
    for (int r = 0; r < size; ++r) inverse(r, r) = 1;
    for (int k = 0; k < size; ++k) {
      const long double pivot = 1 / part(k, k);
      for (int c = 0; c < size; ++c) part(k, c) *= pivot, inverse(k, c) *= pivot;
      for (int r = 0; r < size; ++r) {
        const long double factor = part(r, k);
        if (r == k || factor == 0) continue;
        for (int c = 0; c < size; ++c) part(r, c) -= factor * part(k, c), inverse(r, c) -= factor * inverse(k, c);
      }
    }
    const long double constant = loose ? 1 / diagonal : 0;  // what the added part contributes to every entry
    for (int r = 0; r < size; ++r)
      for (int c = 0; c < size; ++c) {
        const auto place = [&](int cell) {
          return box.at({cell % op.cells[0], cell / op.cells[0] % op.cells[1], cell / op.cells[0] / op.cells[1]});
        };
        const int cell = members[c];
        const Place at{cell % op.cells[0], cell / op.cells[0] % op.cells[1], cell / op.cells[0] / op.cells[1]};
        const long double of_volume = op.separable ? volume(op, at) : 1;
        result[place(members[r]) + coarsest_cells * place(cell)] =
            static_cast<double>((inverse(r, c) - constant) * of_volume);
      }
  }
  return result;
}

}  // namespace eddy
