#include "solver/galerkin/force_parts.hpp"

#include <algorithm>

#include "mesh/vectors.hpp"
#include "solver/galerkin/boundary.hpp"
#include "solver/galerkin/element.hpp"
#include "solver/galerkin/mixing_length.hpp"
#include "solver/galerkin/wall_forces.hpp"

namespace eddy::galerkin {

ForceParts::ForceParts(const Domain& domain) : domain_(domain) {
  const GalerkinOptions& o = domain.options();
  if (o.forces.empty()) return;
  if (any_of_kind(o.boundary, Kind::wind)) along_ = domain.wind().direction();
  const std::vector<int> nodes = domain.nodes_at_forces();
  for (const ForcesOptions& f : o.forces) {
    Group g{f.name, force_scale(domain, f), {}, std::vector<double>(6, 0.0)};
    for (int n : domain.faces_of(domain.patches_of(f.name, f.patches)))
      g.faces.push_back(face_of(domain.faces()[static_cast<std::size_t>(n)], nodes));
    groups_.push_back(std::move(g));
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
  double pressure = 0;
  for (int n = 0; n < around; ++n) pressure += values[static_cast<std::size_t>(f.nodes[n])][3] / around;
  std::array<Point, 3> slope{};
  for (int n = 0; n < 1 << d; ++n)
    for (int i = 0; i < d; ++i)
      for (int j = 0; j < d; ++j) slope[i][j] += values[static_cast<std::size_t>(f.corners[n])][i] * f.slopes[n][j];
  const double nu = viscosity(f, slope, eddy);
  for (int i = 0; i < d; ++i) {
    g.sums[i] += density * pressure * f.area[i];
    for (int j = 0; j < d; ++j) g.sums[3 + i] -= density * nu * (slope[i][j] + slope[j][i]) * f.area[j];
  }
}

void ForceParts::sample(const NodeValues& values, const std::vector<double>& eddy) {
  ++count_;
  for (Group& g : groups_)
    for (const Face& f : g.faces) add_face(g, f, values, eddy);
}

void ForceParts::add_numbers(std::vector<Number>& numbers) const {
  if (count_ == 0) return;
  const int d = domain_.dimensions();
  for (const Group& g : groups_) {
    Point pressure{}, friction{};
    for (int a = 0; a < d; ++a) {
      const std::string axis = "_" + g.name + "_" + "xyz"[a], unit = d == 2 ? "N/m" : "N";
      pressure[a] = g.sums[a] / double(count_);
      friction[a] = g.sums[3 + a] / double(count_);
      numbers.push_back({"mean_force_pressure" + axis, unit, pressure[a]});
      numbers.push_back({"mean_force_viscous" + axis, unit, friction[a]});
    }
    if (!(g.scale > 0)) continue;
    numbers.push_back({"mean_cd_pressure_" + g.name, "", dot(pressure, along_) / g.scale});
    numbers.push_back({"mean_cd_viscous_" + g.name, "", dot(friction, along_) / g.scale});
  }
}

void ForceParts::state(Archive& archive) {
  if (!any()) return;
  archive.scalar("force_parts.count", count_);
  for (Group& g : groups_)
    for (std::size_t n = 0; n < g.sums.size(); ++n)
      archive.scalar("force_parts." + g.name + "." + std::to_string(n), g.sums[n]);
}

}  // namespace eddy::galerkin
