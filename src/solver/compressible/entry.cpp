// What the program asks of the compressible solver before it runs: keys, memory, facts, doubts.
#include "base/text.hpp"
#include "solver/compressible/initial.hpp"
#include "solver/compressible/options.hpp"
#include "solver/instances.hpp"
#include "solver/simulation.hpp"

namespace eddy {

using namespace compressible;

// Device memory holds three states, nodes, volumes and counts, and a source if there is friction; host memory holds the
// mesh with its ghost cells, and two fields in double precision.
static Memory memory(const Case& c, const Grid& g) {
  const auto& o = c.options_as<CompressibleOptions>();
  const int d = g.dimensions;
  const double fields = 3 * (d + 2) + d + 2 + (o.gas.viscous() ? d + 2 : 0) + (c.run.steady ? 1 : 0);
  const double cells = 1.1 * double(g.cell_count()) + 4096;
  return {fields * cells * precision_bytes(c.run), (d + 2 + 2 * d) * 8 * cells};
}

static Facts facts(const Case& c, const Grid& g, const Device&) {
  const auto& o = c.options_as<CompressibleOptions>();
  const Domain domain(c, g);
  const auto initial = initial_state(o, domain);
  scales_of(o, domain, initial);
  refuse_conditions(o, domain, initial);
  Facts f;
  f.warnings = warnings(c, o);
  if (const auto s = stream_of(o)) {
    f.numbers.push_back({"Mach number", "", mach_of(*s, o)});
    if (o.gas.viscous())
      f.numbers.push_back({"Reynolds number", "", s->density * s->speed() * o.gas.length / viscosity_of(o)});
  }
  return f;
}

static std::vector<std::string> doubts(const Case&) { return {}; }

SolverEntry compressible_entry() { return {compressible_keys(), memory, facts, doubts}; }

}  // namespace eddy
