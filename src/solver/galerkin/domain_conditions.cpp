// Finds the conditions imposed at nodes. At a node where several conditions meet,
//
//   a wall at rest  wins over  a moving wall  wins over  inflow and wind  wins over  free-slip
//
// Free-slip sides with different normals remove the normal velocity of each. An outflow acts on the components that are
// left free at its nodes.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "mesh/vectors.hpp"
#include "solver/galerkin/boundary.hpp"
#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {
namespace {

enum class Strength { none, slip, given, moving_wall, wall };

bool at_rest(const Patch& p) {
  return std::all_of(p.values.begin(), p.values.end(),
                     [](const Formula& f) { return f.constant() && f(0, 0, 0, 0) == 0; });
}
Strength strength_of(const Patch* p) {
  if (!p) return Strength::wall;  // a body
  const Kind kind = kind_of(*p);
  if (kind == Kind::no_slip) return at_rest(*p) ? Strength::wall : Strength::moving_wall;
  if (kind == Kind::inflow || kind == Kind::wind) return Strength::given;
  return kind == Kind::free_slip ? Strength::slip : Strength::none;
}

struct AtNode {
  Strength strength = Strength::none;
  int condition = -1;
  std::vector<Point> slips;  // area vectors of slip sides; those of similar direction are summed
  bool open = false;
  OpenNode outflow{};

  void add_slip(const Point& area) {
    for (Point& s : slips)
      if (dot(s, area) > 0.77 * magnitude(s) * magnitude(area)) {  // less than 40 degrees apart
        for (int a = 0; a < 3; ++a) s[a] += area[a];
        return;
      }
    slips.push_back(area);
  }
  // The projection I − Σ n nᵀ, n orthonormal normals of the slip sides.
  std::array<double, 6> projection() const {
    std::array<double, 6> p{1, 1, 1, 0, 0, 0};
    if (strength > Strength::slip) return {};
    std::vector<Point> normals;
    for (Point n : slips) {
      const double whole = magnitude(n);
      for (const Point& m : normals) {
        const double along = dot(n, m);
        for (int a = 0; a < 3; ++a) n[a] -= along * m[a];
      }
      const double left = magnitude(n);
      if (left < 0.1 * whole) continue;
      for (double& v : n) v /= left;
      normals.push_back(n);
      for (int a = 0; a < 3; ++a) p[a] -= n[a] * n[a];
      p[3] -= n[0] * n[1];
      p[4] -= n[0] * n[2];
      p[5] -= n[1] * n[2];
    }
    for (double& v : p)
      if (std::abs(v) < 1e-14) v = 0;
    return p;
  }
};

}  // namespace

void Domain::find_conditions() {
  std::map<int, AtNode> all;
  std::map<const Patch*, int> numbers;  // numbers of the conditions that give a velocity
  const int corners = 2 * (dimensions() - 1);
  for (std::size_t n = 0; n < faces_.size(); ++n) {
    const WallFace& f = faces_[n];
    const Patch* const p = face_condition_[n];
    const Strength strength = strength_of(p);
    if (strength == Strength::given || strength == Strength::moving_wall)
      if (numbers.try_emplace(p, static_cast<int>(given_by_.size())).second)
        given_by_.push_back({p, patches_[static_cast<std::size_t>(f.patch)], is_box() ? f.patch : -1});
    for (int m = 0; m < corners; ++m) {
      AtNode& node = all[f.nodes[m]];
      Point share{};
      for (int a = 0; a < 3; ++a) share[a] = f.area[a] / corners;
      if (strength == Strength::slip) node.add_slip(share);
      if (strength > node.strength) {
        node.strength = strength;
        node.condition = strength == Strength::wall || strength == Strength::slip ? -1 : numbers[p];
      }
      if (!p || !is_open(kind_of(*p))) continue;
      node.open = true;
      for (int a = 0; a < 3; ++a) node.outflow.area[a] += share[a];
      node.outflow.pressure =
          evaluate(p->values[0], "boundary." + patches_[f.patch] + ".pressure", f.centre, 0) / options_.fluid.density;
      node.outflow.fixed = node.outflow.fixed || kind_of(*p) == Kind::outflow_pressure;
      node.outflow.absorbs = node.outflow.absorbs || kind_of(*p) == Kind::outflow_absorbing;
    }
  }
  for (auto& [number, node] : all) {
    const auto projection = node.projection();
    if (node.strength != Strength::none) imposed_.push_back({number, projection, node.condition});
    const bool free = projection != std::array<double, 6>{};
    node.outflow.node = number;
    if (node.open && free) open_.push_back(node.outflow);
  }
  for (const Given& g : given_by_) {
    const bool formulas = timed(g.patch->values);
    if (formulas) given_varies_until_ = std::numeric_limits<double>::infinity();
    if (kind_of(*g.patch) == Kind::wind) given_varies_until_ = std::max(given_varies_until_, options_.wind.ramp);
  }
}

Point Domain::given_at(const Given& g, const Point& place, double time) const {
  if (kind_of(*g.patch) == Kind::wind) return wind_.velocity(place, time);
  Point v{};
  for (int a = 0; a < dimensions(); ++a)
    v[a] = evaluate(g.patch->values[static_cast<std::size_t>(a)], "boundary." + g.name + ".velocity", place, time);
  return v;
}

std::vector<Point> Domain::given(double time) const {
  std::vector<Point> all;
  all.reserve(imposed_.size());
  for (const ImposedNode& n : imposed_)
    all.push_back(n.condition < 0 ? Point{}
                                  : given_at(given_by_[static_cast<std::size_t>(n.condition)], place(n.node), time));
  return all;
}

std::vector<int> Domain::inflow_nodes() const {
  std::vector<int> nodes;
  for (const ImposedNode& n : imposed_)
    if (n.condition >= 0 && strength_of(given_by_[static_cast<std::size_t>(n.condition)].patch) == Strength::given)
      nodes.push_back(n.node);
  return nodes;
}

double Domain::pull(const Point& at) const {
  const SpongeOptions& s = options_.sponge;
  if (!(s.length > 0)) return 0;
  const double part = std::max(0.0, 1 - (grid_.upper(0) - at[0]) / s.length);
  return s.strength * part * part;
}
double Domain::pulled_to(int axis) const {
  const SpongeOptions& s = options_.sponge;
  if (!s.velocity.empty()) return s.velocity[static_cast<std::size_t>(axis)];
  return axis == 0 ? options_.fluid.velocity : 0;
}

std::vector<int> Domain::gusty_nodes() const {
  std::vector<int> places;
  for (std::size_t n = 0; n < imposed_.size(); ++n) {
    const int c = imposed_[n].condition;
    if (c >= 0 && kind_of(*given_by_[static_cast<std::size_t>(c)].patch) == Kind::wind)
      places.push_back(static_cast<int>(n));
  }
  return places;
}

std::vector<Point> Domain::gusty_areas() const {
  std::map<int, Point> shares;
  const int corners = 2 * (dimensions() - 1);
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    if (!face_condition_[f] || kind_of(*face_condition_[f]) != Kind::wind) continue;
    for (int n = 0; n < corners; ++n)
      for (int a = 0; a < 3; ++a) shares[faces_[f].nodes[n]][a] += faces_[f].area[a] / corners;
  }
  std::vector<Point> all;
  for (int place : gusty_nodes()) all.push_back(shares[imposed_[static_cast<std::size_t>(place)].node]);
  return all;
}

}  // namespace eddy::galerkin
