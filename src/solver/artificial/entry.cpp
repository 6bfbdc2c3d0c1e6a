// The entry of the artificial solver in the list of solvers: keys, memory, facts, doubts.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "solver/artificial/rules.hpp"
#include "solver/instances.hpp"
#include "solver/make_system.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// On the device: two sets of pressure and velocity (with stages three), and a force that varies. On the host: two
// fields in double precision, during setup and output.
static Memory memory(const Case& c, const Grid& g) {
  const auto& o = c.options_as<ArtificialOptions>();
  const int d = g.dimensions;
  const bool varies =
      std::any_of(o.fluid.force.begin(), o.fluid.force.end(), [](const auto& f) { return !f.constant(); });
  const double fields = (o.pseudo.scheme == PseudoScheme::euler ? 2 : 3) * (d + 1) + (varies ? d : 0);
  return {fields * padded_cells(g, 32, 7) * precision_bytes(c.run), 2 * 8 * d * padded_cells(g, 1, 1)};
}

static Facts facts(const Case& c, const Grid& g, const Device&) {
  const auto& o = c.options_as<ArtificialOptions>();
  const artificial::Model model(g, o);
  artificial::refuse(c.run, model, o);
  if (o.pseudo.reference) model.reference();
  const double step = artificial::stable_step(model, o), nu = o.fluid.kinematic();
  return {{{"Reynolds number", "", o.fluid.velocity * o.fluid.length / nu},
           {"viscosity", "m²/s", nu},
           {"step limit", "s", step}},
          0,
          artificial::warnings(model, o)};
}

static std::vector<std::string> doubts(const Case& c) {
  if (c.run.steady.value_or(0) <= 1e-6) return {};
  return {"run.steady = " + number_text(*c.run.steady) +
          ": what is left of the residuals may spoil the order. Try 1e-8."};
}

SolverEntry artificial_entry() { return {artificial_keys(), memory, facts, doubts}; }

}  // namespace eddy
