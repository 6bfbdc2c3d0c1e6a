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

struct Region {  // [region.NAME]: a shape with its own material (later regions override); or a hole
  std::string name;
  Shape shape;
  std::optional<Formula> conductivity, heat_capacity, source;  // empty: the value of the material or region below
  bool hole = false;                                           // no material; regions inside it do not fill it
  SurfaceKeys surface_keys{};                                  // as the case gives them
  std::vector<Patch> surface;                                  // of a hole: the condition on its surface
};

struct HeatOptions {
  Material material;
  std::vector<Region> region;
  Boundaries boundary;
  Formula temperature{0.0};    // [initial]
  double theta = 1.0;          // run.theta: 0 explicit, 0.5 Crank–Nicolson, 1 implicit Euler
  std::optional<double> mean;  // prescribed mean temperature, if steady and insulated all around
  LinearOptions linear;
  bool tolerance_given = false;  // whether the case has linear.tolerance; otherwise run.steady is used
  std::optional<Formula> exact;  // [exact] temperature
};

void describe(Keys& keys, HeatOptions& options);
void check(const Case& c, HeatOptions& options,
           Problems& problems);  // reports contradictions; sets dependent defaults
bool has_holes(const HeatOptions& options);
bool solves_linear(const RunOptions& run, const HeatOptions& options);  // whether it is steady or has an implicit part
SolverKeys heat_keys();                                                 // heat's entry in the list of solvers

}  // namespace eddy
