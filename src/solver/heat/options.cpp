// The keys of the heat solver.
#include "solver/heat/options.hpp"

#include <algorithm>
#include <map>
#include <set>

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

// The keys of a surface: its kind, any of the sides' kinds but `periodic`, and the values of all kinds.
void describe_surface(Keys& keys, SurfaceKeys& surface) {
  static const std::string kinds = [] {
    std::vector<std::string> words;
    for (const heat::Condition& c : heat::conditions())
      if (!c.kind.periodic) words.push_back(c.kind.name);
    return "Which condition: " + join(words) + ".";
  }();
  keys.key("kind", surface.kind, {.doc = kinds.c_str()});
  static std::map<std::string, std::string> docs;  // KeyInfo stores pointers to these texts
  for (const heat::Condition& c : heat::conditions())
    for (const BoundaryValue& v : c.kind.values) {
      const std::string& doc = docs.try_emplace(v.key, "Kind " + c.kind.name + ": " + v.doc + ".").first->second;
      keys.key(v.key.c_str(), surface.values[v.key], {.doc = doc.c_str(), .unit = v.unit.c_str(), .limit = v.limit});
    }
}

void check_hole(Keys& keys, const Region& region) {
  const std::string name = "region." + region.name;
  keys.check(!region.hole || keys.given("surface"), "hole",
             name + " is a hole without a condition on its surface. Give " + name +
                 ".surface = { kind = \"convection\", … }, or another kind.");
  keys.check(
      region.hole || !keys.given("surface"), "surface",
      name + ".surface has no meaning: " + name + " is no hole. Give " + name + ".hole = true, or leave it out.");
  keys.check(!keys.given("surface") || region.surface_keys.kind, "surface", name + ".surface needs the key 'kind'.");
  for (const char* key : {"conductivity", "heat_capacity", "source"})
    keys.check(!region.hole || !keys.given(key), key,
               name + "." + key + " has no meaning: " + name + " is a hole, and there is no material in it.");
  for (const char* column : {"left", "right", "bottom", "top", "front", "back", "source", "stored", "imbalance"})
    keys.check(!region.hole || region.name != column, "hole",
               name + " is a hole, and heat_" + column + " is another column of history.csv. Call it otherwise.");
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
  keys.key("hole", region.hole, {.doc = "No material in the shape; needs `surface`. 2D and 3D."});
  keys.table("surface", "Of a hole: the condition on its surface, where the shape has it.",
             [&](Keys& k) { describe_surface(k, region.surface_keys); });
  keys.check(region.hole || keys.given("conductivity") || keys.given("heat_capacity") || keys.given("source"), "shape",
             "region." + region.name + " changes nothing. Give it conductivity, heat_capacity or source.");
  check_hole(keys, region);
}

}  // namespace

void describe(Keys& keys, HeatOptions& o) {
  keys.table("run", "Where, how precisely and how long.", [&](Keys& k) {
    k.key("theta", o.theta,
          {.doc = "Time scheme: 0 explicit, 0.5 Crank–Nicolson, 1 implicit Euler.", .limit = between(0, 1)});
  });
  keys.table("material", "Properties everywhere, unless a region says otherwise.",
             [&](Keys& k) { describe_material(k, o.material); });
  keys.named("region", o.region, "A shape with its own material, where later regions win; or a hole.", describe_region);
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

// Refuses time-dependent coefficients: the matrix is made once, and only ghost values and fluxes may change.
void check_patch(const Patch& patch, const std::string& key, Problems& problems) {
  if (patch.where && patch.where->uses_time())
    problems.at(key, key + ".where cannot depend on t: a patch stays where it is.");
  const heat::Condition& condition = heat::condition_of(patch);
  for (std::size_t v = 0; v < patch.values.size(); ++v)
    if (condition.roles[v] == heat::Role::conductance && patch.values[v].uses_time())
      problems.at(key, key + "." + condition.kind.values[v].key + " cannot depend on t: the matrix is made once.");
}

void check_probes(const Case& c, const Region& hole, Problems& problems) {
  if (hole.shape.kind == Shape::Kind::stl && !hole.shape.surface) return;  // not read: reported elsewhere
  int number = 0;
  for (const ProbeOptions& p : c.output.probe) {
    ++number;
    if (static_cast<int>(p.at.size()) != c.dimensions()) continue;  // reported elsewhere
    std::array<double, 3> at{};
    std::vector<std::string> place;
    for (std::size_t a = 0; a < p.at.size(); ++a) {
      at[a] = p.at[a];
      place.push_back(number_text(at[a]));
    }
    if (inside(hole.shape, at, c.dimensions()))
      problems.at("output.probe " + std::to_string(number) + ".at",
                  "output.probe at (" + join(place) + ") lies inside region." + hole.name + ", a hole. Move it.");
  }
}

// Converts a surface's keys to a patch: the condition of that kind, with its values in their order.
void take_surface(Region& region, Problems& problems) {
  region.surface.clear();
  if (!region.hole || !region.surface_keys.kind) return;  // reported elsewhere
  const std::string key = "region." + region.name + ".surface";
  const auto& all = heat::conditions();
  std::vector<std::string> names;
  for (const heat::Condition& c : all)
    if (!c.kind.periodic) names.push_back(c.kind.name);
  const std::string& kind = *region.surface_keys.kind;
  const auto at = std::find(names.begin(), names.end(), kind);
  if (at == names.end())
    return problems.at(key + ".kind", key + " has kind '" + kind.substr(0, 60) + "'." + did_you_mean(kind, names) +
                                          " Kinds: " + join(names) + ".");
  Patch patch;
  while (all[std::size_t(patch.kind)].kind.name != kind) ++patch.kind;
  const BoundaryKind& chosen = all[std::size_t(patch.kind)].kind;
  std::set<std::string> used;
  for (const BoundaryValue& v : chosen.values) {
    const auto& value = region.surface_keys.values[v.key];
    used.insert(v.key);
    if (value)
      patch.values.push_back(*value);
    else
      problems.at(key, key + " of kind '" + kind + "' needs the key '" + v.key + "'.");
  }
  for (const auto& [name, value] : region.surface_keys.values)
    if (value && !used.count(name))
      problems.at(key + "." + name, key + " of kind '" + kind + "' has no key '" + name + "'.");
  if (patch.values.size() == chosen.values.size()) region.surface = {patch};
}

void check_holes(const Case& c, HeatOptions& o, Problems& problems) {
  for (Region& r : o.region) {
    const std::string key = "region." + r.name;
    take_surface(r, problems);
    for (const Patch& patch : r.surface) check_patch(patch, key + ".surface", problems);
    if (r.hole && c.dimensions() == 1)
      problems.at(key + ".hole", key + ": a hole needs a mesh of two or three dimensions. End the mesh there.");
    if (r.hole && c.dimensions() > 1) check_probes(c, r, problems);
  }
  const LinearSolver solver = o.linear.solver;
  if (has_holes(o) && solves_linear(c.run, o) && (solver == LinearSolver::fft || solver == LinearSolver::tdma))
    problems.at("linear.solver", std::string("linear.solver = \"") + (solver == LinearSolver::fft ? "fft" : "tdma") +
                                     "\" does not know holes: its lines go from side to side. Take \"multigrid\" or "
                                     "\"cg\".");
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
  for (const Region& r : o.region)
    for (const Patch& patch : r.surface) fixed = fixed || fixes_temperature(patch);
  const char* why = !c.run.steady ? "a transient keeps the heat it starts with." : "a boundary fixes the temperature.";
  if (fixed || !c.run.steady) problems.at("initial.mean", std::string("initial.mean has no meaning here: ") + why);
}

// Red-black sweeps need two colours: on a periodic axis with an odd number of cells, two neighbours would have the
// same.
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

bool has_holes(const HeatOptions& o) {
  return std::any_of(o.region.begin(), o.region.end(), [](const Region& r) { return r.hole; });
}

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
  check_holes(c, o, problems);
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
