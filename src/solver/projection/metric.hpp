// Widths and weights of a rectilinear grid in the form that kernels use. A uniform grid has a few numbers, a stretched
// grid one table per axis with its rows one after the other.
//
//      nodes     i        i+1          i+2        h_i: width of cell i
//                |────○────|─────○──────|          d_i: from centre i−1 to centre i
//      cells          i         i+1
//
// A value at node i is interpolated from the cells i−2, i−1 | i, i+1; a value at the centre of cell i from the nodes
// i−1, i | i+1, i+2. Three of them are used, two upstream and one downstream, with the weights of the parabola that has
// the same means.
#pragma once
#include "base/choice.hpp"
#include "exec/core/view.hpp"
#include "field/field.hpp"

namespace eddy::projection {

// Rows of the table. `forward`: weights of far below, below and above, for a flow towards higher indices; `backward`:
// weights of below, above and far above.
namespace row {
enum : int {
  per_width,
  per_distance,
  of_lower,
  node_forward,
  node_backward = 6,
  centre_forward = 9,
  centre_backward = 12,
  count = 15
};
}
inline constexpr int table_ghosts = 3;

struct Uniform {
  static constexpr const char* name = "uniform";
  static constexpr int fewest_axes = 2;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<Param<S, T>, D> inverse;  // 1 / h

    FN Value<S, T> per_width(int a, Cell<S>) const { return inverse[a]; }     // 1 / h_i
    FN Value<S, T> per_distance(int a, Cell<S>) const { return inverse[a]; }  // 1 / d_i
    FN Value<S, T> lower(int, Cell<S>) const { return T(0.5); }               // h_i / 2 d_i
    template <bool Centre>
    FN Value<S, T> forward(int, Cell<S>, int n) const {
      return n == 0 ? T(-1.0 / 6) : n == 1 ? T(5.0 / 6) : T(2.0 / 6);
    }
    template <bool Centre>
    FN Value<S, T> backward(int, Cell<S>, int n) const {
      return n == 0 ? T(2.0 / 6) : n == 1 ? T(5.0 / 6) : T(-1.0 / 6);
    }
  };
};

struct Stretched {
  static constexpr const char* name = "stretched";
  static constexpr int fewest_axes = 2;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Vec<Line<S, T>, D> table;
    Vec<Param<S, int>, D> stride;  // between two rows

    FN Value<S, T> at(int row, int a, Cell<S> c) const { return table[a](c[a] + stride[a] * row); }
    FN Value<S, T> per_width(int a, Cell<S> c) const { return at(row::per_width, a, c); }
    FN Value<S, T> per_distance(int a, Cell<S> c) const { return at(row::per_distance, a, c); }
    FN Value<S, T> lower(int a, Cell<S> c) const { return at(row::of_lower, a, c); }
    template <bool Centre>
    FN Value<S, T> forward(int a, Cell<S> c, int n) const {
      return at((Centre ? row::centre_forward : row::node_forward) + n, a, c);
    }
    template <bool Centre>
    FN Value<S, T> backward(int a, Cell<S> c, int n) const {
      return at((Centre ? row::centre_backward : row::node_backward) + n, a, c);
    }
  };
};

// A stretched grid with bodies: cells are fluid or belong to a body, and faces have a flag.
//
//      1   between two fluid cells: computed        −n   on the surface of body n: u = 0      −1000 − n   inside it
struct Bodied {
  static constexpr const char* name = "bodies";
  static constexpr int fewest_axes = 2;
  template <class S, class T, int D>
  struct Bound {
    static constexpr bool bundle = true;
    Stretched::Bound<S, T, D> grid;
    Vec<In<S, T>, D> flag;

    FN Value<S, T> per_width(int a, Cell<S> c) const { return grid.per_width(a, c); }
    FN Value<S, T> per_distance(int a, Cell<S> c) const { return grid.per_distance(a, c); }
    FN Value<S, T> lower(int a, Cell<S> c) const { return grid.lower(a, c); }
    template <bool Centre>
    FN Value<S, T> forward(int a, Cell<S> c, int n) const {
      return grid.template forward<Centre>(a, c, n);
    }
    template <bool Centre>
    FN Value<S, T> backward(int a, Cell<S> c, int n) const {
      return grid.template backward<Centre>(a, c, n);
    }
    FN auto open(int a, Cell<S> c) const { return flag[a](c) > Value<S, T>(T(0)); }
    FN auto inside(int a, Cell<S> c) const { return flag[a](c) < Value<S, T>(T(-999)); }
  };
};
inline constexpr int inside_flag = 1000;

// The fields and numbers that the metrics above are bound to.
template <class S, class T>
struct MetricFields {
  using value_type = T;
  PerAxisValues<T> inverse;
  PerAxis<LineField<S, T>> table;  // empty: uniform
  PerAxisValues<int> stride;

  PerAxis<FaceField<S, T>> flag;  // empty: no bodies
  bool sharp = false;             // faces inside bodies have values, so differences need no flags
  double volume = 1, fluid = 1;   // volume: of the domain; fluid: without bodies

  Choice<Uniform, Stretched> grid() const { return Choice<Uniform, Stretched>{table.of.empty() ? 0 : 1}; }
  Choice<Uniform, Stretched, Bodied> kind() const {
    const int picked = flag.of.empty() || sharp ? grid().picked : 2;
    return Choice<Uniform, Stretched, Bodied>{picked};  // nvcc does not take a bare list here
  }
  template <int D>
  operator Uniform::Bound<S, T, D>() const {
    return {inverse};
  }
  template <int D>
  operator Stretched::Bound<S, T, D>() const {
    return {table, stride};
  }
  template <int D>
  operator Bodied::Bound<S, T, D>() const {
    return {{table, stride}, flag};
  }
};

}  // namespace eddy::projection
