// Residuals, and the iteration until they are small enough, for all solvers; included where they are instantiated, once
// per space and precision.
#pragma once
#include <limits>

#include "base/error.hpp"
#include "linear/solver.hpp"

namespace eddy {

namespace detail {
template <template <class, class, int, class> class K, class S, class T>
double reduce_residual(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
  return s.visit([&](auto kind, const auto& a) {
    return reduce<K, decltype(kind)>(*s.exec, Reduction::sum, s.set(), a, x, b, T(s.rate));
  });
}
}  // namespace detail

template <class S, class T>
double residual_l2(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
  return std::sqrt(detail::reduce_residual<kernels::ResidualSquared>(s, b, x));
}
template <class S, class T>
double residual_l1(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
  return detail::reduce_residual<kernels::ResidualMagnitude>(s, b, x);
}
template <class S, class T>
double residual_sum(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
  return detail::reduce_residual<kernels::Residual>(s, b, x);
}

namespace detail {
template <template <class, class, int, class> class K, class S, class T>
double reduce_right_side(const System<S, T>& s, const CellField<S, T>& b) {
  return s.visit(
      [&](auto kind, const auto& a) { return reduce<K, decltype(kind)>(*s.exec, Reduction::sum, s.set(), a, b); });
}
}  // namespace detail

template <class S, class T>
double right_side_sum(const System<S, T>& s, const CellField<S, T>& b) {
  return detail::reduce_right_side<kernels::RightSide>(s, b);
}
template <class S, class T>
double right_side_l1(const System<S, T>& s, const CellField<S, T>& b) {
  return detail::reduce_right_side<kernels::RightSideMagnitude>(s, b);
}

template <class S, class T>
bool all_rounding(const System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
  const double terms = std::sqrt(detail::reduce_residual<kernels::ResidualRounding>(s, b, x));
  return residual_l2(s, b, x) <= 8 * static_cast<double>(std::numeric_limits<T>::epsilon()) * terms;
}

template <class S, class T>
void measure(Solution& s, const Solver<S, T>& solver, const System<S, T>& system, const CellField<S, T>& b,
             const CellField<S, T>& x, const LinearOptions& o) {
  const auto measured = [&] {
    return o.norm == Norm::relative ? residual_l2(system, b, x) : residual_l1(system, b, x);
  };
  const std::optional<double> known = solver.norm();
  const double r = known ? *known : measured();
  if (s.scale < 0) s.scale = o.norm == Norm::relative ? r : right_side_l1(system, b);
  if (o.norm == Norm::source && s.scale == 0 && r > 0) refuse_no_source();
  const bool first = s.iterations == 0;
  s.residual = relative_residual(r, s.scale);
  const bool progress = first || s.residual < 0.999 * s.best;  // compared with the last progress: small steps add up
  s.idle = progress ? 0 : s.idle + 1;
  if (progress) s.best = s.residual;
  s.converged =
      s.residual <= o.tolerance || (!s.failed() && s.idle > 0 && s.idle % 5 == 0 && all_rounding(system, b, x));
  s.history.push_back(s.residual);
  s.stagnated =
      !s.converged && s.idle >= o.patience() && s.best < 1e5 * static_cast<double>(std::numeric_limits<T>::epsilon());
}

template <class S, class T>
Solution solve(Solver<S, T>& solver, System<S, T>& system, const CellField<S, T>& b, CellField<S, T>& x,
               const LinearOptions& o) {
  Solution s;
  solver.prepare(system, b, x);
  measure(s, solver, system, b, x, o);
  while (!s.over() && s.iterations < o.max_iterations) {
    const int n = std::min(o.sweeps_between_looks(), o.max_iterations - s.iterations);
    solver.sweep(system, b, x, n);
    s.iterations += n;
    measure(s, solver, system, b, x, o);
  }
  return s;
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T)                                                                                         \
  template double eddy::residual_l2(const eddy::System<S, T>&, const eddy::CellField<S, T>&,                           \
                                    const eddy::CellField<S, T>&);                                                     \
  template double eddy::residual_l1(const eddy::System<S, T>&, const eddy::CellField<S, T>&,                           \
                                    const eddy::CellField<S, T>&);                                                     \
  template double eddy::residual_sum(const eddy::System<S, T>&, const eddy::CellField<S, T>&,                          \
                                     const eddy::CellField<S, T>&);                                                    \
  template double eddy::right_side_l1(const eddy::System<S, T>&, const eddy::CellField<S, T>&);                        \
  template double eddy::right_side_sum(const eddy::System<S, T>&, const eddy::CellField<S, T>&);                       \
  template bool eddy::all_rounding(const eddy::System<S, T>&, const eddy::CellField<S, T>&,                            \
                                   const eddy::CellField<S, T>&);                                                      \
  template void eddy::measure(eddy::Solution&, const eddy::Solver<S, T>&, const eddy::System<S, T>&,                   \
                              const eddy::CellField<S, T>&, const eddy::CellField<S, T>&, const eddy::LinearOptions&); \
  template eddy::Solution eddy::solve(eddy::Solver<S, T>&, eddy::System<S, T>&, const eddy::CellField<S, T>&,          \
                                      eddy::CellField<S, T>&, const eddy::LinearOptions&);
