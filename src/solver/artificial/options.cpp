// The keys of the artificial-compressibility solver.
#include "solver/artificial/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "solver/artificial/boundary.hpp"
#include "solver/boundary_kinds.hpp"

namespace eddy {

const EnumWords& words(PseudoScheme) {
  static const EnumWords list{
      {"euler", PseudoScheme::euler, "one step per pass over memory; short steps where the flow is fast"},
      {"stages", PseudoScheme::stages, "four stages per step: longer steps, the choice at high Reynolds numbers"}};
  return list;
}

namespace {

using artificial::condition_of;
using artificial::Given;
using artificial::given_by;

void describe_pseudo(Keys& keys, PseudoOptions& o) {
  keys.key("scheme", o.scheme, {.doc = "How the march goes."});
  keys.key("floor", o.floor, {.doc = "β² is max(|u|², floor · fluid.velocity²).", .limit = positive});
  keys.key("damping", o.damping, {.doc = "C of the damping C λ Δx³ ∂⁴p/∂x⁴.", .limit = between(0, 0.1)});
  keys.key("check_every", o.check_every,
           {.doc = "Pseudo-time steps between two looks at the residuals.", .limit = between(1, 1e6)});
  keys.key("max_iterations", o.max_iterations,
           {.doc = "Pseudo-time steps after which the march is given up.", .limit = at_least(1)});
  keys.key("reference", o.reference,
           {.doc = "Point whose nearest node has pressure 0; needed where no boundary gives the pressure.",
            .unit = "m",
            .length = per_axis});
}

}  // namespace

void describe(Keys& keys, ArtificialOptions& o) {
  keys.table("fluid", "The fluid, and what its numbers are measured by.", [&](Keys& k) { describe(k, o.fluid); });
  keys.table("pseudo", "The march in pseudo-time to the steady state.", [&](Keys& k) { describe_pseudo(k, o.pseudo); });
  keys.boundary(o.boundary, kinds_of(artificial::conditions()));
  keys.table("initial", "The state at time 0.", [&](Keys& k) {
    k.key("velocity", o.velocity, {.doc = "Initial velocity; none: 0.", .unit = "m/s", .length = per_axis});
    k.key("pressure", o.pressure, {.doc = "Initial pressure.", .unit = "Pa"});
  });
  keys.table("exact", "A closed solution, where one is known: gives velocity.x.error_l2, pressure.error_max and so on.",
             [&](Keys& k) {
               k.key("velocity", o.exact_velocity,
                     {.doc = "Exact velocity, of x, y, z.", .unit = "m/s", .length = per_axis});
               k.key("pressure", o.exact_pressure,
                     {.doc = "Exact pressure, of x, y, z; up to a constant where no boundary gives it.", .unit = "Pa"});
             });
}

namespace {

void check_times(const ArtificialOptions& o, Problems& problems) {
  const auto refuse = [&](bool uses, const std::string& key) {
    if (uses) problems.at(key, key + " cannot depend on t: the flow is steady.");
  };
  for (std::size_t side = 0; side < o.boundary.size(); ++side)
    for (const Patch& p : o.boundary[side])
      refuse(timed(p.values) || (p.where && p.where->uses_time()), std::string("boundary.") + side_names[side]);
  refuse(timed(o.fluid.force), "fluid.force");
  refuse(o.exact_velocity && timed(*o.exact_velocity), "exact.velocity");
  refuse(o.exact_pressure && o.exact_pressure->uses_time(), "exact.pressure");
}

// Nodes next to a side use the side's condition, which must therefore be the same along all of it.
void check_patches(const ArtificialOptions& o, Problems& problems) {
  for (std::size_t side = 0; side < o.boundary.size(); ++side)
    for (const Patch& p : o.boundary[side])
      if (o.boundary[side].size() > 1 && given_by(p) != Given::velocity) {
        const std::string key = std::string("boundary.") + side_names[side];
        problems.at(key, key + ": '" + condition_of(p).kind.name +
                             "' holds for a whole side; only no-slip and inflow can be patches.");
        break;
      }
}

void check_mesh(const Case& c, Problems& problems) {
  if (c.dimensions() == 1) problems.at("mesh.cells", "solver 'artificial' needs two or three dimensions.");
  for (int a = 0; a < std::min(3, c.dimensions()); ++a) {
    const std::string axis(1, "xyz"[a]);
    if (c.mesh.cells[a] < 4)
      problems.at("mesh.cells", "the fourth difference of the pressure needs 5 nodes in each direction; " + axis +
                                    " has " + std::to_string(c.mesh.cells[a] + 1) + ". Give mesh.cells of 4 or more.");
    if (c.mesh.stretch[a].kind != Stretch::Kind::uniform)
      problems.at("mesh.stretch." + axis,
                  "solver 'artificial' needs a uniform mesh. Remove mesh.stretch." + axis + ".");
  }
}

void check_level(const ArtificialOptions& o, Problems& problems) {
  const bool given = fixes_pressure(o);
  if (!given && !o.pseudo.reference)
    problems.at("boundary",
                "no boundary gives the pressure, so its level is free. Give pseudo.reference, a point where it is 0.");
  if (given && o.pseudo.reference)
    problems.at("pseudo.reference", "pseudo.reference has no meaning here: an outflow gives the pressure.");
}

void check_run(const Case& c, Problems& problems) {
  const auto refuse = [&](bool given, const char* key, const char* instead) {
    if (given)
      problems.at(std::string("run.") + key,
                  std::string("run.") + key + " has no meaning here: the march has no time. " + instead);
  };
  refuse(c.run.end_time.has_value(), "end_time", "Give run.steady.");
  refuse(c.run.steps.has_value(), "steps", "Give run.steady, and pseudo.max_iterations to limit the march.");
  if (c.run.cfl > 1) problems.at("run.cfl", "run.cfl = " + number_text(c.run.cfl) + " is above the stable limit of 1.");
}

}  // namespace

bool fixes_pressure(const ArtificialOptions& o) {
  for (const auto& side : o.boundary)
    for (const Patch& p : side)
      if (given_by(p) == Given::pressure) return true;
  return false;
}

void check(const Case& c, ArtificialOptions& o, Problems& problems) {
  check_mesh(c, problems);
  check(o.fluid, problems);
  check_run(c, problems);
  check_times(o, problems);
  check_patches(o, problems);
  check_level(o, problems);
  each_field(c.output, [&](const std::string& path, const std::string& field) {
    if (field == "error" && !o.exact_velocity)
      problems.at(path, "the field 'error' needs an exact solution. Give exact.velocity.");
    if (field == "velocity.z" && c.dimensions() == 2)
      problems.at(path, "velocity has no component z in two dimensions.");
  });
}

SolverKeys artificial_keys() {
  return solver_keys<ArtificialOptions>(
      "artificial", "steady incompressible flow by artificial compressibility: ∇·u = 0, u·∇u + ∇p/ρ = ν∇²u + f",
      {"pressure", "velocity", "velocity.x", "velocity.y", "velocity.z", "error"});
}

}  // namespace eddy
