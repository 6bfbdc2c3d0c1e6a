// The work of an element in each kind of pass: it turns the modes of velocity and pressure into modes of what it sends.
#pragma once
#include "solver/galerkin/dynamic_terms.hpp"
#include "solver/galerkin/element.hpp"

namespace eddy::galerkin {

// The pressure after a pass that does not advance it: that of the state that the elements read, or of the state that
// the pass adds to.
enum class KeptPressure { none, of_from, of_base };

template <class M, PressureForm P>
struct Rates {  // the flow equations, see element.hpp
  using Model = M;
  static constexpr const char* words[2] = {P == PressureForm::kept       ? "velocity"
                                           : P == PressureForm::advanced ? "both"
                                                                         : "both, v·∇p",
                                           M::name};
  static constexpr KeptPressure kept = P == PressureForm::kept ? KeptPressure::of_from : KeptPressure::none;
  template <int D, class G, class S, class T, class Num, int N>
  FN static void send(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num length_squared,
                      const ElementNumbers<S, T>& numbers, Modes<Num, D> (&sent)[N]) {
    element_rates<M, P, D>(value, geometry, length_squared, numbers, sent);
  }
};

// (1 − e) (M − M_D) u, the change by the selective mass matrix. The consistent mass matrix scales a mode by 3^−axes.
struct Lumping {
  using Model = NoModel;
  static constexpr const char* words[2] = {"lumping", ""};
  static constexpr KeptPressure kept = KeptPressure::none;
  template <int D, class G, class S, class T, class Num, int N>
  FN static void send(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num, const ElementNumbers<S, T>& numbers,
                      Modes<Num, D> (&sent)[N]) {
    const Num weight = geometry.volume * Num(T(1.0 / (1 << (2 * D)))) * numbers.streamline;  // here: 1 − e
    UNROLL
    for (int i = 0; i < N; ++i) {
      sent[i].of[0] = Num(T(0));
      UNROLL_ALL
      for (int m = 1; m < 1 << D; ++m) {
        const int axes = count_axes(m);
        sent[i].of[m] = -(weight * Num(T(axes == 1 ? 2.0 / 3 : axes == 2 ? 8.0 / 9 : 26.0 / 27)) * value[i].of[m]);
      }
    }
  }
};

// What damps waves of two elements, alone, not added to a state: each mode but the mean is reduced by V/4^D 2 f times itself, with f² = Σ (v·∇ξ_a)²/4 for
// the velocity, the squared rate at which the flow crosses the element, and 4 Σ U² |∇ξ_a|² for the pressure.
struct ShortWaves {
  using Model = NoModel;
  static constexpr const char* words[2] = {"short waves", ""};
  static constexpr KeptPressure kept = KeptPressure::none;
  static constexpr bool alone = true;
  template <int D, class G, class S, class T, class Num, int N>
  FN static void send(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num, const ElementNumbers<S, T>& numbers,
                      Modes<Num, D> (&sent)[N]) {
    Num v[D], metric = geometry.metric[0];
    UNROLL
    for (int i = 0; i < D; ++i) v[i] = value[i].of[0] * Num(T(1.0 / (1 << D)));
    UNROLL
    for (int a = 1; a < D; ++a) metric = metric + geometry.metric[a];
    const Num weight = geometry.volume * Num(T(2.0 / (1 << (2 * D))));
    const Num flow = weight * sqrt(geometry.crossings_squared(v));
    const Num sound = Num(T(2)) * weight * numbers.streamline * sqrt(metric);  // here: U
    UNROLL
    for (int i = 0; i < N; ++i) {
      sent[i].of[0] = Num(T(0));
      UNROLL_ALL
      for (int m = 1; m < 1 << D; ++m) sent[i].of[m] = -((i < D ? flow : sound) * value[i].of[m]);
    }
  }
};

// What the means of the elements around a node leave of a variable: V/2^D (u − ū), every mode but the mean with the same
// weight. The share of a wave is 1 − Π cos²(k_a h/2): 1 of those that alternate along any axis.
template <bool Alone>
struct BesideMeans {
  using Model = NoModel;
  static constexpr const char* words[2] = {"beside means", Alone ? "alone" : ""};
  static constexpr KeptPressure kept = KeptPressure::none;
  static constexpr bool alone = Alone;
  template <int D, class G, class S, class T, class Num, int N>
  FN static void send(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num, const ElementNumbers<S, T>&,
                      Modes<Num, D> (&sent)[N]) {
    const Num weight = geometry.volume * Num(T(1.0 / (1 << (2 * D))));
    UNROLL
    for (int i = 0; i < N; ++i) {
      sent[i].of[0] = Num(T(0));
      UNROLL_ALL
      for (int m = 1; m < 1 << D; ++m) sent[i].of[m] = weight * value[i].of[m];
    }
  }
};

// The weak gradient of the pressure alone: V b q_c.
struct WeakGradient {
  using Model = NoModel;
  static constexpr const char* words[2] = {"gradient", ""};
  static constexpr KeptPressure kept = KeptPressure::of_base;
  template <int D, class G, class S, class T, class Num, int N>
  FN static void send(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num, const ElementNumbers<S, T>&,
                      Modes<Num, D> (&sent)[N]) {
    const Num q = value[D].of[0] * Num(T(1.0 / (1 << D)));
    UNROLL
    for (int i = 0; i < D; ++i) {
      Num stress[D], slope[D];
      UNROLL
      for (int j = 0; j < D; ++j) {
        stress[j] = i == j ? q : Num(T(0));
        slope[j] = Num(T(0));
      }
      geometry.send(Num(T(0)), stress, value[i], slope, Num(T(0)), sent[i]);
    }
  }
};
// The means around nodes of the quantities that the dynamic model compares (dynamic_terms.hpp). A pass computes one
// group of D + 1 quantities.
struct AroundNodes {
  using Model = NoModel;
  static constexpr const char* words[2] = {"around nodes", ""};
  static constexpr KeptPressure kept = KeptPressure::none;
  template <int D, class G, class S, class T, class Num, int N>
  FN static void send(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num, const ElementNumbers<S, T>& numbers,
                      Modes<Num, D> (&sent)[N]) {
    Num all[Compared<D>::groups * (D + 1)], none[D];
    Compared<D>::template of_element<T>(value, geometry, all);
    const Num group = numbers.streamline;  // here: the number of the group
    UNROLL
    for (int j = 0; j < D; ++j) none[j] = Num(T(0));
    UNROLL
    for (int i = 0; i < N; ++i) {
      Num chosen = all[i];
      UNROLL_ALL
      for (int g = 1; g < Compared<D>::groups; ++g)
        chosen = select(group > Num(T(g - 0.5)), all[g * (D + 1) + i], chosen);
      geometry.send(chosen * Num(T(1.0 / (1 << D))), none, value[i], none, Num(T(0)), sent[i]);
    }
  }
};

template <class W>
struct PassForm {  // the variant of a kernel over nodes or elements
  using Work = W;
  static constexpr const char* words[2] = {W::words[0], W::words[1]};
  static constexpr int fewest_axes = 2;
  static constexpr bool alone = requires { requires W::alone; };  // the pass adds to zeros, not to the base
  template <int D>
  static constexpr int shares = W::kept == KeptPressure::none ? D + 1 : D;
};
template <class W, int D>
struct ListForm {  // the variant of a kernel over a list of nodes or elements
  using Work = W;
  static constexpr const char* words[3] = {W::words[0], W::words[1], D == 2 ? "2D" : "3D"};
  static constexpr int most_axes = 1;
  static constexpr int axes = D;
};

}  // namespace eddy::galerkin
