// The sides' launches; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/sides.hpp"

namespace eddy::projection {

template <class S, class T>
void Sides<S, T>::set_time(double t) {  // values that change with it
  for (int side = 0; side < 2 * d_; ++side)
    for (int i = 0; i < d_ && !model_->periodic(side / 2); ++i)
      sides_[side].value[i].put(model_->side_values(side, i, t));
  if (!any_open()) return;
  inflow_ = model_->inflow(t);
  if (area_ == 0) area_ = model_->outflow_area();
}

template <class S, class T>
void Sides<S, T>::fill(Velocity& u, bool straight) {
  each_side(d_, [&]<int Side>() {
    using V = OnSide<Side / 2, Side % 2 == 1>;
    Planes& s = sides_[Side];
    const std::array<double, 3> w = straight ? std::array<double, 3>{2, -1, 0} : s.parabola;
    if (!model_->periodic(Side / 2))
      for_each<kernels::ProjectionSide, V>(*exec_, Set(model_->side_range(Side), d_), u, s.value, s.mirror, T(w[0]),
                                           T(w[1]), T(w[2]));
    else if (Side % 2)
      s.wrap->template fill<OnAxis<Side / 2>>(u);
  });
}

template <class S, class T>
void Sides<S, T>::carry_out(const Velocity& start, const Velocity& u, Velocity& next, const LineField<S, T>& step,
                            double share) {
  each_side(d_, [&]<int Side>() {
    if (!model_->open(Side)) return;
    constexpr int a = Side / 2;
    const double speed = carried() / model_->width(a, Side % 2 ? model_->cells().hi[a] - 1 : 0);
    for_each<kernels::ProjectionOutflow, OnSide<a, Side % 2 == 1>>(
        *exec_, layer(Side), start[a], u[a], sides_[Side].where, next[a], step, T(share), T(speed));
  });
}

template <class S, class T>
void Sides<S, T>::balance(Velocity& u) {
  if (!any_open()) return;
  double out = 0;
  each_side(d_, [&]<int Side>() {
    if (model_->open(Side)) out += (Side % 2 ? 1 : -1) * through<Side>(u, sides_[Side].open_area);
  });
  const double more = (inflow_ - out) / area_;
  each_side(d_, [&]<int Side>() {
    if (model_->open(Side))
      for_each<kernels::ProjectionOutflowShare, OnSide<Side / 2, Side % 2 == 1>>(
          *exec_, layer(Side), u[Side / 2], sides_[Side].where, T(Side % 2 ? more : -more));
  });
}

template <class S, class T>
double Sides<S, T>::flow(int side, const Velocity& u) {  // into the domain
  double sum = 0;
  each_side(d_, [&]<int Side>() {
    if (Side == side) sum = (Side % 2 ? -1 : 1) * through<Side>(u, sides_[Side].area);
  });
  return sum;
}

template <class S, class T>
double Sides<S, T>::friction(int side, int axis, const Velocity& u) {
  const double h = model_->width(side / 2, side % 2 ? model_->cells().hi[side / 2] - 1 : 0);
  PerAxisValues<T> along;
  along.of[axis] = T(1);
  double sum = 0;
  each_side(d_, [&]<int Side>() {
    const Planes& s = sides_[Side];
    if (Side == side)
      sum = reduce<kernels::ProjectionFriction, OnSide<Side / 2, Side % 2 == 1>>(
          *exec_, Reduction::sum, layer(Side), u, s.value, s.mirror, s.wall_area, along, T(s.parabola[0]),
          T(s.parabola[1]), T(s.parabola[2]), T(1 / h));
  });
  return sum;
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::Sides<S, T>;
