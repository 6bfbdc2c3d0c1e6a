// Kernels of irregular nodes, around which no block sees all cells. Each cell and each edge around them puts its part
// into a slot; slots are sent to the node's rank and summed there in an order that does not depend on the number of
// ranks. Slot 0 is zero.
#pragma once
#include "solver/compressible/ni/kernels_grids.hpp"

namespace eddy::compressible {

template <class S, class T, int D>
struct EdgeTables {  // an entry per edge
  static constexpr bool bundle = true;
  Vec<In<S, int>, 4> line;  // places of a, b, c, d
  Vec<In<S, T>, D> area;
  In<S, T> volume, before, after;
};
template <bool WithFriction, int D>
struct EdgeForm {
  static constexpr bool friction = WithFriction;
  static constexpr const char* words[2] = {friction ? "friction" : "ideal", D == 2 ? "2D" : "3D"};
  static constexpr int most_axes = 1;
  static constexpr int axes = D;
};
inline constexpr int slots_at_once = 8;

}  // namespace eddy::compressible

namespace eddy::kernels {

template <class S, class T, int One, class V>
struct SlotsOfCells {
  static constexpr const char* name = "slots_of_cells";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> whole;
  compressible::AlongViews<In<S, T>, D> along;
  In<S, int> cell, slot;
  Vec<In<S, T>, D> end;  // per axis, the end of the cell where the node lies: −1 lower, 1 upper
  compressible::StateInOut<S, T, D> slots;

  template <int A>
  FN compressible::Conserved<Num, D> with_axis(Cell<S> c, const compressible::Conserved<Num, D>& sum) const {
    const auto f = along.template of<A>().template conserved_at<Num>(cell(c));
    const auto more = compressible::plus(sum, compressible::scaled(f, Num(end[A](c))));
    if constexpr (A + 1 < D) return with_axis<A + 1>(c, more);
    return more;
  }
  FN void operator()(Cell<S> c) const {
    slots.put(slot(c), with_axis<0>(c, whole.template conserved_at<Num>(cell(c))));
  }
};

template <class S, class T, int One, class V>
struct SlotsOfEdges {
  static constexpr const char* name = "slots_of_edges";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  compressible::EdgeTables<S, T, D> edge;
  In<S, int> slot;
  compressible::StateInOut<S, T, D> slots;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;
  compressible::Dissipation<S, T> by;

  FN compressible::NodeState<Num, D> node(Cell<S> c, int n) const {
    return compressible::node_at<T, Num, D>(now, edge.line[n](c), gas);
  }
  FN void operator()(Cell<S> c) const {
    compressible::DualFace<Num, D> face;
    UNROLL
    for (int a = 0; a < D; ++a) face.area[a] = edge.area[a](c);
    face.volume = edge.volume(c);
    face.before = edge.before(c);
    face.here = T(1);
    face.after = edge.after(c);
    const compressible::LineDissipation<S, T, D, V> line{by, gas, friction};
    slots.put(slot(c), line.through(node(c, 0), node(c, 1), node(c, 2), node(c, 3), face));
  }
};

// Adds up to eight slots to the sum of a node.
template <class S, class T, int One, class V>
struct SumOfSlots {
  static constexpr const char* name = "sum_of_slots";
  static constexpr bool gathers = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> slots;
  Vec<In<S, int>, compressible::slots_at_once> slot;
  compressible::StateInOut<S, T, D> sum;
  Param<S, int> further;  // 1: adds to the sum; 0: begins it
  FN void operator()(Cell<S> c) const {
    auto all = slots.template conserved_at<Num>(slot[0](c));
    UNROLL
    for (int n = 1; n < compressible::slots_at_once; ++n)
      all = compressible::plus(all, slots.template conserved_at<Num>(slot[n](c)));
    const auto old = sum.template conserved_at<Num>(c);
    const auto more = compressible::plus(old, all);
    const auto first = further == 0;
    all.density = select(first, all.density, more.density);
    UNROLL
    for (int a = 0; a < D; ++a) all.momentum[a] = select(first, all.momentum[a], more.momentum[a]);
    all.energy = select(first, all.energy, more.energy);
    sum.put(c, all);
  }
};

// The update of NiNode for irregular nodes, from their sums over cells and edges.
template <class S, class T, int One, class V>
struct IrregularNodes {
  static constexpr const char* name = "irregular_nodes";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  compressible::StateInOut<S, T, D> next;
  compressible::StateIn<S, T, D> cells, edges;  // sums
  In<S, int> place, cell;                       // place: of the node; cell: the one whose time step it takes
  In<S, T> per_volume, step;
  compressible::Gas<S, T> gas;
  Param<S, T> implicit;
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    const Num dt = step(cell(c)), by = per_volume(c);
    const auto sum = compressible::plus(cells.template conserved_at<Num>(c), edges.template conserved_at<Num>(c));
    auto change = compressible::scaled(sum, dt * by);
    change = compressible::scaled(change, Num(T(1)) / (Num(T(1)) + implicit * dt));
    next.put(at, compressible::changed<T>(compressible::unmarked(now.template conserved_at<Num>(at)), change, gas));
  }
};
template <class S, class T, int One, class V>
struct IrregularChanges {  // the changes of irregular nodes on a coarse grid
  static constexpr const char* name = "irregular_changes";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> cells;
  compressible::StateInOut<S, T, D> change;
  In<S, int> place;
  In<S, T> per_volume;
  FN void operator()(Cell<S> c) const {
    change.put(place(c), compressible::scaled(cells.template conserved_at<Num>(c), Num(per_volume(c))));
  }
};

}  // namespace eddy::kernels
