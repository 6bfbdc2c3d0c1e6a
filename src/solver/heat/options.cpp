// The keys of the heat solver.
#include "solver/heat/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "mesh/shape.hpp"
#include "solver/boundary_kinds.hpp"
#include "solver/heat_boundary/list.hpp"

namespace eddy {

namespace {

constexpr const char* conductivity_doc = "Thermal conductivity, of x, y, z.";
constexpr const char* capacity_doc = "Heat capacity per volume ρc, of x, y, z.";
constexpr const char* source_doc = "Heat source per volume, of x, y, z, t.";

void describe_material(Keys& keys, Material& material) {
  keys.key("conductivity", material.conductivity, {.doc = conductivity_doc, .unit = "W/(m K)", .limit = positive});
  keys.key("heat_capacity", material.heat_capacity, {.doc = capacity_doc, .unit = "J/(m³ K)", .limit = positive});
  keys.key("source", material.source, {.doc = source_doc, .unit = "W/m³"});
  const auto timeless = [&](const Formula& formula, const char* key) {
    keys.check(!formula.uses_time(), key, std::string("material.") + key + " cannot depend on t.");
  };
  timeless(material.conductivity, "conductivity");
  timeless(material.heat_capacity, "heat_capacity");
}

void describe_region(Keys& keys, Region& region) {
  describe(keys, region.shape);
  keys.key("conductivity", region.conductivity, {.doc = conductivity_doc, .unit = "W/(m K)", .limit = positive});
  keys.key("heat_capacity", region.heat_capacity, {.doc = capacity_doc, .unit = "J/(m³ K)", .limit = positive});
  keys.key("source", region.source, {.doc = source_doc, .unit = "W/m³"});
  const auto timeless = [&](const std::optional<Formula>& formula, const char* key) {
    keys.check(!formula || !formula->uses_time(), key, "region." + region.name + "." + key + " cannot depend on t.");
  };
  timeless(region.conductivity, "conductivity");
  timeless(region.heat_capacity, "heat_capacity");
  keys.check(keys.given("conductivity") || keys.given("heat_capacity") || keys.given("source"), "shape",
             "region." + region.name + " changes nothing. Give it conductivity, heat_capacity or source.");
}

}  // namespace

void describe(Keys& keys, HeatOptions& o) {
  keys.table("run", "Where, how precisely and how long.", [&](Keys& k) {
    k.key("theta", o.theta,
          {.doc = "Time scheme: 0 explicit, 0.5 Crank–Nicolson, 1 implicit Euler.", .limit = between(0, 1)});
  });
  keys.table("material", "Properties everywhere, unless a region says otherwise.",
             [&](Keys& k) { describe_material(k, o.material); });
  keys.named("region", o.region, "A shape with its own material; later regions win.", describe_region);
  keys.boundary(o.boundary, kinds_of(heat::conditions()));
  keys.table("initial", "The state at time 0.", [&](Keys& k) {
    k.key("temperature", o.temperature, {.doc = "Initial temperature; first guess of a steady run.", .unit = "K"});
    k.key("mean", o.mean, {.doc = "Mean temperature to fix, steady and with no boundary that fixes it.", .unit = "K"});
  });
  keys.table("linear", "How a linear system is solved.", [&](Keys& k) {
    describe(k, o.linear);
    o.tolerance_given = o.tolerance_given || k.given("tolerance");
  });
  keys.table(
      "exact", "A closed solution, where one is known: gives temperature.error_l2 and .error_max.",
      [&](Keys& k) { k.key("temperature", o.exact, {.doc = "Exact temperature, of x, y, z, t.", .unit = "K"}); });
}

namespace {

// The matrix is made once; only what stands beyond a face, and fluxes, may move.
void check_patch(const Patch& patch, const std::string& key, Problems& problems) {
  if (patch.where && patch.where->uses_time())
    problems.at(key, key + ".where cannot depend on t: a patch stays where it is.");
  const heat::Condition& condition = heat::condition_of(patch);
  for (std::size_t v = 0; v < patch.values.size(); ++v)
    if (condition.roles[v] == heat::Role::conductance && patch.values[v].uses_time())
      problems.at(key, key + "." + condition.kind.values[v].key + " cannot depend on t: the matrix is made once.");
}

bool fixes_temperature(const Patch& patch) {
  const auto there = [](const Formula&) { return true; };
  const auto none = [](const Formula& f) { return f.constant() && !(f(0, 0, 0, 0) > 0); };
  return heat::any_value(patch, heat::Role::ghost, there) && !heat::any_value(patch, heat::Role::conductance, none);
}

void check_mean(const Case& c, const HeatOptions& o, Problems& problems) {
  if (!o.mean) return;
  bool fixed = false;
  for (const auto& side : o.boundary)
    for (const Patch& patch : side) fixed = fixed || fixes_temperature(patch);
  const char* why = !c.run.steady ? "a transient keeps the heat it starts with." : "a boundary fixes the temperature.";
  if (fixed || !c.run.steady) problems.at("initial.mean", std::string("initial.mean has no meaning here: ") + why);
}

// Red-black: around an odd ring, two neighbours have the same colour.
void check_colours(const Case& c, const HeatOptions& o, Problems& problems) {
  if (o.linear.solver != LinearSolver::sor || !solves_linear(c.run, o)) return;
  for (int axis = 0; axis < std::min(3, c.dimensions()); ++axis) {
    const auto& side = o.boundary[2 * axis];
    if (side.empty() || !heat::condition_of(side[0]).kind.periodic || c.mesh.cells[axis] % 2 == 0) continue;
    problems.at("mesh.cells",
                std::string("linear.solver = \"sor\" needs an even number of cells along a periodic axis; ") +
                    "xyz"[axis] + " has " + std::to_string(c.mesh.cells[axis]) +
                    ". Change mesh.cells, or take jacobi.");
  }
}

void check_tolerance(const Case& c, HeatOptions& o, Problems& problems) {
  if (!c.run.steady) return;
  if (o.tolerance_given && o.linear.tolerance != *c.run.steady)
    problems.at("linear.tolerance", "linear.tolerance = " + number_text(o.linear.tolerance) +
                                        " contradicts run.steady = " + number_text(*c.run.steady) +
                                        ": both are the tolerance of the steady solution. Give run.steady alone.");
  o.linear.tolerance = *c.run.steady;
}

}  // namespace

bool solves_linear(const RunOptions& run, const HeatOptions& o) { return run.steady || o.theta > 0; }

void check(const Case& c, HeatOptions& o, Problems& problems) {
  for (Region& r : o.region) take_shape(r.shape, c, "region." + r.name, problems);
  for (std::size_t side = 0; side < o.boundary.size(); ++side)
    for (const Patch& patch : o.boundary[side])
      check_patch(patch, std::string("boundary.") + side_names[side], problems);
  each_field(c.output, [&](const std::string& path, const std::string& field) {
    if (field == "error" && !o.exact)
      problems.at(path, "the field 'error' needs an exact solution. Give exact.temperature.");
  });
  const bool on_device = c.run.device.starts_with("cuda") || c.run.device.starts_with("opencl");
  if (on_device && solves_linear(c.run, o) && o.linear.solver == LinearSolver::gauss_seidel)
    problems.at("linear.solver", ordered_on_cpu_only);
  check_mean(c, o, problems);
  check_colours(c, o, problems);
  check_tolerance(c, o, problems);
  if (!c.run.steady) return;
  const auto refuse = [&](bool given, const char* key) {
    if (given)
      problems.at(std::string("run.") + key,
                  std::string("run.") + key +
                      " has no meaning with run.steady: heat solves the steady equation once. Give one of them.");
  };
  refuse(c.run.end_time.has_value(), "end_time");
  refuse(c.run.steps.has_value(), "steps");
  refuse(c.run.dt.has_value(), "dt");
}

SolverKeys heat_keys() {
  return solver_keys<HeatOptions>("heat", "heat conduction and Poisson's equation: ρc ∂T/∂t = ∇·(k ∇T) + q",
                                  {"temperature", "source", "error"}, {{"temperature", "K"}});
}

}  // namespace eddy
