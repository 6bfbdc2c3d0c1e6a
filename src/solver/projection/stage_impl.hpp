// Launches a stage of the momentum equation; included where it is instantiated, once per space and precision.
#pragma once
#include "solver/projection/stage.hpp"

namespace eddy::projection {

template <class T>
struct NumberValues {  // converts to Numbers
  T viscosity, gamma;
  template <class S>
  operator Numbers<S, T>() const {
    return {viscosity, gamma};
  }
};

template <class S, class T>
void momentum_stage(Exec<S>& exec, const Set& set, const ProjectionOptions& options, const StageFields<S, T>& f,
                    double share) {
  const NumberValues<T> numbers{T(f.viscosity), T(options.scheme.gamma)};
  const auto advance = [&]<class V>() {
    for_each<kernels::ProjectionStage, V>(exec, set, f.metric, f.start, f.u, f.p, f.next, f.step, numbers, T(share));
  };
  with(advance, scheme_of(f.metric, options.scheme.convection));
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T)                                                                                     \
  template void eddy::projection::momentum_stage(eddy::Exec<S>&, const eddy::Set&, const eddy::ProjectionOptions&, \
                                                 const eddy::projection::StageFields<S, T>&, double);
