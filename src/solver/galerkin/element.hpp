// The residual that one element sends to its nodes: point functions that know neither the space nor the mesh.
//
// The values at the 2^D nodes are transformed into the modes of the element (exec/shapes/element_face.hpp): mode 0 is
// the sum, mode 2^a the difference along axis a; modes of two or three axes are hourglasses, which one-point
// integration does not see. The rates are computed as modes and transformed back to the nodes.
//
//   ∂v/∂t = −v·∇v − ∇q + ∇·[(ν + ν_t)(∇v + ∇vᵀ) + λ (∇·v) 1] ,     ∂q/∂t = −c² ∇·v − v·∇q          q = p/ρ
//
// With v_c and q_c in the middle and L_ij = ∂v_i/∂x_j, an element sends to node I (β = ½ and σ = ½ in the skew form, 1
// and 0 in the advective one; τ = Δt/4 in a half step, else 0)
//
//   R_i[I] = V {−β/2^D (v·∇v)_i + Σ_j T_ij b_j[I]} − V D_v Σ_a κ_a γ_a[I] (γ_a·v_i)
//   T_ij   = q_c δ_ij − ν_e (L_ij + L_ji) − λ ∇·v δ_ij + σ v_i v_j − τ (v·∇v)_i v_j
//   R_q[I] = −V c²/2^D ∇·v − V D_q Σ_a κ_a γ_a[I] (γ_a·q)
//
// The hourglass terms with κ_a make the Laplacian of a box exact (Flanagan and Belytschko 1981 for γ); D_v = ν_e +
// ε_v |v| h, D_q = ε_q c h.
#pragma once
#include "solver/galerkin/geometry.hpp"

namespace eddy::galerkin {

template <class S, class T>
struct ElementNumbers {  // constants of the fluid and of the pass
  static constexpr bool bundle = true;
  Param<S, T> viscosity, sound_squared, bulk, hourglass_velocity, hourglass_pressure;  // ν, c², C_λ c, ε_v, ε_q c
  Param<S, T> advective, flux, streamline;                                             // β/2^D, σ, τ
};

struct NoModel {
  static constexpr const char* name = "";
  static constexpr bool reads_length = false;
  template <class T, int D, class Num>
  FN static Num eddy_viscosity(const Num (&)[D + 1][D], Num) {
    return Num(T(0));
  }
};
// ν_t = ℓ² |S|, |S|² = 2 S_ij S_ij; ℓ² is given per element.
struct Smagorinsky {
  static constexpr const char* name = "smagorinsky";
  static constexpr bool reads_length = true;
  template <class T, int D, class Num>
  FN static Num eddy_viscosity(const Num (&slope)[D + 1][D], Num length_squared) {
    Num twice = Num(T(0));
    UNROLL
    for (int i = 0; i < D; ++i) {
      twice = twice + Num(T(2)) * (slope[i][i] * slope[i][i]);
      UNROLL
      for (int j = 0; j < D; ++j)
        if (j > i) {
          const Num shear = slope[i][j] + slope[j][i];
          twice = twice + shear * shear;
        }
    }
    return length_squared * sqrt(twice);
  }
};
// ν_t = ℓ² (Sd:Sd)^{3/2} / ((S:S)^{5/2} + (Sd:Sd)^{5/4}), Sd the symmetric part of L² without its trace (Nicoud and
// Ducros 1999); powers are computed by square roots.
struct Wale {
  static constexpr const char* name = "wale";
  static constexpr bool reads_length = true;
  template <class T, int D, class Num>
  FN static Num eddy_viscosity(const Num (&slope)[D + 1][D], Num length_squared) {
    Num square[D][D], trace = Num(T(0)), strain = Num(T(0)), rotation = Num(T(0));
    UNROLL
    for (int i = 0; i < D; ++i) {
      UNROLL
      for (int j = 0; j < D; ++j) {
        Num sum = slope[i][0] * slope[0][j];
        UNROLL
        for (int k = 1; k < D; ++k) sum = sum + slope[i][k] * slope[k][j];
        square[i][j] = sum;
      }
    }
    UNROLL
    for (int i = 0; i < D; ++i) trace = trace + square[i][i];
    const Num third = trace * Num(T(1.0 / 3));
    UNROLL
    for (int i = 0; i < D; ++i) {
      UNROLL
      for (int j = 0; j < D; ++j) {
        const Num s = Num(T(0.5)) * (slope[i][j] + slope[j][i]);
        const Num d = Num(T(0.5)) * (square[i][j] + square[j][i]) - (i == j ? third : Num(T(0)));
        strain = strain + s * s;
        rotation = rotation + d * d;
      }
    }
    const Num root = sqrt(rotation), fourth = sqrt(root);
    const Num below = strain * strain * sqrt(strain) + rotation * fourth;
    return length_squared * (rotation * root) / (below + Num(T(1e-30)));
  }
};

// The pressure in a pass: kept as it is, with τ = 0; advanced by −c² ∇·v; or by −c² ∇·v − v·∇q.
enum class PressureForm { kept, advanced, advected };

// Computes the modes of the rates, D variables or D + 1 with the pressure, from the modes of velocity and pressure. The
// geometry (geometry.hpp) turns modes into gradients, and stresses and hourglasses into modes.
template <class Model, PressureForm Pressure, int D, class G, class S, class T, class Num, int N>
FN void element_rates(const Modes<Num, D> (&value)[D + 1], const G& geometry, Num length_squared,
                      const ElementNumbers<S, T>& numbers, Modes<Num, D> (&sent)[N]) {
  const Num mean = Num(T(1.0 / (1 << D)));
  Num v[D], slope[D + 1][D], divergence = Num(T(0)), speed = Num(T(0));
  UNROLL
  for (int i = 0; i < D; ++i) {
    v[i] = value[i].of[0] * mean;
    geometry.slopes(value[i], slope[i]);
  }
  UNROLL
  for (int i = 0; i < D; ++i) {
    divergence = divergence + slope[i][i];
    speed = speed + v[i] * v[i];
  }
  const Num viscosity = numbers.viscosity + Model::template eddy_viscosity<T, D>(slope, length_squared);
  const Num spread = viscosity + numbers.hourglass_velocity * geometry.shortest * sqrt(speed);  // D_v
  const Num normal = value[D].of[0] * mean - numbers.bulk * geometry.shortest * divergence;     // q_c − λ ∇·v
  Num shear[D][D];  // σ v_i v_j − ν_e (L_ij + L_ji), symmetric
  UNROLL
  for (int i = 0; i < D; ++i) {
    const Num part = numbers.flux * v[i];
    UNROLL
    for (int j = 0; j < D; ++j)
      if (j >= i) shear[i][j] = part * v[j] - viscosity * (slope[i][j] + slope[j][i]);
  }
  UNROLL
  for (int i = 0; i < D; ++i) {
    Num carried = slope[i][0] * v[0], stress[D];  // (v·∇v)_i, T_ij
    UNROLL
    for (int j = 1; j < D; ++j) carried = carried + slope[i][j] * v[j];
    UNROLL
    for (int j = 0; j < D; ++j) {
      stress[j] = i < j ? shear[i][j] : shear[j][i];
      if (i == j) stress[j] = normal + stress[j];
      if constexpr (Pressure != PressureForm::kept) stress[j] = stress[j] - numbers.streamline * carried * v[j];
    }
    geometry.send(-(numbers.advective * carried), stress, value[i], slope[i], spread, sent[i]);
  }
  if constexpr (Pressure != PressureForm::kept) {
    Num rate = numbers.sound_squared * divergence, stress[D];
    geometry.slopes(value[D], slope[D]);
    UNROLL
    for (int j = 0; j < D; ++j) stress[j] = Num(T(0));
    if constexpr (Pressure == PressureForm::advected) {
      Num carried = slope[D][0] * v[0];
      UNROLL
      for (int j = 1; j < D; ++j) carried = carried + slope[D][j] * v[j];
      rate = rate + carried;
      UNROLL
      for (int j = 0; j < D; ++j) stress[j] = -(numbers.streamline * carried * v[j]);
    }
    geometry.send(-(mean * rate), stress, value[D], slope[D], numbers.hourglass_pressure * geometry.shortest, sent[D]);
  }
}

}  // namespace eddy::galerkin
