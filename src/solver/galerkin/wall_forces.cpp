#include "solver/galerkin/wall_forces.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "mesh/vectors.hpp"
#include "solver/galerkin/boundary.hpp"

namespace eddy::galerkin {
namespace {

// What the wind sees of faces; their areas point into the body.
double frontal_area(const Domain& domain, const std::vector<int>& faces, const Point& along) {
  double area = 0;
  for (int f : faces) area += std::max(dot(domain.faces()[static_cast<std::size_t>(f)].area, along), 0.0);
  return area;
}

}  // namespace

double force_scale(const Domain& domain, const ForcesOptions& f) {
  const GalerkinOptions& o = domain.options();
  const Point along = any_of_kind(o.boundary, Kind::wind) ? domain.wind().direction() : Point{1, 0, 0};
  const double velocity = f.velocity.value_or(o.fluid.velocity);
  double area = f.length.value_or(o.fluid.length);
  if (domain.dimensions() == 3)
    area = f.area ? *f.area : frontal_area(domain, domain.faces_of(domain.patches_of(f.name, f.patches)), along);
  return 0.5 * o.fluid.density * velocity * velocity * area;
}
WallForces::WallForces(const Domain& domain) : domain_(domain) {
  const GalerkinOptions& o = domain.options();
  if (any_of_kind(o.boundary, Kind::wind)) along_ = domain.wind().direction();
  Point up{0, 0, 1};
  if (domain.dimensions() == 3 && o.wind.up) {
    up = {};
    up[static_cast<std::size_t>(*o.wind.up)] = 1;
  }
  across_ = cross(up, along_);
  const std::vector<int> nodes = domain.wall_nodes();
  for (const ForcesOptions& f : o.forces) groups_.push_back(group_of(f, nodes));
}

WallForces::Group WallForces::group_of(const ForcesOptions& f, const std::vector<int>& wall_nodes) const {
  const FluidOptions& fluid = domain_.options().fluid;
  Group g;
  g.options = &f;
  const std::vector<int> faces = domain_.faces_of(domain_.patches_of(f.name, f.patches));
  std::set<int> nodes;
  for (int n : faces)
    for (int m = 0; m < 2 * (domain_.dimensions() - 1); ++m)
      nodes.insert(domain_.faces()[static_cast<std::size_t>(n)].nodes[m]);
  Point centre{};
  std::copy(f.centre.begin(), f.centre.end(), centre.begin());
  for (int n : nodes) {
    const auto at = std::lower_bound(wall_nodes.begin(), wall_nodes.end(), n);
    g.nodes.push_back({static_cast<int>(at - wall_nodes.begin()), minus(domain_.place(n), centre), {}});
  }
  g.length = f.length.value_or(fluid.length);
  g.scale = force_scale(domain_, f);
  g.faces = faces;
  cut_strips(g, wall_nodes);
  return g;
}

// A node stands for the heights that are nearer to it than to the next: strips share its force by what they have of them.
void WallForces::cut_strips(Group& g, const std::vector<int>& wall_nodes) const {
  const int count = g.options->strips;
  if (count == 0 || g.nodes.empty()) return;
  const int up = g.options->up ? static_cast<int>(*g.options->up) : domain_.dimensions() - 1;
  const auto height = [&](const Node& n) { return domain_.place(wall_nodes[static_cast<std::size_t>(n.place)])[up]; };
  std::set<double> levels;
  for (const Node& n : g.nodes) levels.insert(height(n));
  const double low = *levels.begin(), high = *levels.rbegin();
  for (Node& n : g.nodes) {
    const auto at = levels.find(height(n));
    const double from = at == levels.begin() ? low : 0.5 * (*std::prev(at) + *at);
    const double to = std::next(at) == levels.end() ? high : 0.5 * (*at + *std::next(at));
    for (int s = 0; s < count; ++s) {
      const double bottom = low + (high - low) * s / count, top = low + (high - low) * (s + 1) / count;
      const double part = std::min(to, top) - std::max(from, bottom);
      if (part > 0) n.strips.push_back({s, part / (to - from)});
    }
  }
}

void WallForces::add_strips(const Group& g, const WallState& state, std::vector<Number>& all) const {
  const double density = domain_.options().fluid.density;
  const int count = g.options->strips;
  std::vector<Point> sums(static_cast<std::size_t>(count));
  for (const Node& n : g.nodes)
    for (const Strip& s : n.strips)
      for (int a = 0; a < 3; ++a)
        sums[static_cast<std::size_t>(s.number)][a] +=
            s.share * density * state.reaction[static_cast<std::size_t>(n.place)][a];
  for (int s = 0; s < count; ++s) {
    const std::string name = "_" + g.options->name + "_" + std::to_string(s + 1);
    all.push_back({"cd" + name, "", dot(sums[s], along_) * count / g.scale});
    all.push_back({"cl" + name, "", dot(sums[s], across_) * count / g.scale});
  }
}

void WallForces::add(std::vector<Number>& all, const WallState& state) const {
  const int d = domain_.dimensions();
  const double density = domain_.options().fluid.density;
  for (const Group& g : groups_) {
    Point force{}, moment{};
    for (const Node& n : g.nodes) {
      const Point& r = state.reaction[static_cast<std::size_t>(n.place)];
      const Point turn = cross(n.arm, r);
      for (int a = 0; a < 3; ++a) {
        force[a] += density * r[a];
        moment[a] += density * turn[a];
      }
    }
    const std::string name = "_" + g.options->name;
    for (int a = 0; a < d; ++a) all.push_back({"force" + name + "_" + "xyz"[a], d == 2 ? "N/m" : "N", force[a]});
    for (int a = d == 2 ? 2 : 0; a < 3; ++a)
      all.push_back({"moment" + name + "_" + "xyz"[a], d == 2 ? "N" : "N m", moment[a]});
    if (!(g.scale > 0)) continue;
    all.push_back({"cd" + name, "", dot(force, along_) / g.scale});
    all.push_back({"cl" + name, "", dot(force, across_) / g.scale});
    for (int a = d == 2 ? 2 : 0; a < 3; ++a)
      all.push_back({"cm" + name + (d == 2 ? "" : std::string("_") + "xyz"[a]), "", moment[a] / (g.scale * g.length)});
    add_strips(g, state, all);
  }
}

void WallForces::add_parts(std::vector<Number>& all, const NodalState& state) const {
  const int d = domain_.dimensions();
  for (const Group& g : groups_) {
    const SurfaceForce force = surface_force(domain_, g.faces, state);
    const std::string name = "_" + g.options->name;
    for (int a = 0; a < d; ++a) {
      const std::string axis = std::string("_") + "xyz"[a], unit = d == 2 ? "N/m" : "N";
      all.push_back({"force_pressure" + name + axis, unit, force.pressure[a]});
      all.push_back({"force_viscous" + name + axis, unit, force.friction[a]});
    }
    if (!(g.scale > 0)) continue;
    all.push_back({"cd_pressure" + name, "", dot(force.pressure, along_) / g.scale});
    all.push_back({"cd_viscous" + name, "", dot(force.friction, along_) / g.scale});
  }
}

}  // namespace eddy::galerkin
