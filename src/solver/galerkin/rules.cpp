// Checks of a case by its keys alone.
#include <algorithm>

#include "base/text.hpp"
#include "mesh/shape.hpp"
#include "solver/galerkin/boundary.hpp"
#include "solver/galerkin/limits.hpp"

namespace eddy {

using namespace galerkin;

namespace {

void check_scheme(const Case& c, const SchemeOptions& o, Problems& problems) {
  if (o.mach > 0.2)
    problems.at("scheme.mach", "scheme.mach = " + number_text(o.mach) +
                                   " is above 0.2: around bodies the flow would feel its compressibility. Take 0.1.");
  if (o.hourglass_pressure * c.run.cfl > 0.37)
    problems.at("scheme.hourglass_pressure",
                "scheme.hourglass_pressure times run.cfl is above 0.37: the damping would swing. Lower one of them.");
}

void check_turbulence(const TurbulenceOptions& o, Problems& problems) {
  const bool driest = o.wall == WallLength::van_driest;
  if (o.model == Model::dynamic && o.constant)
    problems.at("turbulence.constant",
                "turbulence.constant: the dynamic model finds its constant "
                "itself. Remove the key.");
  if (o.model == Model::smagorinsky && driest && !o.friction_velocity)
    problems.at("turbulence.wall", "turbulence.wall = \"van-driest\" needs turbulence.friction_velocity.");
  if (o.friction_velocity && !(o.model == Model::smagorinsky && driest))
    problems.at("turbulence.friction_velocity",
                "turbulence.friction_velocity has a meaning with turbulence.wall = \"van-driest\" alone.");
}

void check_periodic(const GalerkinOptions& o, Problems& problems) {
  const auto periodic = [&](const std::string& name) {
    const NamedCondition* const n = condition_of(o.boundary, name);
    return n && kind_of(n->patches.front()) == Kind::periodic;
  };
  for (const NamedCondition& n : o.boundary) {
    const auto side = std::find(side_names.begin(), side_names.end(), n.name) - side_names.begin();
    if (kind_of(n.patches.front()) != Kind::periodic || n.name == "others") continue;
    if (side == 6)
      problems.at("boundary." + n.name, "boundary '" + n.name +
                                            "': 'periodic' is for the sides of a box. In a mesh from a file name both "
                                            "patches in [seam].");
    else if (!periodic(side_names[static_cast<std::size_t>(side ^ 1)]))
      problems.at("boundary." + n.name, "boundary '" + n.name + "' is periodic, but '" +
                                            side_names[static_cast<std::size_t>(side ^ 1)] +
                                            "' is not: both sides of an axis or neither.");
  }
}

void check_conditions(const GalerkinOptions& o, Problems& problems) {
  check_periodic(o, problems);
  for (const NamedCondition& n : o.boundary)
    for (const Patch& p : n.patches) {
      const std::string key = "boundary." + n.name;
      if (p.where && p.where->uses_time())
        problems.at(key, key + ".where cannot depend on t: a patch stays where it is.");
      if (is_open(kind_of(p)) && p.values[0].uses_time())
        problems.at(key, key + ": the pressure behind an outflow cannot depend on t.");
    }
}

void check_wind(const Case& c, GalerkinOptions& o, Problems& problems) {
  WindOptions& w = o.wind;
  if (!any_of_kind(o.boundary, Kind::wind)) {
    for (const SurfaceOptions& s : o.surface)
      if (s.local)
        problems.at("surface." + s.name + ".local",
                    "surface." + s.name + ".local needs a boundary of kind \"wind\", whose speed it takes.");
    return;
  }
  if ((w.profile == Profile::file) != !w.file.empty())
    problems.at("wind.file", "wind.profile = \"file\" and wind.file belong together. Give both, or neither.");
  else if (!w.file.empty())
    problems.of("wind.file", [&] { w.table = read_profile(c.beside(w.file)); });
  if (w.up && static_cast<int>(*w.up) >= c.dimensions()) problems.at("wind.up", "the mesh has no such axis.");
  if (!w.direction.empty() && std::all_of(w.direction.begin(), w.direction.end(), [](double d) { return d == 0; }))
    problems.at("wind.direction", "wind.direction is 0: give where the wind blows to.");
  if (w.profile == Profile::log && w.height <= w.displacement + w.roughness)
    problems.at("wind.height", "wind.height is not above displacement + roughness, where the log law is 0.");
  if (!w.gusts_on) return;
  const auto of_height = [&](const std::optional<Formula>& f, const std::string& key) {
    if (f && (f->uses('x') || f->uses('y') || f->uses_time()))
      problems.at(key, key + " is a formula of z alone, the height above the ground.");
  };
  of_height(w.gusts.intensity, "wind.gusts.intensity");
  of_height(w.gusts.length, "wind.gusts.length");
  const auto has = [&](int column) { return !w.table.empty() && w.table.front()[column] >= 0; };
  if (!w.gusts.intensity && w.profile != Profile::log && !has(2))
    problems.at("wind.gusts", "[wind.gusts] needs an intensity, by its key or in the third column of wind.file.");
  if (!w.gusts.length && !has(3))
    problems.at("wind.gusts", "[wind.gusts] needs a length, by its key or in the fourth column of wind.file.");
}

void check_run(const Case& c, Problems& problems) {
  if (c.run.steady)
    problems.at("run.steady", "solver 'galerkin' advances in time. Give run.end_time or run.steps instead of steady.");
  if (c.dimensions() == 1) problems.at("mesh.cells", "solver 'galerkin' needs two or three dimensions.");
}

void check_bodies(const Case& c, GalerkinOptions& o, Problems& problems) {
  for (Body& b : o.body) {
    const std::string key = "body." + b.name;
    if (std::find(side_names.begin(), side_names.end(), b.name) != side_names.end())
      problems.at(key, "[" + key + "]: '" + b.name + "' is a side of the box. Give the body another name.");
    if (!c.mesh.is_box()) problems.at(key, "[" + key + "]: bodies are cut out of boxes alone.");
    take_shape(b.shape, c, key, problems);
  }
}

// The reason why a field is not available; empty if it is.
std::string missing(const std::string& field, int dimensions, const GalerkinOptions& o) {
  if (field == "eddy_viscosity" && o.turbulence.model == Model::none)
    return "the field 'eddy_viscosity' needs turbulence.model.";
  if (dimensions != 2) return "";
  if (field.starts_with("vorticity.")) return "vorticity has one component in two dimensions. Ask for 'vorticity'.";
  if (field == "velocity.z") return "velocity has no component z in two dimensions.";
  return "";
}

}  // namespace

void check(Case& c, GalerkinOptions& o, Problems& problems) {
  if (!c.run.cfl_given) c.run.cfl = usual_cfl(o.scheme.kind);
  check(o.fluid, problems);
  if (timed(o.fluid.force))
    problems.at(
        "fluid.force",
        "fluid.force cannot depend on t with solver 'galerkin'. Solver 'projection' knows forces that change, and "
        "a boundary may have a velocity of t.");
  check_run(c, problems);
  check_scheme(c, o.scheme, problems);
  check_turbulence(o.turbulence, problems);
  check_conditions(o, problems);
  check_bodies(c, o, problems);
  check_wind(c, o, problems);
  if (o.sponge.length > 0 && !(o.sponge.strength > 0))
    problems.at("sponge", "[sponge] has no strength. Give sponge.strength, or remove it.");
  each_field(c.output, [&](const std::string& path, const std::string& field) {
    if (const std::string why = missing(field, c.dimensions(), o); !why.empty()) problems.at(path, why);
  });
}

}  // namespace eddy
