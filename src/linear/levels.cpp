// Chooses which cells of a level are joined, and computes the operator of the coarse cells.
#include "linear/levels.hpp"

#include <algorithm>
#include <cmath>

#include "linear/level_places.hpp"

namespace eddy {
namespace {

// Joins neighbours that are together no wider than the limit.
AxisMap join(const std::vector<double>& width, double limit, bool periodic) {
  AxisMap m;
  const int n = static_cast<int>(width.size());
  for (int i = 0; i < n;) {
    const bool two = i + 1 < n && width[i] + width[i + 1] <= limit;
    m.first.push_back(i);
    m.second.push_back(two ? i + 1 : i);
    i += two ? 2 : 1;
  }
  const int coarse = static_cast<int>(m.first.size());
  m.joins = coarse < n;
  m.parent.resize(n);
  m.toward.resize(n);
  m.below.assign(coarse, -1);
  m.above.assign(coarse, -1);
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

// One line of cells; g has one more entry than there are cells. Resistances are in series, from centre to centre; the
// centre of a pair is the middle of the resistance between its cells. A closed face inside a pair has no resistance.
//
// A face that is closed by a body does not stop the flow, which goes around the body through the next lines: a face
// inside a pair is then at least `around` times as open as the more open end of the pair.
struct LineOfCells {
  static constexpr double around = 0.4;
  const AxisMap& map;
  const LevelOperator& op;
  int axis;
  bool periodic = op.periodic[axis];
  double distance(int face) const {  // between the centres of the cells beside the face
    const std::vector<double>& w = op.width[axis];
    const int n = static_cast<int>(w.size()), low = face > 0 ? face - 1 : periodic ? n - 1 : 0;
    return 0.5 * (w[low] + w[face < n ? face : periodic ? 0 : n - 1]);
  }
  double half_inside(const double* g, std::ptrdiff_t s, int coarse) const {
    const int n = static_cast<int>(map.first.size());
    if (periodic) coarse = (coarse + n) % n;
    if (coarse < 0 || coarse >= n || !map.pair(coarse)) return 0;
    const int low = map.first[coarse], middle = low + 1, high = middle + 1;
    double inside = g[middle * s];
    if (op.cut) {
      const double ends = std::max(g[low * s] * distance(low), g[high * s] * distance(high));
      inside = std::max(inside, around * ends / distance(middle));
    }
    return inside > 0 ? 0.5 / inside : 0;
  }
  // The conductance of coarse face f, between coarse cells f − 1 and f.
  double conductance(const double* g, std::ptrdiff_t s, int f) const {
    const int n = static_cast<int>(map.first.size());
    if (periodic && n == 1) return 0;  // a cell is not its own neighbour
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

// Joins the cells along axis a of a separable operator; the tables of the other axes stay as they are.
void coarsen_separable(Level& fine, LevelOperator& op, int a) {
  const AxisMap& map = fine.map[a];
  const LineOfCells line{map, op, a};
  const std::vector<double> g = op.conductance[a];
  const int n = static_cast<int>(map.first.size());
  for (int i = 0; i < op.cells[a]; ++i) fine.weight[a].push_back(line.weight(g.data(), 1, i));
  op.conductance[a].assign(n + 1, 0);
  for (int f = 0; f <= n; ++f) op.conductance[a][f] = line.conductance(g.data(), 1, f);
}

// Joins the cells along axis a of an operator with a conductance per face. A fine cell takes a share w of its value
// from the next coarse cell; it gives that cell the same share of its conductances across the axis and of its capacity.
// Where w differs by Δw between two neighbours across the axis, their values differ in proportion to the difference of
// the two coarse cells: this adds Δw² times the conductance between them to the conductance along the axis (half as
// much again as a bound for the mixed terms; around bodies, where lines are no worse than their neighbours, half of it
// is best).
void coarsen_faces(Level& fine, LevelOperator& op, int a) {
  const double mixed = op.cut ? 0.5 : 1.5;
  const AxisMap& map = fine.map[a];
  const LineOfCells line{map, op, a};
  LevelOperator to = op;
  to.cells[a] = static_cast<int>(map.first.size());
  const LevelPlaces cells = cells_of(op.cells), coarse = cells_of(to.cells), along = faces_of(op.cells, a),
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
  const auto lend = [&](const LevelPlaces& to_grid, std::vector<double>& result, Place at, double value,
                        double leaning) {
    const int i = at[a];
    at[a] = map.parent[i];
    result[to_grid.at(at)] += (1 - leaning) * value;
    at[a] = map.toward[i];
    if (leaning > 0 && at[a] >= 0 && at[a] < to.cells[a]) result[to_grid.at(at)] += leaning * value;
  };
  for (int b = 0; b < op.dimensions; ++b) {
    if (b == a) continue;
    const LevelPlaces across = faces_of(op.cells, b), to_across = faces_of(to.cells, b);
    to.conductance[b].assign(to_across.count(), 0);
    across.each([&](Place f) {
      const double g = op.conductance[b][across.at(f)];
      if (!(g > 0)) return;
      Place low = f, high = f;
      --low[b];
      if (op.periodic[b]) {
        low[b] = (low[b] + op.cells[b]) % op.cells[b];
        high[b] %= op.cells[b];
      }
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
  if (op.periodic[a])  // the first and the last face of a periodic axis are one
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

// Raises the limit until joining leaves at most 0.8 of the cells.
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

LevelOperator coarser(Level& fine) {
  LevelOperator op = fine.op;
  for (int a = 0; a < op.dimensions; ++a) {
    if (fine.map[a].joins || op.separable) (op.separable ? coarsen_separable : coarsen_faces)(fine, op, a);
    op.width[a] = joined_widths(op.width[a], fine.map[a]);
    op.cells[a] = static_cast<int>(op.width[a].size());
  }
  return op;
}

std::vector<Level> make_levels(LevelOperator finest) {
  double least = 1e300;
  for (int a = 0; a < 3; ++a) {
    if (finest.width[a].empty()) finest.width[a].assign(finest.cells[a], 1.0);
    if (a < finest.dimensions)
      least = std::min(least, *std::min_element(finest.width[a].begin(), finest.width[a].end()));
  }
  for (int a = 0; a < finest.dimensions; ++a)  // a cell is not its own neighbour
    if (finest.periodic[a] && finest.cells[a] == 1) finest.conductance[a].assign(finest.conductance[a].size(), 0.0);
  std::vector<Level> levels(1);
  levels[0].op = std::move(finest);
  for (double limit = 2.4 * least; !small_enough(levels.back().op); limit *= 2) {
    Level& fine = levels.back();
    choose_maps(fine, limit);
    LevelOperator op = coarser(fine);
    levels.emplace_back();
    levels.back().op = std::move(op);
  }
  return levels;
}

}  // namespace eddy
