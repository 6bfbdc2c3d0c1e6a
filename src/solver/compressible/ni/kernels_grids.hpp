// Kernels of the coarse grids of Ni's scheme, and of boundary conditions at nodes.
#pragma once
#include "solver/compressible/ni/kernels_node.hpp"

namespace eddy::kernels {

// The change of a node on a coarse grid.
template <class S, class T, int D>
struct NiCoarseNode {
  static constexpr const char* name = "ni_coarse_node";
  static constexpr int fewest_axes = 2;
  compressible::StateIn<S, T, D> whole;
  compressible::AlongViews<In<S, T>, D> along;
  In<S, T> per_volume;  // 1 over the volume around the node
  compressible::StateOut<S, T, D> change;
  FN void operator()(Cell<S> n) const {
    const auto sum = Gathered<S, T, D>{whole, along}.template sum<0>(n);
    change.put(n, compressible::scaled(sum, Value<S, T>(per_volume(n))));
  }
};

// Interpolates the change of a coarse grid linearly and adds it. `ratio`: fine intervals per coarse one along an axis.
template <class S, class T, int D>
struct NiAddCoarse {
  static constexpr const char* name = "ni_add_coarse";
  static constexpr int fewest_axes = 2;
  static constexpr bool gathers = true;
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  compressible::StateInOut<S, T, D> now;
  compressible::StateIn<S, T, D> change;
  compressible::Gas<S, T> gas;
  Vec<Param<S, int>, D> first;  // index of the block's first node
  Param<S, int> ratio;
  Param<S, T> per_ratio;

  template <int A>
  FN Flow between(Cell<S> n, Cell<S> coarse) const {
    if constexpr (A == D) {
      return change.template conserved_at<Num>(coarse);
    } else {
      const auto along = n[A] - first[A];
      const Num place = to_real<T>(along) * per_ratio;  // exact: the ratio is a power of two
      const auto at = to_int(place);
      const Num share = place - to_real<T>(at);
      (A == 0 ? coarse.i : A == 1 ? coarse.j : coarse.k) = at + first[A] / ratio;
      const Flow low = between<A + 1>(n, coarse), high = between<A + 1>(n, coarse + Axis(A));
      return compressible::plus(low, compressible::scaled(compressible::minus(high, low), share));
    }
  }
  FN void operator()(Cell<S> n) const {
    Cell<S> coarse = n;
    now.put(n, compressible::changed<T>(now.template conserved_at<Num>(n), between<0>(n, coarse), gas));
  }
};

// Restricts the state to the nodes of the next coarser grid.
template <class S, class T, int D>
struct NiRestrictState {
  static constexpr const char* name = "ni_restrict_state";
  static constexpr int fewest_axes = 2;
  static constexpr bool gathers = true;
  compressible::StateIn<S, T, D> fine;
  compressible::StateOut<S, T, D> coarse;
  FN void operator()(Cell<S> c) const {
    Cell<S> at = c;
    at.i = 2 * c[0];
    at.j = 2 * c[1];
    if constexpr (D == 3) at.k = 2 * c[2];
    coarse.put(c, compressible::unmarked(fine.template conserved_at<Value<S, T>>(at)));
  }
};
// Restricts the change to the cells of the next coarser grid: the mean around the node in their middle, with the
// weights ¼, ½, ¼ along each axis, or the value of this node, with the weights 0, 1, 0. (With this node alone, changes
// that alternate from node to node are taken for smooth ones; they grow where cells are slender.)
template <class S, class T, int D>
struct NiRestrictChange {
  static constexpr const char* name = "ni_restrict_change";
  static constexpr int fewest_axes = 2;
  static constexpr bool gathers = true;
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  compressible::StateIn<S, T, D> fine;
  compressible::StateOut<S, T, D> coarse;
  Param<S, T> beside, middle;  // the weights

  template <int A>
  FN Flow mean(Cell<S> c) const {
    if constexpr (A == D) {
      return fine.template conserved_at<Num>(c);
    } else {
      const Flow ends = compressible::plus(mean<A + 1>(c - Axis(A)), mean<A + 1>(c + Axis(A)));
      return compressible::plus(compressible::scaled(ends, Num(beside)),
                                compressible::scaled(mean<A + 1>(c), Num(middle)));
    }
  }
  FN void operator()(Cell<S> c) const {
    Cell<S> at = c;
    at.i = 2 * c[0] + 1;
    at.j = 2 * c[1] + 1;
    if constexpr (D == 3) at.k = 2 * c[2] + 1;
    coarse.put(c, mean<0>(at));
  }
};
template <class S, class T, int D>
struct StateDifference {
  static constexpr const char* name = "state_difference";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> before, after;
  compressible::StateOut<S, T, D> change;
  FN void operator()(Cell<S> c) const {
    change.put(c, compressible::minus(compressible::unmarked(after.template conserved_at<Num>(c)),
                                      compressible::unmarked(before.template conserved_at<Num>(c))));
  }
};

// Applies a boundary condition to the state of its nodes after a step.
template <class S, class T, int One, class V>
struct NodeCondition {
  static constexpr const char* name = "node_condition";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateInOut<S, T, D> state;
  In<S, int> place;
  Vec<In<S, T>, D> normal;
  compressible::StateIn<S, T, D> given;
  compressible::Gas<S, T> gas;
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    Num n[D];
    UNROLL
    for (int a = 0; a < D; ++a) n[a] = normal[a](c);
    const auto old = state.template conserved_at<Num>(at);
    const auto w = compressible::primitive_of<T>(compressible::unmarked(old), gas);
    const auto wanted = compressible::at_node<typename V::Condition, T>(w, n, given.template at<Num>(c), gas);
    auto u = compressible::conserved_of<T>(compressible::mended(wanted, gas), gas);
    const auto bad = wanted.density < Num(gas.least_density) || wanted.pressure < Num(gas.least_pressure);
    u.density = select(bad || old.density < Num(T(0)), -u.density, u.density);
    state.put(at, u);
  }
};
}  // namespace eddy::kernels
