// Point functions of the dynamic model (Germano et al. 1991, Lilly 1992).
//
//   L_ij = ⟨v_i v_j⟩ − ⟨v_i⟩⟨v_j⟩,    M_ij = 2 Δ² (⟨|S| S_ij⟩ − 4 |⟨S⟩| ⟨S_ij⟩),    C² = ⟨L:M⟩ / ⟨M:M⟩ within 0 … 0.04
//
// The inner ⟨·⟩ is the mean over the elements around a node, twice as wide as an element; the outer ⟨·⟩ is the mean
// over the nodes of an element and over time. ν_t = C² Δ² |S|.
#pragma once
#include "solver/galerkin/geometry.hpp"

namespace eddy::galerkin {

// The quantities whose means are compared, in this order: v, then v v, S and |S| S as xx, xy, xz, yy, yz, zz (in the
// plane xx, xy, yy), then zeros.
template <int D>
struct Compared {
  static constexpr int pairs = D * (D + 1) / 2, velocity = 0, product = D, strain = D + pairs, scaled = D + 2 * pairs;
  static constexpr int count = D + 3 * pairs, groups = (count + D) / (D + 1), size = groups * (D + 1);

  template <class T, class G, class Num>
  FN static void of_element(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num (&all)[size]) {
    Num slope[D][D];
    UNROLL
    for (int i = 0; i < D; ++i) {
      all[velocity + i] = value[i].of[0] * Num(T(1.0 / (1 << D)));
      geometry.slopes(value[i], slope[i]);
    }
    int n = 0;
    UNROLL
    for (int i = 0; i < D; ++i) {
      UNROLL
      for (int j = i; j < D; ++j) {
        all[product + n] = all[velocity + i] * all[velocity + j];
        all[strain + n] = Num(T(0.5)) * (slope[i][j] + slope[j][i]);
        ++n;
      }
    }
    const Num size_of_strain = magnitude<T>(all);
    UNROLL
    for (int m = 0; m < pairs; ++m) all[scaled + m] = size_of_strain * all[strain + m];
    UNROLL_ALL
    for (int m = count; m < size; ++m) all[m] = Num(T(0));
  }
  // |S| = √(2 S:S); an entry off the diagonal stands for two.
  template <class T, class Num>
  FN static Num magnitude(const Num (&all)[size]) {
    Num sum = Num(T(0));
    int n = 0;
    UNROLL
    for (int i = 0; i < D; ++i) {
      UNROLL
      for (int j = i; j < D; ++j) {
        sum = sum + Num(T(i == j ? 2 : 4)) * (all[strain + n] * all[strain + n]);
        ++n;
      }
    }
    return sqrt(sum);
  }
  // L:M (`above`) and M:M (`below`) from the means around a node.
  template <class T, class Num>
  FN static void contract(const Num (&mean)[size], Num width_squared, Num& above, Num& below) {
    const Num four = Num(T(4)) * magnitude<T>(mean);
    above = Num(T(0));
    below = Num(T(0));
    int n = 0;
    UNROLL
    for (int i = 0; i < D; ++i) {
      UNROLL
      for (int j = i; j < D; ++j) {
        const Num twice = Num(T(i == j ? 1 : 2));
        const Num stress = mean[product + n] - mean[velocity + i] * mean[velocity + j];
        const Num model = Num(T(2)) * width_squared * (mean[scaled + n] - four * mean[strain + n]);
        above = above + twice * (stress * model);
        below = below + twice * (model * model);
        ++n;
      }
    }
  }
};

// C² from the sums over an element's nodes.
template <class T, class Num>
FN Num dynamic_constant(Num above, Num below) {
  const Num ratio = above / select(below > Num(T(0)), below, Num(T(1)));
  const Num positive = select(ratio > Num(T(0)), ratio, Num(T(0)));
  return select(positive > Num(T(0.04)), Num(T(0.04)), positive);
}

}  // namespace eddy::galerkin
