#include "solver/galerkin/domain.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "mesh/shape.hpp"
#include "mesh/vectors.hpp"
#include "solver/galerkin/boundary.hpp"
#include "solver/places.hpp"

namespace eddy::galerkin {
namespace {

constexpr std::array<std::array<int, 3>, 8> corner{
    {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}}};

}  // namespace

Domain::Domain(const Case& c, const Grid& grid)
    : case_(c), options_(c.options_as<GalerkinOptions>()), grid_(grid), wind_(options_.wind, grid_) {
  Problems problems(c.place);
  if (is_box()) {
    find_axes();
    body_ = cut_out_by(options_.body, grid_);
    check_names(problems);
    find_box_faces();
  } else {
    for (const std::string& name : patch_names(mesh())) patches_.push_back(name);
    check_names(problems);
    find_mesh_faces();
  }
  problems.throw_if_any();
  find_volumes();
  find_conditions();
  find_wall_distances();
}

void Domain::find_axes() {
  for (int a = 0; a < dimensions(); ++a) {
    const NamedCondition* const lower = condition_of(options_.boundary, side_names[2 * a]);
    periodic_[a] = lower && kind_of(lower->patches.front()) == Kind::periodic;
    counts_[a] = grid_.cells(a) + !periodic_[a];
  }
  for (int side = 0; side < 2 * dimensions(); ++side) patches_.push_back(side_names[side]);
  for (const Body& b : options_.body) patches_.push_back(b.name);
}

std::vector<std::uint16_t> cut_out_by(const std::vector<Body>& bodies, const Grid& grid) {
  if (bodies.empty()) return {};
  std::vector<std::uint16_t> body(static_cast<std::size_t>(grid.cell_count()), 0);
  const Box all{{0, 0, 0}, grid.cells()};
  for (std::size_t n = 0; n < bodies.size(); ++n) {
    const Shape& shape = bodies[n].shape;
    const Reach cells = reach(grid, shape);
    const auto covered = cells_inside(part_of(grid, cells), shape);
    std::size_t next = 0;
    each(Box{cells.lo, cells.hi}, [&](const Place& c) {
      std::uint16_t& there = body[place_in(all, c)];
      if (covered[next++] && !there) there = static_cast<std::uint16_t>(n + 1);
    });
  }
  return body;
}

void Domain::find_volumes() {
  narrowest_ = std::numeric_limits<double>::infinity();
  for (std::int64_t e = 0; e < elements(); ++e)
    if (!cut_out(e)) narrowest_ = std::min(narrowest_, size(e).shortest);
  if (is_box()) return find_box_volumes();
  volume_.assign(mesh().nodes.size(), 0.0);
  for (std::int64_t e = 0; e < elements(); ++e) {
    const ElementShape s = shape(e);
    for (int n = 0; n < s.corners; ++n) volume_[static_cast<std::size_t>(s.nodes[n])] += s.volume / s.corners;
  }
}

// Each node sums its shares of the elements around it in their order, so that threads may take the nodes.
void Domain::find_box_volumes() {
  const Box nodes{{0, 0, 0}, counts_}, all{{0, 0, 0}, grid_.cells()};
  volume_.assign(static_cast<std::size_t>(nodes.cells()), 0.0);
  const int corners = 1 << dimensions();
  each_in_threads(nodes, [&](const Place& node) {
    std::array<std::array<int, 2>, 3> around{};  // elements along each axis, ascending; −1: none
    for (int a = 0; a < dimensions(); ++a) {
      const int n = grid_.cells(a);
      around[a] = {node[a] - 1, node[a] < n ? node[a] : -1};
      if (periodic_[a] && node[a] == 0) around[a] = {0, n - 1};
    }
    double& volume = volume_[place_in(nodes, node)];
    for (int c = 0; c < corners; ++c) {
      const Place e{around[0][c & 1], around[1][c >> 1 & 1], around[2][c >> 2 & 1]};
      if (std::min({e[0], e[1], e[2]}) < 0 || solid(e)) continue;
      volume += size(static_cast<std::int64_t>(place_in(all, e))).volume / corners;
    }
  });
}

double Domain::fluid_volume() const {
  double sum = 0;
  for (double v : volume_) sum += v;
  return sum;
}

std::array<int, 3> Domain::element_at(std::int64_t element) const {
  const auto n = grid_.cells();
  return {static_cast<int>(element % n[0]), static_cast<int>(element / n[0] % n[1]),
          static_cast<int>(element / n[0] / n[1])};
}
std::int64_t Domain::node_at(std::array<int, 3> node) const {
  for (int a = 0; a < 3; ++a)
    if (node[a] == counts_[a] && periodic_[a]) node[a] = 0;
  return node[0] + std::int64_t(counts_[0]) * (node[1] + std::int64_t(counts_[1]) * node[2]);
}
bool Domain::solid(const std::array<int, 3>& element) const {
  return any_solid() && body_[place_in(Box{{0, 0, 0}, grid_.cells()}, element)] != 0;
}

Point Domain::place(std::int64_t node) const {
  if (!is_box()) return mesh().nodes[static_cast<std::size_t>(node)];
  const int i = static_cast<int>(node % counts_[0]), j = static_cast<int>(node / counts_[0] % counts_[1]),
            k = static_cast<int>(node / counts_[0] / counts_[1]);
  return {grid_.nodes[0][i], grid_.nodes[1][j], dimensions() == 3 ? grid_.nodes[2][k] : 0.0};
}

std::array<int, 8> Domain::nodes_of(std::int64_t element) const {
  std::array<int, 8> nodes{};
  if (!is_box()) {
    for (int n = 0; n < 8; ++n) nodes[n] = master(mesh().elements[static_cast<std::size_t>(element)][n]);
    return nodes;
  }
  const Place e = element_at(element);
  for (int n = 0; n < 1 << dimensions(); ++n)
    nodes[n] = static_cast<int>(node_at({e[0] + corner[n][0], e[1] + corner[n][1], e[2] + corner[n][2]}));
  return nodes;
}

Point Domain::centre(std::int64_t element) const {
  if (!is_box()) return centre_of(mesh(), static_cast<int>(element));
  const Place e = element_at(element);
  return {grid_.centre(0, e[0]), grid_.centre(1, e[1]), dimensions() == 3 ? grid_.centre(2, e[2]) : 0.0};
}

const Patch* Domain::condition_at(const NamedCondition& named, const Point& at) const {
  const Patch* found = nullptr;
  for (const Patch& p : named.patches)
    if (!p.where || evaluate(*p.where, "boundary." + named.name + ".where", at, 0) != 0) found = &p;
  return found;
}

void Domain::add_box_face(const Place& e, int side, int patch, const Patch* condition) {
  const int axis = side / 2, upper = side % 2;
  WallFace f;
  f.patch = patch;
  f.element = static_cast<int>(place_in(Box{{0, 0, 0}, grid_.cells()}, e));
  f.area[axis] = upper ? 1 : -1;
  std::array<int, 2> along{(axis + 1) % 3, (axis + 2) % 3};
  if (!upper) std::swap(along[0], along[1]);
  if (dimensions() == 2) along[0] = 1 - axis;
  for (int n = 0; n < 2 * (dimensions() - 1); ++n) {
    Place node = e;
    node[axis] += upper;
    node[along[0]] += n == 1 || n == 2;
    if (dimensions() == 3) node[along[1]] += n >= 2;
    f.nodes[n] = static_cast<int>(node_at(node));
  }
  for (int a = 0; a < dimensions(); ++a) {
    f.centre[a] = a == axis ? grid_.nodes[a][e[a] + upper] : grid_.centre(a, e[a]);
    if (a != axis) f.area[axis] *= grid_.width(a, e[a]);
  }
  faces_.push_back(f);
  face_condition_.push_back(condition);
}

void Domain::find_box_faces() {
  const Box all{{0, 0, 0}, grid_.cells()};
  for (int side = 0; side < 2 * dimensions(); ++side) {
    const NamedCondition* const named = condition_of(options_.boundary, side_names[side]);
    if (periodic_[side / 2] || !named) continue;
    each(all.layer(side / 2, side % 2), [&](const Place& e) {
      if (solid(e)) return;
      Point at{};
      for (int a = 0; a < dimensions(); ++a)
        at[a] = a == side / 2 ? grid_.nodes[a][e[a] + side % 2] : grid_.centre(a, e[a]);
      add_box_face(e, side, side, condition_at(*named, at));
    });
  }
  if (!any_solid()) return;
  each(all, [&](const Place& e) {
    if (solid(e)) return;
    for (int side = 0; side < 2 * dimensions(); ++side) {
      Place next = moved(e, side / 2, side % 2 ? 1 : -1);
      const int a = side / 2, n = grid_.cells(a);
      if (periodic_[a]) next[a] = (next[a] + n) % n;
      if (next[a] < 0 || next[a] >= n) continue;
      if (const int body = body_[place_in(all, next)]) add_box_face(e, side, 2 * dimensions() + body - 1, nullptr);
    }
  });
}

void Domain::find_mesh_faces() {
  for (std::size_t p = 0; p < mesh().patches.size(); ++p) {
    const HexMesh::Patch& patch = mesh().patches[p];
    const NamedCondition* const named = condition_of(options_.boundary, patch.name);
    for (std::size_t n = 0; n < patch.faces.size() && named; ++n) {
      WallFace f;
      f.patch = static_cast<int>(p);
      f.element = patch.element[n];
      std::array<Point, 4> at{};
      for (int m = 0; m < 4; ++m) {
        f.nodes[m] = master(patch.faces[n][m]);
        at[m] = mesh().nodes[static_cast<std::size_t>(patch.faces[n][m])];
        for (int a = 0; a < 3; ++a) f.centre[a] += 0.25 * at[m][a];
      }
      const Point s = cross(minus(at[2], at[0]), minus(at[3], at[1]));  // twice the area of the mean plane
      for (int a = 0; a < 3; ++a) f.area[a] = 0.5 * s[a];
      faces_.push_back(f);
      face_condition_.push_back(condition_at(*named, f.centre));
    }
  }
}

}  // namespace eddy::galerkin
