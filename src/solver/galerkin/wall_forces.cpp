#include "solver/galerkin/wall_forces.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "mesh/vectors.hpp"
#include "solver/galerkin/boundary.hpp"

namespace eddy::galerkin {
namespace {

// The area of faces projected along the wind; area vectors point into the body.
double frontal_area(const Domain& domain, const std::vector<int>& faces, const Point& along) {
  double area = 0;
  for (int f : faces) area += std::max(dot(domain.faces()[static_cast<std::size_t>(f)].area, along), 0.0);
  return area;
}

}  // namespace

double force_scale(const Domain& domain, const ForcesOptions& f) {
  const GalerkinOptions& o = domain.options();
  const double velocity = f.velocity.value_or(o.fluid.velocity);
  double area = f.length.value_or(o.fluid.length);
  if (domain.dimensions() == 3)
    area = f.area
               ? *f.area
               : frontal_area(domain, domain.faces_of(domain.patches_of(f.name, f.patches)), force_axes(domain).along);
  return 0.5 * o.fluid.density * velocity * velocity * area;
}

ForceAxes force_axes(const Domain& domain) {
  const GalerkinOptions& o = domain.options();
  ForceAxes axes;
  if (any_of_kind(o.boundary, Kind::wind)) axes.along = domain.wind().direction();
  Point up{0, 0, 1};
  if (domain.dimensions() == 3 && o.wind.up) {
    up = {};
    up[static_cast<std::size_t>(*o.wind.up)] = 1;
  }
  axes.across = cross(up, axes.along);
  return axes;
}

int strip_axis(const Domain& domain, const ForcesOptions& f) {
  return f.up ? static_cast<int>(*f.up) : domain.dimensions() - 1;
}

std::string torsion_name(const Domain& domain, const ForcesOptions& f) {
  return f.name + (domain.dimensions() == 2 ? "" : std::string("_") + "xyz"[strip_axis(domain, f)]);
}
int torsion_axis(const Domain& domain, const ForcesOptions& f) {
  return domain.dimensions() == 2 ? 2 : strip_axis(domain, f);
}

Point moment_centre(const ForcesOptions& f) {
  Point centre{};
  std::copy(f.centre.begin(), f.centre.end(), centre.begin());
  return centre;
}

WallForces::WallForces(const Domain& domain) : domain_(domain), axes_(force_axes(domain)) {
  const std::vector<int> nodes = domain.wall_nodes();
  for (const ForcesOptions& f : domain.options().forces) groups_.push_back(group_of(f, nodes));
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
  const Point centre = moment_centre(f);
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

// A node stands for the heights that are nearer to it than to other nodes; its force is shared among strips by how much
// of this range each of them covers.
void WallForces::cut_strips(Group& g, const std::vector<int>& wall_nodes) const {
  const int count = g.options->strips;
  if (count == 0 || g.nodes.empty()) return;
  const int up = strip_axis(domain_, *g.options);
  const auto height = [&](const Node& n) { return domain_.place(wall_nodes[static_cast<std::size_t>(n.place)])[up]; };
  std::set<double> levels;
  for (const Node& n : g.nodes) levels.insert(height(n));
  const double low = *levels.begin(), high = *levels.rbegin();
  for (Node& n : g.nodes) {
    const auto at = levels.find(height(n));
    const double from = at == levels.begin() ? low : 0.5 * (*std::prev(at) + *at);
    const double to = std::next(at) == levels.end() ? high : 0.5 * (*at + *std::next(at));
    n.strips = static_cast<int>(g.strips.size());
    for (int s = 0; s < count; ++s) {
      const double bottom = low + (high - low) * s / count, top = low + (high - low) * (s + 1) / count;
      const double part = std::min(to, top) - std::max(from, bottom);
      if (part > 0) g.strips.push_back({s, part / (to - from)});
    }
    n.strips_end = static_cast<int>(g.strips.size());
  }
}

WallForces::Sums WallForces::sum_of(const Group& g, const WallState& state, std::vector<Sums>& strips) const {
  const double density = domain_.options().fluid.density;
  Sums whole;
  for (const Node& n : g.nodes) {
    const Point& r = state.reaction[static_cast<std::size_t>(n.place)];
    const Point turn = cross(n.arm, r);
    for (int a = 0; a < 3; ++a) {
      whole.force[a] += density * r[a];
      whole.moment[a] += density * turn[a];
    }
    for (int m = n.strips; m < n.strips_end; ++m) {
      const Strip& s = g.strips[static_cast<std::size_t>(m)];
      Sums& sums = strips[static_cast<std::size_t>(s.number)];
      const double share = s.share * density;
      for (int a = 0; a < 3; ++a) {
        sums.force[a] += share * r[a];
        sums.moment[a] += share * turn[a];
      }
    }
  }
  return whole;
}

void WallForces::add_strips(const Group& g, const std::vector<Sums>& strips, std::vector<Number>& all) const {
  const int count = g.options->strips, turn = torsion_axis(domain_, *g.options);
  for (int s = 0; s < count; ++s) {
    const auto& [force, moment] = strips[static_cast<std::size_t>(s)];
    const std::string number = "_" + std::to_string(s + 1), name = "_" + g.options->name + number;
    all.push_back({"cd" + name, "", dot(force, axes_.along) * count / g.scale});
    all.push_back({"cl" + name, "", dot(force, axes_.across) * count / g.scale});
    all.push_back({"cm_" + torsion_name(domain_, *g.options) + number, "",
                   moment[static_cast<std::size_t>(turn)] * count / (g.scale * g.length)});
  }
}

void WallForces::add(std::vector<Number>& all, const WallState& state) const {
  const int d = domain_.dimensions();
  for (const Group& g : groups_) {
    std::vector<Sums> strips(static_cast<std::size_t>(g.options->strips));
    const auto [force, moment] = sum_of(g, state, strips);
    const std::string name = "_" + g.options->name;
    for (int a = 0; a < d; ++a) all.push_back({"force" + name + "_" + "xyz"[a], d == 2 ? "N/m" : "N", force[a]});
    for (int a = d == 2 ? 2 : 0; a < 3; ++a)
      all.push_back({"moment" + name + "_" + "xyz"[a], d == 2 ? "N" : "N m", moment[a]});
    if (!(g.scale > 0)) continue;
    all.push_back({"cd" + name, "", dot(force, axes_.along) / g.scale});
    all.push_back({"cl" + name, "", dot(force, axes_.across) / g.scale});
    for (int a = d == 2 ? 2 : 0; a < 3; ++a)
      all.push_back({"cm" + name + (d == 2 ? "" : std::string("_") + "xyz"[a]), "", moment[a] / (g.scale * g.length)});
    add_strips(g, strips, all);
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
    all.push_back({"cd_pressure" + name, "", dot(force.pressure, axes_.along) / g.scale});
    all.push_back({"cd_viscous" + name, "", dot(force.friction, axes_.along) / g.scale});
  }
}

}  // namespace eddy::galerkin
