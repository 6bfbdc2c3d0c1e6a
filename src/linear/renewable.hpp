// Linear solvers that can be updated when the coefficients of their system change: this is cheaper than making a new
// solver and gives the same bits. Code that changes coefficients asks for this interface by dynamic_cast.
#pragma once
#include "linear/system.hpp"

namespace eddy {

template <class S, class T>
class Renewable {
 public:
  virtual ~Renewable() = default;
  // The cells must be the same as before, and beside `changed` ones nothing must differ.
  virtual void renew(const System<S, T>& system, const Box& changed) = 0;
};

}  // namespace eddy
