// The effect of holes on the values of cells and faces.
#include <algorithm>
#include <cmath>
#include <map>

#include "solver/heat/model.hpp"
#include "solver/heat_boundary/list.hpp"
#include "solver/places.hpp"

namespace eddy::heat {

std::array<bool, 3> Model::periodic_axes() const {
  std::array<bool, 3> all{};
  for (int a = 0; a < grid_.dimensions; ++a) all[a] = periodic(a);
  return all;
}

double Model::open_area(int side, int n, int m) const {
  const int axis = side / 2, first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  Place face{}, size = grid_.cells();
  face[axis] = side % 2 ? grid_.cells(axis) : 0;
  face[first] = n;
  face[second] = m;
  ++size[axis];
  return area(axis, n, m) * holes_.open(axis, place_in({{0, 0, 0}, size}, face));
}

// Between the surface and the centre of a cell is material with the cell's conductivity. A centre inside the hole has
// the temperature that the material would have there: the coefficient k h / (k + h d), with negative d, is then larger
// than the surface's own. If the cell is so wide that it would become negative, twice the surface's own is used.
Face Model::hole_face(const HolePiece& piece, double t) const {
  const Region& r = options_.region[std::size_t(piece.region)];
  const Patch& patch = r.surface.front();
  const Condition& condition = condition_of(patch);
  const std::string key = "region." + r.name + ".surface";
  double values[4] = {};
  for (std::size_t v = 0; v < patch.values.size(); ++v) values[v] = evaluate(patch.values[v], key, piece.at, t);
  const double k = conductivity_[piece.cell], shortest = 1e-9 * narrowest_cell(grid_);
  const double d = std::abs(piece.distance) > shortest ? piece.distance : shortest;
  Face face = condition.face(k / d, values);
  if (d > 0) return face;
  const double most = 2 * condition.face(k / shortest, values).conductance;
  if (!(face.conductance >= 0) || face.conductance > most) face.conductance = most;
  return face;
}

std::vector<double> Model::exchange() const {
  std::vector<double> all(static_cast<std::size_t>(grid_.cell_count()), 0);
  for (const HolePiece& p : holes_.pieces()) all[p.cell] += hole_face(p, 0).conductance * p.area;
  return all;
}

void Model::add_holes(std::vector<double>& source, double t) const {
  for (const HolePiece& p : holes_.pieces()) {
    const Face f = hole_face(p, t);
    source[p.cell] += (f.conductance * f.ghost + f.flux) * p.area;
  }
}

Model::HoleHeat Model::hole_heat(int region, double t) const {
  const Box box = holes_.around(region);
  HoleHeat heat;
  heat.exchange.assign(static_cast<std::size_t>(box.cells()), 0);
  heat.beyond = heat.exchange;
  long double flux = 0;
  const Place n = grid_.cells();
  for (const HolePiece& p : holes_.pieces()) {
    if (p.region != region) continue;
    const Place c{int(p.cell % n[0]), int(p.cell / n[0] % n[1]), int(p.cell / n[0] / n[1])};
    const Face f = hole_face(p, t);
    const std::size_t at = place_in(box, c);
    const double g = f.conductance * p.area;
    if (g > 0) heat.beyond[at] += (f.ghost - heat.beyond[at]) * g / (heat.exchange[at] + g);
    heat.exchange[at] += g;
    flux += f.flux * p.area;
  }
  heat.flux = static_cast<double>(flux);
  return heat;
}

std::vector<std::pair<Place, double>> Model::wall_temperatures(double t) const {
  struct Mean {
    double sum = 0;
    int count = 0;
  };
  std::map<Place, Mean> found;
  for (const HolePiece& p : holes_.pieces()) {
    if (!p.beyond) continue;
    Mean& m = found[*p.beyond];
    m.sum += hole_face(p, t).ghost;
    ++m.count;
  }
  std::vector<std::pair<Place, double>> all;
  for (const auto& [cell, m] : found) all.emplace_back(cell, m.sum / m.count);
  return all;
}

bool Model::holes_fix_value() const {
  const auto& all = holes_.pieces();
  return std::any_of(all.begin(), all.end(), [&](const HolePiece& p) { return hole_face(p, 0).conductance > 0; });
}

void Model::refuse_holes(bool steady) const {
  if (!holes_.any()) return;
  holes_.refuse(periodic_axes());
  if (!steady) return;
  std::vector<std::uint8_t> leads;
  for (double g : exchange()) leads.push_back(g > 0);
  for (int side = 0; side < 2 * grid_.dimensions; ++side) {
    const int axis = side / 2;
    if (periodic(axis)) continue;
    Place size = grid_.cells();
    ++size[axis];
    each(cells().layer(axis, side % 2), [&](const Place& c) {
      const double g = conductance_[axis][place_in({{0, 0, 0}, size}, moved(c, axis, side % 2))];
      if (g > 0) leads[place_in(cells(), c)] = 1;
    });
  }
  holes_.refuse_loose(leads, periodic_axes());
}

}  // namespace eddy::heat
