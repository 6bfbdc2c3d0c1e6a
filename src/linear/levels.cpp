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
  LineOfCells(const AxisMap& m, const LevelOperator& o, int a) : map(m), cut(o.cut), periodic(o.periodic[a]) {
    const std::vector<double>& w = o.width[a];
    const int n = static_cast<int>(w.size());
    for (int face = 0; face <= n && cut; ++face) {
      const int low = face > 0 ? face - 1 : periodic ? n - 1 : 0;
      distance.push_back(0.5 * (w[low] + w[face < n ? face : periodic ? 0 : n - 1]));
    }
  }
  const AxisMap& map;
  bool cut, periodic;
  std::vector<double> distance;  // between the centres of the cells beside each face
  int coarse() const { return static_cast<int>(map.first.size()); }
  // The resistances between the centres of pairs and their ends, with those beyond the ends of the line first and last.
  void find_halves(const double* g, std::ptrdiff_t s, std::vector<double>& half) const {
    const int n = coarse();
    half.assign(static_cast<std::size_t>(n) + 2, 0.0);
    for (int c = 0; c < n; ++c) {
      if (!map.pair(c)) continue;
      const int low = map.first[c], middle = low + 1, high = middle + 1;
      double inside = g[middle * s];
      if (cut) {
        const double ends = std::max(g[low * s] * distance[low], g[high * s] * distance[high]);
        inside = std::max(inside, around * ends / distance[middle]);
      }
      half[c + 1] = inside > 0 ? 0.5 / inside : 0;
    }
    if (!periodic) return;
    half.front() = half[n];
    half.back() = half[1];
  }
  // The conductance of coarse face f, between coarse cells f − 1 and f.
  double conductance(const double* g, std::ptrdiff_t s, const std::vector<double>& half, int f) const {
    const int n = coarse();
    if (periodic && n == 1) return 0;  // a cell is not its own neighbour
    const double own = g[(f < n ? map.first[f] : static_cast<int>(map.parent.size())) * s];
    return own > 0 ? 1 / (half[f] + 1 / own + half[f + 1]) : 0;
  }
  double weight(const double* g, std::ptrdiff_t s, const std::vector<double>& half, int fine) const {
    const int c = map.parent[fine];
    if (!map.pair(c)) return 0;
    const bool upper = fine == map.second[c];
    const double outward = g[(upper ? fine + 1 : fine) * s];
    if (!(outward > 0)) return 0;
    return half[c + 1] / (half[c + 1] + 1 / outward + half[upper ? c + 2 : c]);
  }
};

// Joins the cells along axis a of a separable operator; the tables of the other axes stay as they are.
void coarsen_separable(Level& fine, LevelOperator& op, int a) {
  const AxisMap& map = fine.map[a];
  const LineOfCells line(map, op, a);
  const std::vector<double> g = op.conductance[a];
  const int n = line.coarse();
  std::vector<double> half;
  line.find_halves(g.data(), 1, half);
  for (int i = 0; i < op.cells[a]; ++i) fine.weight[a].push_back(line.weight(g.data(), 1, half, i));
  op.conductance[a].assign(n + 1, 0);
  for (int f = 0; f <= n; ++f) op.conductance[a][f] = line.conductance(g.data(), 1, half, f);
}

// Where the values of a place lie in an array: the sum of its entries by axis.
struct Offsets {
  std::array<std::vector<std::ptrdiff_t>, 3> of;
  template <class Index>
  Offsets(const LevelPlaces& from, const LevelPlaces& to, const Index& index) {  // index(axis, i): that in `to`
    for (int a = 0; a < 3; ++a)
      for (int i = 0; i < from.n[a]; ++i) of[a].push_back(index(a, i) * to.stride(a));
  }
  std::ptrdiff_t row(int j, int k) const { return of[1][j] + of[2][k]; }
};

// Gives the values of fine places along an axis to the coarse ones: each to its parent, but for a share that goes to the
// next one (AxisMap::toward), if there is one.
class Lending {
 public:
  Lending(const AxisMap& map, int axis, const LevelPlaces& from, const LevelPlaces& to)
      : parent_(from, to, [&](int b, int i) { return b == axis ? map.parent[i] : i; }),
        toward_(from, to, [&](int b, int i) { return b == axis ? map.toward[i] : i; }),
        axis_(axis) {
    for (int i = 0; i < from.n[axis]; ++i) there_.push_back(map.toward[i] >= 0 && map.toward[i] < to.n[axis]);
  }
  void give(std::vector<double>& result, const Place& from, double value, double share) const {
    const auto at = [&](const Offsets& o) { return o.of[0][from[0]] + o.row(from[1], from[2]); };
    result[std::size_t(at(parent_))] += (1 - share) * value;
    if (share > 0 && there_[from[axis_]]) result[std::size_t(at(toward_))] += share * value;
  }

 private:
  Offsets parent_, toward_;
  int axis_;
  std::vector<char> there_;
};

// Joins the cells along axis a of an operator with a conductance per face. A fine cell takes a share w of its value
// from the next coarse cell; it gives that cell the same share of its conductances across the axis and of its capacity.
// Where w differs by Δw between two neighbours across the axis, their values differ in proportion to the difference of
// the two coarse cells: this adds Δw² times the conductance between them to the conductance along the axis (half as
// much again as a bound for the mixed terms; around bodies, where lines are no worse than their neighbours, half of it
// is best).
LevelOperator coarsened_faces(Level& fine, const LevelOperator& op, int a) {
  const double mixed = op.cut ? 0.5 : 1.5;
  const AxisMap& map = fine.map[a];
  const LineOfCells line(map, op, a);
  std::array<int, 3> n = op.cells;
  n[a] = line.coarse();
  const LevelPlaces cells = cells_of(op.cells), coarse = cells_of(n), along = faces_of(op.cells, a),
                    to_along = faces_of(n, a);
  std::array<std::vector<double>, 3> conductance;
  std::vector<double>& w = fine.weight[a];
  w.assign(cells.count(), 0);
  conductance[a].assign(to_along.count(), 0);
  std::vector<double> half;
  cells.each_line(a, [&](Place c) {
    const std::ptrdiff_t s = along.stride(a);
    const double* g = op.conductance[a].data() + along.at(c);
    line.find_halves(g, s, half);
    for (int i = 0; i < op.cells[a]; ++i) w[cells.at(c) + i * cells.stride(a)] = line.weight(g, s, half, i);
    for (int f = 0; f <= n[a]; ++f)
      conductance[a][to_along.at(c) + f * to_along.stride(a)] = line.conductance(g, s, half, f);
  });
  for (int b = 0; b < op.dimensions; ++b) {
    if (b == a) continue;
    const LevelPlaces across = faces_of(op.cells, b), to_across = faces_of(n, b);
    conductance[b].assign(to_across.count(), 0);
    const Lending lending(map, a, across, to_across);
    const int last = op.cells[b] - 1;
    const bool wraps = op.periodic[b];  // a face at an end lies between the last cell and the first, or has one cell
    const Offsets lower(across, cells, [&](int c, int i) { return c != b ? i : i > 0 ? i - 1 : wraps ? last : 0; });
    const Offsets upper(across, cells, [&](int c, int i) { return c != b ? i : i <= last ? i : wraps ? 0 : last; });
    const double* g = op.conductance[b].data();
    across.each([&](const Place& f) {
      const double here = *g++;
      if (!(here > 0)) return;
      const double below = w[std::size_t(lower.of[0][f[0]] + lower.row(f[1], f[2]))],
                   above = w[std::size_t(upper.of[0][f[0]] + upper.row(f[1], f[2]))], apart = above - below;
      lending.give(conductance[b], f, here, 0.5 * (below + above));
      const bool inner = wraps ? f[b] <= last : f[b] > 0 && f[b] <= last;
      if (!inner || apart == 0) return;
      const int face = map.parent[f[a]] + (f[a] == map.second[map.parent[f[a]]] ? 1 : 0);
      for (int side : {0, 1}) {
        Place row = f;
        if (side == 0) row[b] = f[b] > 0 ? f[b] - 1 : last;
        row[a] = face;
        conductance[a][to_along.at(row)] += mixed * 0.5 * here * apart * apart;
      }
    });
  }
  if (op.periodic[a])  // the first and the last face of a periodic axis are one
    to_along.each_line(a, [&](Place c) {
      Place end = c;
      end[a] = n[a];
      double &first = conductance[a][to_along.at(c)], &second = conductance[a][to_along.at(end)];
      first = second = n[a] > 1 ? std::max(first, second) : 0;
    });
  const Lending lending(map, a, cells, coarse);
  std::vector<double> capacity(coarse.count(), 0);
  std::size_t here = 0;
  cells.each([&](const Place& c) {
    lending.give(capacity, c, op.capacity[here], w[here]);
    ++here;
  });
  return {op.dimensions, n, op.periodic, false, op.cut, op.width, std::move(conductance), std::move(capacity)};
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
  LevelOperator op;
  bool first = true;  // this level's operator is not copied where the next one's has other numbers
  for (int a = 0; a < fine.op.dimensions; ++a) {
    const bool separable = fine.op.separable, joins = fine.map[a].joins;
    if (joins && !separable)
      op = coarsened_faces(fine, first ? fine.op : op, a);
    else if (first)
      op = fine.op;
    first = false;
    if (separable) coarsen_separable(fine, op, a);
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
