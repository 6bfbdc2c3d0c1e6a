// Linear solvers that can be updated when the coefficients of their system change: this is cheaper than making a new
// solver and gives the same bits. Code that changes coefficients asks for this interface by dynamic_cast.
#pragma once
#include <array>
#include <vector>

#include "linear/system.hpp"

namespace eddy {

template <class T>
struct ChangedFaces {
  Box cells;                                    // whose faces may have changed
  std::array<std::vector<T>, 3> conductance{};  // of all their faces across each axis, i fastest, as in the system
};

template <class S, class T>
class Renewable {
 public:
  virtual ~Renewable() = default;
  // The cells must be the same as before, and beside `changed` ones nothing must differ.
  virtual void renew(const System<S, T>& system, const ChangedFaces<T>& changed) = 0;
};

}  // namespace eddy
