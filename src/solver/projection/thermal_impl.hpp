// The temperature's launches; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/thermal.hpp"

namespace eddy::projection {

template <class S, class T>
void Thermal<S, T>::stage(int n, const Velocity& u, Velocity& next, const MetricFields<S, T>& metric,
                          const LineField<S, T>& step, double share, double time, Turbulence<S, T>* turbulence) {
  Cells& from = n == 0 ? now_ : n == 1 ? star_ : spare_;
  Cells& to = n == 1 ? spare_ : star_;
  with_metric(metric, [&]<class M>() { lift<M>(from[0], next, metric, step, share); });
  if (model_->source_varies()) source_.put(model_->source(time));
  with_scheme(metric, options_->heat_convection(), [&]<class V>() {
    for_each<kernels::TemperatureStage, V>(*exec_, set_, metric, u, now_[0], from[0], source_, to[0], step,
                                           T(options_->diffusivity()), T(options_->scheme.gamma), T(share));
  });
  if (turbulence) turbulence->add(from[0], to[0], metric, step, share);
  if (model_->thermal_varies()) set_time(time);
  fill(to);
}

template <class S, class T>
double Thermal<S, T>::nusselt(int wall) {  // flux into the domain · length / (diffusivity · difference)
  const ThermalWall& w = options_->wall[wall];
  const int side = static_cast<int>(w.side), axis = side / 2;
  const double h = model_->width(axis, side % 2 ? model_->cells().hi[axis] - 1 : 0);
  double sum = 0;
  each_side(d_, [&]<int Side>() {
    if (Side == side)
      sum = reduce<kernels::HeatThroughSide, OnSide<Side / 2, Side % 2 == 1>>(
          *exec_, Reduction::sum, Set(model_->cells().layer(axis, side % 2), d_), now_[0], areas_[wall], T(1 / h));
  });
  return sum / sizes_[wall] * options_->fluid.length / options_->heat->difference;
}

template <class S, class T>
void Thermal<S, T>::fill(Cells& f) {
  each_side(d_, [&]<int Side>() {
    Planes& s = sides_[Side];
    if (!model_->periodic(Side / 2))
      for_each<kernels::TemperatureSide, OnSide<Side / 2, Side % 2 == 1>>(
          *exec_, Set(range(Side), d_), f[0], s.value, s.mirror, T(s.parabola[0]), T(s.parabola[1]), T(s.parabola[2]));
    else if (Side % 2)
      s.wrap->template fill<OnAxis<Side / 2, true>>(f);
  });
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::Thermal<S, T>;
