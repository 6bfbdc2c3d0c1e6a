// Options of the artificial-compressibility solver: steady incompressible flow by marching in pseudo-time.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "case/keys.hpp"
#include "case/options.hpp"
#include "solver/fluid.hpp"

namespace eddy {

enum class PseudoScheme { euler, stages };
const EnumWords& words(PseudoScheme);

struct PseudoOptions {  // [pseudo]: the march
  PseudoScheme scheme = PseudoScheme::euler;
  double floor = 0.1;                            // β² is at least floor · velocity²
  double damping = 0.01;                         // factor C of the fourth difference of the pressure
  int check_every = 100;                         // steps between two checks of the residuals
  std::int64_t max_iterations = 1'000'000;       // steps
  std::optional<std::vector<double>> reference;  // where the pressure is 0, if no boundary gives it
};

struct ArtificialOptions {
  FluidOptions fluid;
  PseudoOptions pseudo;
  Boundaries boundary;
  std::vector<Formula> velocity;                       // [initial], none: 0
  Formula pressure{0.0};                               // [initial], Pa
  std::optional<std::vector<Formula>> exact_velocity;  // [exact]
  std::optional<Formula> exact_pressure;
};

void describe(Keys& keys, ArtificialOptions& options);
void check(const Case& c, ArtificialOptions& options, Problems& problems);  // reports contradictions
bool fixes_pressure(const ArtificialOptions& options);                      // whether a boundary gives it
SolverKeys artificial_keys();  // this solver's entry in the list of solvers

}  // namespace eddy
