// Options of the projection solver: incompressible flow in time on a staggered grid.
#pragma once
#include <algorithm>
#include <optional>
#include <vector>

#include "case/case.hpp"
#include "linear/options.hpp"
#include "solver/fluid.hpp"

namespace eddy {

enum class TimeScheme { rk3, euler };
enum class ViscousTerms { explicit_, implicit, automatic };
enum class Convection { upwind3, koren, donor_cell, central4 };
enum class BodySurface { staircase, sharp };
enum class TurbulenceModel { none, smagorinsky };
enum class WallDamping { mixing_length, van_driest, none };
const EnumWords& words(TimeScheme);
const EnumWords& words(ViscousTerms);
const EnumWords& words(Convection);
const EnumWords& words(BodySurface);
const EnumWords& words(TurbulenceModel);
const EnumWords& words(WallDamping);

struct SchemeOptions {  // [scheme]
  TimeScheme time = TimeScheme::rk3;
  Convection convection = Convection::upwind3;
  double gamma = 0;  // for donor-cell: 0 central, 1 upwind
  BodySurface bodies = BodySurface::staircase;
  ViscousTerms viscous = ViscousTerms::explicit_;
  bool implicit() const { return viscous == ViscousTerms::implicit; }
};

struct HeatingOptions {                  // [heat]: temperature and buoyancy
  std::optional<double> diffusivity;     // m²/s; or
  std::optional<double> prandtl;         // viscosity / diffusivity
  double expansion = 0;                  // β, 1/K
  double reference = 0;                  // T₀, K, at which there is no buoyancy
  double difference = 1;                 // K, reference difference of Nusselt numbers
  std::vector<double> gravity;           // m/s²; none: 0
  Formula source{0.0};                   // K/s
  std::optional<Convection> convection;  // of the temperature; none: as scheme.convection
};

struct TurbulenceOptions {  // [turbulence]: the model for eddies that the grid does not resolve
  TurbulenceModel model = TurbulenceModel::none;
  double constant = 0.1;                          // C of ν_t = (C Δ)² |S|
  WallDamping wall = WallDamping::mixing_length;  // how C Δ is reduced near walls
  std::optional<double> friction_velocity;        // m/s, for van-driest
  double prandtl = 0.85;                          // ν_t / diffusivity of heat
  bool on() const { return model != TurbulenceModel::none; }
};
struct ThermalWall {  // [wall.NAME], the old form: a side, or a part of it, with a temperature or a flux
  std::string name;
  Side side = Side::left;
  std::optional<Formula> temperature;  // K
  std::optional<Formula> flux;         // K m/s, into the domain: over density and heat capacity
  std::optional<Formula> where;
};
const EnumWords& words(Side);

struct BodyMotion {               // formulas of t
  std::vector<Formula> velocity;  // m/s, of its pivot; or
  std::vector<Formula> centre;    // m, where its pivot is
  std::vector<Formula> rotation;  // rad, around its pivot; 3D: along an axis
  std::vector<double> pivot;      // m, where the shape is drawn; none: the middle of the body
  bool any() const { return !velocity.empty() || !centre.empty() || !rotation.empty(); }
};
struct Body {  // [body.NAME]: no-slip
  std::string name;
  Shape shape;
  std::vector<Formula> velocity;       // m/s, of its surface, along it; none: at rest
  std::optional<Formula> temperature;  // K, of its surface; or
  std::optional<Formula> flux;         // K m/s, into the fluid; or
  std::optional<double> conductivity;  // m²/s, over the fluid's heat capacity; none of the three: insulated
  double heat_capacity = 1;            // over the fluid's
  Formula source{0.0};                 // K/s, over the fluid's heat capacity
  BodyMotion motion;
};
struct ForceReference {                    // reference values of coefficients
  std::optional<double> length, velocity;  // m, m/s
  std::optional<double> area;              // m², 3D; 2D: the length
};
struct ForcesOptions {  // [forces.NAME]: on the body of that name
  std::string name;
  ForceReference reference;
  std::vector<double> centre;  // m, the point that moments are taken about; none: the origin
};

struct ProjectionOptions {
  FluidOptions fluid;
  SchemeOptions scheme;
  TurbulenceOptions turbulence;
  Boundaries boundary;
  std::vector<Formula> velocity;  // [initial], none: 0
  Formula temperature{0.0};       // [initial], K
  std::optional<HeatingOptions> heat;
  std::vector<ThermalWall> wall;
  std::vector<Body> body;
  std::vector<ForcesOptions> forces;
  LinearOptions linear;
  bool solver_given = false;                           // linear.solver is given; if not, fft where it applies
  bool energy = false;                                 // track.energy
  bool reattachment = false;                           // track.reattachment
  bool friction = false;                               // track.friction
  std::optional<std::vector<Formula>> exact_velocity;  // [exact]
  std::optional<Formula> exact_pressure, exact_temperature;

  bool moving() const {  // whether a body moves
    return std::any_of(body.begin(), body.end(), [](const Body& b) { return b.motion.any(); });
  }
  Convection heat_convection() const { return heat->convection.value_or(scheme.convection); }
  double buoyancy(int axis) const { return heat->gravity.empty() ? 0 : -heat->expansion * heat->gravity[axis]; }
  bool conducting() const {  // whether a body conducts heat
    return std::any_of(body.begin(), body.end(), [](const Body& b) { return b.conductivity.has_value(); });
  }
  double largest_diffusivity() const {  // in the fluid, in bodies, and in cells that contain both
    double most = diffusivity();
    for (const Body& b : body)
      if (b.conductivity) most = std::max(most, *b.conductivity / std::min(1.0, b.heat_capacity));
    return most;
  }
  double diffusivity() const { return heat->diffusivity ? *heat->diffusivity : fluid.kinematic() / *heat->prandtl; }

  ProjectionOptions() { linear.tolerance = 1e-6; }
};

void describe(Keys& keys, ProjectionOptions& options);
void check(Case& c, ProjectionOptions& options, Problems& problems);  // also chooses the linear solver
SolverKeys projection_keys();                                         // this solver's entry in the table of solvers

namespace projection {
bool wraps(const ProjectionOptions& options, int axis);
}  // namespace projection

}  // namespace eddy
