#include "solver/galerkin/gusts.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <map>
#include <numbers>

#include "mesh/vectors.hpp"

namespace eddy::galerkin {
namespace {

class Random {  // the sequence of random numbers of one wave
 public:
  Random(int seed, int wave) : state_(mix(mix(static_cast<std::uint64_t>(seed)) + static_cast<std::uint64_t>(wave))) {}
  double normal() {  // after Box and Muller
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  static std::uint64_t mix(std::uint64_t n) {
    n += 0x9e3779b97f4a7c15u;
    n = (n ^ (n >> 30)) * 0xbf58476d1ce4e5b9u;
    n = (n ^ (n >> 27)) * 0x94d049bb133111ebu;
    return n ^ (n >> 31);
  }
  double uniform() { return (double(mix(state_++) >> 11) + 0.5) * 0x1p-53; }  // never 0 or 1
  std::uint64_t state_;
};

Point three(Random& random, double deviation) {
  Point v;
  for (double& c : v) c = deviation * random.normal();
  return v;
}

double mean_square(const std::vector<double>& sigma, const std::vector<Point>& area) {
  double sum = 0, whole = 0;
  for (std::size_t m = 0; m < sigma.size(); ++m) {
    sum += sigma[m] * sigma[m] * magnitude(area[m]);
    whole += magnitude(area[m]);
  }
  return whole > 0 ? sum / whole : 0;
}

}  // namespace

Gusts::Gusts(const Domain& domain) {
  const WindOptions& w = domain.options().wind;
  const GustOptions& g = w.gusts;
  if (!w.gusts_on) return;
  const WindProfile& wind = domain.wind();
  const bool flat = domain.dimensions() == 2;
  Point up{};
  up[flat ? 2 : wind.up()] = 1;
  const std::array<Point, 3> e{wind.direction(), cross(up, wind.direction()), up};
  const auto stretched = [&](const Point& v) {  // √(2/N) R v
    Point r{};
    for (int i = 0; i < 3; ++i)
      for (int a = 0; a < 3; ++a) r[a] += g.ratios[i] * dot(e[i], v) * e[i][a] * std::sqrt(2.0 / g.modes);
    return r;
  };
  const double per_length = std::sqrt(2 * std::numbers::pi),
               pace = per_length * wind.speed(w.height) / wind.length(w.height);
  const double lowest = g.period ? 2 * std::numbers::pi / (pace * *g.period) : 0;  // k·e of a wave of one period
  const auto repeated = [&](double along) {
    return g.period ? std::copysign(std::max(1.0, std::round(std::abs(along) / lowest)) * lowest, along) : along;
  };
  for (int n = 0; n < g.modes; ++n) {
    Random random(g.seed, n);
    Point wave = three(random, 0.5), a = three(random, 1), b = three(random, 1);
    const double drawn = dot(wave, wind.direction()), along = repeated(drawn);
    for (int c = 0; c < 3; ++c) wave[c] += (along - drawn) * wind.direction()[c];
    if (flat) {  // waves in the plane; √2 replaces the missing component
      wave[2] = 0;
      a = {0, 0, std::numbers::sqrt2 * a[2]};
      b = {0, 0, std::numbers::sqrt2 * b[2]};
    }
    const Point along_cos = stretched(cross(a, wave)), along_sin = stretched(cross(b, wave));
    for (int c = 0; c < 3; ++c) {
      k[c].push_back(wave[c]);
      p[c].push_back(along_cos[c]);
      q[c].push_back(along_sin[c]);
    }
    turn.push_back(-along);
  }
  area = domain.gusty_areas();
  for (int place : domain.gusty_nodes()) {
    const Point at = domain.place(domain.imposed()[static_cast<std::size_t>(place)].node);
    const double z = wind.height_of(at), length = wind.length(z);
    for (int c = 0; c < 3; ++c) x[c].push_back(per_length * at[c] / length);
    rate.push_back(pace);
    sigma.push_back(wind.intensity(z) * wind.speed(z));
  }
  scale(e, g.ratios);
}

void Gusts::scale(const std::array<Point, 3>& e, const std::vector<double>& ratios) {
  const Point found = variance(e);
  for (int i = 0; i < 3; ++i) {
    const double wanted = ratios[i] * ratios[i] * mean_square(sigma, area);
    if (found[i] > 1e-3 * wanted) factor[i] = std::sqrt(wanted / found[i]);
  }
  for (std::size_t n = 0; n < waves(); ++n)
    for (auto* amplitude : {&p, &q}) {
      Point scaled{};
      for (int i = 0; i < 3; ++i) {
        double part = 0;
        for (int a = 0; a < 3; ++a) part += e[i][a] * (*amplitude)[a][n];
        for (int a = 0; a < 3; ++a) scaled[a] += factor[i] * part * e[i][a];
      }
      for (int a = 0; a < 3; ++a) (*amplitude)[a][n] = scaled[a];
    }
}

// A wave has the same frequency at all nodes. The waves of a frequency and their mean over the inlet are therefore
// oscillations with complex amplitudes c, and the variance is Σ |c|²/2 over the frequencies.
Point Gusts::variance(const std::array<Point, 3>& along) const {
  Point sum{};
  double whole = 0;
  for (const Point& a : area) whole += magnitude(a);
  std::vector<std::array<std::complex<double>, 3>> c(nodes());
  for (const std::vector<std::size_t>& same : frequencies()) {
    std::fill(c.begin(), c.end(), std::array<std::complex<double>, 3>{});
    std::complex<double> mean = 0;
    for (std::size_t n : same)
      for (std::size_t m = 0; m < nodes(); ++m) {
        const double sign = turn[n] < 0 ? -1 : 1;  // waves up and down the wind, as oscillations of positive frequency
        const auto turned = std::polar(sigma[m], sign * (k[0][n] * x[0][m] + k[1][n] * x[1][m] + k[2][n] * x[2][m]));
        for (int a = 0; a < 3; ++a) {
          const auto amplitude = std::complex(p[a][n], -sign * q[a][n]) * turned;
          c[m][a] += amplitude;
          mean += amplitude * (area[m][a] / whole);
        }
      }
    for (std::size_t m = 0; m < nodes(); ++m) {
      const double size = magnitude(area[m]);
      if (!(size > 0)) continue;
      for (int i = 0; i < 3; ++i) {
        std::complex<double> part = 0;
        for (int a = 0; a < 3; ++a) part += along[i][a] * (c[m][a] - mean * (area[m][a] / size));
        sum[i] += 0.5 * std::norm(part) * size / whole;
      }
    }
  }
  return sum;
}

// The waves of each frequency; without a period they are alone.
std::vector<std::vector<std::size_t>> Gusts::frequencies() const {
  std::vector<std::vector<std::size_t>> all;
  std::map<double, std::size_t> place;
  for (std::size_t n = 0; n < waves(); ++n) {
    const auto [found, added] = place.try_emplace(std::abs(turn[n]), all.size());
    if (added) all.emplace_back();
    all[found->second].push_back(n);
  }
  return all;
}

double Gusts::fastest() const {
  double wave = 0, node = 0;
  for (double t : turn) wave = std::max(wave, std::abs(t));
  for (double r : rate) node = std::max(node, r);
  return wave * node;
}

std::vector<Point> Gusts::at(double time) const {
  std::vector<Point> all(nodes());
  double flow = 0, whole = 0;
  for (std::size_t m = 0; m < nodes(); ++m) {
    for (std::size_t n = 0; n < waves(); ++n) {
      const double phase = k[0][n] * x[0][m] + k[1][n] * x[1][m] + k[2][n] * x[2][m] + turn[n] * (rate[m] * time);
      for (int c = 0; c < 3; ++c) all[m][c] += sigma[m] * (p[c][n] * std::cos(phase) + q[c][n] * std::sin(phase));
    }
    flow += dot(area[m], all[m]);
    whole += magnitude(area[m]);
  }
  for (std::size_t m = 0; m < nodes(); ++m)
    for (int c = 0; c < 3; ++c) all[m][c] -= flow / whole * area[m][c] / magnitude(area[m]);
  return all;
}

}  // namespace eddy::galerkin
