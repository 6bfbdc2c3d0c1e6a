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

void add_cells_beside(const Place& face, int axis, const std::array<int, 3>& cells, Box& box) {
  for (int b = 0; b < 3; ++b) {
    box.lo[b] = std::min(box.lo[b], std::max(0, face[b] - (axis == b ? 1 : 0)));
    box.hi[b] = std::max(box.hi[b], std::min(cells[b], face[b] + 1));
  }
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

// Copies the inner coarse cells of the part's results into the level and the next one; returns the places of weights.
std::array<Box, 3> put_back(const Level& part, const LevelOperator& made, const Place& fine_origin,
                            const Place& coarse_origin, Level& level, LevelOperator& next, const Box& inner) {
  const Box inner_fine = fine_box(level, inner);
  std::array<int, 3> cells = level.op.cells, part_cells = part.op.cells;
  Place origin = fine_origin;
  Box box = inner_fine;
  std::array<Box, 3> weights{};
  for (int a = 0; a < next.dimensions; ++a) {
    weights[a] = box;
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
  return weights;
}

// Whether the coarse cells around the change reach an end of a periodic axis.
bool wraps(const LevelOperator& next, const Box& around) {
  for (int a = 0; a < next.dimensions; ++a)
    if (next.periodic[a] && (around.lo[a] == 0 || around.hi[a] == next.cells[a])) return true;
  return false;
}

// Carries a change of the finest level on to the coarser ones.
std::vector<LevelChange> spread(std::vector<Level>& levels, Box changed) {
  std::vector<LevelChange> all(1);
  all.back().cells = changed;
  for (std::size_t l = 0; l + 1 < levels.size(); ++l) {
    Level& level = levels[l];
    LevelOperator& next = levels[l + 1].op;
    const Box whole = whole_box(next), inner = coarse_box(level, changed).grown(reach, 3).common(whole),
              around = inner.grown(margin, 3).common(whole);
    if (wraps(next, around)) {
      levels = make_levels(levels[0].op);
      return all_changed(levels);
    }
    const Box fine = fine_box(level, around);
    Level part = part_of(level, around, fine);
    const LevelOperator made = coarser(part);
    all.back().weights = put_back(part, made, fine.lo, around.lo, level, next, inner);
    changed = inner;
    all.emplace_back().cells = changed;
  }
  return all;
}

}  // namespace

std::vector<LevelChange> all_changed(const std::vector<Level>& levels) {
  std::vector<LevelChange> all;
  for (const Level& level : levels) {
    const Box box = whole_box(level.op);
    all.push_back({box, {box, box, box}});
  }
  return all;
}

void add_changes(const std::vector<LevelChange>& more, std::vector<LevelChange>& changes) {
  changes.resize(std::max(changes.size(), more.size()));
  for (std::size_t l = 0; l < more.size(); ++l) {
    changes[l].cells = changes[l].cells.hull(more[l].cells);
    for (int a = 0; a < 3; ++a) changes[l].weights[a] = changes[l].weights[a].hull(more[l].weights[a]);
  }
}

std::vector<LevelChange> change_levels(std::vector<Level>& levels, const Box& cells,
                                       const std::array<std::vector<double>, 3>& conductance) {
  LevelOperator& op = levels[0].op;
  Box changed{op.cells, {0, 0, 0}};
  for (int a = 0; a < op.dimensions; ++a) {
    const LevelPlaces faces = faces_of(op.cells, a);
    const Box box = face_range(cells, a);
    std::size_t n = 0;
    for (int k = box.lo[2]; k < box.hi[2]; ++k)
      for (int j = box.lo[1]; j < box.hi[1]; ++j)
        for (int i = box.lo[0]; i < box.hi[0]; ++i) {
          double& here = op.conductance[a][faces.at({i, j, k})];
          const double now = conductance[a][n++];
          if (here == now) continue;
          here = now;
          add_cells_beside({i, j, k}, a, op.cells, changed);
        }
  }
  return changed.empty() ? std::vector<LevelChange>{} : spread(levels, changed);
}

}  // namespace eddy
