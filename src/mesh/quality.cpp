#include "mesh/quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "mesh/cell_corners.hpp"
#include "mesh/faces.hpp"

namespace eddy {
namespace {

void take_larger(MeshQuality::Worst& worst, double value, const CellPlace& at) {
  if (value > worst.value) worst = {value, at};
}

// The squared ratio of the widths of a cell and of the next one along an axis.
template <int D>
double growth_squared(const Block& b, const CellPlace& here, const Corners<D>& c, int axis) {
  if (here.cell[axis] + 1 >= b.cells[axis]) return 1;
  std::array<int, 3> n = here.cell;
  n[axis] += 2;
  const Point e = c.edge[axis][0], f = minus(b.at(b.node(n[0], n[1], n[2])), c.at[1 << axis]);
  return ratio(dot(e, e), dot(f, f));
}

template <int D>
void add_cell(MeshQuality& q, const Block& b, const CellPlace& here) {
  const Corners<D> c(b, here.cell);
  if (c.folded() && q.folded++ == 0) q.first_folded = here;
  if (const double v = c.volume(); v < q.least_volume.value) q.least_volume = {v, here};
  take_larger(q.skewness, c.skewness(), here);
  std::array<double, 3> width{};
  for (int a = 0; a < b.dimensions; ++a) {
    width[a] = c.width_squared(a);
    take_larger(q.growth, growth_squared(b, here, c, a), here);
  }
  const auto [low, high] = std::minmax_element(width.begin(), width.begin() + b.dimensions);
  take_larger(q.aspect, ratio(*low, *high), here);
}

MeshQuality nothing_seen() {
  MeshQuality q;
  q.least_volume.value = std::numeric_limits<double>::infinity();
  q.growth.value = 1;
  return q;
}

void merge(MeshQuality& q, const MeshQuality& later) {
  if (q.folded == 0) q.first_folded = later.first_folded;
  q.folded += later.folded;
  if (later.least_volume.value < q.least_volume.value) q.least_volume = later.least_volume;
  take_larger(q.skewness, later.skewness.value, later.skewness.at);
  take_larger(q.growth, later.growth.value, later.growth.at);
  take_larger(q.aspect, later.aspect.value, later.aspect.at);
}

// Calls measure(seen, block, place) for each cell. Each thread measures consecutive rows, and results are merged in
// that order, so that of two equal cells the first is named, whatever the number of threads.
template <class Measure>
MeshQuality measure_cells(const BlockMesh& mesh, const Measure& measure) {
  MeshQuality all = nothing_seen();
  for (std::size_t n = 0; n < mesh.blocks.size(); ++n) {
    const Block& b = mesh.blocks[n];
    const int rows = b.cells[1] * b.cells[2], parts = std::min(rows, 64);
    std::vector<MeshQuality> seen(parts, nothing_seen());
#pragma omp parallel for schedule(dynamic) if (b.cell_count() > 100'000)
    for (int part = 0; part < parts; ++part)
      for (int row = int(std::int64_t(rows) * part / parts); row < int(std::int64_t(rows) * (part + 1) / parts); ++row)
        for (int i = 0; i < b.cells[0]; ++i)
          measure(seen[part], b, CellPlace{static_cast<int>(n), {i, row % b.cells[1], row / b.cells[1]}});
    for (const MeshQuality& q : seen) merge(all, q);
  }
  return all;
}

}  // namespace

MeshQuality quality(const BlockMesh& mesh) {
  MeshQuality q = mesh.dimensions == 3 ? measure_cells(mesh, add_cell<3>) : measure_cells(mesh, add_cell<2>);
  q.skewness.value = skew_degrees(q.skewness.value);
  q.growth.value = std::sqrt(q.growth.value);
  q.aspect.value = std::sqrt(q.aspect.value);
  for (const Seam& seam : mesh.seams) {
    const auto [gap, where] = largest_gap(mesh, seam);
    if (gap <= q.gap) continue;
    q.gap = gap;
    q.gap_at = where;
  }
  return q;
}

bool is_left_handed(const Block& b) {
  for (int k = 0; k < b.cells[2]; ++k)
    for (int j = 0; j < b.cells[1]; ++j)
      for (int i = 0; i < b.cells[0]; ++i)
        if (!(cell_volume(b, {i, j, k}) < 0)) return false;
  return true;
}

void refuse_folded(const BlockMesh& mesh) {
  const auto measure = [](MeshQuality& q, const Block& b, const CellPlace& here) {
    const bool folded = b.dimensions == 3 ? Corners<3>(b, here.cell).folded() : Corners<2>(b, here.cell).folded();
    if (folded && q.folded++ == 0) q.first_folded = here;
  };
  refuse_folded(mesh, measure_cells(mesh, measure));
}

void refuse_folded(const BlockMesh& mesh, const MeshQuality& q) {
  if (q.folded == 0) return;
  const Block& block = mesh.blocks[q.first_folded.block];
  const std::string size = mesh.dimensions == 2 ? "area" : "volume";
  std::string text = std::to_string(q.folded) + (q.folded == 1 ? " cell is" : " cells are") + " folded or without " +
                     size + "; the first: " + place_text(mesh, q.first_folded) + ", " + size + " " +
                     number_text(cell_volume(block, q.first_folded.cell)) + ".";
  if (is_left_handed(block))
    text += " All cells of block '" + block.name +
            "' are: its axes are left-handed. Exchange left and right, or bottom and top.";
  text += " To see it: eddy check --picture.";
  throw Error(Exit::usage, text);
}

std::pair<double, Point> largest_gap(const BlockMesh& mesh, const Seam& seam) {
  const Block &a = mesh.blocks[seam.first.block], &b = mesh.blocks[seam.second.block];
  std::array<int, 3> lo = seam.first.cells.lo, hi = seam.first.cells.hi;
  const int n = side_axis(seam.first.side);
  lo[n] = hi[n] = side_upper(seam.first.side) ? hi[n] : lo[n];
  for (int d = mesh.dimensions; d < 3; ++d) hi[d] = lo[d];
  std::pair<double, Point> worst{0, {}};
  for (int k = lo[2]; k <= hi[2]; ++k)
    for (int j = lo[1]; j <= hi[1]; ++j)
      for (int i = lo[0]; i <= hi[0]; ++i) {
        const std::array<int, 3> other = seam.node({i, j, k});
        const Point p = a.at(a.node(i, j, k));
        const double gap = distance({p[0] + seam.shift[0], p[1] + seam.shift[1], p[2] + seam.shift[2]},
                                    b.at(b.node(other[0], other[1], mesh.dimensions < 3 ? 0 : other[2])));
        if (gap > worst.first) worst = {gap, p};
      }
  return worst;
}

Point cell_centre(const Block& block, const std::array<int, 3>& cell) {
  Point centre{};
  const auto add = [&](const auto& corners) {
    for (const Point& p : corners.at)
      for (int a = 0; a < 3; ++a) centre[a] += p[a] / corners.count;
  };
  block.dimensions == 3 ? add(Corners<3>(block, cell)) : add(Corners<2>(block, cell));
  return centre;
}

double cell_volume(const Block& block, const std::array<int, 3>& cell) {
  return block.dimensions == 3 ? Corners<3>(block, cell).volume() : Corners<2>(block, cell).volume();
}

std::string point_text(const Point& p, int dimensions) {
  std::string text = "(";
  for (int a = 0; a < dimensions; ++a) text += (a ? ", " : "") + readable(p[a], 9);
  return text + ")";
}

std::string place_text(const BlockMesh& mesh, const CellPlace& place) {
  std::string cell;
  for (int a = 0; a < mesh.dimensions; ++a) cell += (a ? ", " : "") + std::to_string(place.cell[a]);
  return "block '" + mesh.blocks[place.block].name + "', cell (" + cell + "), near " +
         point_text(cell_centre(mesh.blocks[place.block], place.cell), mesh.dimensions);
}

}  // namespace eddy
