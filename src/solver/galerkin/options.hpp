// Options of the galerkin solver: nearly incompressible flow by explicit finite elements, for large eddies.
#pragma once
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "solver/fluid.hpp"

namespace eddy {

namespace galerkin {

enum class SchemeKind { lf, tg2, tg3 };
enum class Advection { skew, advective };
enum class Gradient { mean, centroid };
enum class Model { none, smagorinsky, wale, dynamic };
enum class WallLength { mixing_length, van_driest, none };
enum class Profile { uniform, power, log, file };
const EnumWords& words(SchemeKind);
const EnumWords& words(Advection);
const EnumWords& words(Gradient);
const EnumWords& words(Model);
const EnumWords& words(WallLength);
const EnumWords& words(Profile);

struct SchemeOptions {  // [scheme]; what is not given follows from the kind
  SchemeKind kind = SchemeKind::lf;
  double mach = 0.1;                       // fluid.velocity / speed of sound
  std::optional<double> lumping;           // e of the selective mass matrix: 1, of tg2 0.9
  std::optional<double> bulk;              // C_λ of the volumetric viscosity C_λ c h: 0.1, of tg2 0
  double hourglass_velocity = 0.1;         // ε_v
  double hourglass_pressure = 0.1;         // ε_p
  double wave_damping = 0;                 // ε of waves of two elements: 2 ε |v|/h
  std::optional<Advection> advection;      // skew, of tg2 advective
  std::optional<bool> pressure_advection;  // v·∇p: off, of tg2 on
  Gradient gradient = Gradient::mean;      // of meshes of hexahedra

  bool seed() const { return kind == SchemeKind::tg2; }
  double e() const { return lumping.value_or(seed() ? 0.9 : 1.0); }
  double c_lambda() const { return bulk.value_or(seed() ? 0.0 : 0.1); }
  bool skew() const { return advection.value_or(seed() ? Advection::advective : Advection::skew) == Advection::skew; }
  bool advects_pressure() const { return pressure_advection.value_or(seed()); }
};

struct TurbulenceOptions {  // [turbulence]
  Model model = Model::none;
  std::optional<double> constant;               // Smagorinsky 0.1, WALE 0.325; dynamic has none
  WallLength wall = WallLength::mixing_length;  // smagorinsky: what becomes of C Δ near walls
  std::optional<double> friction_velocity;      // m/s, of van-driest
};

struct GustOptions {                        // [wind.gusts]: synthetic turbulence of the inflow
  std::optional<Formula> intensity;         // σ_u over the mean speed, of z; none: of the log law, or the file
  std::vector<double> ratios{1, 0.8, 0.6};  // σ_u : σ_v : σ_w
  std::optional<Formula> length;            // m, of z; none: of the file
  int modes = 400;
  int seed = 1;
};
struct WindOptions {  // [wind]: the profile of boundaries of kind `wind`
  Profile profile = Profile::uniform;
  double speed = 1;               // m/s, at the reference height
  double height = 1;              // m, reference
  double exponent = 0.23;         // power
  double roughness = 0.01;        // m, log: z₀
  double displacement = 0;        // m, log: d₀
  std::string file;               // file: height, speed[, intensity[, length]]
  std::vector<double> direction;  // none: along x
  std::optional<Axis> up;         // none: the last axis
  double ramp = 0;                // s: the speed rises as (1 − cos πt/ramp)/2
  bool gusts_on = false;
  GustOptions gusts;
  std::vector<std::array<double, 4>> table{};  // what the file holds, once `check` has read it
};

struct Body {  // [body.NAME]: elements whose centre is inside are cut out; no-slip
  std::string name;
  Shape shape;
};
struct ForcesOptions {  // [forces.NAME]: on the body or the patch of that name
  std::string name;
  std::vector<std::string> patches;              // all bodies and patches it is made of; none: the one of its name
  std::optional<double> length, velocity, area;  // of coefficients: F / (½ ρ velocity² area); moments by area · length
  std::vector<double> centre;                    // of moments, m; none: the origin
  int strips = 0;                                // of height: forces on each
  std::optional<Axis> up;                        // along which strips are cut; none: the last axis
};
struct SurfaceOptions {  // [surface.NAME]: pressure on a body or a patch: mean, rms, least, largest
  std::string name;
  std::vector<std::string> patches;
  std::vector<double> heights;     // perimeter lines at these heights, one table each
  std::optional<double> velocity;  // of cp: p / (½ ρ velocity²)
  bool local = false;              // the wind's speed at the height of the face in its place
  std::vector<double> reference;   // a point whose pressure is taken off; none: 0
};
struct SpongeOptions {           // [sponge]: pulls the flow towards a velocity near the end of the domain
  double length = 0;             // m, before the upper end of x; 0: none
  double strength = 0;           // 1/s
  std::vector<double> velocity;  // m/s; none: (fluid.velocity, 0, 0)
};

}  // namespace galerkin

struct GalerkinOptions {
  FluidOptions fluid;
  galerkin::SchemeOptions scheme;
  galerkin::TurbulenceOptions turbulence;
  NamedConditions boundary;
  galerkin::WindOptions wind;
  std::vector<galerkin::Body> body;
  std::vector<galerkin::ForcesOptions> forces;
  std::vector<galerkin::SurfaceOptions> surface;
  galerkin::SpongeOptions sponge;
  std::vector<Formula> velocity;                       // [initial]; none: 0, or the wind
  Formula pressure{0.0};                               // [initial], Pa
  double noise = 0;                                    // [initial]: random part of the velocity, over fluid.velocity
  bool energy = false;                                 // track.energy: kinetic energy per volume
  bool momentum = false;                               // track.momentum: the balance of momentum of the last step
  std::optional<std::vector<Formula>> exact_velocity;  // [exact]
  std::optional<Formula> exact_pressure;

  double sound() const { return fluid.velocity / scheme.mach; }
};

void describe(Keys& keys, GalerkinOptions& options);
void check(Case& c, GalerkinOptions& options, Problems& problems);
SolverKeys galerkin_keys();

}  // namespace eddy
