// The solver's module: the flow in a box on a space in a precision, behind the simulation on the host. A mesh of
// hexahedra has a module of its own.
#pragma once
#include "solver/galerkin/box_impl.hpp"
#include "solver/galerkin/device_flow_impl.hpp"
#include "solver/galerkin/simulation.hpp"
#include "solver/instances.hpp"

namespace eddy {

template <class S, class T>
class GalerkinSolver final : public galerkin::GalerkinSimulation {
 public:
  GalerkinSolver(const Case& c, const Grid& grid, const Device& device)
      : GalerkinSimulation(c, grid), exec_(opening<S>(device, c.run)) {
    start(std::make_unique<galerkin::DeviceFlow<S, T, galerkin::BoxTopology<S, T>>>(exec_, domain_, case_, device));
  }
  ~GalerkinSolver() override { end(); }

 private:
  Exec<S> exec_;
};

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::GalerkinSolver)
