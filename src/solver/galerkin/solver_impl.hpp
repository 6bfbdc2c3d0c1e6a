// The solver's module: the flow in a box on a space in a precision, behind the simulation on the host. A mesh of
// hexahedra has a module of its own.
#pragma once
#include "base/modules.hpp"
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
    using InBox = galerkin::DeviceFlow<S, T, galerkin::BoxTopology<S, T>>;
    std::unique_ptr<galerkin::Flow> flow;
    if (domain_.is_box())
      flow = std::make_unique<InBox>(exec_, domain_, case_, device);
    else
      flow = on_hexahedra(device);
    start(std::move(flow));
  }
  ~GalerkinSolver() override { end(); }

 private:
  std::unique_ptr<galerkin::Flow> on_hexahedra(const Device& device) {  // from a module of its own
    using Make = galerkin::Flow*(void*, const galerkin::Domain&, const Case&, const Device&);
    const auto make = module_function<Make>("hexahedra", place<S, T>,
                                            sizeof(T) == 4 ? "eddy_hexahedra_float" : "eddy_hexahedra_double");
    return std::unique_ptr<galerkin::Flow>(make(&exec_, domain_, case_, device));
  }
  Exec<S> exec_;
};

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::GalerkinSolver)
