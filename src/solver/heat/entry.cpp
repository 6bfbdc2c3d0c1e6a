#include "solver/heat/entry.hpp"

#include "exec/space.hpp"
#include "solver/heat/model.hpp"
#include "solver/heat/options.hpp"

namespace eddy {

SolverKeys heat_keys();
template <class S, class T>
std::unique_ptr<Simulation> make_heat(const Case&, const Grid&, const Device&);

static std::unique_ptr<Simulation> make(const Case& c, const Grid& g, const Device& d) {
  const bool single = c.run.precision == Precision::single;
#ifdef EDDY_HAS_CUDA
  if (d.space == SpaceKind::cuda) return single ? make_heat<Cuda, float>(c, g, d) : make_heat<Cuda, double>(c, g, d);
#endif
#ifdef EDDY_HAS_OPENCL
  if (d.space == SpaceKind::opencl) return single ? make_heat<OpenCl, float>(c, g, d) : make_heat<OpenCl, double>(c, g, d);
#endif
  return single ? make_heat<Host, float>(c, g, d) : make_heat<Host, double>(c, g, d);
}

// temperature, source, and for transients the previous temperature and the right side; conductances and capacity where they vary.
static double bytes(const Case& c, const Grid& g) {
  const auto& o = c.options_as<HeatOptions>();
  bool varies = !o.material.conductivity.constant() || !o.material.heat_capacity.constant();
  for (const Region& r : o.region) varies = varies || r.conductivity || r.heat_capacity;
  double fields = 2;
  if (!c.run.steady) fields += o.theta > 0 ? 2 : 1;
  if (o.linear.solver == LinearSolver::jacobi && (c.run.steady || o.theta > 0)) fields += 1;
  if (varies) fields += g.dimensions + 1;
  double cells = 1;
  for (int a = 0; a < g.dimensions; ++a) cells *= g.cells(a) + (a == 0 ? 16.0 : 2.0);
  return fields * cells * (c.run.precision == Precision::single ? 4 : 8);
}

static std::vector<Number> facts(const Case& c, const Grid& g) {
  const auto& o = c.options_as<HeatOptions>();
  if (c.run.steady || !o.material.conductivity.constant() || !o.material.heat_capacity.constant() || !o.region.empty()) return {};
  double sum = 0;
  for (int a = 0; a < g.dimensions; ++a) {
    double least = g.width(a, 0);
    for (int i = 1; i < g.cells(a); ++i) least = std::min(least, g.width(a, i));
    sum += 2 / (least * least);
  }
  const double diffusivity = o.material.conductivity(0, 0, 0, 0) / o.material.heat_capacity(0, 0, 0, 0);
  return {{"diffusivity", "m²/s", diffusivity}, {"explicit step limit (about)", "s", 1 / (diffusivity * sum)}};
}

SolverEntry heat_entry() { return {heat_keys(), make, bytes, facts}; }

}  // namespace eddy
