// The numbers of a pass, as they come from the options.
#pragma once
#include "solver/galerkin/element.hpp"

namespace eddy::galerkin {

template <class S, class T>
struct PassNumbers {
  T viscosity, sound_squared, bulk, hourglass_velocity, hourglass_pressure, advective, flux, streamline;
  operator ElementNumbers<S, T>() const {
    return {viscosity, sound_squared, bulk, hourglass_velocity, hourglass_pressure, advective, flux, streamline};
  }
};

}  // namespace eddy::galerkin
