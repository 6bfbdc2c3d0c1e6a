// The solver's fields as kernels see them: the flow state and the metric of the mesh.
#pragma once
#include "solver/compressible/gas.hpp"

namespace eddy::compressible {

// One view per variable of a state: density, velocity, pressure if it is primitive, or density, momentum, energy.
template <class View, int D>
struct StateViews {
  static constexpr bool bundle = true;
  View first;
  Vec<View, D> middle;
  View last;

  template <class V, class Where>
  FN Primitive<V, D> at(const Where& c) const {
    Primitive<V, D> w;
    w.density = first(c);
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = middle[a](c);
    w.pressure = last(c);
    return w;
  }
  template <class V, class Where>
  FN void put(const Where& c, const Primitive<V, D>& w) const {
    first(c) = w.density;
    UNROLL
    for (int a = 0; a < D; ++a) middle[a](c) = w.velocity[a];
    last(c) = w.pressure;
  }
  template <class V, class Where>
  FN Conserved<V, D> conserved_at(const Where& c) const {
    Conserved<V, D> u;
    u.density = first(c);
    UNROLL
    for (int a = 0; a < D; ++a) u.momentum[a] = middle[a](c);
    u.energy = last(c);
    return u;
  }
  template <class V, class Where>
  FN void put(const Where& c, const Conserved<V, D>& u) const {
    first(c) = u.density;
    UNROLL
    for (int a = 0; a < D; ++a) middle[a](c) = u.momentum[a];
    last(c) = u.energy;
  }
};
template <class S, class T, int D>
using StateIn = StateViews<In<S, T>, D>;
template <class S, class T, int D>
using StateOut = StateViews<Out<S, T>, D>;
template <class S, class T, int D>
using StateInOut = StateViews<InOut<S, T>, D>;

// Adds a mark to the count of a cell. Few cells are marked: the counts of the others are neither read nor written, except
// in the form recorded for OpenCL.
template <class S, class T>
FN void count_mark(bool marked, const InOut<S, T>& counts, Cell<S> c) {
  if (marked) counts(c) = counts(c) + T(1);
}
template <class S, class Mask, class T>
requires requires(Mask m) { any(m); }
FN void count_mark(const Mask& marked, const InOut<S, T>& counts, Cell<S> c) {
  const Value<S, T> old = counts(c);
  if (any(marked)) counts(c) = select(marked, old + Value<S, T>(T(1)), old);
}
template <class T>
void count_mark(Sym<bool> marked, const InOut<OpenCl, T>& counts, Cell<OpenCl> c) {
  const Sym<T> old = counts(c);
  counts(c) = select(marked, old + Sym<T>(T(1)), old);
}

// The metric: node coordinates, from which face areas are computed, and the inverse volumes of the cells.
//
//     n(j+1) ●───────●         lower face across x of cell (i, j): from node (i, j) to (i, j+1)
//            │ (i, j)│         its area vector points towards +i: right-handed cells have positive volumes
//     n(j)   ●───────●
template <class S, class T, int D>
struct Metric {
  static constexpr bool bundle = true;
  Vec<In<S, T>, D> node;
  In<S, T> per_volume;
};

template <class V, int D>
struct AreaVector {
  V of[D];
};

// The area vector of a cell's lower face across axis A.
template <int A, class V, class S, class T, int D>
FN AreaVector<V, D> face_area(const Metric<S, T, D>& m, Cell<S> c) {
  AreaVector<V, D> s;
  if constexpr (D == 2) {
    const Cell<S> next = c + Axis(1 - A);
    const V dx = m.node[0](next) - m.node[0](c), dy = m.node[1](next) - m.node[1](c);
    s.of[0] = A == 0 ? dy : -dy;
    s.of[1] = A == 0 ? -dx : dx;
  } else {
    constexpr Axis b = Axis((A + 1) % 3), d = Axis((A + 2) % 3);
    V first[3], second[3];  // diagonals of the face
    UNROLL
    for (int n = 0; n < 3; ++n) {
      first[n] = m.node[n](c + b + d) - m.node[n](c);
      second[n] = m.node[n](c + d) - m.node[n](c + b);
    }
    UNROLL
    for (int n = 0; n < 3; ++n)
      s.of[n] = V(T(0.5)) * (first[(n + 1) % 3] * second[(n + 2) % 3] - first[(n + 2) % 3] * second[(n + 1) % 3]);
  }
  return s;
}
template <int A, class V, class S, class T, int D>
FN AreaVector<V, D> mean_area(const Metric<S, T, D>& m, Cell<S> c) {  // the mean of both faces across A
  const AreaVector<V, D> low = face_area<A, V>(m, c), high = face_area<A, V>(m, c + Axis(A));
  AreaVector<V, D> s;
  UNROLL
  for (int n = 0; n < D; ++n) s.of[n] = V(T(0.5)) * (low.of[n] + high.of[n]);
  return s;
}

// The variant of a kernel that runs along a one-dimensional list of places of a mesh with D axes.
template <int D>
struct OnPlaces {
  static constexpr const char* name = D == 2 ? "2D" : "3D";
  static constexpr int most_axes = 1;
  static constexpr int axes = D;
};

}  // namespace eddy::compressible
