// Options of the compressible solver: the Euler and Navier–Stokes equations of a perfect gas on meshes of blocks.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/keys.hpp"
#include "case/options.hpp"

namespace eddy {

namespace compressible {
enum class SchemeKind { muscl, ni };
enum class FluxKind { hllc, roe };
enum class LimiterKind { van_albada, minmod };
enum class ViscosityLaw { constant, sutherland };
enum class TimeKind { explicit_, dual };
enum class RestrictionKind { mean, injection };
const EnumWords& words(SchemeKind);
const EnumWords& words(FluxKind);
const EnumWords& words(LimiterKind);
const EnumWords& words(ViscosityLaw);
const EnumWords& words(TimeKind);
const EnumWords& words(RestrictionKind);

struct SchemeOptions {  // [scheme]
  SchemeKind kind = SchemeKind::muscl;
  FluxKind flux = FluxKind::hllc;
  LimiterKind limiter = LimiterKind::van_albada;
  TimeKind time = TimeKind::explicit_;
  double second = 0.0;                                  // k₂ of ni: dissipation at shocks
  double fourth = 1.0 / 64;                             // k₄ of ni: everywhere else
  int levels = 3;                                       // grids of ni's multiple-grid iteration, in steady runs
  RestrictionKind restriction = RestrictionKind::mean;  // of changes to its coarse grids
  int check_every = 50;                   // iterations of a steady run between two checks of the residuals
  std::int64_t max_iterations = 200'000;  // at most, in a steady run
  int inner_iterations = 40;              // at most, per step of dual time
  double inner_tolerance = 1e-3;          // fraction to which the residual falls in such a step
};

struct GasOptions {                 // [gas]
  double gamma = 1.4;               // ratio of the heat capacities
  double constant = 287.05;         // R, J/(kg K)
  std::optional<double> viscosity;  // dynamic, Pa s; at `temperature` with Sutherland's law; or
  std::optional<double> reynolds;   // Reynolds number of the free stream; with neither there is no friction
  double length = 1;                // m, the length in the Reynolds number
  ViscosityLaw law = ViscosityLaw::constant;
  double temperature = 273.15;  // K, at which the viscosity of Sutherland's law is given
  double sutherland = 110.4;    // S, K
  double prandtl = 0.72;
  bool viscous() const { return viscosity || reynolds; }
};

struct FreestreamOptions {  // [freestream]: two of density, pressure and temperature; mach and angle, or a velocity
  std::optional<double> density, pressure, temperature, mach;
  double angle = 0;  // degrees, from x towards y
  std::vector<double> velocity;
};

struct ForcesOptions {  // [forces.NAME]: on the patch of that name, or on several
  std::string name;
  std::vector<std::string> patches;
  double length = 1;           // m, reference length of coefficients
  std::optional<double> area;  // m², reference area in 3D; none: the length
  std::vector<double> centre;  // m, the point that moments are taken about; none: the origin
};
struct SurfaceOptions {  // [surface.NAME]: values along a patch
  std::string name;
  std::vector<std::string> patches;
};
}  // namespace compressible

struct CompressibleOptions {
  compressible::SchemeOptions scheme;
  compressible::GasOptions gas;
  std::optional<compressible::FreestreamOptions> freestream;
  NamedConditions boundary;
  std::optional<Formula> density, pressure, temperature;  // [initial]; none: the free stream
  std::vector<Formula> velocity;
  std::vector<compressible::ForcesOptions> forces;
  std::vector<compressible::SurfaceOptions> surface;
  std::optional<Formula> exact_density, exact_pressure, exact_temperature, exact_total_pressure;  // [exact]
  std::optional<std::vector<Formula>> exact_velocity;
};

void describe(Keys& keys, CompressibleOptions& options);
void check(const Case& c, CompressibleOptions& options, Problems& problems);
SolverKeys compressible_keys();

namespace compressible {
struct Stream {  // the free stream in numbers
  double density = 0, pressure = 0, velocity[3] = {0, 0, 0};
  double speed() const;
  double dynamic_pressure() const;  // ½ ρ u²
};
std::optional<Stream> stream_of(const CompressibleOptions& options);
double stable_cfl(const CompressibleOptions& options);    // the scheme diverges at larger CFL numbers
double viscosity_of(const CompressibleOptions& options);  // dynamic, at its reference temperature; 0: none
}  // namespace compressible

}  // namespace eddy
