// Kernels of a multigrid cycle. A cycle works on corrections: beyond the boundary they are 0, and it starts from 0. C
// gives the type of a level's coefficients: LevelSeparable or LevelFaces.
#pragma once
#include "linear/kernels.hpp"
#include "linear/level_coefficients.hpp"
#include "linear/levels.hpp"

namespace eddy {
namespace kernels {

template <class S>
FN Cell<S> replaced(Cell<S> c, int a, Index<S> i) {
  return {a == 0 ? i : c[0], a == 1 ? i : c[1], a == 2 ? i : c[2]};
}

// A whole red-black sweep from 0 in one pass: the new values of the even cells depend on b alone.
template <class S, class T, int D, class C>
struct SweepFromZero {
  static constexpr const char* name = "sweep_from_zero";
  typename C::template Bound<S, T, D> a;
  Vec<Line<S, T>, D> signs;  // alternately 1 and −1, along each axis
  In<S, T> b;
  Out<S, T> x;
  Param<S, T> omega;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> w = omega;
    const auto v = a.inverses(c);
    Value<S, T> sum = T(0);
    for (int n = 0; n < D; ++n)
      sum = fma(a.lower(n, c), (w * b(c - Axis(n))) * v.below[n],
                fma(a.upper(n, c), (w * b(c + Axis(n))) * v.above[n], sum));
    Value<S, T> sign = signs[0](c[0]);
    for (int n = 1; n < D; ++n) sign = sign * signs[n](c[n]);
    const Value<S, T> odd = fma(sign, T(-0.5), T(0.5));  // 0 or 1; a factor vectorises, a branch would not
    x(c) = (w * v.own) * fma(odd, sum, b(c));
  }
};

template <class S, class T, int D, class C>
struct Smooth {  // one colour of a red-black sweep
  static constexpr const char* name = "smooth";
  static constexpr bool coloured = true;
  static constexpr int sweeps_at_once = D == 2 ? 2 : 0;
  static constexpr bool tabled = C::tabled;
  using Given = Weights<Value<S, T>, D>;
  using Own = Value<S, T>;
  typename C::template Bound<S, T, D> a;
  In<S, T> b;
  InOut<S, T> x;
  Param<S, T> omega;
  FN Given given(Cell<S> c) const {
    Given w;
    for (int n = 0; n < D; ++n) {
      w.lower[n] = a.lower(n, c);
      w.upper[n] = a.upper(n, c);
    }
    w.inverse = a.inverse(c);
    return w;
  }
  FN Own own(Cell<S> c) const { return b(c); }
  FN void sweep(const Given& w, Own sum, Cell<S> c) const {
    const Value<S, T> old = x(c);
    for (int n = 0; n < D; ++n) sum = fma(w.lower[n], x(c - Axis(n)), fma(w.upper[n], x(c + Axis(n)), sum));
    x(c) = fma(Value<S, T>(omega), fma(sum, w.inverse, -old), old);
  }
  FN void operator()(Cell<S> c) const { sweep(given(c), own(c), c); }
};

template <int D, class Coefficients, class X, class B, class S>
FN auto level_residual(const Coefficients& a, const X& x, const B& b, Cell<S> c) {
  return inflow<D>(a, x, fma(-a.storage(c), x(c), b(c)), c);
}

template <class S, class T, int D>
struct Down {  // restriction: the fine cells of each coarse cell, and their shares of its width
  static constexpr bool bundle = true;
  Vec<Line<S, int>, D> first, second;
  Vec<Line<S, T>, D> share_first, share_second;
};

template <class S, class T, int D>
struct Restrict {  // the mean over a coarse cell or a coarse ghost cell
  static constexpr const char* name = "restrict";
  static constexpr bool gathers = true;
  Down<S, T, D> down;
  In<S, T> fine;
  Out<S, T> coarse;
  FN void operator()(Cell<S> c) const { coarse(c) = along<0>(c); }

 private:
  template <int N>
  FN Value<S, T> along(Cell<S> c) const {  // c has fine indices along the axes before N
    if constexpr (N == D) {
      return fine(c);
    } else {
      const auto i = c[N];
      return fma(down.share_first[N](i), along<N + 1>(replaced(c, N, down.first[N](i))),
                 down.share_second[N](i) * along<N + 1>(replaced(c, N, down.second[N](i))));
    }
  }
};

template <class S, class T, int D>
struct RestrictResidual {  // the mean of b − A x over a coarse cell; separable
  static constexpr const char* name = "restrict_residual";
  static constexpr bool gathers = true;
  typename LevelSeparable::Bound<S, T, D> a;
  Down<S, T, D> down;
  In<S, T> x, b;
  Out<S, T> coarse;
  FN void operator()(Cell<S> c) const {
    Value<S, T> sum = T(0);
    for (int m = 0; m < 1 << D; ++m) {
      Cell<S> f = c;
      Value<S, T> share = T(1);
      for (int n = 0; n < D; ++n) {
        const bool second = (m >> n) & 1;
        f = replaced(f, n, second ? down.second[n](c[n]) : down.first[n](c[n]));
        const Value<S, T> part = second ? down.share_second[n](c[n]) : down.share_first[n](c[n]);
        share = n == 0 ? part : share * part;
      }
      sum = fma(share, level_residual<D>(a, x, b, f), sum);
    }
    coarse(c) = sum;
  }
};

template <class S, class T, int D>
struct LevelResidual {
  static constexpr const char* name = "level_residual";
  typename LevelFaces::Bound<S, T, D> a;
  In<S, T> x, b;
  Out<S, T> r;
  FN void operator()(Cell<S> c) const { r(c) = level_residual<D>(a, x, b, c); }
};

template <int A>
struct Along {
  static constexpr int axis = A, fewest_axes = A + 1;
  static constexpr const char* name = A == 0 ? "along x" : A == 1 ? "along y" : "along z";
};
template <class S, class T>
struct Contributors {  // per coarse cell: the four fine cells that contribute to it; has_…: 1, or 0 if there is none
  static constexpr bool bundle = true;
  Line<S, int> first, second, below, above;
  Line<S, T> has_second, has_below, has_above;
};
template <class S, class T, int D, class V>
struct RestrictAlong {  // the transpose of Correct's interpolation, one axis at a time
  static constexpr const char* name = "restrict_along";
  static constexpr bool gathers = true;
  Contributors<S, T> of;
  In<S, T> weight, fine;
  Out<S, T> coarse;
  FN void operator()(Cell<S> c) const {
    constexpr int n = V::axis;
    const auto i = c[n];
    const Cell<S> f = replaced(c, n, of.first(i)), s = replaced(c, n, of.second(i)), b = replaced(c, n, of.below(i)),
                  a = replaced(c, n, of.above(i));
    const Value<S, T> vf = fine(f), vs = fine(s);
    Value<S, T> sum = fma(-weight(f), vf, vf);
    sum = fma(of.has_second(i), fma(-weight(s), vs, vs), sum);
    sum = fma(of.has_below(i), weight(b) * fine(b), sum);
    coarse(c) = fma(of.has_above(i), weight(a) * fine(a), sum);
  }
};

template <class S, class T, int D, class C>
struct Correct {  // x + the coarse correction, interpolated along one axis after another
  static constexpr const char* name = "correct";
  static constexpr bool gathers = true;
  typename C::template Bound<S, T, D> a;
  typename C::template Up<S, T, D> up;
  In<S, T> coarse;
  InOut<S, T> x;
  FN void operator()(Cell<S> c) const { x(c) = x(c) + a.open(along<0>(c), c); }

 private:
  template <int N>
  FN Value<S, T> along(Cell<S> c) const {  // c has coarse indices along the axes before N
    if constexpr (N == D) {
      return coarse(c);
    } else {
      const Value<S, T> own = along<N + 1>(replaced(c, N, up.parent[N](c[N])));
      return fma(up.weight(N, c), along<N + 1>(replaced(c, N, up.toward[N](c[N]))) - own, own);
    }
  }
};

template <class S, class T>
struct Parabola {  // per fine cell: three coarse cells and their weights
  static constexpr bool bundle = true;
  Line<S, int> a, b, c;
  Line<S, T> of_a, of_b, of_c;
};
template <class S, class T, int D, class V>
struct InterpolateAlong {  // a smooth solution, along one axis; all axes in one kernel are slower on the CPU
  static constexpr const char* name = "interpolate_along";
  static constexpr bool gathers = true;
  Parabola<S, T> by;
  In<S, T> coarse;
  Out<S, T> fine;
  FN void operator()(Cell<S> c) const {
    constexpr int n = V::axis;
    const auto i = c[n];
    fine(c) = fma(by.of_a(i), coarse(replaced(c, n, by.a(i))),
                  fma(by.of_b(i), coarse(replaced(c, n, by.b(i))), by.of_c(i) * coarse(replaced(c, n, by.c(i)))));
  }
};
template <class S, class T, int D>
struct Stencil3 {  // three coarse cells along each axis, and their weights
  static constexpr bool bundle = true;
  Vec<Line<S, int>, D> a, b, c;
  Vec<Line<S, T>, D> of_a, of_b, of_c;
};
template <class S, class T, int D>
struct MoveWall {  // moves the value beyond a wall by the curvature of the coarse solution (see Interpolation)
  static constexpr const char* name = "move_wall";
  static constexpr bool gathers = true;
  Stencil3<S, T, D> inside;  // along the wall's normal; along other axes always the coarse cell, weight 1
  In<S, T> coarse;
  InOut<S, T> x;
  FN void operator()(Cell<S> c) const {
    x(c) = x(c) + (of(inside.a, inside.of_a, c) + of(inside.b, inside.of_b, c) + of(inside.c, inside.of_c, c));
  }

 private:
  FN Value<S, T> of(const Vec<Line<S, int>, D>& place, const Vec<Line<S, T>, D>& count, Cell<S> c) const {
    Cell<S> at = c;
    Value<S, T> product = T(1);
    for (int n = 0; n < D; ++n) {
      at = replaced(at, n, place[n](c[n]));
      product = product * count[n](c[n]);
    }
    return product * coarse(at);
  }
};

template <class S, class T, int D>
struct SolveCoarsest {  // x = M b; each column of M is a row of the field `matrix`
  static constexpr const char* name = "solve_coarsest";
  static constexpr bool gathers = true;
  In<S, T> matrix, b;
  Out<S, T> x;
  FN void operator()(Cell<S> c) const {
    constexpr int n = D == 1 ? 64 : D == 2 ? 8 : 4;
    Index<S> row = c[0];
    if constexpr (D > 1) row = row + n * c[1];
    if constexpr (D > 2) row = row + n * n * c[2];
    Value<S, T> sum[4] = {T(0), T(0), T(0), T(0)};
    for (int m = 0; m < coarsest_cells; ++m) {
      const Cell<S> from{Index<S>(m % n), Index<S>(D > 1 ? m / n % n : 0), Index<S>(D > 2 ? m / (n * n) : 0)};
      sum[m % 4] = fma(matrix(Cell<S>{row, Index<S>(m), Index<S>(0)}), b(from), sum[m % 4]);
    }
    x(c) = (sum[0] + sum[1]) + (sum[2] + sum[3]);
  }
};

template <class S, class T, int D>
struct InverseDiagonal {
  static constexpr const char* name = "inverse_diagonal";
  Vec<In<S, T>, D> conductance;
  In<S, T> capacity;
  Out<S, T> stored, inverse;
  Param<S, T> rate;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> s = rate * capacity(c);
    Value<S, T> d = s;
    for (int n = 0; n < D; ++n) d = d + (conductance[n](c) + conductance[n](c + Axis(n)));
    stored(c) = s;
    inverse(c) = select(d > T(0), reciprocal(d), Value<S, T>(T(0)));
  }
};

}  // namespace kernels
}  // namespace eddy
