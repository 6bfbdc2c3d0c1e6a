#include "solver/galerkin/force_parts.hpp"

#include <algorithm>

#include "mesh/vectors.hpp"
#include "solver/galerkin/element.hpp"
#include "solver/galerkin/mixing_length.hpp"

namespace eddy::galerkin {

void ForceParts::Load::add(const Point& arm, const Point& by_pressure, const Point& by_friction, double share) {
  const Point turn = cross(arm, by_pressure), rub = cross(arm, by_friction);
  for (int a = 0; a < 3; ++a) {
    pressure[a] += share * by_pressure[a];
    friction[a] += share * by_friction[a];
    pressure_moment[a] += share * turn[a];
    friction_moment[a] += share * rub[a];
  }
}

ForceParts::ForceParts(const Domain& domain) : domain_(domain), axes_(force_axes(domain)) {
  const std::vector<int> nodes = domain.nodes_at_forces();
  for (const ForcesOptions& f : domain.options().forces) groups_.push_back(group_of(f, nodes));
}

ForceParts::Group ForceParts::group_of(const ForcesOptions& f, const std::vector<int>& nodes) const {
  Group g{&f, force_scale(domain_, f), f.length.value_or(domain_.options().fluid.length), {}, {}, {}};
  const std::vector<int> faces = domain_.faces_of(domain_.patches_of(f.name, f.patches));
  const Point centre = moment_centre(f);
  for (int n : faces) {
    const WallFace& face = domain_.faces()[static_cast<std::size_t>(n)];
    g.faces.push_back(face_of(face, nodes));
    g.faces.back().arm = minus(face.centre, centre);
  }
  cut_strips(g, faces);
  return g;
}

// A face is shared among strips by the part of its height that lies in each; a level face belongs to one strip, at the
// boundary of two to the lower one.
void ForceParts::cut_strips(Group& g, const std::vector<int>& faces) const {
  const int count = g.options->strips, up = strip_axis(domain_, *g.options);
  if (count == 0 || faces.empty()) return;
  g.strips.resize(static_cast<std::size_t>(count));
  std::vector<std::array<double, 2>> reach;
  double low = 1e300, high = -1e300;
  for (int n : faces) {
    std::array<double, 2>& r = reach.emplace_back(std::array{1e300, -1e300});
    for (int m = 0; m < 2 * (domain_.dimensions() - 1); ++m) {
      const double at = domain_.place(domain_.faces()[static_cast<std::size_t>(n)].nodes[m])[up];
      r = {std::min(r[0], at), std::max(r[1], at)};
    }
    low = std::min(low, r[0]);
    high = std::max(high, r[1]);
  }
  const auto level = [&](int strip) { return low + (high - low) * strip / count; };
  for (std::size_t n = 0; n < faces.size(); ++n) {
    const auto [from, to] = reach[n];
    const double height = to - from;
    for (int s = 0; s < count; ++s) {
      const double common = std::min(to, level(s + 1)) - std::max(from, level(s));
      const bool here = (s == 0 || from > level(s)) && (s == count - 1 || from <= level(s + 1));
      const double part = height > 0 ? common / height : here ? 1 : 0;
      if (part > 0) g.faces[n].strips.push_back({s, part});
    }
  }
}

ForceParts::Face ForceParts::face_of(const WallFace& f, const std::vector<int>& nodes) const {
  const auto place = [&](int node) {
    return static_cast<int>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
  };
  const ElementShape s = domain_.shape(f.element);
  Face face;
  for (int n = 0; n < 2 * (domain_.dimensions() - 1); ++n) face.nodes[n] = place(f.nodes[n]);
  for (int n = 0; n < s.corners; ++n) face.corners[n] = place(s.nodes[n]);
  face.slopes = s.slopes;
  face.area = f.area;
  face.element = f.element;
  if (domain_.options().turbulence.model != Model::none)
    face.length_squared = mixing_length_squared(domain_, f.element);
  return face;
}

double ForceParts::viscosity(const Face& f, const std::array<Point, 3>& slope, const std::vector<double>& eddy) const {
  const double nu = domain_.options().fluid.kinematic();
  if (!eddy.empty()) return nu + eddy[static_cast<std::size_t>(f.element)];
  const Model model = domain_.options().turbulence.model;
  if (model == Model::none) return nu;
  const auto of = [&]<int D>() {
    double l[D + 1][D] = {};
    for (int i = 0; i < D; ++i)
      for (int j = 0; j < D; ++j) l[i][j] = slope[i][j];
    return model == Model::wale ? Wale::eddy_viscosity<double, D>(l, f.length_squared)
                                : Smagorinsky::eddy_viscosity<double, D>(l, f.length_squared);
  };
  return nu + (domain_.dimensions() == 2 ? of.operator()<2>() : of.operator()<3>());
}

void ForceParts::add_face(Group& g, const Face& f, const NodeValues& values, const std::vector<double>& eddy) const {
  const int d = domain_.dimensions(), around = 2 * (d - 1);
  const double density = domain_.options().fluid.density;
  double p = 0;
  for (int n = 0; n < around; ++n) p += values[static_cast<std::size_t>(f.nodes[n])][3] / around;
  std::array<Point, 3> slope{};
  for (int n = 0; n < 1 << d; ++n)
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) slope[i][j] += values[static_cast<std::size_t>(f.corners[n])][i] * f.slopes[n][j];
  const double nu = viscosity(f, slope, eddy);
  Point pressure{}, friction{};
  for (int i = 0; i < d; ++i) {
    pressure[i] = density * p * f.area[i];
    for (int j = 0; j < d; ++j) friction[i] -= density * nu * (slope[i][j] + slope[j][i]) * f.area[j];
  }
  g.whole.add(f.arm, pressure, friction, 1);
  for (const auto& [strip, share] : f.strips)
    g.strips[static_cast<std::size_t>(strip)].add(f.arm, pressure, friction, share);
}

void ForceParts::sample(const NodeValues& values, const std::vector<double>& eddy) {
  ++count_;
  for (Group& g : groups_)
    for (const Face& f : g.faces) add_face(g, f, values, eddy);
}

void ForceParts::add_numbers(std::vector<Number>& numbers) const {
  if (count_ == 0) return;
  for (const Group& g : groups_) {
    add_whole(g, numbers);
    if (g.scale > 0) add_strips(g, numbers);
  }
}

void ForceParts::add_whole(const Group& g, std::vector<Number>& numbers) const {
  const int d = domain_.dimensions();
  const double samples = double(count_);
  for (int a = 0; a < d; ++a) {
    const std::string axis = "_" + g.options->name + "_" + "xyz"[a], unit = d == 2 ? "N/m" : "N";
    numbers.push_back({"mean_force_pressure" + axis, unit, g.whole.pressure[a] / samples});
    numbers.push_back({"mean_force_viscous" + axis, unit, g.whole.friction[a] / samples});
  }
  for (int a = d == 2 ? 2 : 0; a < 3; ++a) {
    const std::string axis = "_" + g.options->name + "_" + "xyz"[a], unit = d == 2 ? "N" : "N m";
    numbers.push_back({"mean_moment_pressure" + axis, unit, g.whole.pressure_moment[a] / samples});
    numbers.push_back({"mean_moment_viscous" + axis, unit, g.whole.friction_moment[a] / samples});
  }
  if (!(g.scale > 0)) return;
  numbers.push_back(
      {"mean_cd_pressure_" + g.options->name, "", dot(g.whole.pressure, axes_.along) / samples / g.scale});
  numbers.push_back({"mean_cd_viscous_" + g.options->name, "", dot(g.whole.friction, axes_.along) / samples / g.scale});
}

void ForceParts::add_strips(const Group& g, std::vector<Number>& numbers) const {
  const double per_strip = double(g.strips.size()) / (double(count_) * g.scale);
  const auto turn = static_cast<std::size_t>(torsion_axis(domain_, *g.options));
  for (std::size_t s = 0; s < g.strips.size(); ++s) {
    const Load& load = g.strips[s];
    const std::string number = "_" + std::to_string(s + 1), name = "_" + g.options->name + number;
    const auto both = [&](const Point& along) { return dot(load.pressure, along) + dot(load.friction, along); };
    const double torsion = load.pressure_moment[turn] + load.friction_moment[turn];
    numbers.push_back({"mean_surface_cd" + name, "", per_strip * both(axes_.along)});
    numbers.push_back({"mean_surface_cl" + name, "", per_strip * both(axes_.across)});
    numbers.push_back(
        {"mean_surface_cm_" + torsion_name(domain_, *g.options) + number, "", per_strip * torsion / g.length});
  }
}

void ForceParts::state(Archive& archive) {
  if (!any()) return;
  archive.scalar("force_parts.count", count_);
  const auto store = [&](const std::string& name, Load& load) {
    int n = 0;
    for (Point* part : {&load.pressure, &load.friction, &load.pressure_moment, &load.friction_moment})
      for (double& value : *part) archive.scalar(name + "." + std::to_string(n++), value);
  };
  for (Group& g : groups_) {
    const std::string name = "force_parts." + g.options->name;
    store(name, g.whole);
    for (std::size_t s = 0; s < g.strips.size(); ++s) store(name + ".strip" + std::to_string(s), g.strips[s]);
  }
}

}  // namespace eddy::galerkin
