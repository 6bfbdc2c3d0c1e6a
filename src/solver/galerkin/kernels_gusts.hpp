// Kernels of the gusts at the nodes of the inflow (gusts.hpp); a launch adds a few waves.
#pragma once
#include "exec/core/functions.hpp"
#include "exec/core/view.hpp"
#include "solver/galerkin/kernels_nodes.hpp"

namespace eddy::galerkin {

inline constexpr int waves_at_once = 8;

template <class S, class T>
struct Waves {  // tables of all waves
  static constexpr bool bundle = true;
  Vec<In<S, T>, 3> k, p, q;
  In<S, T> turn;
};

}  // namespace eddy::galerkin

namespace eddy::kernels {

// v' ← v' + σ Σ [p cos φ + q sin φ],  φ = k·x/L + turn t U/L, over `waves_at_once` waves from `first` on.
template <class S, class T, int One, class V>
struct AddWaves {
  static constexpr const char* name = "add_waves";
  static constexpr bool gathers = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  galerkin::Waves<S, T> waves;
  Vec<In<S, T>, 3> place;
  In<S, T> rate, sigma;
  Vec<InOut<S, T>, D> gust;
  Param<S, int> first;
  Param<S, T> time;
  FN void operator()(Cell<S> c) const {
    Num sum[D], at[3];
    UNROLL
    for (int a = 0; a < 3; ++a) at[a] = place[a](c);
    UNROLL
    for (int a = 0; a < D; ++a) sum[a] = Num(T(0));
    const Num elapsed = time * rate(c);
    ROLLED
    for (int n = 0; n < galerkin::waves_at_once; ++n) {
      const Index<S> wave = Index<S>(first) + n;
      Num phase = waves.turn(wave) * elapsed, sine, cosine;
      UNROLL
      for (int a = 0; a < 3; ++a) phase = phase + waves.k[a](wave) * at[a];
      sin_cos_of<T>(phase, sine, cosine);
      UNROLL
      for (int a = 0; a < D; ++a) sum[a] = sum[a] + (waves.p[a](wave) * cosine + waves.q[a](wave) * sine);
    }
    UNROLL
    for (int a = 0; a < D; ++a) gust[a](c) = gust[a](c) + sigma(c) * sum[a];
  }
};

// The volume flow A·v' of gusts at a node of the inlet; TakeOffMean removes its mean m from them: v' ← v' − m A/|A|.
template <class S, class T, int One, class V>
struct GustFlow {
  static constexpr const char* name = "gust_flow";
  static constexpr int D = V::axes, most_axes = 1;
  using Num = Value<S, T>;
  Vec<In<S, T>, D> gust, area;
  FN Num operator()(Cell<S> c) const {
    Num sum = Num(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) sum = sum + gust[a](c) * area[a](c);
    return sum;
  }
};
template <class S, class T, int One, class V>
struct TakeOffMean {
  static constexpr const char* name = "take_off_mean";
  static constexpr bool rare = true;
  static constexpr int D = V::axes;
  Vec<InOut<S, T>, D> gust;
  Vec<In<S, T>, D> normal;
  Param<S, T> mean;
  FN void operator()(Cell<S> c) const {
    UNROLL
    for (int a = 0; a < D; ++a) gust[a](c) = gust[a](c) - mean * normal[a](c);
  }
};
// The velocity given at the inflow between two moments: mean + v'(before) + part (v'(after) − v'(before)).
template <class S, class T, int One, class V>
struct BlendGusts {
  static constexpr const char* name = "blend_gusts";
  static constexpr bool listed = true, rare = true;
  static constexpr int D = V::axes;
  using Num = Value<S, T>;
  Vec<InOut<S, T>, D> given;
  In<S, int> entry;
  Vec<In<S, T>, D> mean, before, after;
  Param<S, T> part;
  FN void operator()(Cell<S> c) const {
    const auto at = entry(c);
    UNROLL
    for (int a = 0; a < D; ++a) {
      const Num old = before[a](c);
      given[a](Index<S>(at)) = mean[a](c) + (old + part * (after[a](c) - old));
    }
  }
};

}  // namespace eddy::kernels
