// The steps of the direct solver; included where it is instantiated, once per space and precision.
#pragma once
#include <numeric>

#include "exec/shapes/lines.hpp"
#include "exec/shapes/transform.hpp"
#include "linear/fft.hpp"
#include "linear/fft_kernels.hpp"
#include "linear/mode_kernels.hpp"
#include "linear/solver.hpp"
#include "linear/tdma.hpp"

namespace eddy {

template <class S, class T>
struct FftFields {  // the tables and plans of one axis, on the device
  TransformPlan<S> forward, inverse;
  LineField<S, int> place, position;
  LineField<S, T> sign, back, twiddle_re, twiddle_im, turn_re, turn_im;

  FftFields(Exec<S>& exec, const FftPlan& p)
      : forward(exec, p.forward, p.n),
        inverse(exec, p.inverse, p.n),
        place(table<int>(exec, p.place)),
        position(table<int>(exec, p.position)),
        sign(table<T>(exec, p.sign)),
        back(table<T>(exec, p.back)),
        twiddle_re(table<T>(exec, p.twiddle_re)),
        twiddle_im(table<T>(exec, p.twiddle_im)),
        turn_re(table<T>(exec, p.turn_re)),
        turn_im(table<T>(exec, p.turn_im)) {}
  template <class U, class V>
  static LineField<S, U> table(Exec<S>& exec, const std::vector<V>& values) {
    LineField<S, U> f(exec, "table", line_box(std::max<int>(1, int(values.size()))), 1);
    f.fill([&](int i, int, int) { return values.empty() ? 0.0 : static_cast<double>(values[i]); });
    return f;
  }
  kernels::FftTables<S, T> there() const { return {place, position, sign, twiddle_re, twiddle_im, turn_re, turn_im}; }
  kernels::FftTables<S, T> returning() const {
    return {place, position, back, twiddle_re, twiddle_im, turn_re, turn_im};
  }
};

template <class S, class T>
class FftSolver : public Solver<S, T> {
 public:
  explicit FftSolver(const System<S, T>& s);
  void sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) override;

 private:
  const SeparableFields<S, T>& coefficients(const System<S, T>& s) const {
    return std::get<SeparableFields<S, T>>(s.coefficients);
  }
  std::vector<FftAxis> look_at_axes(const System<S, T>& s) const;
  void transform(const System<S, T>& s, const std::vector<FftAxis>& axes, int axis);
  void factorise(const System<S, T>& s);
  void solve_modes(System<S, T>& s);
  template <int D>
  void there(System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x);
  template <int D>
  void back(System<S, T>& s, CellField<S, T>& x);
  void settle_mean(System<S, T>& s, CellField<S, T>& x);
  template <int A, class Call>
  static void at(int axis, Call&& call) {
    if (axis == A) call(std::integral_constant<int, A>());
  }

  int line_ = 0;             // the axis that is not transformed
  std::vector<int> others_;  // the transformed axes, in order
  std::vector<FftFields<S, T>> fields_;
  PerAxis<LineField<S, T>> eigenvalue_;
  CellField<S, T> modes_, factor_, loop_;
  double rate_ = -1;  // the rate for which the factors were computed
  double volume_ = 0;
};

[[noreturn]] inline void refuse_long_line(int axis, int cells, std::size_t need, std::size_t have) {
  throw Error(Exit::usage, std::string("linear.solver = \"fft\" needs ") + std::to_string(need >> 10) +
                               " KiB of fast memory for the " + std::to_string(cells) + " cells along " + "xyz"[axis] +
                               ", and this device has " + std::to_string(have >> 10) +
                               " KiB. Use fewer cells, or single precision.");
}

template <class S, class T>
std::vector<FftAxis> FftSolver<S, T>::look_at_axes(const System<S, T>& s) const {
  if (const auto* faces = std::get_if<PerFaceFields<S, T>>(&s.coefficients)) {
    FftFaces f{s.cells.hi, {}, faces->capacity.get()};
    for (int a = 0; a < s.dimensions; ++a) f.conductance.push_back(faces->conductance[a].get());
    refuse_varying(f);
  }
  const auto& c = coefficients(s);
  std::vector<FftAxis> axes;
  for (int a = 0; a < s.dimensions; ++a)
    axes.push_back(fft_axis(a, c.low[a].get(), c.high[a].get(), s.ghosts.periodic(a), fft_rounding(sizeof(T) == 4)));
  return axes;
}

template <class S, class T>
FftSolver<S, T>::FftSolver(const System<S, T>& s)
    : modes_(*s.exec, "modes", s.cells, s.dimensions), factor_(*s.exec, "factor", s.cells, s.dimensions) {
  const auto axes = look_at_axes(s);
  line_ = line_axis(axes);
  if (axes[line_].periodic && s.cells.extent(line_) > 1)
    loop_ = CellField<S, T>(*s.exec, "loop", s.cells, s.dimensions);
  volume_ = 1;
  for (int a = 0; a < s.dimensions; ++a) {
    const auto widths = coefficients(s).width[a].get();
    volume_ *= std::accumulate(widths.begin(), widths.end(), 0.0);
    transform(s, axes, a);
  }
}

template <class S, class T>
void FftSolver<S, T>::transform(const System<S, T>& s, const std::vector<FftAxis>& axes, int axis) {
  const int n = s.cells.extent(axis);
  std::vector<double> eigenvalue(std::size_t(n), 0.0);
  if (axis != line_) {
    const FftPlan plan = fft_plan(n, axes[axis].ends);
    others_.push_back(axis);
    fields_.emplace_back(*s.exec, plan);
    const std::size_t need = std::size_t(fields_.back().forward.room()) * 2 * sizeof(T), have = fast_memory(*s.exec);
    if (need > have) refuse_long_line(axis, n, need, have);
    for (int i = 0; i < n; ++i) eigenvalue[i] = axes[axis].g * plan.eigenvalue[i];
  }
  eigenvalue_.of.push_back(FftFields<S, T>::template table<T>(*s.exec, eigenvalue));
}

template <class S, class T>
void FftSolver<S, T>::factorise(const System<S, T>& s) {
  const auto& c = coefficients(s);
  Set set = s.set();
  detail::with_dimension<fewest_axes<kernels::Modes>>(s.dimensions, [&](auto d) {
    constexpr int D = decltype(d)::value;
    const kernels::ModeTables<S, T, D> t{c.low[line_], c.high[line_], eigenvalue_, T(s.rate) * c.capacity};
    detail::with_axis<D>(line_, [&](auto a) {
      using V = LineVariant<kernels::Modes, decltype(a)::value>;
      if (loop_.identity()) {
        --set.box.hi[line_];
        launch_lines(*s.exec, set, kernels::ModeFactorRing<S, T, D, V>{factor_, loop_, t});
      } else {
        launch_lines(*s.exec, set, kernels::ModeFactor<S, T, D, V>{factor_, t});
      }
    });
  });
  if (s.singular) {  // the mean mode: its last equation is redundant, and its last value is set to 0
    Box mean;
    mean.set(line_, s.cells.extent(line_) - 1, s.cells.extent(line_));
    for_each<kernels::SetValue>(*s.exec, Set(mean, s.dimensions), factor_, T(0));
  }
  rate_ = s.rate;
}

template <class S, class T>
void FftSolver<S, T>::solve_modes(System<S, T>& s) {
  const auto& c = coefficients(s);
  Set set = s.set();
  if (loop_.identity()) {
    --set.box.hi[line_];
    for_each_line<kernels::ModeSolveRing, kernels::Modes>(*s.exec, set, line_, factor_, loop_, modes_, c.low[line_],
                                                          c.high[line_]);
  } else {
    for_each_line<kernels::ModeSolve, kernels::Modes>(*s.exec, set, line_, factor_, modes_, c.low[line_],
                                                      c.high[line_]);
  }
}

template <class S, class T>
template <int D>
void FftSolver<S, T>::there(System<S, T>& s, const CellField<S, T>& b, const CellField<S, T>& x) {
  auto first = [&](auto a) {
    transform_lines<kernels::FftResidual, Separable, D, decltype(a)::value>(
        *s.exec, s.cells, fields_[0].forward, coefficients(s), x, b, modes_, T(s.rate), fields_[0].there());
  };
  at<0>(others_[0], first), at<1>(others_[0], first);
  if constexpr (D == 3) {
    auto second = [&](auto a) {
      transform_lines<kernels::FftForward, kernels::Modes, D, decltype(a)::value>(*s.exec, s.cells, fields_[1].forward,
                                                                                  modes_, fields_[1].there());
    };
    at<1>(others_[1], second), at<2>(others_[1], second);
  }
}

template <class S, class T>
template <int D>
void FftSolver<S, T>::back(System<S, T>& s, CellField<S, T>& x) {
  if constexpr (D == 3) {
    auto second = [&](auto a) {
      transform_lines<kernels::FftBack, kernels::Modes, D, decltype(a)::value>(*s.exec, s.cells, fields_[1].inverse,
                                                                               modes_, fields_[1].returning());
    };
    at<1>(others_[1], second), at<2>(others_[1], second);
  }
  auto first = [&](auto a) {
    transform_lines<kernels::FftCorrect, kernels::Modes, D, decltype(a)::value>(*s.exec, s.cells, fields_[0].inverse,
                                                                                modes_, x, fields_[0].returning());
  };
  at<0>(others_[0], first), at<1>(others_[0], first);
}

// Only differences of x are determined: its mean is set to 0.
template <class S, class T>
void FftSolver<S, T>::settle_mean(System<S, T>& s, CellField<S, T>& x) {
  const double mean = right_side_sum(s, x) / volume_;
  for_each<kernels::AddConstant>(*s.exec, s.set(), x, T(-mean));
}

template <class S, class T>
void FftSolver<S, T>::sweep(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, int n) {
  if (s.rate != rate_) factorise(s);
  const auto key =
      this->series({key_of(&s), key_of(b.identity()), key_of(x.identity()), key_of(modes_.identity()), key_of(s.rate)});
  for (int m = 0; m < n; ++m) {
    s.exec->replay(key, [&] {
      auto solve = [&](auto d) {
        there<decltype(d)::value>(s, b, x);
        solve_modes(s);
        back<decltype(d)::value>(s, x);
      };
      if (s.dimensions == 2)
        solve(std::integral_constant<int, 2>());
      else
        solve(std::integral_constant<int, 3>());
      s.ghosts.fill_periodic(x);
    });
    if (s.singular) {
      settle_mean(s, x);
      s.ghosts.fill_periodic(x);
    }
  }
}

template <class S, class T>
std::unique_ptr<Solver<S, T>> make_fft(const LinearOptions&, const System<S, T>& system) {
  return std::make_unique<FftSolver<S, T>>(system);
}

}  // namespace eddy

#define EDDY_INSTANTIATE(S, T) EDDY_LINEAR_MODULE(fft, S, T, eddy::make_fft)
