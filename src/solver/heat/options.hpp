// Options of the heat solver: ρc ∂T/∂t = ∇·(k ∇T) + q.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/keys.hpp"
#include "case/options.hpp"
#include "linear/options.hpp"

namespace eddy {

struct Material {
  Formula conductivity{1.0};   // k, W/(m K), of x, y, z
  Formula heat_capacity{1.0};  // ρc per volume, J/(m³ K), of x, y, z
  Formula source{0.0};         // q, W/m³, of x, y, z, t
};

struct SurfaceKeys {  // { kind = …, and the keys of that kind }
  std::optional<std::string> kind;
  std::map<std::string, std::optional<Formula>> values;
};

struct Region {  // [region.NAME]: a shape with its own material, where later regions win; or a hole
  std::string name;
  Shape shape;
  std::optional<Formula> conductivity, heat_capacity, source;  // what is not given stays as it was
  bool hole = false;                                           // no material; regions that lie in it do not fill it
  SurfaceKeys surface_keys{};                                  // as the case has it
  std::vector<Patch> surface;                                  // of a hole: the condition on its surface
};

struct HeatOptions {
  Material material;
  std::vector<Region> region;
  Boundaries boundary;
  Formula temperature{0.0};    // [initial]
  double theta = 1.0;          // run.theta: 0 explicit, 0.5 Crank–Nicolson, 1 implicit Euler
  std::optional<double> mean;  // steady and insulated all around: the mean temperature to fix
  LinearOptions linear;
  bool tolerance_given = false;  // linear.tolerance: run.steady is taken where it is not
  std::optional<Formula> exact;  // [exact] temperature
};

void describe(Keys& keys, HeatOptions& options);
void check(const Case& c, HeatOptions& options,
           Problems& problems);  // contradictions; defaults that follow from others
bool has_holes(const HeatOptions& options);
bool solves_linear(const RunOptions& run, const HeatOptions& options);  // steady, or with an implicit part
SolverKeys heat_keys();                                                 // heat's row in the table of solvers

}  // namespace eddy
