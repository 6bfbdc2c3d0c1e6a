// The temperature of the flow problem: values of walls, sources, the initial state and an exact solution.
#include <algorithm>

#include "solver/places.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

std::vector<int> Model::walls_of(int side) const {
  std::vector<int> all;
  each(side_box(side), [&](const auto& index) {
    int found = -1;
    for (int n = 0; n < static_cast<int>(wall_heat_.size()); ++n) {
      const WallHeat& w = wall_heat_[n];
      if (w.side != side) continue;
      if (!w.where || evaluate(*w.where, w.key + ".where", place(side, side / 2, index), 0) != 0) found = n;
    }
    all.push_back(found);
  });
  return all;
}
std::vector<GhostRule> Model::ghost_rules(int side, double t) const {
  const auto wall = walls_of(side);
  const int axis = side / 2;
  const double h = width(axis, side % 2 ? grid_.cells(axis) - 1 : 0);
  std::vector<GhostRule> all;
  each(side_box(side), [&](const auto& index) {
    const int n = wall[all.size()];
    if (n < 0) return all.push_back({1, 0});
    const WallHeat& w = wall_heat_[n];
    std::vector<double> values;
    for (std::size_t v = 0; v < w.condition.values.size(); ++v)
      values.push_back(evaluate(w.condition.values[v], w.key + "." + thermal_kinds()[w.condition.kind].values[v].key,
                                place(side, axis, index), t));
    all.push_back(ghost_rule(w.condition, values, h, options_.diffusivity()));
  });
  return all;
}
std::vector<double> Model::thermal_values(int side, double t) const {
  std::vector<double> all;
  for (const GhostRule& rule : ghost_rules(side, t)) all.push_back(rule.given);
  return all;
}
std::vector<double> Model::thermal_mirror(int side, double t) const {
  std::vector<double> all;
  for (const GhostRule& rule : ghost_rules(side, t)) all.push_back(rule.mirror);
  return all;
}
std::vector<double> Model::wall_areas(int wall) const {
  const int side = wall_heat_[wall].side;
  auto area = areas(side);
  const auto of = walls_of(side);
  for (std::size_t n = 0; n < area.size(); ++n)
    if (of[n] != wall) area[n] = 0;
  return area;
}
bool Model::thermal_varies() const {
  return std::any_of(wall_heat_.begin(), wall_heat_.end(), [](const WallHeat& w) { return w.varies(); });
}
std::vector<double> Model::source(double t) const { return at_faces(options_.heat->source, "heat.source", -1, t); }
std::vector<double> Model::initial_temperature() const {
  return at_faces(options_.temperature, "initial.temperature", -1, 0);
}

}  // namespace eddy::projection
