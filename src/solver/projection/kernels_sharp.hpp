// Kernels of bodies with their true surface: values at faces inside bodies, the flow through cut faces, forces.
#pragma once
#include "exec/core/view.hpp"
#include "solver/projection/kernels.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

template <int D>
struct OfRows {  // the variant of a kernel on a list of rows
  static constexpr const char* name = D == 2 ? "2D" : "3D";
  static constexpr int most_axes = 1;
  static constexpr int data = row_data(D);
};
using RowsChoice = Choice<OfRows<2>, OfRows<3>>;

template <class S, class T>
struct RowTables {  // a list of rows: value at a place = Σ weight · value(from) + constant
  static constexpr bool bundle = true;
  In<S, int> place, from;
  In<S, T> weight, constant;
  Param<S, int> last;  // the rows from this one on have its data, whose weights are 0
  template <int Data, class Values>
  FN Value<S, T> of(const Values& values, Cell<S> c) const {
    using N = Value<S, T>;
    N sum = constant(c);
    const Index<S> row = select(c[0] < last, c[0], Index<S>(last)) * Data;
    UNROLL
    for (int n = 0; n < Data; ++n) {
      const Index<S> at = row + n;
      sum = fma(N(weight(at)), N(values(Index<S>(from(at)))), sum);
    }
    return sum;
  }
};

}  // namespace eddy::projection

namespace eddy::kernels {

// Sets values from values of the same field; no row reads a place that another row sets.
template <class S, class T, int One, class V>
struct SharpRows {
  static constexpr const char* name = "sharp_rows";
  static constexpr bool listed = true, rare = true;
  InOut<S, T> values;
  projection::RowTables<S, T> rows;
  FN void operator()(Cell<S> c) const { values(Index<S>(rows.place(c))) = rows.template of<V::data>(values, c); }
};
template <class S, class T, int One, class V>
struct SharpThrough {  // sets values from those of another field
  static constexpr const char* name = "sharp_through";
  static constexpr bool listed = true, rare = true;
  In<S, T> values;
  InOut<S, T> through;
  projection::RowTables<S, T> rows;
  FN void operator()(Cell<S> c) const { through(Index<S>(rows.place(c))) = rows.template of<V::data>(values, c); }
};
template <class S, class T, int One>
struct SharpBetween {
  static constexpr const char* name = "sharp_between";
  static constexpr bool listed = true, rare = true;
  static constexpr int most_axes = 1;
  In<S, T> first, last;
  InOut<S, T> to;
  In<S, int> place;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const Index<S> at = Index<S>(place(c));
    to(at) = T(0.5) * (N(first(at)) + N(last(at)));
  }
};

template <class S, class T, int One, class V>
struct SharpLag {  // what stands at a place, less what its row says
  static constexpr const char* name = "sharp_lag";
  static constexpr bool listed = true, rare = true;
  In<S, T> values;
  projection::RowTables<S, T> rows;
  Out<S, T> lag;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    lag(c) = N(values(Index<S>(rows.place(c)))) - rows.template of<V::data>(values, c);
  }
};
template <class S, class T, int One>
struct SharpLate {
  static constexpr const char* name = "sharp_late";
  static constexpr bool listed = true, rare = true;
  static constexpr int most_axes = 1;
  InOut<S, T> values;
  In<S, int> place;
  In<S, T> lag;
  Param<S, T> part;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    const Index<S> at = Index<S>(place(c));
    values(at) = fma(N(part), N(lag(c)), N(values(at)));
  }
};

template <class S, class T, int One>
struct SharpClear {
  static constexpr const char* name = "sharp_clear";
  static constexpr bool listed = true, rare = true;
  static constexpr int most_axes = 1;
  InOut<S, T> values;
  In<S, int> place;
  FN void operator()(Cell<S> c) const { values(Index<S>(place(c))) = T(0); }
};

// Corrects the flow through faces by the gradient of ψ.
template <class S, class T, int D>
struct SharpCorrect {
  static constexpr const char* name = "sharp_correct";
  static constexpr int fewest_axes = 2;
  projection::Stretched::Bound<S, T, D> metric;
  In<S, T> psi;
  Vec<In<S, T>, D> aperture;
  Vec<InOut<S, T>, D> through;
  Vec<Param<S, int>, D> closed;
  FN void operator()(Cell<S> c) const {
    using N = Value<S, T>;
    UNROLL
    for (int a = 0; a < D; ++a) {
      const N slope = (psi(c) - psi(c - Axis(a))) * metric.per_distance(a, c) * aperture[a](c);
      through[a](c) = through[a](c) - select(c[a] == closed[a], N(T(0)), slope);
    }
  }
};

template <class S, class T, int D>
struct SharpPull {  // reduced: Σ weight · value
  static constexpr const char* name = "sharp_pull";
  static constexpr int pointwise = 2;
  In<S, T> weight, values;
  FN Value<S, T> operator()(Cell<S> c) const { return weight(c) * values(c); }
};

}  // namespace eddy::kernels
