// One cell of the finite-volume scheme: states at the faces by limited slopes of ρ, u, p along the index lines, a
// Riemann flux, and one stage of SSP-RK3.
//
//   V dU/dt = −Σ F·S + V Q          face states  w₋ = wᵢ + ½ s(wᵢ − wᵢ₋₁, wᵢ₊₁ − wᵢ),   w₊ likewise from cell i + 1
//   Uᵏ = α Uⁿ + β (U + Δt dU/dt)
#pragma once
#include "exec/shapes/balance.hpp"
#include "solver/compressible/fields.hpp"
#include "solver/compressible/flux.hpp"
#include "solver/compressible/friction.hpp"

namespace eddy::compressible {

// The time step: the same in all cells, or one per cell.
struct UniformStep {
  static constexpr const char* name = "uniform step";
  template <class S, class T>
  using Bound = Param<S, T>;
  template <class V, class M, class S>
  FN static V of(const M& step, Cell<S>) {
    return V(step);
  }
};
struct LocalStep {
  static constexpr const char* name = "local step";
  template <class S, class T>
  using Bound = In<S, T>;
  template <class V, class M, class S>
  FN static V of(const M& step, Cell<S> c) {
    return step(c);
  }
};
// Q, the rate of change by everything but the inviscid flux: zero, or a field per variable.
template <class S, class T>
struct Nothing {
  static constexpr bool bundle = true;
  Param<S, T> zero;
};
struct NoSource {
  static constexpr const char* name = "no source";
  template <class S, class T, int D>
  using Bound = Nothing<S, T>;
};
struct SourceFields {
  static constexpr const char* name = "source";
  template <class S, class T, int D>
  using Bound = StateIn<S, T, D>;
};

template <class FluxKind, class StepKind, class SourceKind>
struct MusclForm {
  using Flux = FluxKind;
  using Step = StepKind;
  using Source = SourceKind;
  static constexpr const char* words[3] = {Flux::name, Step::name, Source::name};
  static constexpr int fewest_axes = 2;
};

template <class V>
struct Quotient {
  V over, under;
  FN V value() const { return over / under; }
};
// Limited slopes from the differences a and b to both neighbours: van Albada's mean, or minmod, the smaller one. They
// vanish at an extremum, but van Albada's mean of small differences is their arithmetic mean.
template <class T, class V>
FN Quotient<V> limited(V a, V b, V smallest) {
  const V product = larger(a * b, V(T(0)));
  return {(product + smallest) * (a + b), a * a + b * b + V(T(2)) * smallest};
}
template <class T, class V>
FN V minmod(V a, V b) {
  const V less = select(abs(a) < abs(b), a, b);
  return select(V(T(0)) < a * b, less, V(T(0)));
}
template <class S, class T>
struct Limiter {
  static constexpr bool bundle = true;
  Param<S, T> density, velocity, pressure;  // squared differences that count as small in van Albada's mean
  Param<S, int> minmod;                     // 1: minmod instead
};
template <class S, class T>
struct StageWeights {
  static constexpr bool bundle = true;
  Param<S, T> of_start, of_now;  // α, β; α is 0 in the first stage
};
// Limited slopes of density, velocity and pressure. A division costs as much as ten products, so two quotients share
// one division by the product of their denominators.
template <class T, class V, int D, class L>
FN Primitive<V, D> slopes(const Primitive<V, D>& below, const Primitive<V, D>& here, const Primitive<V, D>& above,
                          const L& limiter) {
  const auto two = [&](V& one, V one_below, V one_here, V one_above, V one_smallest, V& other, V other_below,
                       V other_here, V other_above, V other_smallest) INLINED {
    const V a = one_here - one_below, b = one_above - one_here;
    const V c = other_here - other_below, d = other_above - other_here;
    const Quotient<V> p = limited<T>(a, b, one_smallest), q = limited<T>(c, d, other_smallest);
    const V per_both = V(T(1)) / (p.under * q.under);
    one = select(limiter.minmod == 1, minmod<T>(a, b), p.over * (q.under * per_both));
    other = select(limiter.minmod == 1, minmod<T>(c, d), q.over * (p.under * per_both));
  };
  const V velocity(limiter.velocity);
  Primitive<V, D> s;
  two(s.density, below.density, here.density, above.density, V(limiter.density), s.pressure, below.pressure,
      here.pressure, above.pressure, V(limiter.pressure));
  two(s.velocity[0], below.velocity[0], here.velocity[0], above.velocity[0], velocity, s.velocity[1], below.velocity[1],
      here.velocity[1], above.velocity[1], velocity);
  if constexpr (D == 3) {
    const V a = here.velocity[2] - below.velocity[2], b = above.velocity[2] - here.velocity[2];
    s.velocity[2] = select(limiter.minmod == 1, minmod<T>(a, b), limited<T>(a, b, velocity).value());
  }
  return s;
}

// The state at a face of the cell `here`, half a slope from its centre; the cell's own state where density or pressure
// would fall below their least values.
template <class T, class V, int D, class L, class G>
FN Primitive<V, D> at_face(const Primitive<V, D>& below, const Primitive<V, D>& here, const Primitive<V, D>& above,
                           V half, const L& limiter, const G& gas) {
  const Primitive<V, D> s = slopes<T>(below, here, above, limiter);
  Primitive<V, D> w;
  w.density = here.density + half * s.density;
  w.pressure = here.pressure + half * s.pressure;
  const auto good = V(gas.least_density) < w.density && V(gas.least_pressure) < w.pressure;
  w.density = select(good, w.density, here.density);
  w.pressure = select(good, w.pressure, here.pressure);
  UNROLL
  for (int a = 0; a < D; ++a) w.velocity[a] = here.velocity[a] + select(good, half * s.velocity[a], V(T(0)));
  return w;
}

}  // namespace eddy::compressible

namespace eddy::kernels {

template <class S, class T, int D, class V>
struct MusclStage {
  static constexpr const char* name = "muscl_stage";
  using Num = Value<S, T>;
  using Flow = compressible::Conserved<Num, D>;
  compressible::StateIn<S, T, D> now, start;
  compressible::StateOut<S, T, D> next;
  compressible::Metric<S, T, D> metric;
  typename V::Step::template Bound<S, T> step;
  typename V::Source::template Bound<S, T, D> source;
  compressible::Gas<S, T> gas;
  compressible::Limiter<S, T> limiter;
  InOut<S, T> counts;  // number of steps in which the state was mended
  compressible::StageWeights<S, T> weights;

  // The members that exec/shapes/balance.hpp requires. A cell gives each face the state there and its own pressure,
  // whose minus sign marks a ghost cell behind a wall that nothing passes.
  static constexpr int values = D + 2, told = D + 3;
  FN void read(Cell<S> c, Num (&v)[values]) const { put(now.template at<Num>(c), v); }
  FN void side(const Num (&below)[values], const Num (&here)[values], const Num (&above)[values], bool upper,
               Num (&at)[told]) const {
    const Num half(upper ? T(0.5) : T(-0.5));
    put(compressible::at_face<T>(sizes(below), sizes(here), sizes(above), half, limiter, gas), at);
    at[D + 2] = here[D + 1];
  }
  // The flux F·S through the lower face across A.
  template <int A>
  FN void flux(Cell<S> c, const Num (&low)[told], const Num (&high)[told], Num (&f)[values]) const {
    const auto area = compressible::face_area<A, Num>(metric, c);
    const Flow through = V::Flux::template flux<T>(state(low), state(high), area.of, gas);
    const Num zero(T(0));
    const auto closed = low[D + 2] < zero || high[D + 2] < zero;
    const Num pressure = Num(T(0.5)) * (abs(low[D + 2]) + abs(high[D + 2]));
    f[0] = select(closed, zero, through.density);
    UNROLL
    for (int n = 0; n < D; ++n) f[n + 1] = select(closed, pressure * area.of[n], through.momentum[n]);
    f[D + 1] = select(closed, zero, through.energy);
  }
  FN void update(Cell<S> c, const Num (&here)[values], const Num (&out)[values]) const {
    Flow leaving;
    leaving.density = out[0];
    UNROLL
    for (int a = 0; a < D; ++a) leaving.momentum[a] = out[a + 1];
    leaving.energy = out[D + 1];
    finish(c, state(here), leaving);
  }
  // Partial sums, held in the fields of the result until the other axes are added.
  FN void keep(Cell<S> c, const Num (&part)[values]) const { next.put(c, state(part)); }
  FN void kept(Cell<S> c, Num (&part)[values]) const { put(next.template at<Num>(c), part); }
  using Faces =
      MusclStage<S, T, D, compressible::MusclForm<typename V::Flux, compressible::UniformStep, compressible::NoSource>>;
  Faces faces() const { return {now, start, next, metric, T(0), {T(0)}, gas, limiter, counts, weights}; }
  FN void operator()(Cell<S> c) const {
    Num here[values], out[values];
    read(c, here);
    outflow<0, S, Num, D>(*this, c, out);
    update(c, here, out);
  }

 private:
  using State = compressible::Primitive<Num, D>;
  template <int N>
  FN static void put(const State& w, Num (&v)[N]) {
    v[0] = w.density;
    UNROLL
    for (int a = 0; a < D; ++a) v[a + 1] = w.velocity[a];
    v[D + 1] = w.pressure;
  }
  template <int N>
  FN static State state(const Num (&v)[N]) {
    State w;
    w.density = v[0];
    UNROLL
    for (int a = 0; a < D; ++a) w.velocity[a] = v[a + 1];
    w.pressure = v[D + 1];
    return w;
  }
  FN static State sizes(const Num (&v)[values]) {  // without the signs that are marks
    State w = state(v);
    w.density = abs(w.density);
    w.pressure = abs(w.pressure);
    return w;
  }
  FN void finish(Cell<S> c, const State& here, const Flow& out) const {
    const Num dt = V::Step::template of<Num>(step, c), rate = -dt * metric.per_volume(c);
    const Flow first = compressible::conserved_of<T>(compressible::unmarked(start.template at<Num>(c)), gas);
    Flow u = compressible::conserved_of<T>(compressible::unmarked(here), gas);
    Flow q{};
    if constexpr (std::is_same_v<typename V::Source, compressible::SourceFields>)
      q = source.template conserved_at<Num>(c);
    const auto changed = [&](Num old, Num begin, Num leaving, Num made) INLINED {
      Num value = old + rate * leaving;
      if constexpr (std::is_same_v<typename V::Source, compressible::SourceFields>) value = value + dt * made;
      return weights.of_start * begin + weights.of_now * value;
    };
    u.density = changed(u.density, first.density, out.density, q.density);
    UNROLL
    for (int a = 0; a < D; ++a)
      u.momentum[a] = changed(u.momentum[a], first.momentum[a], out.momentum[a], q.momentum[a]);
    u.energy = changed(u.energy, first.energy, out.energy, q.energy);
    const Num zero(T(0)), given = u.density;
    u.density = compressible::larger(given, Num(gas.least_density));
    const auto w = compressible::primitive_of<T>(u, gas);
    auto mended = compressible::mended(w, gas);
    const auto bad = given < Num(gas.least_density) || w.pressure < Num(gas.least_pressure);
    const auto first_stage = weights.of_start == zero, marked = here.density < zero;
    compressible::count_mark(marked && first_stage, counts, c);
    mended.density = select(bad || (marked && !first_stage), -mended.density, mended.density);
    next.put(c, mended);
  }
};

// 1/Δt at CFL 1: Σ (|u·S| + a |S|) / V over the axes, plus twice the rate of friction and conduction.
template <class S, class T, int D>
struct WaveRate {
  static constexpr const char* name = "wave_rate";
  static constexpr int fewest_axes = 2;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  compressible::Metric<S, T, D> metric;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;

  template <int A>
  FN void add(Cell<S> c, const compressible::Primitive<Num, D>& w, Num sound, Num& speed, Num& squares) const {
    const auto area = compressible::mean_area<A, Num>(metric, c);
    const Num square = compressible::dot(area.of, area.of);
    speed = speed + (abs(compressible::dot(w.velocity, area.of)) + sound * sqrt(square));
    squares = squares + square;
    if constexpr (A + 1 < D) add<A + 1>(c, w, sound, speed, squares);
  }
  FN Num operator()(Cell<S> c) const {
    const auto w = compressible::unmarked(now.template at<Num>(c));
    Num speed = T(0), squares = T(0);
    add<0>(c, w, sqrt(gas.gamma * w.pressure / w.density), speed, squares);
    const Num per_volume = metric.per_volume(c);
    const Num spread = friction.fastest * friction.template viscosity<T>(Num(w.pressure / (w.density * gas.constant)));
    return (speed + Num(T(2)) * (spread / w.density) * squares * per_volume) * per_volume;
  }
};
template <class S, class T, int D>
struct LocalTimeStep {
  static constexpr const char* name = "local_time_step";
  static constexpr int fewest_axes = 2;
  compressible::StateIn<S, T, D> now;
  compressible::Metric<S, T, D> metric;
  compressible::Gas<S, T> gas;
  compressible::Friction<S, T> friction;
  Out<S, T> step;
  Param<S, T> cfl, implicit;  // implicit: 3/(2Δt) in a step of dual time, else 0
  FN void operator()(Cell<S> c) const {
    step(c) = cfl / (WaveRate<S, T, D>{now, metric, gas, friction}(c) + cfl * implicit);
  }
};

template <class S, class T, int D>
struct SquaredRate {  // ((b − a) / Δt)²
  static constexpr const char* name = "squared_rate";
  static constexpr int fewest_axes = 2;
  static constexpr bool rare = true;
  using Num = Value<S, T>;
  In<S, T> before, after, step;
  Param<S, int> marked;  // 1: signs are marks
  FN Num operator()(Cell<S> c) const {
    const Num a = before(c), b = after(c);
    const Num change = select(marked == 1, abs(b) - abs(a), b - a), rate = change / step(c);
    return rate * rate;
  }
};
// V U of one conserved variable, which the factors select.
template <class S, class T, int D>
struct Content {
  static constexpr const char* name = "content";
  static constexpr int fewest_axes = 2;
  static constexpr bool rare = true;
  using Num = Value<S, T>;
  compressible::StateIn<S, T, D> now;
  In<S, T> per_volume;
  compressible::Gas<S, T> gas;
  Vec<Param<S, T>, D> of_momentum;  // factors: 1 for the wanted variable, 0 for all others
  Param<S, T> of_density, of_energy;
  FN Num operator()(Cell<S> c) const {
    const auto u = compressible::conserved_of<T>(compressible::unmarked(now.template at<Num>(c)), gas);
    Num sum = of_density * u.density + of_energy * u.energy;
    UNROLL
    for (int a = 0; a < D; ++a) sum = sum + of_momentum[a] * u.momentum[a];
    return sum / per_volume(c);
  }
};

}  // namespace eddy::kernels
