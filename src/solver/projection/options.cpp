// The keys of the projection solver.
#include "solver/projection/options.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "linear/fft_plan.hpp"
#include "mesh/shape.hpp"
#include "solver/boundary_kinds.hpp"
#include "solver/projection/body_options.hpp"
#include "solver/projection/boundary.hpp"
#include "solver/projection/rules.hpp"
#include "solver/projection/thermal_walls.hpp"

namespace eddy {

const EnumWords& words(TimeScheme) {
  static const EnumWords list{{"rk3", TimeScheme::rk3, "three stages and one pressure equation per step; second order"},
                              {"euler", TimeScheme::euler,
                               "forward Euler, as in the book of Griebel, Dornseifer and Neunhoeffer; first order"}};
  return list;
}
const EnumWords& words(ViscousTerms) {
  static const EnumWords list{
      {"explicit", ViscousTerms::explicit_, "as convection; steps are no longer than friction and conduction allow"},
      {"implicit", ViscousTerms::implicit, "line by line, second order; convection alone limits the step"},
      {"auto", ViscousTerms::automatic, "implicit where steps become four times as long or longer"}};
  return list;
}
const EnumWords& words(Convection) {
  static const EnumWords list{
      {"upwind3", Convection::upwind3,
       "third order, from the side that the flow comes from; for every cell Reynolds number"},
      {"koren", Convection::koren, "upwind3 held between its neighbours by Koren's limiter: nothing overshoots"},
      {"donor-cell", Convection::donor_cell, "central differences, and gamma of upwind ones"},
      {"central4", Convection::central4,
       "central differences of fourth order, of friction too; for turbulence on fine uniform grids without bodies"}};
  return list;
}

const EnumWords& words(BodySurface) {
  static const EnumWords list{
      {"staircase", BodySurface::staircase, "made of whole cells, those whose centre is inside; first order"},
      {"sharp", BodySurface::sharp, "as they are: open parts of faces, walls where they stand"}};
  return list;
}

const EnumWords& words(TurbulenceModel) {
  static const EnumWords list{
      {"none", TurbulenceModel::none, "what the grid resolves, and no more"},
      {"smagorinsky", TurbulenceModel::smagorinsky, "large eddies; smaller ones are a viscosity (C Δ)² |S|"}};
  return list;
}
const EnumWords& words(WallDamping) {
  static const EnumWords list{
      {"mixing-length", WallDamping::mixing_length, "no longer than 0.41 times the distance to the wall"},
      {"van-driest", WallDamping::van_driest,
       "times 1 − exp(−y⁺/26), y⁺ = distance · turbulence.friction_velocity / viscosity"},
      {"none", WallDamping::none, "C Δ everywhere"}};
  return list;
}

const EnumWords& words(Side) {
  static const EnumWords list{{"left", Side::left, "−x"}, {"right", Side::right, "+x"}, {"bottom", Side::bottom, "−y"},
                              {"top", Side::top, "+y"},   {"front", Side::front, "−z"}, {"back", Side::back, "+z"}};
  return list;
}

namespace {

using projection::condition_of;

void describe_scheme(Keys& keys, SchemeOptions& o) {
  keys.key("time", o.time, {.doc = "How a step goes."});
  keys.key("convection", o.convection, {.doc = "How ∇·(u u) is approximated."});
  keys.key("viscous", o.viscous, {.doc = "How friction and conduction go."});
  keys.key("gamma", o.gamma, {.doc = "donor-cell: 0 is central, 1 is upwind.", .limit = between(0, 1)});
  keys.key("bodies", o.bodies, {.doc = "What [body.NAME] is to the flow."});
}

void describe_heat(Keys& keys, HeatingOptions& o) {
  keys.key("diffusivity", o.diffusivity,
           {.doc = "Thermal diffusivity; or give prandtl.", .unit = "m²/s", .limit = positive});
  keys.key("prandtl", o.prandtl, {.doc = "viscosity / diffusivity, in place of diffusivity.", .limit = positive});
  keys.key("expansion", o.expansion,
           {.doc = "Thermal expansion β of the buoyancy −β (T − reference) gravity.", .unit = "1/K"});
  keys.key("reference", o.reference, {.doc = "Temperature without buoyancy.", .unit = "K"});
  keys.key("difference", o.difference,
           {.doc = "Of temperature; Nusselt numbers are flux · fluid.length / (diffusivity · difference).",
            .unit = "K",
            .limit = positive});
  keys.key("gravity", o.gravity, {.doc = "Gravity; none: 0.", .unit = "m/s²", .length = per_axis});
  keys.key("source", o.source, {.doc = "Heat source over density and heat capacity, of x, y, z, t.", .unit = "K/s"});
  keys.key("convection", o.convection, {.doc = "How ∇·(u T) is approximated; none: as scheme.convection."});
}

void describe_turbulence(Keys& keys, TurbulenceOptions& o, bool heat) {
  keys.key("model", o.model, {.doc = "What stands for eddies that the grid does not resolve."});
  if (keys.writing() && !o.on()) return;
  keys.key("constant", o.constant,
           {.doc = "C of the eddy viscosity (C Δ)² |S|: 0.1 in shear flows, 0.17 far from walls.", .limit = positive});
  keys.key("wall", o.wall, {.doc = "What becomes of the length C Δ near no-slip walls and bodies."});
  keys.key("friction_velocity", o.friction_velocity,
           {.doc = "van-driest: the square root of wall shear over density.", .unit = "m/s", .limit = positive});
  if (heat || !keys.writing())
    keys.key("prandtl", o.prandtl, {.doc = "Eddy viscosity over eddy diffusivity of heat.", .limit = positive});
  keys.check(heat || !keys.given("prandtl"), "prandtl", "turbulence.prandtl needs the table [heat].");
  for (const char* key : {"constant", "wall", "friction_velocity", "prandtl"})
    keys.check(o.on() || !keys.given(key), key,
               std::string("turbulence.") + key + " has a meaning with turbulence.model = \"smagorinsky\" alone.");
  const bool driest = o.wall == WallDamping::van_driest;
  keys.check(!o.on() || !driest || o.friction_velocity, "wall",
             "turbulence.wall = \"van-driest\" needs turbulence.friction_velocity.");
  keys.check(!o.on() || driest || !keys.given("friction_velocity"), "friction_velocity",
             "turbulence.friction_velocity has a meaning with turbulence.wall = \"van-driest\" alone.");
}

void describe_wall(Keys& keys, ThermalWall& w) {
  keys.key("side", w.side, {.doc = "Which side it belongs to.", .required = true});
  keys.key("temperature", w.temperature, {.doc = "Given temperature, of x, y, z, t.", .unit = "K"});
  keys.key("flux", w.flux,
           {.doc = "Given flux into the domain over density and heat capacity, of x, y, z, t.", .unit = "K m/s"});
  keys.key("where", w.where, {.doc = "The part of the side where this is not 0; none: all of it. Later walls win."});
  keys.check(w.temperature.has_value() != w.flux.has_value(), "side",
             "wall '" + w.name + "' needs either temperature or flux.");
}

void describe_forces(Keys& keys, ForcesOptions& f) {
  keys.table("reference", "What coefficients are measured by: force / (½ ρ velocity² area).", [&](Keys& k) {
    k.key("length", f.reference.length,
          {.doc = "Reference length; in 2D also the area, per depth.", .unit = "m", .limit = positive});
    k.key("velocity", f.reference.velocity, {.doc = "Reference velocity.", .unit = "m/s", .limit = positive});
    k.key("area", f.reference.area, {.doc = "Reference area; 3D.", .unit = "m²", .limit = positive});
  });
  keys.key("centre", f.centre,
           {.doc = "Point that moments are about; none: the origin.", .unit = "m", .length = per_axis});
}

}  // namespace

void describe(Keys& keys, ProjectionOptions& o) {
  keys.table("fluid", "The fluid, and what its numbers are measured by.", [&](Keys& k) { describe(k, o.fluid); });
  keys.table("scheme", "How equations are approximated.", [&](Keys& k) { describe_scheme(k, o.scheme); });
  const bool heat = o.heat || keys.given("heat");
  keys.table("turbulence", "Eddies smaller than the grid.",
             [&](Keys& k) { describe_turbulence(k, o.turbulence, heat); });
  keys.boundary(o.boundary, kinds_of(projection::conditions()), projection::thermal_kinds());
  keys.named("body", o.body, "A body in the flow, no-slip; scheme.bodies says how it meets the grid.",
             projection::describe_body);
  keys.named("forces", o.forces, "Force, moment and coefficients of the body of this name, in history.csv.",
             describe_forces);
  if (heat && !o.heat) o.heat.emplace();
  if (o.heat || !keys.writing()) {
    HeatingOptions none;
    keys.table("heat", "Temperature, its diffusion and its buoyancy; without this table there is none.",
               [&](Keys& k) { describe_heat(k, o.heat ? *o.heat : none); });
  }
  keys.named("wall", o.wall, "Of old: a side or a part of it with a temperature or a flux. Now boundary.SIDE.heat.",
             describe_wall);
  keys.table("initial", "The state at time 0.", [&](Keys& k) {
    k.key("velocity", o.velocity,
          {.doc = "Initial velocity; none: 0. What it has of divergence is taken off.",
           .unit = "m/s",
           .length = per_axis});
    if (o.heat || !k.writing()) k.key("temperature", o.temperature, {.doc = "Initial temperature.", .unit = "K"});
    k.check(o.heat || !k.given("temperature"), "temperature", "initial.temperature needs the table [heat].");
  });
  keys.table("linear", "How a linear system is solved; here the pressure's.", [&](Keys& k) {
    describe(k, o.linear);
    o.solver_given = o.solver_given || k.given("solver");
  });
  keys.table("track", "What goes into history.csv beside the usual.", [&](Keys& k) {
    k.key("energy", o.energy, {.doc = "Kinetic energy and enstrophy per volume: two more passes per step."});
    k.key("friction", o.friction,
          {.doc = "Force of friction on each side with a no-slip wall, along its axes: friction_bottom_x."});
    k.key("reattachment", o.reattachment,
          {.doc = "2D: the last place where the flow along the bottom turns from backwards to forwards, at the end."});
  });
  keys.table("exact", "A closed solution, where one is known: gives velocity.x.error_l2, pressure.error_max and so on.",
             [&](Keys& k) {
               k.key("velocity", o.exact_velocity,
                     {.doc = "Exact velocity, of x, y, z, t.", .unit = "m/s", .length = per_axis});
               k.key("pressure", o.exact_pressure,
                     {.doc = "Exact pressure, of x, y, z, t, up to a constant.", .unit = "Pa"});
               k.key("temperature", o.exact_temperature, {.doc = "Exact temperature, of x, y, z, t.", .unit = "K"});
               k.check(o.heat || !k.given("temperature"), "temperature", "exact.temperature needs the table [heat].");
             });
}

namespace projection {
bool wraps(const ProjectionOptions& o, int axis) {
  const auto& side = o.boundary[2 * axis];
  return !side.empty() && condition_of(side.front()).kind.periodic;
}
}  // namespace projection

namespace {

void check_mesh(const Case& c, Problems& problems) {
  if (c.dimensions() == 1) problems.at("mesh.cells", "solver 'projection' needs two or three dimensions.");
  for (int a = 0; a < std::min(3, c.dimensions()); ++a)
    if (c.mesh.cells[a] < 4)
      problems.at("mesh.cells", std::string("convection reaches over four cells; ") + "xyz"[a] + " has " +
                                    std::to_string(c.mesh.cells[a]) + ". Give mesh.cells of 4 or more.");
}

void check_patches(const ProjectionOptions& o, Problems& problems) {
  for (std::size_t side = 0; side < o.boundary.size(); ++side)
    for (const Patch& p : o.boundary[side])
      if (p.where && p.where->uses_time()) {
        const std::string key = std::string("boundary.") + side_names[side];
        problems.at(key, key + ".where cannot depend on t: a patch stays where it is.");
      }
}

// Refuses averages of the temperature without a table [heat].
void check_averages(Case& c, const ProjectionOptions& o, Problems& problems) {
  auto& fields = c.statistics.fields;
  if (o.heat || !c.statistics.start) return;
  if (fields.empty()) fields = {"velocity", "pressure"};
  if (std::find(fields.begin(), fields.end(), "temperature") != fields.end())
    problems.at("statistics.fields", "statistics.fields: the field 'temperature' needs the table [heat].");
}
bool has_walls(const ProjectionOptions& o) {
  bool any = !o.body.empty() && o.scheme.bodies != BodySurface::sharp;
  for (const auto& side : o.boundary)
    for (const Patch& p : side) any = any || condition_of(p).wall;
  return any;
}

// The reason why a field is not available; empty if it is.
std::string missing(const std::string& field, int dimensions, const ProjectionOptions& o) {
  const auto is = [&](const char* name) { return field == name; };
  if (is("temperature") && !o.heat) return "the field 'temperature' needs the table [heat].";
  if (is("eddy_viscosity") && !o.turbulence.on())
    return "the field 'eddy_viscosity' needs turbulence.model = \"smagorinsky\".";
  if (is("mask") && o.scheme.bodies != BodySurface::sharp)
    return "the field 'mask' needs a body and scheme.bodies = \"sharp\".";
  if (is("error") && !o.exact_velocity) return "the field 'error' needs an exact solution. Give exact.velocity.";
  if (is("stream") && dimensions == 3) return "the field 'stream' is the stream function, which 3D flows do not have.";
  if (field.starts_with("wall_shear") && !has_walls(o))
    return "the field 'wall_shear' needs a side or a part of one with kind = \"no-slip\", or a body that is a "
           "staircase.";
  if (dimensions != 2) return "";
  if (field.starts_with("vorticity.")) return "vorticity has one component in two dimensions. Ask for 'vorticity'.";
  if (field.ends_with(".z")) return field.substr(0, field.size() - 2) + " has no component z in two dimensions.";
  return "";
}

void check_fields(const Case& c, const ProjectionOptions& o, Problems& problems) {
  each_field(c.output, [&](const std::string& path, const std::string& field) {
    if (const std::string why = missing(field, c.dimensions(), o); !why.empty()) problems.at(path, why);
  });
}

void check_heat(const ProjectionOptions& o, Problems& problems) {
  if (!o.heat) return;
  if (o.heat->diffusivity && o.heat->prandtl)
    problems.at("heat.prandtl", "heat.diffusivity and heat.prandtl say the same thing twice. Give one of them.");
  if (!o.heat->diffusivity && !o.heat->prandtl)
    problems.at("heat", "the fluid conducts no heat. Give heat.diffusivity or heat.prandtl.");
}

void check_forces(const Case& c, const ProjectionOptions& o, Problems& problems) {
  std::vector<std::string> bodies;
  for (const Body& b : o.body) bodies.push_back(b.name);
  for (const ForcesOptions& f : o.forces) {
    const std::string key = "forces." + f.name;
    if (std::find(bodies.begin(), bodies.end(), f.name) == bodies.end())
      problems.at(key,
                  "[" + key + "] needs a body of that name: [body." + f.name + "]." + did_you_mean(f.name, bodies));
    const bool area = c.dimensions() == 2 || f.reference.area;
    if (!f.reference.length || !f.reference.velocity || !area)
      problems.at(key,
                  "[" + key +
                      "] has no coefficients without reference values. Give reference = { length = …, velocity = …" +
                      (c.dimensions() == 3 ? ", area = …" : "") + " }.");
  }
}

void check_convection(const Case& c, const ProjectionOptions& o, Problems& problems) {
  if (o.scheme.gamma != 0 && o.scheme.convection != Convection::donor_cell &&
      !(o.heat && o.heat_convection() == Convection::donor_cell))
    problems.at("scheme.gamma",
                "scheme.gamma has a meaning with donor-cell as scheme.convection or heat.convection alone.");
  const bool heat = o.heat && o.heat_convection() == Convection::central4;
  if (o.scheme.convection != Convection::central4 && !heat) return;
  const std::string key = o.scheme.convection == Convection::central4 ? "scheme.convection" : "heat.convection";
  for (int a = 0; a < c.dimensions(); ++a)
    if (c.mesh.stretch[a].kind != Stretch::Kind::uniform)
      return problems.at(
          key, key + " = \"central4\" is for uniform grids; mesh.stretch." + "xyz"[a] + " is not. Take upwind3.");
  if (!o.body.empty()) problems.at(key, key + " = \"central4\" does not know bodies. Take upwind3.");
}
// Why friction cannot be implicit; empty: it can.
std::string explicit_only(const ProjectionOptions& o) {
  const bool fourth = o.scheme.convection == Convection::central4;
  return fourth ? "scheme.convection = \"central4\", whose friction is of fourth order" : "";
}
void check_viscous(const Case& c, ProjectionOptions& o, Problems& problems) {
  const std::string why = explicit_only(o);
  ViscousTerms& viscous = o.scheme.viscous;
  if (o.scheme.implicit() && !why.empty())
    problems.at("scheme.viscous", "scheme.viscous = \"implicit\" does not go with " + why + ". Take \"explicit\".");
  if (viscous != ViscousTerms::automatic || !problems.empty()) return;
  const projection::Model model(make_grid(c.mesh), o);
  const bool pays = why.empty() && projection::implicit_pays(model, o);
  viscous = pays ? ViscousTerms::implicit : ViscousTerms::explicit_;
}
void check_run(const Case& c, Problems& problems) {
  if (c.run.cfl > 1) problems.at("run.cfl", "run.cfl = " + number_text(c.run.cfl) + " is above the stable limit of 1.");
}

// Whether the direct solver applies, and its lines fit into the fast memory of every device.
bool fft_applies(const Case& c) {
  constexpr int longest = 4096;
  int stretched = 0;
  for (int a = 0; a < c.dimensions(); ++a)
    stretched +=
        c.mesh.stretch[a].kind != Stretch::Kind::uniform || !fft_size(c.mesh.cells[a]) || c.mesh.cells[a] > longest;
  return stretched <= 1 && c.options_as<ProjectionOptions>().body.empty();
}

}  // namespace

void check(Case& c, ProjectionOptions& o, Problems& problems) {
  check_mesh(c, problems);
  check(o.fluid, problems);
  for (Body& b : o.body) take_shape(b.shape, c, "body." + b.name, problems);
  check_run(c, problems);
  check_convection(c, o, problems);
  projection::check_bodies(o, c.dimensions(), problems);
  check_patches(o, problems);
  check_averages(c, o, problems);
  check_fields(c, o, problems);
  check_heat(o, problems);
  projection::check_thermal_walls(c, o, problems);
  check_forces(c, o, problems);
  if (o.reattachment && c.dimensions() != 2)
    problems.at("track.reattachment", "track.reattachment looks along the bottom of a 2D flow.");
  if (!o.solver_given && c.dimensions() >= 2 && c.dimensions() <= 3)
    o.linear.solver = fft_applies(c) ? LinearSolver::fft : LinearSolver::multigrid;
  if (o.linear.solver == LinearSolver::gauss_seidel &&
      (c.run.device.starts_with("cuda") || c.run.device.starts_with("opencl")))
    problems.at("linear.solver", ordered_on_cpu_only);
  if (o.linear.solver == LinearSolver::fft && !o.body.empty())
    problems.at("linear.solver", "linear.solver = \"fft\" cannot go around bodies. Take \"multigrid\" or \"cg\".");
  check_viscous(c, o, problems);
  if (problems.empty()) projection::check_geometry(c, o, problems);
}

SolverKeys projection_keys() {
  return solver_keys<ProjectionOptions>(
      "projection", "incompressible flow on a staggered grid: ∇·u = 0, ∂u/∂t + ∇·(u u) + ∇p/ρ = ν∇²u + f",
      {"pressure",     "velocity",     "velocity.x",   "velocity.y",     "velocity.z", "temperature", "vorticity",
       "vorticity.x",  "vorticity.y",  "vorticity.z",  "speed",          "q",          "stream",      "wall_shear",
       "wall_shear.x", "wall_shear.y", "wall_shear.z", "eddy_viscosity", "mask",       "error"},
      {{"velocity", "m/s", true}, {"pressure", "Pa", false}, {"temperature", "K", false}});
}

}  // namespace eddy
