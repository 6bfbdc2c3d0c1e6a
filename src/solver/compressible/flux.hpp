// The flux through a face between two states: HLLC, and Roe with an entropy fix. `area` is the face's normal times its
// area, and points from the low state to the high one.
#pragma once
#include "solver/compressible/gas.hpp"

namespace eddy::compressible {

template <class V, int D>
struct FaceNormal {
  V area, of[D];
};
template <class T, class V, int D>
FN FaceNormal<V, D> unit(const V (&area)[D]) {
  FaceNormal<V, D> n;
  n.area = sqrt(dot(area, area));
  const V per_area = V(T(1)) / n.area;
  UNROLL
  for (int a = 0; a < D; ++a) n.of[a] = area[a] * per_area;
  return n;
}

// Roe averages, with the weights √ρ.
template <class V, int D>
struct RoeMean {
  V low, high;  // weights of the two states
  V normal, sound_squared;
};
// `ratio` is √(ρ_h / ρ_l), `per_sum` is 1 / (1 + ratio);  c² = Σ w c² + ½ (γ − 1) w_l w_h |u_h − u_l|²
template <class T, class V, int D, class G>
FN RoeMean<V, D> roe_mean(const Primitive<V, D>& l, const Primitive<V, D>& h, V l_normal, V h_normal, V l_sound2,
                          V h_sound2, V ratio, V per_sum, const G& gas) {
  RoeMean<V, D> m;
  m.low = per_sum;
  m.high = ratio * per_sum;
  m.normal = m.low * l_normal + m.high * h_normal;
  V jump[D];
  UNROLL
  for (int a = 0; a < D; ++a) jump[a] = h.velocity[a] - l.velocity[a];
  const V spread = V(T(0.5)) * gas.less_one * (m.low * m.high) * dot(jump, jump);
  m.sound_squared = (m.low * l_sound2 + m.high * h_sound2) + spread;
  return m;
}

// Toro, Riemann Solvers and Numerical Methods for Fluid Dynamics, section 10.4; wave speeds after Einfeldt. Speeds are
// multiplied by the area of the face (u·S, a |S|), so that no unit normal is needed. A division costs as much as ten
// products, so quotients share a common denominator where they can.
struct Hllc {
  static constexpr const char* name = "hllc";
  template <class T, class V, int D, class G>
  FN static Conserved<V, D> flux(const Primitive<V, D>& l, const Primitive<V, D>& h, const V (&area)[D], const G& gas) {
    const V zero(T(0)), one(T(1));
    const V area2 = dot(area, area), l_normal = dot(l.velocity, area), h_normal = dot(h.velocity, area);
    const V per_densities = one / (l.density * h.density);
    const V per_l = h.density * per_densities, per_h = l.density * per_densities;
    const V l_sound2 = gas.gamma * (l.pressure * per_l), h_sound2 = gas.gamma * (h.pressure * per_h);
    const V ratio = sqrt(h.density * per_l), both = one + ratio, per_both_area2 = one / (both * area2);
    const V per_area2 = both * per_both_area2, per_both = area2 * per_both_area2;
    const RoeMean<V, D> m = roe_mean<T>(l, h, l_normal, h_normal, l_sound2, h_sound2, ratio, per_both, gas);
    const V sound = sqrt(m.sound_squared * area2);
    const V slow = smaller(l_normal - sqrt(l_sound2 * area2), m.normal - sound);
    const V fast = larger(h_normal + sqrt(h_sound2 * area2), m.normal + sound);
    const V l_mass = l.density * (slow - l_normal), h_mass = h.density * (fast - h_normal);
    // The middle (contact) wave has the speed force / masses, with masses < 0.
    const V force = (h.pressure - l.pressure) * area2 + (l_mass * l_normal - h_mass * h_normal);
    const V masses = l_mass - h_mass;

    const auto from_low = force <= zero;
    const V density = select(from_low, l.density, h.density), normal = select(from_low, l_normal, h_normal);
    const V pressure = select(from_low, l.pressure, h.pressure), wave = select(from_low, slow, fast);
    V velocity[D];
    UNROLL
    for (int a = 0; a < D; ++a) velocity[a] = select(from_low, l.velocity[a], h.velocity[a]);
    const V energy = pressure * gas.per_less_one + V(T(0.5)) * density * dot(velocity, velocity);
    const auto whole = zero <= select(from_low, slow, -fast);  // all waves move away from this side

    const V gap = wave * masses - force, per_both_gaps = one / (masses * gap);  // gap: (wave − middle) · masses
    const V middle = force * gap * per_both_gaps, per_gap = masses * masses * per_both_gaps;
    const V through = select(from_low, l_mass, h_mass);
    const V star = pressure + through * (middle - normal) * per_area2;
    const V work = normal * (energy + pressure);
    const V star_energy = (wave * energy - work + star * middle) * per_gap;
    Conserved<V, D> f;
    f.density = select(whole, density * normal, through * per_gap * middle);
    const V push = select(whole, pressure, f.density * (middle - normal) * per_area2 + star);
    UNROLL
    for (int a = 0; a < D; ++a) f.momentum[a] = f.density * velocity[a] + push * area[a];
    f.energy = select(whole, work, middle * (star_energy + star));
    return f;
  }
};

// Roe 1981: the mean of both fluxes less ½ Σ |λ| α r, where |λ| of the acoustic waves is rounded off below a tenth of
// the sound speed (Harten).
struct Roe {
  static constexpr const char* name = "roe";
  template <class T, class V, int D, class G>
  FN static Conserved<V, D> flux(const Primitive<V, D>& l, const Primitive<V, D>& h, const V (&area)[D], const G& gas) {
    const FaceNormal<V, D> n = unit<T>(area);
    const V half(T(0.5));
    const V l_normal = dot(l.velocity, n.of), h_normal = dot(h.velocity, n.of);
    const V l_sound2 = gas.gamma * (l.pressure / l.density), h_sound2 = gas.gamma * (h.pressure / h.density);
    const V ratio = sqrt(h.density / l.density), per_sum = V(T(1)) / (V(T(1)) + ratio);
    const RoeMean<V, D> m = roe_mean<T>(l, h, l_normal, h_normal, l_sound2, h_sound2, ratio, per_sum, gas);
    const V sound = sqrt(m.sound_squared), density = l.density * ratio;
    const V jump_p = h.pressure - l.pressure, jump_u = h_normal - l_normal;
    const V fix = V(T(0.1)) * sound;
    const auto rounded = [&](V speed) INLINED {
      const V size = abs(speed);
      return select(size < fix, half * (speed * speed / fix + fix), size);
    };
    const V per_sound2 = V(T(1)) / m.sound_squared;
    const V contact = abs(m.normal);
    const V slow = rounded(m.normal - sound) * (half * (jump_p - density * sound * jump_u) * per_sound2);
    const V fast = rounded(m.normal + sound) * (half * (jump_p + density * sound * jump_u) * per_sound2);
    const V entropy = contact * ((h.density - l.density) - jump_p * per_sound2);
    Conserved<V, D> f;
    const V l_mass = l.density * l_normal, h_mass = h.density * h_normal;
    const V waves = slow + fast + entropy;
    f.density = half * ((l_mass + h_mass) - waves) * n.area;
    V shear_work = V(T(0)), square = V(T(0));
    UNROLL
    for (int a = 0; a < D; ++a) {
      const V mean = m.low * l.velocity[a] + m.high * h.velocity[a];
      square = square + mean * mean;
      const V shear = contact * density * ((h.velocity[a] - l.velocity[a]) - jump_u * n.of[a]);
      shear_work = shear_work + mean * shear;
      const V both = (l_mass * l.velocity[a] + h_mass * h.velocity[a]) + (l.pressure + h.pressure) * n.of[a];
      f.momentum[a] = half * (both - (waves * mean + (fast - slow) * sound * n.of[a] + shear)) * n.area;
    }
    const V l_work = l_mass * (l_sound2 * gas.per_less_one + half * dot(l.velocity, l.velocity));
    const V h_work = h_mass * (h_sound2 * gas.per_less_one + half * dot(h.velocity, h.velocity));
    const V kinetic = half * square, enthalpy = m.sound_squared * gas.per_less_one + kinetic;
    const V carried = (slow + fast) * enthalpy + (fast - slow) * sound * m.normal + entropy * kinetic;
    f.energy = half * ((l_work + h_work) - (carried + shear_work)) * n.area;
    return f;
  }
};

}  // namespace eddy::compressible
