// What the program asks of the projection solver before it runs: keys, memory, facts, doubts.
#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "field/statistics.hpp"
#include "solver/instances.hpp"
#include "solver/make_system.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/rules.hpp"
#include "solver/simulation.hpp"

namespace eddy {

// Device memory holds three velocities, p, ψ, the right-hand side and the fields of the linear solver; host memory
// holds two fields in double precision during set-up and output.
static Memory memory(const Case& c, const Grid& g) {
  const auto& o = c.options_as<ProjectionOptions>();
  double fields = 3 * g.dimensions + 3 + (o.heat ? 4 : 0) + (o.body.empty() ? 0 : 4 * g.dimensions + 8);
  fields += fields_of(o.linear.solver);
  if (o.scheme.implicit()) fields += 2 * g.dimensions + 3 + (o.heat ? 5 : 0);
  if (o.scheme.implicit() && !o.body.empty())
    fields += 2 * g.dimensions * g.dimensions + g.dimensions + 1 + (o.heat ? 2 * g.dimensions + 1 : 0);
  if (o.turbulence.on()) fields += 2;
  if (projection::Model(g, o).force_in_space()) fields += g.dimensions;
  if (!c.statistics.averaged.empty()) fields += g.dimensions;
  if (o.linear.in_cycles()) fields += 1 + 8.0 / 3;
  return {padded_cells(g, 32, 5) *
              (fields * precision_bytes(c.run) + statistics_bytes_per_cell(c.statistics, g.dimensions)),
          2 * 8 * g.dimensions * double(g.cell_count())};
}

static void check_linear(const Case& c, const projection::Model& model, const Device& device, Problems& problems) {
  const LinearSolver solver = c.options_as<ProjectionOptions>().linear.solver;
  if (device.space != SpaceKind::cpu && solver == LinearSolver::gauss_seidel)
    problems.at("linear.solver", std::string(ordered_on_cpu_only) + " Here run.device = \"" + c.run.device +
                                     "\" takes " + label(device) + ".");
  if (solver == LinearSolver::fft)
    problems.of("linear.solver", [&] { refuse_fft(model, c.run.precision == Precision::single); });
}

static Facts facts(const Case& c, const Grid& g, const Device& device) {
  const auto& o = c.options_as<ProjectionOptions>();
  const projection::Model model(g, o);
  Problems problems(c.place);
  check_linear(c, model, device, problems);
  const projection::Bodies bodies(o, model);
  projection::check_geometry(c, model, bodies, problems);
  problems.throw_if_any();
  const projection::Limits l = projection::limits(model, o, std::max(model.rate(), 1e-300));
  const double nu = o.fluid.kinematic(),
               careful = projection::free_step(model, o, model.driving(0), c.run.cfl, 0, model.rate()),
               dt = projection::fixed_step(c.run).value_or(careful);
  Facts f{{{"Reynolds number", "", o.fluid.velocity * o.fluid.length / nu}, {"viscosity", "m²/s", nu}},
          dt,
          projection::warnings(model, o)};
  for (const std::string& note : bodies.notes()) f.warnings.push_back(note);
  if (!o.scheme.implicit()) f.numbers.push_back({"diffusive limit", "s", l.diffusive});
  if (o.heat && !o.scheme.implicit()) f.numbers.push_back({"thermal limit", "s", l.thermal});
  if (l.advective < 1e100) f.numbers.push_back({"advective limit", "s", l.advective});
  return f;
}

static std::vector<std::string> doubts(const Case& c) {
  const auto& o = c.options_as<ProjectionOptions>();
  if (o.linear.solver == LinearSolver::fft || o.linear.tolerance <= 1e-8) return {};
  return {"linear.tolerance = " + number_text(o.linear.tolerance) +
          ": what is left of the divergence may spoil the order. Try 1e-10."};
}

static CellTest solid(const Case& c, const Grid& g) {
  const auto& options = c.options_as<ProjectionOptions>();
  if (options.body.empty() || options.moving()) return {};
  struct Held {  // each member refers to those before it
    ProjectionOptions options;
    projection::Model model;
    projection::Bodies bodies;
    Held(const Grid& g, const ProjectionOptions& o) : options(o), model(g, options), bodies(options, model) {}
  };
  const auto held = std::make_shared<const Held>(g, options);
  return [held](const std::array<int, 3>& cell) {
    const int n = held->bodies.of(cell);
    return n != 0 && !held->options.body[std::size_t(n) - 1].conductivity;
  };
}

SolverEntry projection_entry() { return {projection_keys(), memory, facts, doubts, solid}; }

}  // namespace eddy
