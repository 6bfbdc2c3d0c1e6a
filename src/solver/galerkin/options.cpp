// The keys of the galerkin solver.
#include "solver/galerkin/options.hpp"

#include "solver/galerkin/boundary.hpp"

namespace eddy {

namespace galerkin {
const EnumWords& words(SchemeKind) {
  static const EnumWords list{
      {"lf", SchemeKind::lf, "the pressure leapfrogs the velocity: two passes, second order, no damping"},
      {"tg2", SchemeKind::tg2, "two steps of Taylor–Galerkin with selective mass lumping; damps much"},
      {"tg3", SchemeKind::tg3, "three steps of Taylor–Galerkin: third order for linear problems"}};
  return list;
}
const EnumWords& words(Advection) {
  static const EnumWords list{{"skew", Advection::skew, "skew-symmetric: keeps the kinetic energy"},
                              {"advective", Advection::advective, "v·∇v as it stands"}};
  return list;
}
const EnumWords& words(Gradient) {
  static const EnumWords list{{"mean", Gradient::mean, "the mean over the element: passes the patch test"},
                              {"centroid", Gradient::centroid, "that of its centre"}};
  return list;
}
const EnumWords& words(Model) {
  static const EnumWords list{
      {"none", Model::none, "what the mesh does not resolve is not there"},
      {"smagorinsky", Model::smagorinsky, "(C Δ)² |S|, shorter near walls"},
      {"wale", Model::wale, "from the square of the gradient: vanishes at walls by itself"},
      {"dynamic", Model::dynamic, "Smagorinsky's, with the constant that the flow itself tells"}};
  return list;
}
const EnumWords& words(WallLength) {
  static const EnumWords list{{"mixing-length", WallLength::mixing_length, "min(C Δ, 0.41 d), d the wall distance"},
                              {"van-driest", WallLength::van_driest, "C Δ (1 − exp(−y⁺/26))"},
                              {"none", WallLength::none, "C Δ everywhere"}};
  return list;
}
const EnumWords& words(Profile) {
  static const EnumWords list{{"uniform", Profile::uniform, "the same at every height"},
                              {"power", Profile::power, "speed (z/height)^exponent"},
                              {"log", Profile::log, "(u*/0.41) ln((z − displacement)/roughness)"},
                              {"file", Profile::file, "a table: height, speed[, intensity[, length]]"}};
  return list;
}
}  // namespace galerkin

namespace {

using namespace galerkin;

void describe_scheme(Keys& k, SchemeOptions& o) {
  k.key("kind", o.kind, {.doc = "How time advances."});
  k.key("mach", o.mach,
        {.doc = "fluid.velocity over the speed of sound: errors are of its square, the cost of its inverse.",
         .limit = positive});
  k.key("lumping", o.lumping,
        {.doc = "e of the selective mass matrix e M_lumped + (1 − e) M; none: 1, of tg2 0.9.", .limit = between(0, 1)});
  k.key("bulk", o.bulk,
        {.doc = "C of the volumetric viscosity C c h, which damps sound alone; none: 0.1, of tg2 0.",
         .limit = between(0, 1)});
  k.key("hourglass_velocity", o.hourglass_velocity,
        {.doc = "Damping of the velocity's hourglass modes: ε |v| h.", .limit = between(0, 1)});
  k.key("hourglass_pressure", o.hourglass_pressure,
        {.doc = "Damping of the pressure's hourglass modes: ε c h.", .limit = between(0, 1)});
  k.key(
      "wave_damping", o.wave_damping,
      {.doc =
           "Damping of waves as short as two elements, by 2 ε |v|/h (of the pressure by 8 ε velocity/h); it falls with "
           "a power of their length, wave_damping_order. 0: none.",
       .limit = between(0, 0.25)});
  if (!k.writing() || o.wave_damping > 0)
    k.key("wave_damping_order", o.wave_damping_order,
          {.doc = "4 or 6: the power of the wave length with which this damping falls.", .limit = between(4, 6)});
  k.check(o.wave_damping_order != 5, "wave_damping_order", "scheme.wave_damping_order is 4 or 6.");
  k.key("advection", o.advection, {.doc = "How v·∇v is written; none: skew, of tg2 advective."});
  k.key("pressure_advection", o.pressure_advection,
        {.doc = "Whether v·∇p is kept; it is of the square of the Mach number. None: no, of tg2 yes."});
  k.key("gradient", o.gradient, {.doc = "Gradients of hexahedra that are no parallelepipeds."});
}

void describe_turbulence(Keys& k, TurbulenceOptions& o) {
  k.key("model", o.model, {.doc = "What stands for eddies that the mesh does not resolve."});
  if (k.writing() && o.model == Model::none) return;
  k.key("constant", o.constant,
        {.doc = "C of the model; none: 0.1, of WALE 0.325. The dynamic model "
                "finds it.",
         .limit = positive});
  if (!k.writing() || o.model == Model::smagorinsky)
    k.key("wall", o.wall, {.doc = "smagorinsky: what becomes of the length C Δ near no-slip walls and bodies."});
  k.check(o.wall == WallLength::mixing_length || o.model == Model::smagorinsky, "wall",
          "turbulence.wall has a meaning with turbulence.model = \"smagorinsky\" alone.");
  k.key("friction_velocity", o.friction_velocity,
        {.doc = "van-driest: the square root of wall shear over density.", .unit = "m/s", .limit = positive});
}

void describe_gusts(Keys& k, GustOptions& o) {
  k.key("intensity", o.intensity,
        {.doc = "Standard deviation along the wind over the mean speed, of z; none: 1/ln(z/roughness) of a log "
                "profile, or that of the file."});
  k.key("ratios", o.ratios, {.doc = "Standard deviations along, across and up, over the one along.", .length = 3});
  k.key("length", o.length, {.doc = "Integral length of the eddies, of z; none: that of the file.", .unit = "m"});
  k.key("period", o.period,
        {.doc = "Time after which gusts repeat: in the mean over it the wind is the given one, with no gust that lasts "
                "longer; none: they never repeat.",
         .unit = "s",
         .limit = positive});
  k.key("modes", o.modes, {.doc = "Number of waves that are added up.", .limit = between(1, 5000)});
  k.key("seed", o.seed, {.doc = "Another number, other gusts.", .limit = at_least(0)});
}

void describe_wind(Keys& k, WindOptions& o) {
  o.gusts_on = o.gusts_on || k.given("gusts");
  k.key("profile", o.profile, {.doc = "How the speed grows with height."});
  k.key("speed", o.speed, {.doc = "Speed at the reference height.", .unit = "m/s", .limit = positive});
  k.key("height", o.height,
        {.doc = "Reference height above the lower end of the domain.", .unit = "m", .limit = positive});
  k.key("exponent", o.exponent, {.doc = "power: its exponent.", .limit = between(0, 2)});
  k.key("roughness", o.roughness, {.doc = "log: roughness length.", .unit = "m", .limit = positive});
  k.key("displacement", o.displacement, {.doc = "log: displacement height.", .unit = "m", .limit = not_negative});
  std::optional<std::string> file;
  if (!o.file.empty()) file = o.file;
  k.key("file", file, {.doc = "file: CSV with height, speed[, intensity[, length]], beside the case.", .file = true});
  o.file = file.value_or("");
  k.key("direction", o.direction, {.doc = "Where the wind blows to; none: along x.", .length = per_axis});
  k.key("up", o.up, {.doc = "Along which the height is measured; none: the last axis."});
  k.key(
      "ramp", o.ramp,
      {.doc = "The speed rises from 0 in this time, as (1 − cos πt/ramp)/2, and the flow begins at rest; 0: it begins "
              "with the wind everywhere.",
       .unit = "s",
       .limit = not_negative});
  if (!k.writing() || o.gusts_on)
    k.table("gusts", "Synthetic turbulence; without this table there is none.",
            [&](Keys& g) { describe_gusts(g, o.gusts); });
}

void describe_forces(Keys& k, ForcesOptions& f) {
  k.key("patches", f.patches, {.doc = "All bodies and patches it is made of; none: the one of its name."});
  k.key("length", f.length,
        {.doc = "Reference length; none: fluid.length. In 2D also the area.", .unit = "m", .limit = positive});
  k.key("velocity", f.velocity, {.doc = "Reference velocity; none: fluid.velocity.", .unit = "m/s", .limit = positive});
  k.key("area", f.area,
        {.doc = "Reference area, 3D; none: what the wind sees of it.", .unit = "m²", .limit = positive});
  k.key("centre", f.centre,
        {.doc = "Point that moments are about; none: the origin.", .unit = "m", .length = per_axis});
  k.key(
      "strips", f.strips,
      {.doc = "Strips of equal height, with coefficients of each: cd_NAME_1 is the lowest.", .limit = between(0, 999)});
  k.key("up", f.up, {.doc = "Along which strips are cut; none: the last axis."});
}

void describe_surface(Keys& k, SurfaceOptions& s) {
  k.key("patches", s.patches, {.doc = "All bodies and patches it is made of; none: the one of its name."});
  k.key("heights", s.heights, {.doc = "Lines around it at these heights, one table each.", .unit = "m"});
  k.key("velocity", s.velocity,
        {.doc = "Of the coefficient p/(½ ρ velocity²); none: fluid.velocity.", .unit = "m/s", .limit = positive});
  k.key("local", s.local,
        {.doc = "The coefficient by the speed of the wind at the height of the face, in place of `velocity`."});
  k.check(!s.local || !s.velocity, "local", "surface." + s.name + ": `local` and `velocity` exclude one another.");
  k.key("reference", s.reference,
        {.doc = "A point whose pressure is taken off; none: with wind the mean over the inlet at the height of the "
                "surface's top, without it 0 Pa.",
         .unit = "m",
         .length = per_axis});
}

void describe_sponge(Keys& k, SpongeOptions& o) {
  k.key("length", o.length,
        {.doc = "Before the upper end of x; 0: there is none.", .unit = "m", .limit = not_negative});
  k.key("strength", o.strength, {.doc = "At the end of the domain.", .unit = "1/s", .limit = not_negative});
  k.key("velocity", o.velocity,
        {.doc = "Towards which the flow is pulled; none: fluid.velocity along x.", .unit = "m/s", .length = per_axis});
}

}  // namespace

void describe(Keys& keys, GalerkinOptions& o) {
  keys.table("fluid", "The fluid, and what its numbers are measured by.", [&](Keys& k) { describe(k, o.fluid); });
  keys.table("scheme", "The numerical scheme.", [&](Keys& k) { describe_scheme(k, o.scheme); });
  keys.table("turbulence", "Eddies smaller than the mesh.", [&](Keys& k) { describe_turbulence(k, o.turbulence); });
  keys.boundary(o.boundary, boundary_kinds());
  if (!keys.writing() || any_of_kind(o.boundary, Kind::wind))
    keys.table("wind", "The wind of boundaries of kind `wind`.", [&](Keys& k) { describe_wind(k, o.wind); });
  keys.named("body", o.body, "A body in the flow: elements whose centres are inside are cut out. No-slip, at rest.",
             [](Keys& k, Body& b) { describe(k, b.shape); });
  keys.named("forces", o.forces, "Forces, moments and coefficients of the body or patch of this name, in history.csv.",
             describe_forces);
  keys.named("surface", o.surface,
             "Coefficient of the pressure on a body or a patch, mean, rms, least and largest (surfaces/NAME.csv).",
             describe_surface);
  if (!keys.writing() || o.sponge.length > 0)
    keys.table("sponge", "Calms the flow near the end of the domain.", [&](Keys& k) { describe_sponge(k, o.sponge); });
  keys.table("initial", "The state at time 0.", [&](Keys& k) {
    k.key("velocity", o.velocity,
          {.doc = "Initial velocity; none: that of the wind or the inflow, everywhere; or 0.",
           .unit = "m/s",
           .length = per_axis});
    k.key("pressure", o.pressure, {.doc = "Initial pressure.", .unit = "Pa"});
    k.key("noise", o.noise,
          {.doc = "Random part of the velocity, over fluid.velocity; the same in every run.", .limit = between(0, 1)});
  });
  keys.table("track", "What goes into history.csv beside the usual.", [&](Keys& k) {
    k.key("energy", o.energy, {.doc = "Kinetic energy per volume, over density."});
    k.key("momentum", o.momentum,
          {.doc = "The balance of momentum of the last step: what the fluid gains by inflow and outflow, by tractions "
                  "there, by "
                  "walls, by forces in it, and by its volume; `momentum_missing_x` is what these leave open, over the "
                  "largest."});
  });
  keys.table("exact", "A closed solution, where one is known: gives velocity.x.error_l2, pressure.error_max and so on.",
             [&](Keys& k) {
               k.key("velocity", o.exact_velocity,
                     {.doc = "Exact velocity, of x, y, z, t.", .unit = "m/s", .length = per_axis});
               k.key("pressure", o.exact_pressure,
                     {.doc = "Exact pressure, of x, y, z, t; up to a constant where nothing leaves.", .unit = "Pa"});
             });
}

SolverKeys galerkin_keys() {
  SolverKeys keys = solver_keys<GalerkinOptions>(
      "galerkin", "nearly incompressible flow with large eddies by explicit finite elements: wind on buildings",
      {"velocity", "velocity.x", "velocity.y", "velocity.z", "pressure", "vorticity", "vorticity.x", "vorticity.y",
       "vorticity.z", "eddy_viscosity", "cp", "speed"},
      {{"velocity", "m/s", true}, {"pressure", "Pa", false}});
  keys.hexahedra = true;
  return keys;
}

}  // namespace eddy
