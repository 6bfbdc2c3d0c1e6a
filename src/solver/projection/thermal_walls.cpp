// Boundary conditions of the temperature: reading, checks, and the ghost of a face.
#include "solver/projection/thermal_walls.hpp"

#include <algorithm>

#include "solver/boundary_kinds.hpp"
#include "solver/heat_boundary/list.hpp"

namespace eddy::projection {
namespace {

int kind_of(const std::string& name) {
  const auto& kinds = thermal_kinds();
  const auto at = std::find_if(kinds.begin(), kinds.end(), [&](const BoundaryKind& kind) { return kind.name == name; });
  return static_cast<int>(at - kinds.begin());
}

std::string side_key(int side) { return std::string("boundary.") + side_names[side]; }

WallHeat of_patch(const Patch& patch, int side, std::size_t number) {
  WallHeat wall{side_names[side], side_key(side) + ".heat", side, {}, patch.where, !patch.heat.empty()};
  wall.condition.kind = kind_of("insulated");
  if (!wall.told) return wall;
  wall.condition = patch.heat[0];
  wall.told = wall.condition.kind != kind_of("insulated");
  if (number > 0) wall.name += std::to_string(number + 1);
  if (!wall.condition.name.empty()) wall.name = wall.condition.name;
  return wall;
}

WallHeat of_table(const ThermalWall& w) {
  WallHeat wall{w.name, "wall." + w.name, static_cast<int>(w.side), {}, w.where};
  wall.condition.kind = kind_of(w.temperature ? "temperature" : "flux");
  wall.condition.values = {w.temperature ? *w.temperature : *w.flux};
  return wall;
}

bool says_heat(const std::vector<Patch>& patches) {
  return std::any_of(patches.begin(), patches.end(), [](const Patch& p) { return !p.heat.empty(); });
}

void check_table(const Case& c, const ProjectionOptions& o, const ThermalWall& w, Problems& problems) {
  const std::string key = "wall." + w.name;
  const int side = static_cast<int>(w.side);
  if (!o.heat) problems.at(key, "[" + key + "] has a temperature or a flux, but there is no table [heat].");
  if (side / 2 >= c.dimensions())
    problems.at(key + ".side", std::string("the mesh has no side '") + side_names[side] + "'.");
  else if (wraps(o, side / 2))
    problems.at(key + ".side",
                std::string("side '") + side_names[side] + "' is periodic and cannot have a temperature.");
  else if (says_heat(o.boundary[static_cast<std::size_t>(side)]))
    problems.at(key, "[" + key + "] and " + side_key(side) + ".heat are two conditions on one side. Keep the second.");
  if (w.where && w.where->uses_time()) problems.at(key + ".where", key + ".where cannot depend on t.");
}

void check_names(const ProjectionOptions& o, Problems& problems) {
  std::vector<std::string> seen;
  for (const WallHeat& w : wall_heat(o)) {
    if (!w.told) continue;
    if (std::count(seen.begin(), seen.end(), w.name))
      problems.at(w.key, "two walls are called '" + w.name + "' in history.csv. Give heat.name.");
    seen.push_back(w.name);
  }
}

}  // namespace

const BoundaryKinds& thermal_kinds() {  // in the order of heat::conditions(); the flow tells whether a side is periodic
  static const BoundaryKinds list = [] {
    BoundaryKinds kinds = kinds_of(heat::conditions());
    std::erase_if(kinds, [](const BoundaryKind& kind) { return kind.periodic; });
    for (BoundaryKind& kind : kinds)
      for (BoundaryValue& value : kind.values) {
        if (value.unit == "K") continue;
        value.unit = value.unit == "W/m²" ? "K m/s" : "m/s";
        value.doc += ", over density and heat capacity";
      }
    return kinds;
  }();
  return list;
}

bool WallHeat::varies() const {
  const auto& values = condition.values;
  return std::any_of(values.begin(), values.end(), [](const Formula& f) { return f.uses_time(); });
}

std::vector<WallHeat> wall_heat(const ProjectionOptions& options) {
  std::vector<WallHeat> all;
  for (std::size_t side = 0; side < options.boundary.size(); ++side)
    for (std::size_t n = 0; n < options.boundary[side].size(); ++n)
      if (says_heat(options.boundary[side]))
        all.push_back(of_patch(options.boundary[side][n], static_cast<int>(side), n));
  for (const ThermalWall& w : options.wall)
    if (w.temperature || w.flux) all.push_back(of_table(w));
  return all;
}

GhostRule ghost_rule(const Patch& condition, std::vector<double> values, double width, double diffusivity) {
  const heat::Condition& of = heat::condition_of(condition);
  for (std::size_t n = 0; n < values.size(); ++n)
    if (of.roles[n] != heat::Role::ghost) values[n] = values[n] * width / diffusivity;
  constexpr double half = 2;  // conductance of a half cell, over that of a cell
  const heat::Face face = of.face(half, values.data());
  if (face.conductance == half) return {-1, face.ghost};
  return {1 - face.conductance, face.conductance * face.ghost + face.flux};
}

void check_thermal_walls(const Case& c, const ProjectionOptions& o, Problems& problems) {
  for (const ThermalWall& w : o.wall) check_table(c, o, w, problems);
  for (int side = 0; side < 2 * std::min(3, c.dimensions()); ++side) {
    if (!says_heat(o.boundary[static_cast<std::size_t>(side)])) continue;
    const std::string key = side_key(side);
    if (!o.heat) problems.at(key, key + ".heat says what the temperature does, but there is no table [heat].");
    if (wraps(o, side / 2)) problems.at(key, key + " is periodic: it cannot have a condition of the temperature.");
  }
  check_names(o, problems);
}

std::vector<std::string> old_walls(const ProjectionOptions& o) {
  std::vector<std::string> all;
  for (const ThermalWall& w : o.wall) {
    const std::string what = w.temperature ? "temperature" : "flux";
    all.push_back("[wall." + w.name + "] is now a part of [boundary]. Write " + side_names[static_cast<int>(w.side)] +
                  " = { kind = …, heat = { kind = \"" + what + "\", " + what + " = … } }.");
  }
  return all;
}

}  // namespace eddy::projection
