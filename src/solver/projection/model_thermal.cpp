// The temperature of the flow problem: what walls, sources, the start and an exact solution give.
#include "solver/places.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

std::vector<int> Model::walls_of(int side) const {
  std::vector<int> all;
  each(side_box(side), [&](const auto& index) {
    int found = -1;
    for (int n = 0; n < static_cast<int>(options_.wall.size()); ++n) {
      const ThermalWall& w = options_.wall[n];
      if (static_cast<int>(w.side) != side) continue;
      if (!w.where || evaluate(*w.where, "wall." + w.name + ".where", place(side, side / 2, index), 0) != 0) found = n;
    }
    all.push_back(found);
  });
  return all;
}
std::vector<double> Model::thermal_values(int side, double t) const {
  const auto wall = walls_of(side);
  const int axis = side / 2;
  const double h = width(axis, side % 2 ? grid_.cells(axis) - 1 : 0);
  std::vector<double> all;
  each(side_box(side), [&](const auto& index) {
    const int n = wall[all.size()];
    if (n < 0) return all.push_back(0);
    const ThermalWall& w = options_.wall[n];
    const auto at = place(side, axis, index);
    all.push_back(w.temperature ? evaluate(*w.temperature, "wall." + w.name + ".temperature", at, t)
                                : evaluate(*w.flux, "wall." + w.name + ".flux", at, t) * h / options_.diffusivity());
  });
  return all;
}
std::vector<double> Model::thermal_mirror(int side) const {
  std::vector<double> all;
  for (int n : walls_of(side)) all.push_back(n >= 0 && options_.wall[n].temperature ? -1.0 : 1.0);
  return all;
}
std::vector<double> Model::wall_areas(const ThermalWall& wall) const {
  const int side = static_cast<int>(wall.side);
  auto area = areas(side);
  const auto of = walls_of(side);
  for (std::size_t n = 0; n < area.size(); ++n)
    if (of[n] < 0 || &options_.wall[of[n]] != &wall) area[n] = 0;
  return area;
}
bool Model::thermal_varies() const {
  for (const ThermalWall& w : options_.wall)
    if ((w.temperature && w.temperature->uses_time()) || (w.flux && w.flux->uses_time())) return true;
  return false;
}
std::vector<double> Model::source(double t) const { return at_faces(options_.heat->source, "heat.source", -1, t); }
std::vector<double> Model::initial_temperature() const {
  return at_faces(options_.temperature, "initial.temperature", -1, 0);
}
std::vector<double> Model::exact_temperature(double t) const {
  return at_faces(*options_.exact_temperature, "exact.temperature", -1, t);
}

}  // namespace eddy::projection
