// What the program asks of the galerkin solver before it runs: keys, memory, facts, doubts.
#include "base/text.hpp"
#include "field/statistics.hpp"
#include "solver/galerkin/rules.hpp"
#include "solver/instances.hpp"
#include "solver/places.hpp"
#include "solver/simulation.hpp"

namespace eddy {

using namespace galerkin;

// Device memory holds two states, volumes and flags, and with hexahedra the nodes of elements, coordinates and sums per
// corner; host memory holds the domain, and two fields in double precision.
static Memory memory(const Case& c, const Grid& g) {
  const int d = g.dimensions;
  const double nodes = 1.05 * double(g.cell_count()) + 4096, corners = double(1 << d);
  const bool dynamic = c.options_as<GalerkinOptions>().turbulence.model == Model::dynamic;
  const double compared = dynamic ? 4.0 + 2 * (d + 1) + (d == 2 ? 12 : 24) : 0;
  const double reals = 2 * (d + 1) + 2 + (g.hexahedra ? d + corners * (d + 1) : 0) + compared;
  const double tables = g.hexahedra ? 8 * corners + 4 : 4;
  return {nodes * (reals * precision_bytes(c.run) + tables + statistics_bytes_per_cell(c.statistics, d)),
          nodes * 8 * (4 + 2 * d)};
}

static Facts facts(const Case& c, const Grid& g, const Device&) {
  const auto& o = c.options_as<GalerkinOptions>();
  const Domain domain(c, g);
  const Limits limits = limits_of(domain);
  Problems problems(c.place);
  check_domain(c, domain, limits, problems);
  problems.throw_if_any();
  Facts f;
  f.dt = step_of(c.run, limits);
  f.numbers = {{"Reynolds number", "", o.fluid.velocity * o.fluid.length / o.fluid.kinematic()},
               {"Mach number", "", o.scheme.mach},
               {"speed of sound", "m/s", o.sound()},
               {"shortest side", "m", limits.shortest},
               {"longest side", "m", limits.longest},
               {"acoustic limit", "s", limits.acoustic * largest_cfl(o.scheme)},
               {"viscous limit", "s", limits.viscous}};
  if (o.scheme.e() < 1) {
    const NumericalViscosity nu = numerical_viscosity(o.scheme, limits, f.dt);
    f.numbers.push_back({"viscosity", "m²/s", o.fluid.kinematic()});
    f.numbers.push_back({"numerical viscosity, least", "m²/s", nu.least});
    f.numbers.push_back({"numerical viscosity, most", "m²/s", nu.most});
  }
  f.warnings = warnings(c, domain, limits);
  return f;
}

static std::vector<std::string> doubts(const Case& c) {
  const double mach = c.options_as<GalerkinOptions>().scheme.mach;
  return {"scheme.mach = " + number_text(mach) +
          ": an error of its square stays, however fine the mesh. Let it fall with the mesh."};
}

static CellTest solid(const Case& c, const Grid& g) {
  const auto& bodies = c.options_as<GalerkinOptions>().body;
  if (bodies.empty()) return {};
  return [all = Box{{0, 0, 0}, g.cells()}, by = cut_out_by(bodies, g)](const Place& cell) {
    return by[place_in(all, cell)] != 0;
  };
}

SolverEntry galerkin_entry() { return {galerkin_keys(), memory, facts, doubts, solid}; }

}  // namespace eddy
