// Updates the levels after a local change of the finest operator: only what depends on the change is recomputed, and it
// gets the same bits as if all levels were made anew.
#include <algorithm>

#include "base/box.hpp"
#include "linear/level_places.hpp"
#include "linear/levels.hpp"

namespace eddy {
namespace {

constexpr int reach = 3;   // how many coarse cells a change affects: two along the axis, one across it
constexpr int margin = 3;  // further cells around these: the ends of the extracted part affect only them

Box whole_box(const LevelOperator& op) { return {{0, 0, 0}, op.cells}; }

// The cells beside all faces whose conductance differs.
Box changed_cells(const LevelOperator& before, const LevelOperator& now) {
  Box box{now.cells, {0, 0, 0}};
  for (int a = 0; a < now.dimensions; ++a) {
    const LevelPlaces faces = faces_of(now.cells, a);
    std::size_t n = 0;
    faces.each([&](const Place& f) {
      const std::size_t here = n++;
      if (before.conductance[a][here] == now.conductance[a][here]) return;
      for (int b = 0; b < 3; ++b) {
        box.lo[b] = std::min(box.lo[b], std::max(0, f[b] - (a == b ? 1 : 0)));
        box.hi[b] = std::max(box.hi[b], std::min(now.cells[b], f[b] + 1));
      }
    });
  }
  return box;
}

Box coarse_box(const Level& fine, Box box) {
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = fine.map[a].parent[box.lo[a]];
    box.hi[a] = fine.map[a].parent[box.hi[a] - 1] + 1;
  }
  return box;
}
Box fine_box(const Level& fine, Box box) {
  for (int a = 0; a < 3; ++a) {
    box.lo[a] = fine.map[a].first[box.lo[a]];
    box.hi[a] = fine.map[a].second[box.hi[a] - 1] + 1;
  }
  return box;
}
Box face_range(Box cells, int axis) {
  ++cells.hi[axis];
  return cells;
}

// Copies the places of `box` between arrays whose first entries belong to different places.
void copy(const std::vector<double>& from, const LevelPlaces& from_places, const Place& from_origin,
          std::vector<double>& to, const LevelPlaces& to_places, const Place& to_origin, const Box& box) {
  const auto at = [&](const LevelPlaces& places, const Place& origin, int j, int k) {
    return std::ptrdiff_t(places.at({box.lo[0] - origin[0], j - origin[1], k - origin[2]}));
  };
  for (int k = box.lo[2]; k < box.hi[2]; ++k)
    for (int j = box.lo[1]; j < box.hi[1]; ++j)
      std::copy_n(from.begin() + at(from_places, from_origin, j, k), box.hi[0] - box.lo[0],
                  to.begin() + at(to_places, to_origin, j, k));
}

AxisMap part_of(const AxisMap& map, int first, int last) {  // of some coarse cells; fine cells count from theirs
  AxisMap m;
  m.joins = map.joins;
  const int begin = map.first[first], end = map.second[last - 1] + 1;
  for (int c = first; c < last; ++c) {
    m.first.push_back(map.first[c] - begin);
    m.second.push_back(map.second[c] - begin);
  }
  for (int i = begin; i < end; ++i) {
    m.parent.push_back(map.parent[i] - first);
    m.toward.push_back(map.toward[i] - first);
  }
  return m;
}

// A level of its own, made of the fine cells of a box of coarse cells.
Level part_of(const Level& level, const Box& coarse, const Box& fine) {
  Level part;
  LevelOperator& op = part.op;
  op.dimensions = level.op.dimensions;
  op.cut = level.op.cut;
  for (int a = 0; a < 3; ++a) {
    part.map[a] = part_of(level.map[a], coarse.lo[a], coarse.hi[a]);
    op.cells[a] = fine.extent(a);
    op.width[a].assign(level.op.width[a].begin() + fine.lo[a], level.op.width[a].begin() + fine.hi[a]);
  }
  for (int a = 0; a < op.dimensions; ++a) {
    const LevelPlaces places = faces_of(op.cells, a);
    op.conductance[a].resize(places.count());
    copy(level.op.conductance[a], faces_of(level.op.cells, a), {0, 0, 0}, op.conductance[a], places, fine.lo,
         face_range(fine, a));
  }
  const LevelPlaces places = cells_of(op.cells);
  op.capacity.resize(places.count());
  copy(level.op.capacity, cells_of(level.op.cells), {0, 0, 0}, op.capacity, places, fine.lo, fine);
  return part;
}

// Copies the inner coarse cells of the part's results into the level and the next one.
void put_back(const Level& part, const LevelOperator& made, const Place& fine_origin, const Place& coarse_origin,
              Level& level, LevelOperator& next, const Box& inner) {
  const Box inner_fine = fine_box(level, inner);
  std::array<int, 3> cells = level.op.cells, part_cells = part.op.cells;
  Place origin = fine_origin;
  Box box = inner_fine;
  for (int a = 0; a < next.dimensions; ++a) {
    if (level.map[a].joins)
      copy(part.weight[a], cells_of(part_cells), origin, level.weight[a], cells_of(cells), {0, 0, 0}, box);
    cells[a] = next.cells[a];
    part_cells[a] = made.cells[a];
    origin[a] = coarse_origin[a];
    box.lo[a] = inner.lo[a];
    box.hi[a] = inner.hi[a];
  }
  for (int a = 0; a < next.dimensions; ++a)
    copy(made.conductance[a], faces_of(made.cells, a), coarse_origin, next.conductance[a], faces_of(next.cells, a),
         {0, 0, 0}, face_range(inner, a));
  copy(made.capacity, cells_of(made.cells), coarse_origin, next.capacity, cells_of(next.cells), {0, 0, 0}, inner);
}

// Whether the coarse cells around the change reach an end of a periodic axis.
bool wraps(const LevelOperator& next, const Box& around) {
  for (int a = 0; a < next.dimensions; ++a)
    if (next.periodic[a] && (around.lo[a] == 0 || around.hi[a] == next.cells[a])) return true;
  return false;
}

}  // namespace

void change_levels(std::vector<Level>& levels, LevelOperator finest) {
  if (levels.empty()) return void(levels = make_levels(std::move(finest)));
  const LevelOperator& before = levels[0].op;
  const bool same_grid = !before.separable && !finest.separable && before.cells == finest.cells &&
                         before.capacity == finest.capacity && before.cut == finest.cut;
  if (!same_grid) return void(levels = make_levels(std::move(finest)));
  Box changed = changed_cells(before, finest);
  if (changed.empty()) return;
  levels[0].op.conductance = std::move(finest.conductance);
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    Level& level = levels[l];
    LevelOperator& next = levels[l + 1].op;
    const Box all = whole_box(next), inner = coarse_box(level, changed).grown(reach, 3).common(all),
              around = inner.grown(margin, 3).common(all);
    if (wraps(next, around)) return void(levels = make_levels(levels[0].op));
    const Box fine = fine_box(level, around);
    Level part = part_of(level, around, fine);
    const LevelOperator made = coarser(part);
    put_back(part, made, fine.lo, around.lo, level, next, inner);
    changed = inner;
  }
}

}  // namespace eddy
