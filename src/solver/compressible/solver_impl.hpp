// The solver's module: a scheme on a space in a precision, behind the simulation on the host.
#pragma once
#include "base/modules.hpp"
#include "solver/compressible/muscl.hpp"
#include "solver/compressible/simulation.hpp"
#include "solver/instances.hpp"

namespace eddy {

template <class S, class T>
class CompressibleSolver final : public compressible::CompressibleSimulation {
 public:
  CompressibleSolver(const Case& c, const Grid& grid, const Device& device)
      : CompressibleSimulation(c, grid), exec_(opening<S>(device, c.run)) {
    start(std::unique_ptr<compressible::Flow>(options_.scheme.kind == compressible::SchemeKind::ni
                                                  ? make_ni()
                                                  : new compressible::MusclFlow<S, T>(exec_, domain_, case_, scales_)));
  }
  ~CompressibleSolver() override { end(); }

 private:
  compressible::Flow* make_ni() {  // from a module of its own
    using Make = compressible::Flow*(void*, const compressible::Domain&, const Case&, const compressible::Scales&);
    const auto make = module_function<Make>("ni", place<S, T>, sizeof(T) == 4 ? "eddy_ni_float" : "eddy_ni_double");
    return make(&exec_, domain_, case_, scales_);
  }
  Exec<S> exec_;
};

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_SOLVER(S, T, eddy::CompressibleSolver)
