// One cell of a multigrid cycle. A cycle works on corrections: beyond the boundary they are 0, and it starts from 0.
// C says where a level's coefficients come from: LevelSeparable, or LevelFaces.
#pragma once
#include "linear/coefficients.hpp"
#include "linear/kernels.hpp"
#include "linear/levels.hpp"

namespace eddy {

template <class V, int D>
struct Inverses {  // of the diagonals of a cell and of its neighbours along each axis
  V own, below[D], above[D];
};

struct LevelSeparable {  // the equation per volume: tables along the axes, with one entry more at each end
  static constexpr const char* name = "separable";
  static constexpr bool tabled = true;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<Line<S, T>, D> low, high, both;  // conductance per area over width, of both faces: their sum
    Param<S, T> rate;                    // rate · capacity

    FN Value<S, T> lower(int a, Cell<S> c) const { return low[a](c[a]); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return high[a](c[a]); }
    FN Value<S, T> storage(Cell<S>) const { return rate; }
    FN Value<S, T> diagonal(Cell<S> c) const {
      Value<S, T> d = rate;
      for (int a = 0; a < D; ++a) d = d + both[a](c[a]);
      return d;
    }
    FN Value<S, T> inverse(Cell<S> c) const { return reciprocal(diagonal(c)); }  // of the diagonal
    // Of the cell and of all its neighbours, with two divisions in all: 1/p and 1/q are q/(pq) and p/(pq).
    FN Inverses<Value<S, T>, D> inverses(Cell<S> c) const {
      Inverses<Value<S, T>, D> v;
      v.own = inverse(c);
      if constexpr (D == 1) {  // apart: g++ 12 does not survive it with the others
        v.below[0] = v.own * reciprocal(beside(0, -1, c, v.own));
        v.above[0] = v.own * reciprocal(beside(0, 1, c, v.own));
      } else {
        Inverses<Value<S, T>, D> r;  // what they are, by that of the cell
        for (int a = 0; a < D; ++a) r.below[a] = beside(a, -1, c, v.own), r.above[a] = beside(a, 1, c, v.own);
        const Value<S, T> scale = v.own * reciprocal(along(r, 0, D));
        for (int a = 0; a < D; ++a) {
          const Value<S, T> others = scale * along(r, a + 1, a + D);
          v.below[a] = others * r.above[a], v.above[a] = others * r.below[a];
        }
      }
      return v;
    }
    FN static Value<S, T> along(const Inverses<Value<S, T>, D>& r, int first, int last) {  // the product over some axes
      Value<S, T> p = r.below[first % D] * r.above[first % D];
      for (int n = first + 1; n < last; ++n) p = p * (r.below[n % D] * r.above[n % D]);
      return p;
    }
    FN Value<S, T> beside(int a, int step, Cell<S> c, Value<S, T> inverse) const {
      const Cell<S> next = c + step * Axis(a);
      return fma(both[a](next[a]) - both[a](c[a]), inverse, T(1));
    }
    FN Value<S, T> open(Value<S, T> v, Cell<S>) const { return v; }
  };
  template <class S, class T, int D>
  struct Up {  // from coarse to fine
    static constexpr bool bundle = true;
    Vec<Line<S, int>, D> parent, toward;
    Vec<Line<S, T>, D> weights;
    FN Value<S, T> weight(int a, Cell<S> c) const { return weights[a](c[a]); }
  };
};

struct LevelFaces {  // the equation for whole cells
  static constexpr const char* name = "per face";
  static constexpr bool tabled = false;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<In<S, T>, D> conductance;
    In<S, T> stored, inverted;  // rate · capacity; 1 / diagonal, 0 in a cell without open faces

    FN Value<S, T> lower(int a, Cell<S> c) const { return conductance[a](c); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return conductance[a](c + Axis(a)); }
    FN Value<S, T> storage(Cell<S> c) const { return stored(c); }
    FN Value<S, T> inverse(Cell<S> c) const { return inverted(c); }
    FN Inverses<Value<S, T>, D> inverses(Cell<S> c) const {
      Inverses<Value<S, T>, D> v;
      v.own = inverse(c);
      for (int a = 0; a < D; ++a) v.below[a] = beside(a, -1, c), v.above[a] = beside(a, 1, c);
      return v;
    }
    FN Value<S, T> beside(int a, int step, Cell<S> c) const { return inverted(c + step * Axis(a)); }
    FN Value<S, T> open(Value<S, T> v, Cell<S> c) const { return select(inverted(c) > T(0), v, Value<S, T>(T(0))); }
  };
  template <class S, class T, int D>
  struct Up {
    static constexpr bool bundle = true;
    Vec<Line<S, int>, D> parent, toward;
    Vec<In<S, T>, D> weights;  // of axis a: at cells that are coarse along the axes before it
    FN Value<S, T> weight(int a, Cell<S> c) const { return weights[a](c); }
  };
};

namespace kernels {

template <class S>
FN Cell<S> replaced(Cell<S> c, int a, Index<S> i) {
  return {a == 0 ? i : c[0], a == 1 ? i : c[1], a == 2 ? i : c[2]};
}

// A whole red-black sweep from 0 in one pass: what the even cells become is known from b alone.
template <class S, class T, int D, class C>
struct SweepFromZero {
  static constexpr const char* name = "sweep_from_zero";
  typename C::template Bound<S, T, D> a;
  Vec<Line<S, T>, D> signs;  // 1 and −1 in turn, along each axis
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
    const Value<S, T> odd = fma(sign, T(-0.5), T(0.5));  // 0 or 1: a factor, as a choice would not vectorise
    x(c) = (w * v.own) * fma(odd, sum, b(c));
  }
};

template <class S, class T, int D, class C>
struct Smooth {  // one colour at a time
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
    for (int n = 0; n < D; ++n) w.lower[n] = a.lower(n, c), w.upper[n] = a.upper(n, c);
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
struct Down {  // from fine to coarse: what lies in a coarse cell, and with which share of its width
  static constexpr bool bundle = true;
  Vec<Line<S, int>, D> first, second;
  Vec<Line<S, T>, D> share_first, share_second;
};

template <class S, class T, int D>
struct Restrict {  // the mean over a coarse cell, or over a coarse ghost
  static constexpr const char* name = "restrict";
  static constexpr bool gathers = true;
  Down<S, T, D> down;
  In<S, T> fine;
  Out<S, T> coarse;
  FN void operator()(Cell<S> c) const { coarse(c) = along<0>(c); }

 private:
  template <int N>
  FN Value<S, T> along(Cell<S> c) const {  // c is fine along the axes before N
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
struct RestrictResidual {  // the mean over a coarse cell of b − A x; separable
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
struct Lean {  // per coarse cell: the four fine cells whose values go to it, and 1, or 0 where there is none
  static constexpr bool bundle = true;
  Line<S, int> first, second, below, above;
  Line<S, T> has_second, has_below, has_above;
};
template <class S, class T, int D, class V>
struct RestrictAlong {  // the transpose of Correct's interpolation, one axis at a time
  static constexpr const char* name = "restrict_along";
  static constexpr bool gathers = true;
  Lean<S, T> lean;
  In<S, T> weight, fine;
  Out<S, T> coarse;
  FN void operator()(Cell<S> c) const {
    constexpr int n = V::axis;
    const auto i = c[n];
    const Cell<S> f = replaced(c, n, lean.first(i)), s = replaced(c, n, lean.second(i)),
                  b = replaced(c, n, lean.below(i)), a = replaced(c, n, lean.above(i));
    const Value<S, T> vf = fine(f), vs = fine(s);
    Value<S, T> sum = fma(-weight(f), vf, vf);
    sum = fma(lean.has_second(i), fma(-weight(s), vs, vs), sum);
    sum = fma(lean.has_below(i), weight(b) * fine(b), sum);
    coarse(c) = fma(lean.has_above(i), weight(a) * fine(a), sum);
  }
};

template <class S, class T, int D, class C>
struct Correct {  // x + the coarse correction, interpolated along one axis after the other
  static constexpr const char* name = "correct";
  static constexpr bool gathers = true;
  typename C::template Bound<S, T, D> a;
  typename C::template Up<S, T, D> up;
  In<S, T> coarse;
  InOut<S, T> x;
  FN void operator()(Cell<S> c) const { x(c) = x(c) + a.open(along<0>(c), c); }

 private:
  template <int N>
  FN Value<S, T> along(Cell<S> c) const {  // c is coarse along the axes before N
    if constexpr (N == D) {
      return coarse(c);
    } else {
      const Value<S, T> own = along<N + 1>(replaced(c, N, up.parent[N](c[N])));
      return fma(up.weight(N, c), along<N + 1>(replaced(c, N, up.toward[N](c[N]))) - own, own);
    }
  }
};

template <class S, class T>
struct Parabola {  // per fine cell: three coarse cells, and what they count
  static constexpr bool bundle = true;
  Line<S, int> a, b, c;
  Line<S, T> of_a, of_b, of_c;
};
template <class S, class T, int D, class V>
struct InterpolateAlong {  // a smooth solution, one axis at a time: along all at once it is slower on the CPU
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
struct Three {  // coarse cells along each axis, and what they count
  static constexpr bool bundle = true;
  Vec<Line<S, int>, D> a, b, c;
  Vec<Line<S, T>, D> of_a, of_b, of_c;
};
template <class S, class T, int D>
struct MoveWall {  // the value beyond a wall, by the curvature of the coarse solution (see Interpolation)
  static constexpr const char* name = "move_wall";
  static constexpr bool gathers = true;
  Three<S, T, D> inside;  // along the axis of the wall; along the others all are the coarse cell, and count 1
  In<S, T> coarse;
  InOut<S, T> x;
  FN void operator()(Cell<S> c) const {
    x(c) = x(c) + (of(inside.a, inside.of_a, c) + of(inside.b, inside.of_b, c) + of(inside.c, inside.of_c, c));
  }

 private:
  FN Value<S, T> of(const Vec<Line<S, int>, D>& place, const Vec<Line<S, T>, D>& count, Cell<S> c) const {
    Cell<S> at = c;
    Value<S, T> product = T(1);
    for (int n = 0; n < D; ++n) at = replaced(at, n, place[n](c[n])), product = product * count[n](c[n]);
    return product * coarse(at);
  }
};
template <class S, class T, int D, class R>
struct TakeCorrection {  // of the cycle, in the precision of the system
  static constexpr const char* name = "take_correction";
  Out<S, T> x;
  In<S, R> correction;
  FN void operator()(Cell<S> c) const { x(c) = convert<T>(correction(c)); }
};
template <class S, class T, int D, class R>
struct AddCorrection {
  static constexpr const char* name = "add_correction";
  InOut<S, T> x;
  In<S, R> correction;
  FN void operator()(Cell<S> c) const { x(c) = x(c) + convert<T>(correction(c)); }
};

template <class S, class T, int D>
struct SolveCoarsest {  // x = M b; a column of the matrix is a row of its field
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

// Between the system and the cycle, whose precision R may be another.
template <class Kind, class R>
struct Into {
  using Coefficients = Kind;
  using Real = R;
  static constexpr bool single = sizeof(R) == 4;
  static constexpr const char* name = std::is_same_v<Kind, Separable>
                                          ? (single ? "separable, single" : "separable, double")
                                          : (single ? "per face, single" : "per face, double");
};
template <class S, class T, int D, class V>
struct Defect {  // r = b − A x
  static constexpr const char* name = "defect";
  typename V::Coefficients::template Bound<S, T, D> a;
  In<S, T> x, b;
  Out<S, typename V::Real> r;
  Param<S, T> rate;
  FN void operator()(Cell<S> c) const {
    r(c) = convert<typename V::Real>(
        inflow<D>(a, x, fma(-(Value<S, T>(rate) * a.storage(c)), Value<S, T>(x(c)), Value<S, T>(b(c))), c));
  }
};
template <class S, class T, int D, class V>
struct Improve {  // next = x + e and r = b − A next
  static constexpr const char* name = "improve";
  typename V::Coefficients::template Bound<S, T, D> a;
  In<S, T> x, b;
  In<S, typename V::Real> e;
  Out<S, T> next;
  Out<S, typename V::Real> r;
  Param<S, T> rate;
  FN void operator()(Cell<S> c) const {
    const auto corrected = [&](Cell<S> n) { return x(n) + convert<T>(e(n)); };
    const Value<S, T> here = corrected(c);
    next(c) = here;
    r(c) = convert<typename V::Real>(
        inflow<D>(a, corrected, fma(-(Value<S, T>(rate) * a.storage(c)), here, Value<S, T>(b(c))), c));
  }
};
template <class S, class T, int D, class V>
struct DefectSize {  // reduced: Σ r² or Σ |r| of whole cells
  static constexpr const char* name = "defect_size";
  static constexpr int pointwise = 1;
  typename V::Coefficients::template Bound<S, T, D> a;
  In<S, typename V::Real> r;
  Param<S, T> squared;  // 1, or 0
  FN Value<S, T> operator()(Cell<S> c) const {
    const Value<S, T> size = abs(a.of_whole_cell(convert<T>(r(c)), c));
    return size * select(Value<S, T>(squared) > T(0), size, Value<S, T>(T(1)));
  }
};
template <class S, class T, int D, class R>
struct Rounded {  // to the precision of the cycle
  static constexpr const char* name = "rounded";
  In<S, T> from;
  Out<S, R> to;
  FN void operator()(Cell<S> c) const { to(c) = convert<R>(from(c)); }
};

}  // namespace kernels
}  // namespace eddy
