// The linear system that every solver of this folder solves:  rate · storage · x − Σ g (x_n − x_c) = b. The ghost cells
// of x hold the boundary values.
#pragma once
#include <variant>

#include "field/ghosts.hpp"
#include "linear/coefficients.hpp"
#include "linear/kernels.hpp"
#include "linear/levels.hpp"

namespace eddy {

template <class S, class T>
struct System {
  Exec<S>* exec = nullptr;
  Box cells;
  int dimensions = 0;
  std::variant<SeparableFields<S, T>, PerFaceFields<S, T>> coefficients;
  Ghosts<S, T> ghosts;
  double rate = 0;             // 1 / (θ Δt); 0: steady
  bool uniform_guess = false;  // x starts from one value everywhere: a solver may compute a better first guess
  bool singular = false;       // no value is fixed anywhere and rate is 0: x is determined up to a constant
  bool cut = false;            // bodies block parts of the faces; the material is the same everywhere
  std::array<std::vector<double>, 3> widths;  // of the cells; empty: all equal. Separable coefficients have their own
  double jacobi_radius = 0;                   // estimate of the spectral radius of Jacobi's method, for sor

  Set set() const { return {cells, dimensions}; }
  template <class Call>
  auto visit(const Call& call) const {  // call(Separable() or PerFace(), their fields)
    return std::visit(
        [&](const auto& fields) { return call(typename std::remove_cvref_t<decltype(fields)>::Kind(), fields); },
        coefficients);
  }
};

}  // namespace eddy
