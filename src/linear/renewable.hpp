// Linear solvers that can go on when the coefficients of their system have changed: cheaper than new ones, with the same
// bits. Whoever changes coefficients asks with a dynamic_cast.
#pragma once
#include "linear/system.hpp"

namespace eddy {

template <class S, class T>
class Renewable {
 public:
  virtual ~Renewable() = default;
  virtual void renew(const System<S, T>& system) = 0;  // of the same cells
};

}  // namespace eddy
