// Kernels on lists of places: they set the states of ghost cells.
//
//     second │ first ║ before │ behind        a face ║ of a patch: two cells before it (inside), two beyond it
#pragma once
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/fields.hpp"

namespace eddy::compressible {

template <class C, int D>
struct On {
  using Condition = C;
  static constexpr const char* words[2] = {C::name, D == 2 ? "2D" : "3D"};
  static constexpr int most_axes = 1;
  static constexpr int axes = D;
};

template <class S>
struct FacePlaces {  // places of the cells around each face of a list
  static constexpr bool bundle = true;
  In<S, int> before, behind, first, second;
};

}  // namespace eddy::compressible

namespace eddy::kernels {

template <class S, class T, int One, class V>
struct FillBeyond {
  static constexpr const char* name = "fill_beyond";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  using State = compressible::Primitive<Num, D>;
  compressible::StateInOut<S, T, D> state;
  compressible::FacePlaces<S> places;
  Vec<In<S, T>, D> normal;
  compressible::StateIn<S, T, D> given;
  compressible::Gas<S, T> gas;

  // At a wall: the change from one cell to the next, which continues the line through both cells before the wall; at
  // most a quarter of the value there.
  FN static Num ahead(Num near, Num far) {
    const Num most = Num(T(0.25)) * abs(near), change = near - far;
    return compressible::larger(-most, compressible::smaller(most, change));
  }
  FN static void extrapolate(State& w, const State& near, const State& far, Num times) {
    w.density = near.density + times * ahead(near.density, far.density);
    w.pressure = near.pressure + times * ahead(near.pressure, far.pressure);
  }
  FN void operator()(Cell<S> c) const {
    const auto before = places.before(c);
    const State near = compressible::unmarked(state.template at<Num>(before));
    Num n[D];
    UNROLL
    for (int a = 0; a < D; ++a) n[a] = normal[a](c);
    const State given_here = given.template at<Num>(c);
    const State far = compressible::unmarked(state.template at<Num>(places.behind(c)));
    State first = V::Condition::template beyond<T>(near, n, given_here, gas);
    State second = V::Condition::from_two ? V::Condition::template beyond<T>(far, n, given_here, gas) : first;
    if constexpr (V::Condition::extrapolates) {
      extrapolate(first, near, far, Num(T(1)));
      extrapolate(second, near, far, Num(T(2)));
    }
    if constexpr (V::Condition::from_two) {  // marks a wall that nothing passes, see MusclStage
      first.pressure = -first.pressure;
      second.pressure = -second.pressure;
    }
    if constexpr (requires { V::Condition::slips; }) first.density = -first.density;  // see ViscousRate
    state.put(places.first(c), first);
    state.put(places.second(c), second);
  }
};

// Copies the states of ghost cells across seams on the same rank.
template <class S, class T, int One, class V>
struct CopyPlaces {
  static constexpr const char* name = "copy_places";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  compressible::StateInOut<S, T, D> state;
  In<S, int> from, to;
  FN void operator()(Cell<S> c) const { state.put(to(c), state.template at<Value<S, T>>(from(c))); }
};
// Packs and unpacks the states at lists of places for messages between ranks.
template <class S, class T, int One, class V>
struct PackPlaces {
  static constexpr const char* name = "pack_places";
  static constexpr bool gathers = true, rare = true;
  static constexpr int D = V::axes;
  compressible::StateIn<S, T, D> state;
  In<S, int> from;
  compressible::StateOut<S, T, D> packed;
  FN void operator()(Cell<S> c) const { packed.put(c, state.template at<Value<S, T>>(from(c))); }
};
template <class S, class T, int One, class V>
struct UnpackPlaces {
  static constexpr const char* name = "unpack_places";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  compressible::StateInOut<S, T, D> state;
  In<S, int> to;
  compressible::StateIn<S, T, D> packed;
  FN void operator()(Cell<S> c) const { state.put(to(c), packed.template at<Value<S, T>>(c)); }
};
// Fills a corner ghost that no block covers with the plane through the other three cells around the corner.
template <class S, class T, int One, class V>
struct FillCorner {
  static constexpr const char* name = "fill_corner";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  compressible::StateInOut<S, T, D> state;
  In<S, int> to, one, other, opposite;
  compressible::Gas<S, T> gas;
  FN void operator()(Cell<S> c) const {
    auto w = compressible::unmarked(state.template at<Num>(one(c)));
    const auto b = compressible::unmarked(state.template at<Num>(other(c)));
    const auto o = compressible::unmarked(state.template at<Num>(opposite(c)));
    w.pressure = abs(w.pressure);
    w.density = w.density + (b.density - o.density);
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = w.velocity[a] + (b.velocity[a] - o.velocity[a]);
    w.pressure = w.pressure + (abs(b.pressure) - abs(o.pressure));
    state.put(to(c), compressible::mended(w, gas));
  }
};

// Fills a corner ghost where n cells (or ghosts of walls) lie around the corner, and n is not four: q = (4/n) Σ qⱼ −
// (q₁ + q₂ + q₃) of velocity and temperature, the last three being the cells that the block sees. Differences along a
// seam then are the same on both sides of it, so that friction conserves momentum and energy; q is exact for linear
// fields, and for n = 4 it is the fourth cell.
template <class S, class T, int One, class V>
struct FillMeeting {
  static constexpr const char* name = "fill_meeting";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  using State = compressible::Primitive<Num, D>;
  compressible::StateInOut<S, T, D> state;
  In<S, int> to, one, other, opposite;
  Vec<In<S, int>, 3> further;
  In<S, int> count;  // number of further cells

  template <class Where>
  FN void read(const Where& at, Num (&q)[D + 1]) const {  // velocity and p/ρ
    const State w = state.template at<Num>(at);
    UNROLL
    for (int a = 0; a < D; ++a) q[a] = w.velocity[a];
    q[D] = abs(w.pressure) / abs(w.density);
  }
  FN void operator()(Cell<S> c) const {
    Num a[D + 1], b[D + 1], o[D + 1], more[3][D + 1], value[D + 1];
    read(one(c), a);
    read(other(c), b);
    read(opposite(c), o);
    UNROLL
    for (int m = 0; m < 3; ++m) read(further[m](c), more[m]);
    const Num share = Num(T(4)) / to_real<T>(count(c) + 3), zero(T(0));
    Num most = compressible::larger(compressible::larger(a[D], b[D]), o[D]);
    UNROLL
    for (int v = 0; v <= D; ++v) {
      const Num near = (a[v] + b[v]) + o[v];
      Num sum = near;
      UNROLL
      for (int m = 0; m < 3; ++m) {
        const auto there = count(c) > m;
        sum = sum + select(there, more[m][v], zero);
        if (v == D) most = compressible::larger(most, select(there, more[m][v], zero));
      }
      Num all = share * sum;
      if (v == D)
        all = compressible::larger(all, Num(T(3.01)) * most);  // alike in all blocks around: still conservative
      value[v] = all - near;
    }
    State w;
    w.density = Num(T(0.5)) * (abs(state.first(one(c))) + abs(state.first(other(c))));
    UNROLL
    for (int v = 0; v < D; ++v) w.velocity[v] = value[v];
    w.pressure = w.density * value[D];
    state.put(to(c), w);
  }
};

}  // namespace eddy::kernels
