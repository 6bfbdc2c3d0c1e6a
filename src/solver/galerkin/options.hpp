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

struct SchemeOptions {  // [scheme]; defaults of optional keys depend on the kind
  SchemeKind kind = SchemeKind::lf;
  double mach = 0.1;                       // fluid.velocity / speed of sound
  std::optional<double> lumping;           // e of the selective mass matrix; none: 1, tg2: 0.9
  std::optional<double> bulk;              // C_λ of the volumetric viscosity C_λ c h; none: 0.1, tg2: 0
  double hourglass_velocity = 0.1;         // ε_v
  double hourglass_pressure = 0.1;         // ε_p
  double wave_damping = 0;                 // ε: waves of two elements are damped at the rate 2 ε |v|/h
  int wave_damping_order = 4;              // long waves are damped by this power of k h/2, times that rate: 4 or 6
  std::optional<Advection> advection;      // none: skew, tg2: advective
  std::optional<bool> pressure_advection;  // whether v·∇p is kept; none: no, tg2: yes
  Gradient gradient = Gradient::mean;      // used on meshes of hexahedra

  bool seed() const { return kind == SchemeKind::tg2; }
  double e() const { return lumping.value_or(seed() ? 0.9 : 1.0); }
  double c_lambda() const { return bulk.value_or(seed() ? 0.0 : 0.1); }
  bool skew() const { return advection.value_or(seed() ? Advection::advective : Advection::skew) == Advection::skew; }
  bool advects_pressure() const { return pressure_advection.value_or(seed()); }
};

struct TurbulenceOptions {  // [turbulence]
  Model model = Model::none;
  std::optional<double> constant;               // none: Smagorinsky 0.1, WALE 0.325; not for dynamic
  WallLength wall = WallLength::mixing_length;  // smagorinsky: how C Δ is reduced near walls
  std::optional<double> friction_velocity;      // m/s, for van-driest
};

struct GustOptions {                        // [wind.gusts]: synthetic turbulence of the inflow
  std::optional<Formula> intensity;         // σ_u over the mean speed, function of z; none: log law or file
  std::vector<double> ratios{1, 0.8, 0.6};  // σ_u : σ_v : σ_w
  std::optional<Formula> length;            // integral length in m, function of z; none: file
  std::optional<double> period;             // s: gusts repeat after this time; none: never
  int modes = 400;
  int seed = 1;
};
struct WindOptions {  // [wind]: the wind profile at boundaries of kind `wind`
  Profile profile = Profile::uniform;
  double speed = 1;               // m/s, at the reference height
  double height = 1;              // m, the reference height
  double exponent = 0.23;         // exponent of the power law
  double roughness = 0.01;        // z₀ of the log law, m
  double displacement = 0;        // d₀ of the log law, m
  std::string file;               // CSV with height, speed[, intensity[, length]]
  std::vector<double> direction;  // where the wind blows to; none: along x
  std::optional<Axis> up;         // axis of the height; none: the last axis
  double ramp = 0;                // s: the speed rises as (1 − cos πt/ramp)/2
  bool gusts_on = false;
  GustOptions gusts;
  std::vector<std::array<double, 4>> table{};  // the rows of the file, once `check` has read it
};

struct Body {  // [body.NAME]: elements whose centre is inside are cut out; no-slip
  std::string name;
  Shape shape;
};
struct ForcesOptions {  // [forces.NAME]: on the body or the patch of that name
  std::string name;
  std::vector<std::string> patches;              // its bodies and patches; none: the one of its name
  std::optional<double> length, velocity, area;  // references: F / (½ ρ velocity² area), moments: area · length
  std::vector<double> centre;                    // m, the point that moments are taken about; none: the origin
  int strips = 0;                                // number of strips of equal height, each with its own coefficients
  std::optional<Axis> up;                        // the axis along which strips are cut; none: the last axis
};
struct SurfaceOptions {  // [surface.NAME]: pressure on a body or a patch: mean, rms, least, largest
  std::string name;
  std::vector<std::string> patches;
  std::vector<double> heights;     // perimeter lines at these heights, one table each
  std::optional<double> velocity;  // of cp: p / (½ ρ velocity²)
  bool local = false;              // cp by the wind speed at the height of the face, not `velocity`
  std::vector<double> reference;   // a point whose pressure is taken off; none: the inlet, without wind 0
};
struct SpongeOptions {           // [sponge]: pulls the flow towards a velocity near the end of the domain
  double length = 0;             // m, from the upper end of x inwards; 0: no sponge
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
  double noise = 0;                                    // [initial]: amplitude of random velocities, over fluid.velocity
  bool energy = false;                                 // track.energy: kinetic energy per volume
  bool momentum = false;                               // track.momentum: the momentum balance of the last step
  std::optional<std::vector<Formula>> exact_velocity;  // [exact]
  std::optional<Formula> exact_pressure;

  double sound() const { return fluid.velocity / scheme.mach; }
};

void describe(Keys& keys, GalerkinOptions& options);
void check(Case& c, GalerkinOptions& options, Problems& problems);
SolverKeys galerkin_keys();

}  // namespace eddy
