// The launches of the temperature; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/thermal.hpp"

namespace eddy::projection {

template <class S, class T>
void Thermal<S, T>::stage(int n, const Velocity& u, Velocity& next, const MetricFields<S, T>& metric,
                          const LineField<S, T>& step, double share, double time, Turbulence<S, T>* turbulence) {
  Cells &from = begin(n), &to = end(n);
  lift(from[0], next, metric, step, share);
  advance(u, now_, from, to, metric, step, options_->diffusivity(), share);
  if (turbulence) turbulence->add(from[0], to[0], metric, step, share);
  if (model_->thermal_varies()) set_time(time);
  fill(to);
}

template <class S, class T>
void Thermal<S, T>::implicit_stage(int n, const Velocity& u, Velocity& next, const MetricFields<S, T>& metric,
                                   const LineField<S, T>& step, const ImplicitStage& stage, double time,
                                   Turbulence<S, T>* turbulence) {
  Cells &from = begin(n), &to = end(n);
  lift(from[0], next, metric, step, 1);
  advance(u, from, from, to, metric, step, 0, 1);
  if (turbulence) turbulence->add(from[0], to[0], metric, step, 1);
  if (model_->thermal_varies()) set_time(time);
  limit_change(from);
  implicit_->find_right_side(from, to, step, stage);
  if (bodies_) inside_.clear(*exec_, implicit_->change()[0]);
  implicit_->solve(from, to, step, stage);
  fill(to);
  for (int again = 0; again < line_corrections && bodies_; ++again) {
    implicit_->find_defect(from, to, step, stage);
    inside_.clear(*exec_, implicit_->change()[0]);
    implicit_->solve_more(to, step, stage);
    fill(to);
  }
}

template <class S, class T>
void Thermal<S, T>::advance(const Velocity& u, const Cells& start, const Cells& from, Cells& to,
                            const MetricFields<S, T>& metric, const LineField<S, T>& step, double diffusivity,
                            double share) {
  const auto with_solids = [&]<class V>() {
    for_each<kernels::ConjugateStage, V>(*exec_, set_, metric, u, *solids_, start[0], from[0], source_, to[0], step,
                                         T(options_->scheme.gamma), T(share));
  };
  if (solids_) return with(with_solids, ConjugateSchemes{static_cast<int>(options_->heat_convection())});
  const auto launch = [&]<class V>() {
    for_each<kernels::TemperatureStage, V>(*exec_, set_, metric, u, start[0], from[0], source_, to[0], step,
                                           T(diffusivity), T(options_->scheme.gamma), T(share));
  };
  with(launch, scheme_of(metric, options_->heat_convection()));
}

template <class S, class T>
void Thermal<S, T>::limit_change(const Cells& from) {
  for (int side = 0; side < 2 * d_; ++side) {
    if (model_->periodic(side / 2)) continue;
    const Planes& s = sides_[side];
    const auto limit = [&]<class V>() {
      for_each<kernels::ImplicitTemperatureSide, V>(*exec_, Set(model_->cells().layer(side / 2, side % 2), d_), from[0],
                                                    s.value, s.mirror, implicit_->change()[0],
                                                    WeightValues<T>(s.parabola));
    };
    with(limit, SideChoice{side});
  }
}

template <class S, class T>
void Thermal<S, T>::lift(const CellField<S, T>& from, Velocity& next, const MetricFields<S, T>& metric,
                         const LineField<S, T>& step, double share) {
  for (int a = 0; a < d_; ++a) {
    const double factor = options_->buoyancy(a);
    const auto add = [&]<class M, class A>() {
      for_each<kernels::Buoyancy, AtNodes<A::value, M>>(*exec_, set_, metric, from, next[a], step, T(factor),
                                                        T(options_->heat->reference), T(share));
    };
    if (factor != 0) with(add, metric.kind(), AxisChoice{a});
  }
}

template <class S, class T>
double Thermal<S, T>::nusselt(int wall) {  // flux into the domain · length / (diffusivity · difference)
  const int side = model_->wall_heat()[wall].side, axis = side / 2;
  const double h = model_->width(axis, side % 2 ? model_->cells().hi[axis] - 1 : 0);
  const auto sum = [&]<class V>() {
    return reduce<kernels::HeatThroughSide, V>(*exec_, Reduction::sum, Set(model_->cells().layer(axis, side % 2), d_),
                                               now_[0], areas_[wall], T(1 / h));
  };
  return with(sum, SideChoice{side}) / sizes_[wall] * options_->fluid.length / options_->heat->difference;
}

template <class S, class T>
void Thermal<S, T>::fill(Cells& f) {
  if (bodies_) inside_.fill(*exec_, f[0], d_);
  for (int side = 0; side < 2 * d_; ++side) {
    Planes& s = sides_[side];
    const auto fill_one = [&]<class V>() {
      if (!model_->periodic(side / 2))
        for_each<kernels::TemperatureSide, V>(*exec_, Set(range(side), d_), f[0], s.value, s.mirror, T(s.parabola[0]),
                                              T(s.parabola[1]), T(s.parabola[2]));
      else if (side % 2)
        s.wrap->template fill<OnAxis<V::axis, true>>(f);
    };
    with(fill_one, SideChoice{side});
  }
}

// The mean slope into the body, i.e. the heat into the fluid, over difference/length. Where the flux is given, the
// difference is that of the mean surface temperature from the reference.
template <class S, class T>
std::vector<Number> Thermal<S, T>::nusselt_of_bodies() {
  if (bodies_ && !weighed_) weigh_bodies();
  std::vector<Number> all;
  for (const HeatedBody& b : heated_) {
    const double sum =
        b.constant + reduce<kernels::SharpPull>(*exec_, Reduction::sum, b.weight.set(), b.weight, now_[0]);
    const double slope = b.body->flux ? b.flux / options_->diffusivity() : sum;
    const double difference = b.body->flux ? sum - options_->heat->reference : options_->heat->difference;
    all.push_back({"nusselt_" + b.body->name, "", slope * options_->fluid.length / difference});
    if (b.body->flux) all.push_back({"temperature_" + b.body->name, "K", sum});
  }
  return all;
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::Thermal<S, T>;
