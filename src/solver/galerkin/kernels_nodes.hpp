// Kernels on nodes after a stage, for boxes and meshes of hexahedra alike: conditions, forces, copies, reductions.
#pragma once
#include "exec/core/view.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::galerkin {

template <int D>
struct OnNodes {  // the variant of a kernel on a list of nodes
  static constexpr const char* name = D == 2 ? "2D" : "3D";
  static constexpr int most_axes = 1;
  static constexpr int axes = D;
};
template <int D>
struct OfNodes {  // the variant of a kernel on all nodes, a box or a line
  static constexpr const char* name = D == 2 ? "2D" : "3D";
  static constexpr int axes = D;
};

}  // namespace eddy::galerkin

namespace eddy::kernels {

// v ← P v + g. P is symmetric: `straight` holds xx, yy (zz), `mixed` holds xy (xz, yz).
template <class S, class T, int One, class V>
struct ImposeVelocity {
  static constexpr const char* name = "impose_velocity";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes, pairs = D * (D - 1) / 2;
  using Num = Value<S, T>;
  Vec<InOut<S, T>, D> velocity;
  In<S, int> place;
  Vec<In<S, T>, D> straight;
  Vec<In<S, T>, pairs> mixed;
  Vec<In<S, T>, D> given;
  FN Num crossed(Cell<S> c, int a, int b) const { return mixed[a + b - 1](c); }
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    Num v[D];
    UNROLL
    for (int a = 0; a < D; ++a) v[a] = velocity[a](at);
    UNROLL
    for (int a = 0; a < D; ++a) {
      Num sum = straight[a](c) * v[a] + given[a](c);
      UNROLL
      for (int b = 0; b < D; ++b)
        if (b != a) sum = sum + crossed(c, a, b) * v[b];
      velocity[a](at) = sum;
    }
  }
};

template <class S, class T, int One>
struct ImposePressure {
  static constexpr const char* name = "impose_pressure";
  static constexpr bool listed = true, rare = true;
  static constexpr int most_axes = 1;
  InOut<S, T> pressure;
  In<S, int> place;
  In<S, T> given;
  FN void operator()(Cell<S> c) const { pressure(Index<S>(place(c))) = given(c); }
};

// An open boundary: the traction −p n of the pressure outside, and the momentum that the flow carries out. The latter
// is implicit, so that it cannot overshoot; nothing is carried in. In the advective form only inflow is damped.
//   v ← (v − step p A/M) / (1 + step max(±v·A, 0)/(2 M))
template <class S, class T, int One, class V>
struct OpenBoundary {
  static constexpr const char* name = "open_boundary";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  Vec<InOut<S, T>, D> velocity;
  Vec<In<S, T>, D> from;  // the velocity that the elements read
  In<S, int> place;
  Vec<In<S, T>, D> area;  // A/M
  In<S, T> pressure;
  Param<S, T> step, sign;  // sign: 1, in the advective form −1
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    Num out = Num(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) out = out + from[a](at) * area[a](c);
    out = sign * out;
    out = select(out > Num(T(0)), out, Num(T(0)));
    const Num part = Num(T(1)) / (Num(T(1)) + Num(T(0.5)) * step * out);
    const Num push = step * pressure(c);
    UNROLL
    for (int a = 0; a < D; ++a) velocity[a](at) = (velocity[a](at) - push * area[a](c)) * part;
  }
};

// Lets sound leave: the pressure behind the boundary rises by ρ c (v_n − w), as in an outgoing wave. The change is
// implicit, so that it cannot overshoot; the field of the mean flow w has an entry per node of the mesh.
//   v ← v + n (w − v·n) s/(1 + s),    s = step c |A|/M
template <class S, class T, int One, class V>
struct AbsorbSound {
  static constexpr const char* name = "absorb_sound";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  Vec<InOut<S, T>, D> velocity;
  In<S, T> mean;  // w
  In<S, int> place;
  Vec<In<S, T>, D> normal;
  In<S, T> rate;  // c |A|/M
  Param<S, T> step;
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    const Num s = step * rate(c);
    Num out = Num(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) out = out + velocity[a](at) * normal[a](c);
    const Num back = (mean(at) - out) * s / (Num(T(1)) + s);
    UNROLL
    for (int a = 0; a < D; ++a) velocity[a](at) = velocity[a](at) + back * normal[a](c);
  }
};
// The mean flow through an absorbing boundary: w ← w + part (v·n − w).
template <class S, class T, int One, class V>
struct FollowOutflow {
  static constexpr const char* name = "follow_outflow";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  Vec<In<S, T>, D> velocity;
  InOut<S, T> mean;
  In<S, int> place;
  Vec<In<S, T>, D> normal;
  Param<S, T> part;
  FN void operator()(Cell<S> c) const {
    const auto at = place(c);
    Num out = Num(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) out = out + velocity[a](at) * normal[a](c);
    mean(at) = mean(at) + part * (out - mean(at));
  }
};

// A force per mass that varies in space: v ← v + step f.
template <class S, class T, int D>
struct AddForce {
  static constexpr const char* name = "add_force";
  InOut<S, T> velocity;
  In<S, T> force;
  Param<S, T> step;
  FN void operator()(Cell<S> c) const { velocity(c) = velocity(c) + step * force(c); }
};
// Pulls v towards a velocity w at the rate s, implicitly: v ← (v + step s w)/(1 + step s).
template <class S, class T, int D>
struct PullTowards {
  static constexpr const char* name = "pull_towards";
  InOut<S, T> velocity;
  In<S, T> rate;
  Param<S, T> wanted, step;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> s = step * rate(c);
    velocity(c) = (velocity(c) + s * wanted) / (Value<S, T>(T(1)) + s);
  }
};
template <class S, class T, int D>
struct Difference {
  static constexpr const char* name = "difference";
  In<S, T> one, other;
  Out<S, T> result;
  FN void operator()(Cell<S> c) const { result(c) = one(c) - other(c); }
};

// Copies the values of nodes to other places, or packs and unpacks them for other ranks.
template <class S, class T, int One, class V>
struct CopyNodes {
  static constexpr const char* name = "copy_nodes";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  Vec<InOut<S, T>, D + 1> state;
  In<S, int> from, to;
  FN void operator()(Cell<S> c) const {
    const auto source = from(c), target = to(c);
    Value<S, T> v[D + 1];
    UNROLL
    for (int n = 0; n < D + 1; ++n) v[n] = state[n](source);
    UNROLL
    for (int n = 0; n < D + 1; ++n) state[n](target) = v[n];
  }
};
template <class S, class T, int One, class V>
struct PackNodes {
  static constexpr const char* name = "pack_nodes";
  static constexpr bool gathers = true, rare = true;
  static constexpr int D = V::axes;
  Vec<In<S, T>, D + 1> state;
  In<S, int> from;
  Vec<Out<S, T>, D + 1> packed;
  FN void operator()(Cell<S> c) const {
    UNROLL
    for (int n = 0; n < D + 1; ++n) packed[n](c) = state[n](Index<S>(from(c)));
  }
};
template <class S, class T, int One, class V>
struct UnpackNodes {
  static constexpr const char* name = "unpack_nodes";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  Vec<InOut<S, T>, D + 1> state;
  In<S, int> to;
  Vec<In<S, T>, D + 1> packed;
  FN void operator()(Cell<S> c) const {
    UNROLL
    for (int n = 0; n < D + 1; ++n) state[n](Index<S>(to(c))) = packed[n](c);
  }
};

// The larger of the speed and |q|/c at a node; NaN if one of them is.
template <class S, class T, int Axes, class V>
struct LargestSpeed {
  static constexpr const char* name = "largest_speed";
  static constexpr int D = V::axes;
  Vec<In<S, T>, D + 1> state;
  Param<S, T> per_sound;
  FN Value<S, T> operator()(Cell<S> c) const {
    using Num = Value<S, T>;
    Num sum = Num(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) sum = sum + state[a](c) * state[a](c);
    return max(sqrt(sum), abs(state[D](c)) * per_sound);
  }
};
template <class S, class T, int Axes, class V>
struct KineticEnergy {
  static constexpr const char* name = "kinetic_energy";
  static constexpr int D = V::axes;
  Vec<In<S, T>, D> velocity;
  In<S, T> volume;
  FN Value<S, T> operator()(Cell<S> c) const {
    using Num = Value<S, T>;
    Num sum = Num(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) sum = sum + velocity[a](c) * velocity[a](c);
    return Num(T(0.5)) * volume(c) * sum;
  }
};

}  // namespace eddy::kernels
