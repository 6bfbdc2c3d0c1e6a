// The launches of eddy terms and forces; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/turbulence.hpp"

namespace eddy::projection {

template <class S, class T>
void Turbulence<S, T>::find(const Velocity& u, const MetricFields<S, T>& metric) {
  const Set around(eddy_.layout().bounds(), d_);
  with([&]<class M>() { for_each<kernels::EddyViscosity, M>(*exec_, around, metric, u, length_, eddy_); },
       metric.kind());
}

template <class S, class T>
double Turbulence<S, T>::most() const {
  return std::max(0.0, reduce<kernels::Identity>(*exec_, Reduction::max, cells_, eddy_));
}

template <class S, class T>
double Turbulence<S, T>::dissipation(const Velocity& u, const MetricFields<S, T>& metric) const {
  const auto sum = [&]<class M>() {
    return reduce<kernels::EddyDissipation, M>(*exec_, Reduction::sum, cells_, metric, u, eddy_);
  };
  return with(sum, metric.kind());
}

template <class S, class T>
void Turbulence<S, T>::add(const Velocity& u, Velocity& next, const MetricFields<S, T>& metric,
                           const LineField<S, T>& step, double share) {
  with([&]<class M>() { for_each<kernels::EddyStress, M>(*exec_, cells_, metric, u, eddy_, next, step, T(share)); },
       metric.kind());
}

template <class S, class T>
void Turbulence<S, T>::add(const CellField<S, T>& temperature, CellField<S, T>& next, const MetricFields<S, T>& metric,
                           const LineField<S, T>& step, double share) {
  const auto conduct = [&]<class M>() {
    for_each<kernels::EddyHeat, M>(*exec_, cells_, metric, temperature, eddy_, next, step,
                                   T(share / options_->prandtl));
  };
  with(conduct, metric.kind());
}

template <class S, class T>
void ForceField<S, T>::add(Velocity& next, const LineField<S, T>& step, double share) {
  for_each<kernels::AddForce>(*exec_, Set(model_->cells(), d_), force_, next, step, T(share));
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T)                       \
  template class eddy::projection::Turbulence<S, T>; \
  template class eddy::projection::ForceField<S, T>;
