// The launches of sides; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/sides.hpp"

namespace eddy::projection {

template <class S, class T>
void Sides<S, T>::set_time(double t) {  // updates values that vary in time
  for (int side = 0; side < 2 * d_; ++side)
    for (int i = 0; i < d_ && !model_->periodic(side / 2); ++i)
      sides_[side].value[i].put(model_->side_values(side, i, t));
  if (!any_open()) return;
  inflow_ = model_->inflow(t);
  if (area_ == 0) area_ = model_->outflow_area();
}

template <class S, class T>
void Sides<S, T>::fill(Velocity& u, bool straight) {
  for (int side = 0; side < 2 * d_; ++side) {
    Planes& s = sides_[side];
    const std::array<double, 3> w = straight ? std::array<double, 3>{2, -1, 0} : s.parabola;
    const auto fill_one = [&]<class V>() {
      if (!model_->periodic(side / 2))
        for_each<kernels::ProjectionSide, V>(*exec_, Set(model_->side_range(side), d_), u, s.value, s.mirror, T(w[0]),
                                             T(w[1]), T(w[2]));
      else if (side % 2)
        s.wrap->template fill<OnAxis<V::axis>>(u);
    };
    with(fill_one, SideChoice{side});
  }
}

template <class S, class T>
void Sides<S, T>::carry_out(const Velocity& start, const Velocity& u, Velocity& next, const LineField<S, T>& step,
                            double share) {
  for (int side = 0; side < 2 * d_; ++side) {
    if (!model_->open(side)) continue;
    const int a = side / 2;
    const auto carry = [&]<class V>() {
      for_each<kernels::ProjectionOutflow, V>(*exec_, layer(side), start[a], u[a], sides_[side].where, next[a], step,
                                              T(share), T(carried() / width(side)));
    };
    with(carry, SideChoice{side});
  }
}

template <class S, class T>
void Sides<S, T>::limit_change(const Velocity& u, Velocity& next, Implicit<S, T, false>& implicit,
                               const ImplicitStage& stage) {
  for (int side = 0; side < 2 * d_; ++side) {
    if (model_->periodic(side / 2)) continue;
    const Planes& s = sides_[side];
    const auto limit = [&]<class V>() {
      for_each<kernels::ImplicitSide, V>(*exec_, layer(side), u, s.value, s.mirror, next[side / 2],
                                         implicit.before()[side / 2], implicit.change(), WeightValues<T>(s.parabola),
                                         PartValues<T>{T(stage.gamma), T(stage.zeta), T(0)});
    };
    with(limit, SideChoice{side});
  }
}

template <class S, class T>
void Sides<S, T>::balance(Velocity& u) {
  if (!any_open()) return;
  double out = 0;
  for (int side = 0; side < 2 * d_; ++side)
    if (model_->open(side)) out += (side % 2 ? 1 : -1) * through(side, u, sides_[side].open_area);
  const double more = (inflow_ - out) / area_;
  for (int side = 0; side < 2 * d_; ++side) {
    if (!model_->open(side)) continue;
    const auto add = [&]<class V>() {
      for_each<kernels::ProjectionOutflowShare, V>(*exec_, layer(side), u[side / 2], sides_[side].where,
                                                   T(side % 2 ? more : -more));
    };
    with(add, SideChoice{side});
  }
}

template <class S, class T>
double Sides<S, T>::flow(int side, const Velocity& u) {  // positive into the domain
  return (side % 2 ? -1 : 1) * through(side, u, sides_[side].area);
}

template <class S, class T>
double Sides<S, T>::friction(int side, int axis, const Velocity& u) {
  PerAxisValues<T> along;
  along.of[axis] = T(1);
  const Planes& s = sides_[side];
  const auto sum = [&]<class V>() {
    return reduce<kernels::ProjectionFriction, V>(*exec_, Reduction::sum, layer(side), u, s.value, s.mirror,
                                                  s.wall_area, along, T(s.parabola[0]), T(s.parabola[1]),
                                                  T(s.parabola[2]), T(1 / width(side)));
  };
  return with(sum, SideChoice{side});
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::Sides<S, T>;
