// The coefficients of −∇·(k ∇x) + s x on a rectilinear grid, in finite volumes: one conductance per face, one capacity
// per cell. They are held in one of two ways. Separable: k is constant and each side has one condition; tables along
// the axes hold all coefficients, and kernels read no coefficient fields. PerFace: all other cases.
//
//      conductance of face a = area · 1 / (d₁/k₁ + d₂/k₂)       d: distance from a cell's centre to the face
#pragma once
#include "exec/core/view.hpp"
#include "field/field.hpp"

namespace eddy {

struct Separable {  // the equation per volume: each coefficient depends on one index
  static constexpr const char* name = "separable";
  static constexpr bool tabled = true;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<Line<S, T>, D> low, high,
        width;  // per cell: conductance per area of its lower and upper face, divided by its width; the width
    Param<S, T> capacity, inverse_capacity;  // per volume

    FN Value<S, T> lower(int a, Cell<S> c) const { return low[a](c[a]); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return high[a](c[a]); }
    FN Value<S, T> storage(Cell<S>) const { return capacity; }
    FN Value<S, T> per_storage(Cell<S>) const { return inverse_capacity; }
    FN Value<S, T> of_whole_cell(Value<S, T> per_volume, Cell<S> c) const {
      for (int a = 0; a < D; ++a) per_volume = per_volume * width[a](c[a]);
      return per_volume;
    }
  };
};

struct PerFace {  // the equation integrated over each cell
  static constexpr const char* name = "per face";
  static constexpr bool tabled = false;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<In<S, T>, D> conductance;
    In<S, T> capacity;  // of the whole cell

    FN Value<S, T> lower(int a, Cell<S> c) const { return conductance[a](c); }
    FN Value<S, T> upper(int a, Cell<S> c) const { return conductance[a](c + Axis(a)); }
    FN Value<S, T> storage(Cell<S> c) const { return capacity(c); }
    FN Value<S, T> per_storage(Cell<S> c) const { return T(1) / capacity(c); }
    FN Value<S, T> of_whole_cell(Value<S, T> v, Cell<S>) const { return v; }
  };
};

// The fields that the views above are made of.
template <class S, class T>
struct SeparableFields {
  using value_type = T;
  using Kind = Separable;
  PerAxis<LineField<S, T>> low, high, width;
  T capacity{};

  template <int D>
  operator Separable::Bound<S, T, D>() const {
    return {low, high, width, capacity, T(1) / capacity};
  }
};
template <class S, class T>
struct PerFaceFields {
  using value_type = T;
  using Kind = PerFace;
  PerAxis<FaceField<S, T>> conductance;
  CellField<S, T> capacity;

  template <int D>
  operator PerFace::Bound<S, T, D>() const {
    return {conductance, capacity};
  }
};

}  // namespace eddy
