// Makes the solvers based on cycles, multigrid and cg; included where they are instantiated, once per space and
// precision.
#pragma once
#include "linear/cg.hpp"
#include "linear/multigrid.hpp"

namespace eddy {

namespace detail {
template <class R, class S, class T>
std::unique_ptr<Solver<S, T>> make_cycles_in(const LinearOptions& o, const System<S, T>& s) {
  if (o.solver == LinearSolver::cg) return std::make_unique<CgMultigrid<S, T, R>>(o, s);
  return std::make_unique<MultigridSolver<S, T, R>>(o, s);
}
}  // namespace detail

template <class S, class T>
std::unique_ptr<Solver<S, T>> make_cycles(const LinearOptions& o, const System<S, T>& s) {
  if (o.solver == LinearSolver::cg && o.preconditioner == Preconditioner::jacobi)
    return std::make_unique<CgDiagonal<S, T>>(o, s);
  return detail::make_cycles_in<T>(o, s);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_LINEAR_MODULE(multigrid, S, T, eddy::make_cycles)
