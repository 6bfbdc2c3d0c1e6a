// Synthetic turbulence of the wind: random waves that the wind carries in as they are (Taylor's hypothesis).
//
//   v'(x, t) = σ(z) Σ_n [ p_n cos φ_n + q_n sin φ_n ],      φ_n = √(2π) k_n · (x/L(z) − e t U_h/L_h)
//   p_n = √(2/N) R (a_n × k_n),   q_n = √(2/N) R (b_n × k_n),   R = Σ_i ratio_i e_i e_iᵀ
//
// a, b: normal with variance 1, k: normal with standard deviation 1/2; e = e_0 is the direction of the wind, e_1 across,
// e_2 up. Each component has the variance (σ ratio)². Along a line f(r) = exp(−π r²/4L²) is the correlation of the
// component along it, and ∫ f dr = L: L is the integral length. For one σ, L and ratio the field is solenoidal but for
// the scaling below, and stays so on its way; otherwise nearly. U_h and L_h are those at the reference height: with speeds
// of their own the waves of two heights would drift apart without end, and the gusts would become ever thinner layers.
// The mean over the inlet of what goes through it is taken off, so that the flow in all is steady:
//
//   m = Σ A·v' / Σ |A|,    v' ← v' − m A/|A|        A: share of a node in the inlet's area
//
// The p and q of each of the three directions are scaled so that, in the mean over the inlet and a long time, what is left
// has the variance that was asked for.
// All random numbers are a function of seed, wave and place in it alone.
#pragma once
#include <array>
#include <vector>

#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct Gusts {
  explicit Gusts(const Domain& domain);  // none where the case has none

  // Per wave
  std::array<std::vector<double>, 3> k, p, q;
  std::vector<double> turn;               // −k·e
  std::array<double, 3> factor{1, 1, 1};  // by which p and q were scaled: along, across, up
  // Per node of Domain::gusty_nodes()
  std::array<std::vector<double>, 3> x;  // √(2π) place / L
  std::vector<double> rate;              // √(2π) U_h/L_h, 1/s
  std::vector<double> sigma;             // m/s
  std::vector<Point> area;               // A: out of the domain

  std::size_t waves() const { return turn.size(); }
  std::size_t nodes() const { return rate.size(); }
  // The variances in time along three directions, without the mean, in the mean over the inlet.
  Point variance(const std::array<Point, 3>& along) const;

  // The fastest phase that matters, 1/s: gusts may be linear in time over a small part of its inverse.
  double fastest() const;
  // Of each node; without the ramp of the wind. What the kernels are checked against.
  std::vector<Point> at(double time) const;

 private:
  void scale(const std::array<Point, 3>& directions, const std::vector<double>& ratios);  // to the variance asked for
};

}  // namespace eddy::galerkin
