// The shape of an element: how slopes come from the modes of its values, and how stresses and hourglasses go back.
#pragma once
#include "exec/core/math.hpp"
#include "exec/core/view.hpp"

namespace eddy::galerkin {

template <class Num, int D>
struct Modes {  // of one variable (element.hpp)
  Num of[1 << D];
};

constexpr int count_axes(int mode) { return (mode & 1) + ((mode >> 1) & 1) + ((mode >> 2) & 1); }

// κ of the hourglass of the axes of a mode: Σ G_a / 3^(axes − 1), over those axes; G_a = |∇ξ_a|², of a box 4/h_a².
template <class T, int Mode, class Num, int D>
FN Num hourglass_stiffness(const Num (&metric)[D]) {
  Num sum = Mode & 1 ? metric[0] : metric[1];
  if constexpr ((Mode & 3) == 3) sum = sum + metric[1];
  if constexpr (D == 3 && (Mode & 4) != 0) sum = sum + metric[2];
  return sum * Num(T(count_axes(Mode) == 2 ? 1.0 / 3 : 1.0 / 9));
}

// A box with sides along the axes: γ is the hourglass itself, and each slope comes from one mode.
template <class T, class Num, int D>
struct BoxGeometry {
  Num volume;     // 0: there is no element
  Num slope[D];   // ∂/∂x_a of a variable over its mode 2^a: 1/(2^(D−1) h_a)
  Num metric[D];  // G_a
  Num shortest;   // h

  FN void slopes(const Modes<Num, D>& value, Num (&result)[D]) const {
    UNROLL
    for (int a = 0; a < D; ++a) result[a] = value.of[1 << a] * slope[a];
  }
  template <int Mode>
  FN void send_hourglass(const Modes<Num, D>& value, Num weight, Modes<Num, D>& sent) const {
    sent.of[Mode] = weight * hourglass_stiffness<T, Mode>(metric) * value.of[Mode];
  }
  // V (rate/2^D + Σ_j stress_j b_j − diffusivity Σ_a κ_a γ_a (γ_a·value)); the rate comes divided already.
  FN void send(Num rate, const Num (&stress)[D], const Modes<Num, D>& value, const Num (&)[D], Num diffusivity,
               Modes<Num, D>& sent) const {
    sent.of[0] = volume * rate;
    UNROLL
    for (int a = 0; a < D; ++a) sent.of[1 << a] = volume * slope[a] * stress[a];
    const Num weight = -(volume * Num(T(1.0 / (1 << (2 * D)))) * diffusivity);
    send_hourglass<3>(value, weight, sent);
    if constexpr (D == 3) {
      send_hourglass<5>(value, weight, sent);
      send_hourglass<6>(value, weight, sent);
      send_hourglass<7>(value, weight, sent);
    }
  }
};

// Any hexahedron. b_j in modes: Σ_m b[j][m] (mode m of node I); the slopes are then sums over all modes. γ_a = (h_a −
// Σ_j (h_a·x_j) b_j)/8 leaves linear fields alone; offset[a][j] is h_a·x_j of hourglass a, in the order of modes 3 5 6 7.
template <class T, class Num>
struct HexGeometry {
  Num volume, shortest;
  Num b[3][8];  // mode 0 is 0
  Num metric[3];
  Num offset[4][3];

  FN void slopes(const Modes<Num, 3>& value, Num (&result)[3]) const {
    UNROLL
    for (int j = 0; j < 3; ++j) {
      Num sum = b[j][1] * value.of[1];
      UNROLL_ALL
      for (int m = 2; m < 8; ++m) sum = sum + b[j][m] * value.of[m];
      result[j] = sum * Num(T(8));
    }
  }
  template <int Mode, int A>
  FN void hourglass(const Modes<Num, 3>& value, const Num (&slope)[3], Num diffusivity, Num (&stress)[3],
                    Modes<Num, 3>& sent) const {
    Num amplitude = value.of[Mode];  // γ_a·value, times 8
    UNROLL
    for (int j = 0; j < 3; ++j) amplitude = amplitude - offset[A][j] * slope[j];
    const Num force = diffusivity * hourglass_stiffness<T, Mode>(metric) * amplitude * Num(T(1.0 / 64));
    UNROLL
    for (int j = 0; j < 3; ++j) stress[j] = stress[j] + force * offset[A][j];
    sent.of[Mode] = -force;
  }
  FN void send(Num rate, const Num (&given)[3], const Modes<Num, 3>& value, const Num (&slope)[3], Num diffusivity,
               Modes<Num, 3>& sent) const {
    Num stress[3];
    UNROLL
    for (int j = 0; j < 3; ++j) stress[j] = given[j];
    sent.of[0] = rate;
    UNROLL
    for (int a = 0; a < 3; ++a) sent.of[1 << a] = Num(T(0));
    hourglass<3, 0>(value, slope, diffusivity, stress, sent);
    hourglass<5, 1>(value, slope, diffusivity, stress, sent);
    hourglass<6, 2>(value, slope, diffusivity, stress, sent);
    hourglass<7, 3>(value, slope, diffusivity, stress, sent);
    UNROLL_ALL
    for (int m = 1; m < 8; ++m) {
      Num sum = sent.of[m];
      UNROLL
      for (int j = 0; j < 3; ++j) sum = sum + stress[j] * b[j][m];
      sent.of[m] = volume * sum;
    }
    sent.of[0] = volume * rate;
  }
};

}  // namespace eddy::galerkin
