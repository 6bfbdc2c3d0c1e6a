#include "solver/projection/fit.hpp"

#include <cmath>

namespace eddy::projection {

Fit::Fit(const Axes& axes, int degree, const Coordinates& origin, const Coordinates& scale, bool through_origin)
    : axes_(axes), degree_(degree), origin_(origin), scale_(scale), through_origin_(through_origin) {}

Coordinates Fit::local(const Coordinates& x) const {
  Coordinates r{};
  for (int a : axes_) r[a] = (x[a] - origin_[a]) / scale_[a];
  return r;
}

double Fit::importance(const Coordinates& r) {  // the weight in the least squares, which falls with the distance
  const double square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
  return 1 / std::pow(0.5 + square, 2);
}

Fit::Terms Fit::terms(const Coordinates& r) const {
  Terms t;
  if (!through_origin_) t.add(1);
  for (int n = 0; n < axes_.count && degree_ > 0; ++n) t.add(r[axes_.of[n]]);
  for (int n = 0; n < axes_.count && degree_ > 1; ++n)
    for (int m = n; m < axes_.count; ++m) t.add(r[axes_.of[n]] * r[axes_.of[m]]);
  return t;
}
Fit::Terms Fit::terms_of_slope(const Coordinates& r, const Coordinates& direction) const {
  Coordinates d{};
  for (int a : axes_) d[a] = direction[a] / scale_[a];
  Terms t;
  if (!through_origin_) t.add(0);
  for (int n = 0; n < axes_.count && degree_ > 0; ++n) t.add(d[axes_.of[n]]);
  for (int n = 0; n < axes_.count && degree_ > 1; ++n)
    for (int m = n; m < axes_.count; ++m) {
      const int a = axes_.of[n], b = axes_.of[m];
      t.add(r[a] * d[b] + d[a] * r[b]);
    }
  return t;
}

void Fit::add_value(const Coordinates& x) {
  const Coordinates r = local(x);
  rows_.push_back(terms(r));
  importance_.push_back(importance(r));
}
void Fit::add_slope(const Coordinates& x, const Coordinates& direction) {
  const Coordinates r = local(x);
  rows_.push_back(terms_of_slope(r, direction));
  double unit = scale_[axes_.of[0]];
  for (int a : axes_) unit = std::min(unit, scale_[a]);
  importance_.push_back(importance(r) * unit * unit);  // a slope times a cell width counts as much as a value
}

// Solves Aᵀ W A y = wanted by Cholesky's factorisation; the weights are W A y.
Fit::Weights Fit::weights(const Terms& wanted, double of_origin) const {
  const std::size_t n = wanted.count;
  std::array<std::array<double, 10>, 10> m{};
  for (std::size_t r = 0; r < rows_.size(); ++r)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j <= i; ++j) m[i][j] += importance_[r] * rows_[r][i] * rows_[r][j];
  Terms y = wanted;
  for (std::size_t i = 0; i < n; ++i) {
    const double before = m[i][i];
    for (std::size_t j = 0; j < i; ++j) {
      for (std::size_t k = 0; k < j; ++k) m[i][j] -= m[i][k] * m[j][k];
      m[i][j] /= m[j][j];
      m[i][i] -= m[i][j] * m[i][j];
      y[i] -= m[i][j] * y[j];
    }
    if (!(m[i][i] > 1e-4 * before)) return {};
    m[i][i] = std::sqrt(m[i][i]);
    y[i] /= m[i][i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) y[i] -= m[k][i] * y[k];
    y[i] /= m[i][i];
  }
  Weights all;
  if (through_origin_) all.push_back(0);
  double sum = 0;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    double w = 0;
    for (std::size_t i = 0; i < n; ++i) w += rows_[r][i] * y[i];
    all.push_back(w * importance_[r]);
    sum += all.back();
  }
  if (through_origin_) all.front() = of_origin - sum;
  return all;
}

Fit::Weights Fit::value(const Coordinates& x) const { return weights(terms(local(x)), 1); }
Fit::Weights Fit::slope(const Coordinates& x, const Coordinates& direction) const {
  return weights(terms_of_slope(local(x), direction), 0);
}

}  // namespace eddy::projection
