// The coefficients of −∇·(k ∇x) + s x on a rectilinear grid, in finite volumes: one conductance per face, one capacity per cell.
// Two ways to hold them. Separable: k is constant and each side has one condition, so that tables along the axes say it all and the
// kernels read nothing but their fields. PerFace: everything else.
//
//      conductance of face a = area · 1 / (d₁/k₁ + d₂/k₂)       d: distance from a cell's centre to the face
#pragma once
#include "exec/view.hpp"
#include "field/field.hpp"

namespace eddy {

struct Separable {
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<Line<S, T>, D> conductance, width;   // per face: 1 / (d₁/k₁ + d₂/k₂); per cell
    Param<S, T> capacity;                    // per volume

    FN Value<S, T> area(int a, Cell<S> c) const {
      Value<S, T> area = T(1);
      if constexpr (D == 2) area = width[1 - a](c[1 - a]);
      if constexpr (D == 3) area = width[(a + 1) % 3](c[(a + 1) % 3]) * width[(a + 2) % 3](c[(a + 2) % 3]);
      return area;
    }
    FN Value<S, T> lower(int a, Cell<S> c) const { return conductance[a](c[a]) * area(a, c); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return conductance[a](c[a] + 1) * area(a, c); }
    FN Value<S, T> storage(Cell<S> c) const {
      Value<S, T> s = capacity;
      for (int a = 0; a < D; ++a) s = s * width[a](c[a]);
      return s;
    }
  };
};

struct PerFace {
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<In<S, T>, D> conductance;
    In<S, T> capacity;                       // of the whole cell

    FN Value<S, T> lower(int a, Cell<S> c) const { return conductance[a](c); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return conductance[a](c + Axis(a)); }
    FN Value<S, T> storage(Cell<S> c) const { return capacity(c); }
  };
};

// The fields behind them.
template <class S, class T>
struct SeparableFields {
  using value_type = T;
  using Kind = Separable;
  PerAxis<LineField<S, T>> conductance, width;
  T capacity{};

  template <int D>
  operator Separable::Bound<S, T, D>() const { return {conductance, width, capacity}; }
};
template <class S, class T>
struct PerFaceFields {
  using value_type = T;
  using Kind = PerFace;
  PerAxis<FaceField<S, T>> conductance;
  CellField<S, T> capacity;

  template <int D>
  operator PerFace::Bound<S, T, D>() const { return {conductance, capacity}; }
};

}  // namespace eddy
