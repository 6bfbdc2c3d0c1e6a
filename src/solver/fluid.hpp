// [fluid]: the options that all flow solvers have in common.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "case/keys.hpp"
#include "case/problems.hpp"

namespace eddy {

struct FluidOptions {
  double density = 1.0;             // kg/m³
  std::optional<double> viscosity;  // kinematic, m²/s; or give reynolds
  std::optional<double> reynolds;   // velocity · length / viscosity
  double velocity = 1.0;            // m/s, reference
  double length = 1.0;              // m, reference
  std::vector<Formula> force;       // per mass, m/s², along x, y, z; empty: 0

  double kinematic() const { return viscosity ? *viscosity : velocity * length / *reynolds; }
};

void describe(Keys& keys, FluidOptions& options);
void check(const FluidOptions& options, Problems& problems);  // the viscosity is given exactly once
// One warning if boundary layers, length/√Re thick, are thinner than a quarter of the narrowest cell; else none.
std::vector<std::string> thin_layer_warnings(const FluidOptions& options, double narrowest);
bool timed(const std::vector<Formula>& formulas);  // whether one of them depends on t

}  // namespace eddy
