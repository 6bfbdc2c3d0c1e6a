// The solver's module: a scheme on a space in a precision, behind the simulation on the host.
#pragma once
#include "solver/compressible/muscl.hpp"
#include "solver/compressible/ni.hpp"
#include "solver/compressible/simulation.hpp"
#include "solver/instances.hpp"

namespace eddy {

template <class S, class T>
class CompressibleSolver final : public compressible::CompressibleSimulation {
 public:
  CompressibleSolver(const Case& c, const Grid& grid, const Device& device)
      : CompressibleSimulation(c, grid), exec_(opening<S>(device, c.run)) {
    if (options_.scheme.kind == compressible::SchemeKind::ni)
      start(std::make_unique<compressible::NiFlow<S, T>>(exec_, domain_, case_, scales_));
    else
      start(std::make_unique<compressible::MusclFlow<S, T>>(exec_, domain_, case_, scales_));
  }
  ~CompressibleSolver() override { end(); }

 private:
  Exec<S> exec_;
};

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::CompressibleSolver)
