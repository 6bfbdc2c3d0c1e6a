// The constants of a pass as plain numbers (see ElementNumbers).
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
