// The geometry of an element: it turns modes of values into gradients, stresses and hourglasses into modes of rates.
#pragma once
#include "exec/core/math.hpp"
#include "exec/core/view.hpp"

namespace eddy::galerkin {

template <class Num, int D>
struct Modes {  // the modes of one variable (element.hpp)
  Num of[1 << D];
};

constexpr int count_axes(int mode) { return (mode & 1) + ((mode >> 1) & 1) + ((mode >> 2) & 1); }

// The stiffness κ of an hourglass: Σ G_a / 3^(axes − 1) over the axes of its mode; G_a = |∇ξ_a|², in a box 4/h_a².
template <class T, int Mode, class Num, int D>
FN Num hourglass_stiffness(const Num (&metric)[D]) {
  Num sum = Mode & 1 ? metric[0] : metric[1];
  if constexpr ((Mode & 3) == 3) sum = sum + metric[1];
  if constexpr (D == 3 && (Mode & 4) != 0) sum = sum + metric[2];
  return sum * Num(T(count_axes(Mode) == 2 ? 1.0 / 3 : 1.0 / 9));
}

// A box with sides along the axes: γ is the hourglass itself, and each component of a gradient depends on one mode.
template <class T, class Num, int D>
struct BoxGeometry {
  Num volume;     // 0: no element here
  Num slope[D];   // ∂/∂x_a of a variable over its mode 2^a: 1/(2^(D−1) h_a)
  Num metric[D];  // G_a
  Num shortest;   // h

  FN void slopes(const Modes<Num, D>& value, Num (&result)[D]) const {
    UNROLL
    for (int a = 0; a < D; ++a) result[a] = value.of[1 << a] * slope[a];
  }
  FN Num crossings_squared(const Num (&v)[D]) const {  // Σ (v_a/h_a)²: squared rate at which v crosses the element
    Num sum = metric[0] * (v[0] * v[0]);
    UNROLL
    for (int a = 1; a < D; ++a) sum = sum + metric[a] * (v[a] * v[a]);
    return Num(T(0.25)) * sum;
  }
  template <int Mode>
  FN void send_hourglass(const Modes<Num, D>& value, Num weight, Modes<Num, D>& sent) const {
    sent.of[Mode] = weight * hourglass_stiffness<T, Mode>(metric) * value.of[Mode];
  }
  // V (rate/2^D + Σ_j stress_j b_j − diffusivity Σ_a κ_a γ_a (γ_a·value)); the argument is rate/2^D.
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

// A general hexahedron. b_j in modes: Σ_m b[m]_j (mode m at node I). γ_a = (h_a − Σ_j (h_a·x_j) b_j)/8 vanishes on
// linear fields; `offset` holds h_a·x of the hourglasses.
//
// With x = Σ_m a_m (mode m of ξ), a_m = (mode m of the corners' places)/8, the volume of the trilinear element is
//   V = 8 {a₁·(a₂×a₄) + ⅓ [a₁·(a₃×a₅) + a₂·(a₆×a₃) + a₄·(a₅×a₆)]}
// and V b[m] = ⅛ ∂V/∂a_m gives the mean gradients of the shape functions; without the thirds, those at the centre.
template <class T, class Num>
struct HexGeometry {
  static constexpr int D = 3;
  Num volume, shortest;
  Num b[7][3];  // 0 for modes 0 and 7
  Num metric[3];
  Num offset[8][3];  // used for modes 3, 5, 6 and 7

  FN static void add_cross(Num weight, const Num (&u)[3], const Num (&v)[3], Num (&sum)[3]) {
    sum[0] = sum[0] + weight * (u[1] * v[2] - u[2] * v[1]);
    sum[1] = sum[1] + weight * (u[2] * v[0] - u[0] * v[2]);
    sum[2] = sum[2] + weight * (u[0] * v[1] - u[1] * v[0]);
  }
  FN static Num dot(const Num (&u)[3], const Num (&v)[3]) { return u[0] * v[0] + u[1] * v[1] + u[2] * v[2]; }

  FN static HexGeometry of(const Num (&a)[8][3], Num third) {
    HexGeometry g;
    const Num one = Num(T(1));
    UNROLL_ALL
    for (int m = 0; m < 7; ++m) {
      UNROLL
      for (int j = 0; j < 3; ++j) g.b[m][j] = Num(T(0));
    }
    add_cross(one, a[2], a[4], g.b[1]);
    add_cross(one, a[4], a[1], g.b[2]);
    add_cross(one, a[1], a[2], g.b[4]);
    const Num middle = dot(a[1], g.b[1]);  // det J at the centre
    Num most = Num(T(0));
    UNROLL
    for (int i = 0; i < 3; ++i) {
      g.metric[i] = dot(g.b[1 << i], g.b[1 << i]) / (middle * middle);
      most = select(most < g.metric[i], g.metric[i], most);
    }
    g.shortest = Num(T(2)) / sqrt(most);
    add_cross(third, a[3], a[5], g.b[1]);
    add_cross(third, a[6], a[3], g.b[2]);
    add_cross(third, a[5], a[6], g.b[4]);
    add_cross(third, a[5], a[1], g.b[3]);
    add_cross(third, a[2], a[6], g.b[3]);
    add_cross(third, a[1], a[3], g.b[5]);
    add_cross(third, a[6], a[4], g.b[5]);
    add_cross(third, a[3], a[2], g.b[6]);
    add_cross(third, a[4], a[5], g.b[6]);
    Num sum = middle, extra[3];
    UNROLL
    for (int j = 0; j < 3; ++j) extra[j] = Num(T(0));
    add_cross(third, a[3], a[5], extra);
    sum = sum + dot(a[1], extra);
    UNROLL
    for (int j = 0; j < 3; ++j) extra[j] = Num(T(0));
    add_cross(third, a[6], a[3], extra);
    sum = sum + dot(a[2], extra);
    UNROLL
    for (int j = 0; j < 3; ++j) extra[j] = Num(T(0));
    add_cross(third, a[5], a[6], extra);
    sum = sum + dot(a[4], extra);
    g.volume = Num(T(8)) * sum;
    const Num per = one / g.volume;
    UNROLL_ALL
    for (int m = 1; m < 7; ++m) {
      UNROLL
      for (int j = 0; j < 3; ++j) g.b[m][j] = per * g.b[m][j];
    }
    UNROLL_ALL
    for (int m = 0; m < 8; ++m) {
      UNROLL
      for (int j = 0; j < 3; ++j) g.offset[m][j] = Num(T(8)) * a[m][j];
    }
    return g;
  }
  FN void slopes(const Modes<Num, 3>& value, Num (&result)[3]) const {
    UNROLL
    for (int j = 0; j < 3; ++j) {
      result[j] = b[1][j] * value.of[1];
      UNROLL_ALL
      for (int m = 2; m < 7; ++m) result[j] = result[j] + b[m][j] * value.of[m];
    }
  }
  FN Num crossings_squared(const Num (&v)[3]) const {  // Σ (v·∇ξ_a)²/4, with ∇ξ_a = 8 b of mode 2^a
    Num sum = dot(b[1], v) * dot(b[1], v);
    sum = sum + dot(b[2], v) * dot(b[2], v);
    sum = sum + dot(b[4], v) * dot(b[4], v);
    return Num(T(16)) * sum;
  }
  template <int Mode>
  FN void hourglass(const Modes<Num, 3>& value, const Num (&slope)[3], Num diffusivity, Num (&stress)[3],
                    Modes<Num, 3>& sent) const {
    Num amplitude = value.of[Mode];  // 8 γ·value
    UNROLL
    for (int j = 0; j < 3; ++j) amplitude = amplitude - offset[Mode][j] * slope[j];
    const Num force = diffusivity * hourglass_stiffness<T, Mode>(metric) * amplitude * Num(T(1.0 / 64));
    UNROLL
    for (int j = 0; j < 3; ++j) stress[j] = stress[j] + force * offset[Mode][j];
    sent.of[Mode] = -force;
  }
  FN void send(Num rate, const Num (&given)[3], const Modes<Num, 3>& value, const Num (&slope)[3], Num diffusivity,
               Modes<Num, 3>& sent) const {
    Num stress[3];
    UNROLL
    for (int j = 0; j < 3; ++j) {
      stress[j] = given[j];
      sent.of[1 << j] = Num(T(0));
    }
    hourglass<3>(value, slope, diffusivity, stress, sent);
    hourglass<5>(value, slope, diffusivity, stress, sent);
    hourglass<6>(value, slope, diffusivity, stress, sent);
    hourglass<7>(value, slope, diffusivity, stress, sent);
    UNROLL_ALL
    for (int m = 1; m < 7; ++m) sent.of[m] = volume * (sent.of[m] + dot(stress, b[m]));
    sent.of[7] = volume * sent.of[7];
    sent.of[0] = volume * rate;
  }
};

}  // namespace eddy::galerkin
