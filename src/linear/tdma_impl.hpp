// The sweeps of tdma; included where it is instantiated, once per space and precision.
#pragma once
#include "base/error.hpp"
#include "base/text.hpp"
#include "exec/shapes/lines.hpp"
#include "linear/line_kernels.hpp"
#include "linear/tdma.hpp"

namespace eddy {

template <class S, class T>
class TdmaSolver : public Solver<S, T> {
 public:
  TdmaSolver(const LinearOptions& options, const System<S, T>& s);
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override;

 private:
  void along(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int axis, const Set& set, T omega);
  void find_coupling(const System<S, T>& s);
  double omega_;                      // 0: estimated
  std::array<double, 3> coupling_{};  // mean conductance along each axis
  int axis_ = 0;                      // along which lines are over-relaxed
  CellField<S, T> upper_, part_, loop_;
};

template <class S, class T>
TdmaSolver<S, T>::TdmaSolver(const LinearOptions& options, const System<S, T>& s)
    : omega_(options.omega),
      upper_(*s.exec, "upper", s.cells, s.dimensions),
      part_(*s.exec, "part", s.cells, s.dimensions) {
  if (s.ghosts.any_periodic()) loop_ = CellField<S, T>(*s.exec, "loop", s.cells, s.dimensions);
  find_coupling(s);
  axis_ = strongest_axis(coupling_, s.cells, s.dimensions,
                         {s.ghosts.periodic(0), s.ghosts.periodic(1), s.ghosts.periodic(2)});
  if (axis_ < 0 && omega_ > 0 && omega_ != 1)
    throw Error(Exit::usage,
                "linear.solver = \"tdma\" with linear.omega = " + number_text(omega_) +
                    " needs an even number of cells along the periodic axes. Change mesh.cells, or take omega = 1.");
}

template <class S, class T>
void TdmaSolver<S, T>::find_coupling(const System<S, T>& s) {
  for (int a = 0; a < s.dimensions; ++a)
    s.visit([&](auto, const auto& c) {
      if constexpr (requires { c.low; })
        coupling_[a] =
            reduce<kernels::Identity>(*s.exec, Reduction::sum, c.low[a].set(), c.low[a]) / double(s.cells.extent(a));
      else
        coupling_[a] = reduce<kernels::Identity>(*s.exec, Reduction::sum, c.conductance[a].set(), c.conductance[a]) /
                       double(s.cells.cells());
    });
}

template <class S, class T>
void TdmaSolver<S, T>::along(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int axis, const Set& set,
                             T omega) {
  s.visit([&](auto kind, const auto& a) {
    using Kind = decltype(kind);
    // Where no value is fixed, a line through the whole domain keeps the value of its last cell, whose equation follows
    // from the others. A periodic line of one cell has nothing to solve.
    const bool adrift = s.singular && set.box.extent(axis) == s.cells.cells(), ring = s.ghosts.periodic(axis);
    Set cut = set;
    --cut.box.hi[axis];
    if (adrift)
      for_each_line<kernels::LineRelax, Kind>(*s.exec, cut, axis, a, b, x, upper_, part_, T(s.rate), T(1));
    else if (ring && !cut.box.empty())
      for_each_line<kernels::LineRelaxPeriodic, Kind>(*s.exec, cut, axis, a, b, x, upper_, part_, loop_, T(s.rate),
                                                      omega);
    else
      for_each_line<kernels::LineRelax, Kind>(*s.exec, set, axis, a, b, x, upper_, part_, T(s.rate), omega);
  });
  s.ghosts.fill_periodic(x);
}

template <class S, class T>
void TdmaSolver<S, T>::sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) {
  double omega = omega_ > 0 ? omega_ : 1;
  const double all = coupling_[0] + coupling_[1] + coupling_[2];
  if (omega_ == 0 && axis_ >= 0 && s.dimensions > 1 && all > 0)
    omega = line_omega(s.jacobi_radius, coupling_[axis_] / all);
  auto once = [&](int axis) {
    for (int colour : {0, 1}) along(s, b, x, axis, s.set().coloured(colour), T(omega));
  };
  s.exec->replay(this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(upper_.identity()),
                               key_of(s.rate), key_of(omega), std::uint64_t(n)}),
                 [&] {
                   for (int m = 0; m < n; ++m) {
                     if (omega != 1) once(axis_);
                     for (int axis = 0; axis < s.dimensions && omega == 1; ++axis) once(axis);
                   }
                 });
}

template <class S, class T>
std::unique_ptr<Solver<S, T>> make_tdma(const LinearOptions& options, const System<S, T>& system) {
  return std::make_unique<TdmaSolver<S, T>>(options, system);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_LINEAR_MODULE(tdma, S, T, eddy::make_tdma)
