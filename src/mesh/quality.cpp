#include "mesh/quality.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "base/error.hpp"
#include "base/text.hpp"
#include "mesh/faces.hpp"
#include "mesh/vectors.hpp"

namespace eddy {
namespace {

using Vector = Point;
double dot(const Vector& a, const Vector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The corners of a cell: bit a of a corner's number is set at its upper end along axis a.
struct Corners {
  int dimensions, count;
  std::array<Point, 8> at;

  Corners(const Block& b, const std::array<int, 3>& c) : dimensions(b.dimensions), count(1 << b.dimensions), at{} {
    for (int n = 0; n < count; ++n) at[n] = b.at(b.node(c[0] + (n & 1), c[1] + ((n >> 1) & 1), c[2] + ((n >> 2) & 1)));
  }
  Vector edge(int corner, int axis) const {  // towards the upper end, whatever the corner
    return minus(at[corner | 1 << axis], at[corner & ~(1 << axis)]);
  }
  double width(int axis) const {  // between the centres of the two faces
    Vector sum{};
    for (int n = 0; n < count; ++n)
      for (int a = 0; a < 3; ++a) sum[a] += ((n >> axis) & 1 ? at[n][a] : -at[n][a]) * 2 / count;
    return std::sqrt(dot(sum, sum));
  }
  double jacobian(int corner) const {
    const Vector area = cross(edge(corner, 0), edge(corner, 1));
    return dimensions == 2 ? area[2] : dot(area, edge(corner, 2));
  }
  double volume() const {
    if (dimensions == 2) return 0.5 * cross(minus(at[3], at[0]), minus(at[2], at[1]))[2];
    double sum = 0;  // Σ x·S / 3 over the six faces, relative to one corner
    for (int axis = 0; axis < 3; ++axis)
      for (int end = 0; end < 2; ++end) {
        const int u = (axis + 1) % 3, v = (axis + 2) % 3, base = end << axis;
        const Point &a = at[base], &b = at[base | 1 << u], &c = at[base | 1 << u | 1 << v], &d = at[base | 1 << v];
        const Vector area = cross(minus(c, a), minus(d, b));
        Vector mean{};
        for (int n = 0; n < 3; ++n) mean[n] = 0.25 * (a[n] + b[n] + c[n] + d[n]) - at[0][n];
        sum += (end ? 1 : -1) * dot(mean, area) / 6;
      }
    return sum;
  }
  // Of all pairs of edges in all corners: |cos| of the angle; 2 − |cos| where the corner is turned inside out.
  double skewness() const {
    double worst = 0;
    for (int n = 0; n < count; ++n)
      for (int a = 0; a < dimensions; ++a)
        for (int b = a + 1; b < dimensions; ++b) {
          const Vector e = edge(n, a), f = edge(n, b);
          const double lengths = std::sqrt(dot(e, e) * dot(f, f));
          const double cosine = lengths > 0 ? std::min(1.0, std::abs(dot(e, f)) / lengths) : 1;
          const bool turned = dimensions == 2 && cross(e, f)[2] < 0;
          worst = std::max(worst, turned ? 2 - cosine : cosine);
        }
    return worst;
  }
  bool folded() const {
    int negative = 0;
    for (int n = 0; n < count; ++n) negative += jacobian(n) < 0;
    return 2 * negative >= count || !(volume() > 0);
  }
};

double skew_degrees(double measure) {
  const double radians = measure <= 1 ? std::asin(measure) : std::numbers::pi - std::asin(2 - measure);
  return radians * 180 / std::numbers::pi;
}

void take_larger(MeshQuality::Worst& worst, double value, const CellPlace& at) {
  if (value > worst.value) worst = {value, at};
}

double ratio(double a, double b) {
  return std::min(a, b) > 0 ? std::max(a / b, b / a) : std::numeric_limits<double>::infinity();
}

void add_block(MeshQuality& q, const Block& b, int number) {
  std::vector<std::array<double, 3>> row(b.cells[0]), plane(std::size_t(b.cells[0]) * b.cells[1]);
  for (int k = 0; k < b.cells[2]; ++k)
    for (int j = 0; j < b.cells[1]; ++j)
      for (int i = 0; i < b.cells[0]; ++i) {
        const CellPlace here{number, {i, j, k}};
        const Corners c(b, here.cell);
        if (c.folded() && q.folded++ == 0) q.first_folded = here;
        if (const double v = c.volume(); v < q.least_volume.value) q.least_volume = {v, here};
        take_larger(q.skewness, c.skewness(), here);
        std::array<double, 3> width{1, 1, 1};
        for (int a = 0; a < b.dimensions; ++a) width[a] = c.width(a);
        const auto [low, high] = std::minmax_element(width.begin(), width.begin() + b.dimensions);
        take_larger(q.aspect, ratio(*low, *high), here);
        std::array<double, 3>& below = row[i];
        std::array<double, 3>& behind = plane[std::size_t(j) * b.cells[0] + i];
        if (i > 0) take_larger(q.growth, ratio(row[i - 1][0], width[0]), here);
        if (j > 0) take_larger(q.growth, ratio(below[1], width[1]), here);
        if (k > 0) take_larger(q.growth, ratio(behind[2], width[2]), here);
        below = behind = width;
      }
}

}  // namespace

MeshQuality quality(const BlockMesh& mesh) {
  MeshQuality q;
  q.least_volume.value = std::numeric_limits<double>::infinity();
  q.growth.value = 1;
  for (std::size_t b = 0; b < mesh.blocks.size(); ++b) add_block(q, mesh.blocks[b], static_cast<int>(b));
  q.skewness.value = skew_degrees(q.skewness.value);
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
  MeshQuality q;
  for (std::size_t b = 0; b < mesh.blocks.size(); ++b) {
    const Block& block = mesh.blocks[b];
    for (int k = 0; k < block.cells[2]; ++k)
      for (int j = 0; j < block.cells[1]; ++j)
        for (int i = 0; i < block.cells[0]; ++i)
          if (Corners(block, {i, j, k}).folded() && q.folded++ == 0) q.first_folded = {static_cast<int>(b), {i, j, k}};
  }
  refuse_folded(mesh, q);
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
  const Corners c(block, cell);
  Point centre{};
  for (int n = 0; n < c.count; ++n)
    for (int a = 0; a < 3; ++a) centre[a] += c.at[n][a] / c.count;
  return centre;
}

double cell_volume(const Block& block, const std::array<int, 3>& cell) { return Corners(block, cell).volume(); }

std::string point_text(const Point& p, int dimensions) {
  std::string text = "(";
  for (int a = 0; a < dimensions; ++a) text += (a ? ", " : "") + number_text(p[a]);
  return text + ")";
}

std::string place_text(const BlockMesh& mesh, const CellPlace& place) {
  std::string cell;
  for (int a = 0; a < mesh.dimensions; ++a) cell += (a ? ", " : "") + std::to_string(place.cell[a]);
  return "block '" + mesh.blocks[place.block].name + "', cell (" + cell + "), near " +
         point_text(cell_centre(mesh.blocks[place.block], place.cell), mesh.dimensions);
}

}  // namespace eddy
