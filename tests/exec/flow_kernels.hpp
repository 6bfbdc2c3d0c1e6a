// Names of the kernels that only flow solvers launch. `eddy parity` compares their cases, exec_tiles compares the steps
// of the march, and benches of these solvers measure them in whole steps.
#pragma once
#include <set>
#include <string>

namespace eddy::tests {

inline bool only_of_flow(const std::string& name) {
  static const std::set<std::string> names{
      "wall_pressure", "outflow_velocity", "velocity_at_nodes", "pressure_force",    "heat_through_side",
      "viscous_force", "temperature_side", "buoyancy",          "temperature_stage", "wrap_low",
      "wrap_high",     "wrap_save",        "add_force",         "velocity_at_cells"};
  for (const char* head : {"projection_", "artificial_", "eddy_", "box_", "implicit_", "sharp_", "conjugate_"})
    if (name.starts_with(head)) return true;
  return names.count(name) > 0;
}

}  // namespace eddy::tests
