// The coefficients of a multigrid level as its kernels see them: tables along the axes, or a field per face.
#pragma once
#include "linear/coefficients.hpp"

namespace eddy {

template <class V, int D>
struct Inverses {  // reciprocals of the diagonal, in a cell and in its neighbours along each axis
  V own, below[D], above[D];
};

struct LevelSeparable {  // the equation per volume; the tables along the axes have one more entry at each end
  static constexpr const char* name = "separable";
  static constexpr bool tabled = true;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<Line<S, T>, D> low, high, both;  // conductance per area over width: lower face, upper face, sum
    Param<S, T> rate;                    // rate · capacity

    FN Value<S, T> lower(int a, Cell<S> c) const { return low[a](c[a]); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return high[a](c[a]); }
    FN Value<S, T> storage(Cell<S>) const { return rate; }
    FN Value<S, T> diagonal(Cell<S> c) const {
      Value<S, T> d = rate;
      for (int a = 0; a < D; ++a) d = d + both[a](c[a]);
      return d;
    }
    FN Value<S, T> inverse(Cell<S> c) const { return reciprocal(diagonal(c)); }
    // The reciprocals for the cell and all its neighbours, with only two divisions: 1/p and 1/q are q/(pq) and p/(pq).
    FN Inverses<Value<S, T>, D> inverses(Cell<S> c) const {
      Inverses<Value<S, T>, D> v;
      v.own = inverse(c);
      if constexpr (D == 1) {  // written separately: g++ 12 crashes on it in the general form
        v.below[0] = v.own * reciprocal(beside(0, -1, c, v.own));
        v.above[0] = v.own * reciprocal(beside(0, 1, c, v.own));
      } else {
        Inverses<Value<S, T>, D> r;  // the diagonals of the neighbours divided by that of the cell
        for (int a = 0; a < D; ++a) {
          r.below[a] = beside(a, -1, c, v.own);
          r.above[a] = beside(a, 1, c, v.own);
        }
        const Value<S, T> scale = v.own * reciprocal(along(r, 0, D));
        for (int a = 0; a < D; ++a) {
          const Value<S, T> others = scale * along(r, a + 1, a + D);
          v.below[a] = others * r.above[a];
          v.above[a] = others * r.below[a];
        }
      }
      return v;
    }
    FN static Value<S, T> along(const Inverses<Value<S, T>, D>& r, int first, int last) {  // the product over some axes
      Value<S, T> p = r.below[first % D] * r.above[first % D];
      for (int n = first + 1; n < last; ++n) p = p * (r.below[n % D] * r.above[n % D]);
      return p;
    }
    // The diagonal of a neighbour divided by that of the cell, whose reciprocal is given.
    FN Value<S, T> beside(int a, int step, Cell<S> c, Value<S, T> inverse) const {
      const Cell<S> next = c + step * Axis(a);
      return fma(both[a](next[a]) - both[a](c[a]), inverse, T(1));
    }
    FN Value<S, T> open(Value<S, T> v, Cell<S>) const { return v; }
  };
  template <class S, class T, int D>
  struct Up {  // the tables of the interpolation from coarse to fine
    static constexpr bool bundle = true;
    Vec<Line<S, int>, D> parent, toward;
    Vec<Line<S, T>, D> weights;
    FN Value<S, T> weight(int a, Cell<S> c) const { return weights[a](c[a]); }
  };
};

struct LevelFaces {  // the equation integrated over each cell
  static constexpr const char* name = "per face";
  static constexpr bool tabled = false;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<In<S, T>, D> conductance;
    In<S, T> stored, inverted;  // rate · capacity; 1 / diagonal, or 0 in a cell without open faces

    FN Value<S, T> lower(int a, Cell<S> c) const { return conductance[a](c); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return conductance[a](c + Axis(a)); }
    FN Value<S, T> storage(Cell<S> c) const { return stored(c); }
    FN Value<S, T> inverse(Cell<S> c) const { return inverted(c); }
    FN Inverses<Value<S, T>, D> inverses(Cell<S> c) const {
      Inverses<Value<S, T>, D> v;
      v.own = inverse(c);
      for (int a = 0; a < D; ++a) {
        v.below[a] = beside(a, -1, c);
        v.above[a] = beside(a, 1, c);
      }
      return v;
    }
    FN Value<S, T> beside(int a, int step, Cell<S> c) const { return inverted(c + step * Axis(a)); }
    FN Value<S, T> open(Value<S, T> v, Cell<S> c) const { return select(inverted(c) > T(0), v, Value<S, T>(T(0))); }
  };
  template <class S, class T, int D>
  struct Up {
    static constexpr bool bundle = true;
    Vec<Line<S, int>, D> parent, toward;
    Vec<In<S, T>, D> weights;  // weights[a]: at cells that are coarse along the axes before a
    FN Value<S, T> weight(int a, Cell<S> c) const { return weights[a](c); }
  };
};

}  // namespace eddy
