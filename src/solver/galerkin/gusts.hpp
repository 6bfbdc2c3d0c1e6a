// Synthetic turbulence of the wind: random waves that the wind convects unchanged (Taylor's hypothesis).
//
//   v'(x, t) = σ(z) Σ_n [ p_n cos φ_n + q_n sin φ_n ],      φ_n = √(2π) k_n · (x/L(z) − e t U_h/L_h)
//   p_n = √(2/N) R (a_n × k_n),   q_n = √(2/N) R (b_n × k_n),   R = Σ_i ratio_i e_i e_iᵀ
//
// a, b: normal with variance 1, k: normal with standard deviation 1/2; e = e_0 is the direction of the wind, e_1
// across, e_2 up. Each component has the variance (σ ratio)². The longitudinal correlation is f(r) = exp(−π r²/4L²),
// and ∫ f dr = L is the integral length. With constant σ and L and equal ratios the field is solenoidal
// but for the scaling below, and stays so as it moves; otherwise it is nearly so. U_h and L_h are those at the
// reference height: if each height had its own speed, the waves of two heights would drift apart without end, and the
// gusts would become ever thinner layers. The mean flow of gusts through the inlet is subtracted, so that the total
// flow is steady:
//
//   m = Σ A·v' / Σ |A|,    v' ← v' − m A/|A|        A: share of a node in the inlet's area
//
// With a period the part of k along e is rounded, so that each wave has passed a whole number of times, at least once,
// after this time. The gusts then have no mean over it, where slow waves would change the mean wind of a whole run.
//
// The p and q of each of the three directions are scaled so that what remains has the wanted variance, in the mean over
// the inlet and a long time. All random numbers depend on the seed, the wave and their place in its sequence alone.
#pragma once
#include <array>
#include <vector>

#include "solver/galerkin/domain.hpp"

namespace eddy::galerkin {

struct Gusts {
  explicit Gusts(const Domain& domain);  // no waves if the case has no gusts

  // Per wave
  std::array<std::vector<double>, 3> k, p, q;
  std::vector<double> turn;               // −k·e
  std::array<double, 3> factor{1, 1, 1};  // factors of p and q along, across and up
  // Per node of Domain::gusty_nodes()
  std::array<std::vector<double>, 3> x;  // √(2π) place / L
  std::vector<double> rate;              // √(2π) U_h/L_h, 1/s
  std::vector<double> sigma;             // m/s
  std::vector<Point> area;               // A, out of the domain

  std::size_t waves() const { return turn.size(); }
  std::size_t nodes() const { return rate.size(); }
  // The variances in time of the gusts less their mean over the inlet, along three directions, averaged over the inlet.
  Point variance(const std::array<Point, 3>& along) const;

  // The largest rate of a phase, 1/s: gusts may be interpolated linearly in time over a small part of its inverse.
  double fastest() const;
  // The gusts at each node, without the ramp of the wind. Tests compare the kernels with it.
  std::vector<Point> at(double time) const;

 private:
  std::vector<std::vector<std::size_t>> frequencies() const;
  void scale(const std::array<Point, 3>& directions, const std::vector<double>& ratios);  // to the wanted variance
};

}  // namespace eddy::galerkin
