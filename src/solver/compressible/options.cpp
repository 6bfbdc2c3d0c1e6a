// The keys of the compressible solver.
#include "solver/compressible/options.hpp"

#include <cmath>
#include <numbers>

#include "base/text.hpp"
#include "solver/compressible/boundary/list.hpp"

namespace eddy {

namespace compressible {
const EnumWords& words(SchemeKind) {
  static const EnumWords list{
      {"muscl", SchemeKind::muscl, "finite volumes: limited slopes, a Riemann flux, three stages"},
      {"ni", SchemeKind::ni, "Ni's cell-vertex scheme after Lax and Wendroff, with multiple grid for steady flow"}};
  return list;
}
const EnumWords& words(FluxKind) {
  static const EnumWords list{{"hllc", FluxKind::hllc, "three waves; keeps density and pressure positive"},
                              {"roe", FluxKind::roe, "all waves of Roe's mean state, with an entropy fix"}};
  return list;
}
const EnumWords& words(LimiterKind) {
  static const EnumWords list{{"van-albada", LimiterKind::van_albada, "smooth: for steady and smooth flow"},
                              {"minmod", LimiterKind::minmod, "the most careful: for strong shocks"}};
  return list;
}
const EnumWords& words(ViscosityLaw) {
  static const EnumWords list{{"constant", ViscosityLaw::constant, "the same everywhere"},
                              {"sutherland", ViscosityLaw::sutherland, "grows with the temperature, after Sutherland"}};
  return list;
}
const EnumWords& words(TimeKind) {
  static const EnumWords list{
      {"explicit", TimeKind::explicit_, "steps within the stable limit"},
      {"dual", TimeKind::dual, "steps of run.dt, each solved by iterations in pseudo-time: second order (BDF2)"}};
  return list;
}
const EnumWords& words(RestrictionKind) {
  static const EnumWords list{{"mean", RestrictionKind::mean, "the mean around a node: for slender cells, too"},
                              {"injection", RestrictionKind::injection,
                               "the change of the node alone: faster in channels, not for slender cells"}};
  return list;
}
}  // namespace compressible

namespace {

using namespace compressible;

void describe_scheme(Keys& k, SchemeOptions& o) {
  k.key("kind", o.kind, {.doc = "How the equations are discretised."});
  k.key("flux", o.flux, {.doc = "muscl: the flux through a face."});
  k.key("limiter", o.limiter, {.doc = "muscl: how slopes are limited."});
  k.key("time", o.time, {.doc = "How time advances, where the flow is not steady."});
  k.key("second", o.second,
        {.doc = "ni: second-difference dissipation at shocks: 0.5 to 1 transonic, 1 to 2 supersonic.",
         .limit = between(0, 10)});
  k.key("fourth", o.fourth,
        {.doc = "ni: fourth-difference dissipation; 1/64, or 1/256 at Mach numbers below 0.2.",
         .limit = between(0, 0.1)});
  k.key("levels", o.levels,
        {.doc = "ni: grids of the steady iteration, each with half the cells per axis.", .limit = between(1, 8)});
  k.key("restriction", o.restriction, {.doc = "ni: how changes come to coarse grids."});
  k.key("check_every", o.check_every,
        {.doc = "Steady: iterations between two looks at the residuals.", .limit = between(1, 1e6)});
  k.key("max_iterations", o.max_iterations,
        {.doc = "Steady: iterations after which the run is given up.", .limit = at_least(1)});
  k.key("inner_iterations", o.inner_iterations,
        {.doc = "Dual time: iterations of a step, at most.", .limit = between(1, 1e5)});
  k.key("inner_tolerance", o.inner_tolerance,
        {.doc = "Dual time: to which part the residual falls in a step.", .limit = between(1e-15, 1)});
}

void describe_gas(Keys& k, GasOptions& o) {
  k.key("gamma", o.gamma, {.doc = "Ratio of the heat capacities.", .limit = between(1.01, 3)});
  k.key("constant", o.constant, {.doc = "Gas constant R.", .unit = "J/(kg K)", .limit = positive});
  k.key("viscosity", o.viscosity,
        {.doc = "Dynamic viscosity; none, and no reynolds: no friction and no conduction.",
         .unit = "Pa s",
         .limit = positive});
  k.key("reynolds", o.reynolds,
        {.doc = "Reynolds number of the free stream, instead of viscosity.", .limit = positive});
  k.key("length", o.length, {.doc = "Length of the Reynolds number.", .unit = "m", .limit = positive});
  k.key("law", o.law, {.doc = "How the viscosity depends on the temperature."});
  k.key("temperature", o.temperature,
        {.doc = "Where the viscosity is given, for Sutherland's law.", .unit = "K", .limit = positive});
  k.key("sutherland", o.sutherland, {.doc = "S of Sutherland's law.", .unit = "K", .limit = not_negative});
  k.key("prandtl", o.prandtl, {.doc = "Prandtl number.", .limit = positive});
}

void describe_stream(Keys& k, FreestreamOptions& o) {
  k.key("density", o.density, {.doc = "Density.", .unit = "kg/m³", .limit = positive});
  k.key("pressure", o.pressure, {.doc = "Pressure.", .unit = "Pa", .limit = positive});
  k.key("temperature", o.temperature,
        {.doc = "Temperature; two of density, pressure and temperature are given.", .unit = "K", .limit = positive});
  k.key("mach", o.mach, {.doc = "Mach number, with angle; or velocity.", .limit = not_negative});
  k.key("angle", o.angle, {.doc = "Direction of the flow, from x towards y.", .unit = "degrees"});
  k.key("velocity", o.velocity, {.doc = "Velocity, instead of mach.", .unit = "m/s", .length = per_axis});
}

}  // namespace

void describe(Keys& keys, CompressibleOptions& o) {
  keys.table("scheme", "The numerical scheme.", [&](Keys& k) { describe_scheme(k, o.scheme); });
  keys.table("gas", "The gas.", [&](Keys& k) { describe_gas(k, o.gas); });
  FreestreamOptions stream = o.freestream.value_or(FreestreamOptions{});
  if (!keys.writing() || o.freestream) {
    keys.table("freestream", "The undisturbed flow: the start, the far field, and what coefficients are measured by.",
               [&](Keys& k) {
                 const bool given = k.given("density") || k.given("pressure") || k.given("temperature");
                 describe_stream(k, stream);
                 if (given) o.freestream = stream;
               });
  }
  static const BoundaryKinds kinds = Conditions::kinds();
  keys.boundary(o.boundary, kinds);
  keys.table("initial", "The state at time 0; what is not given is that of the free stream.", [&](Keys& k) {
    k.key("density", o.density, {.doc = "Initial density.", .unit = "kg/m³"});
    k.key("velocity", o.velocity, {.doc = "Initial velocity.", .unit = "m/s", .length = per_axis});
    k.key("pressure", o.pressure, {.doc = "Initial pressure.", .unit = "Pa"});
    k.key("temperature", o.temperature, {.doc = "Initial temperature, instead of the density.", .unit = "K"});
  });
  keys.named("forces", o.forces, "Forces and moments on the patch of that name.", [](Keys& k, ForcesOptions& f) {
    k.key("patches", f.patches, {.doc = "All patches that it is made of; none: the one of its name."});
    k.key("length", f.length, {.doc = "Reference length of coefficients.", .unit = "m", .limit = positive});
    k.key("area", f.area,
          {.doc = "Reference area of coefficients, 3D; none: the length.", .unit = "m²", .limit = positive});
    k.key("centre", f.centre,
          {.doc = "Point that moments are taken about; none: the origin.", .unit = "m", .length = per_axis});
  });
  keys.named("surface", o.surface,
             "Values along a patch, at the end: coefficients of pressure and friction, heat flux (surfaces/NAME.csv).",
             [](Keys& k, SurfaceOptions& s) {
               k.key("patches", s.patches, {.doc = "All patches that it is made of; none: the one of its name."});
             });
  keys.table("exact", "A closed solution, where one is known: gives density.error_l2, velocity.x.error_max and so on.",
             [&](Keys& k) {
               k.key("density", o.exact_density, {.doc = "Exact density, of x, y, z, t.", .unit = "kg/m³"});
               k.key("velocity", o.exact_velocity, {.doc = "Exact velocity.", .unit = "m/s", .length = per_axis});
               k.key("pressure", o.exact_pressure, {.doc = "Exact pressure.", .unit = "Pa"});
               k.key("temperature", o.exact_temperature, {.doc = "Exact temperature.", .unit = "K"});
               k.key("total_pressure", o.exact_total_pressure, {.doc = "Exact total pressure.", .unit = "Pa"});
             });
}

namespace compressible {

double Stream::speed() const {
  return std::sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
}
double Stream::dynamic_pressure() const { return 0.5 * density * speed() * speed(); }

std::optional<Stream> stream_of(const CompressibleOptions& o) {
  if (!o.freestream) return {};
  const FreestreamOptions& f = *o.freestream;
  Stream s;
  const double constant = o.gas.constant;
  s.pressure = f.pressure ? *f.pressure : *f.density * constant * *f.temperature;
  s.density = f.density ? *f.density : s.pressure / (constant * *f.temperature);
  const double speed = f.mach.value_or(0) * std::sqrt(o.gas.gamma * s.pressure / s.density);
  const double angle = f.angle * std::numbers::pi / 180;
  s.velocity[0] = speed * std::cos(angle);
  s.velocity[1] = f.angle == 0 ? 0 : speed * std::sin(angle);
  for (std::size_t a = 0; a < f.velocity.size() && a < 3; ++a) s.velocity[a] = f.velocity[a];
  return s;
}

double viscosity_of(const CompressibleOptions& o) {
  if (o.gas.viscosity) return *o.gas.viscosity;
  if (!o.gas.reynolds || !o.freestream) return 0;
  const Stream s = *stream_of(o);
  return s.density * s.speed() * o.gas.length / *o.gas.reynolds;
}

}  // namespace compressible

SolverKeys compressible_keys() {
  SolverKeys keys = solver_keys<CompressibleOptions>(
      "compressible", "compressible flow of a perfect gas: Euler and Navier–Stokes equations on meshes of blocks",
      {"density", "velocity", "velocity.x", "velocity.y", "velocity.z", "pressure", "temperature", "mach", "entropy",
       "total_pressure", "total_enthalpy", "vorticity", "schlieren", "error"});
  keys.blocks = true;
  return keys;
}

}  // namespace eddy
