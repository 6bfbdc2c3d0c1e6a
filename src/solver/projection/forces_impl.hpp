// The launches of forces; included where they are instantiated, once per space and precision.
#pragma once
#include "solver/projection/forces.hpp"

namespace eddy::projection {

template <class S, class T>
auto Forces<S, T>::pull(int axis, const Watched& w, const Flow& flow, const ArmValues& arm) -> Parts {
  const Set set(w.box, d_);
  const T body = T(w.body);
  const Constant& c = w.constant[axis];
  double constant = static_cast<double>(arm.constant) * c.force;
  for (int b = 0; b < d_; ++b) constant += static_cast<double>(arm.slope.of[b]) * c.moment[b];
  const auto pressure = [&]<class A>() {
    return sums_.template reduced<kernels::PressureForce, AlongAxis<A::value>>(Reduction::sum, set, flow.metric, flow.p,
                                                                               solid_, arm, body);
  };
  const auto viscous = [&]<class C, class A>() {
    return sums_.template reduced<kernels::ViscousForce, ConvectionAlong<C, A::value>>(Reduction::sum, set, flow.metric,
                                                                                       flow.u, fluid(), arm, body);
  };
  const auto of_eddies = [&]<class A>() {
    return sums_.template reduced<kernels::EddyForce, AlongAxis<A::value>>(Reduction::sum, set, flow.metric, flow.u,
                                                                           flow.turbulence->viscosity(), arm, body);
  };
  const AxisChoice along{axis};
  double friction = with(viscous, convection(), along);
  if (flow.turbulence) friction += with(of_eddies, along);
  const double density = options_->fluid.density;
  return {density * (with(pressure, along) - flow.level * constant), density * friction};
}

// For a sharp body at rest: the total force is the momentum that computed volumes lose to it, so that momentum is
// balanced; its pressure part is that on the surface.
template <class S, class T>
auto Forces<S, T>::exchange(int axis, const Watched& w, const Flow& flow) -> Parts {
  const auto momentum = [&]<class C, class A>() {
    return sums_.template reduced<kernels::MomentumExchange, ConvectionAlong<C, A::value>>(
        Reduction::sum, Set(w.box, d_), flow.metric, flow.u, flow.p, fluid(), T(w.body));
  };
  const double density = options_->fluid.density;
  const double all = density * (with(momentum, convection(), AxisChoice{axis}) - flow.level * w.exchanged[axis]);
  const double on_surface = density * pressure_on_surface(w.pulls[axis], flow);
  return {on_surface, all - on_surface};
}

template <class S, class T>
double Forces<S, T>::pressure_on_surface(const Pull& pull, const Flow& flow) {
  return sums_.template reduced<kernels::SharpPull>(Reduction::sum, pull.pressure.set(), pull.pressure, flow.p) -
         flow.level * pull.of_level;
}
template <class S, class T>
auto Forces<S, T>::pull_of_surface(const Pull& pull, const Flow& flow) -> Parts {
  double friction = pull.constant;
  for (int a = 0; a < d_; ++a)
    friction +=
        sums_.template reduced<kernels::SharpPull>(Reduction::sum, pull.velocity[a].set(), pull.velocity[a], flow.u[a]);
  const double density = options_->fluid.density;
  return {density * pressure_on_surface(pull, flow), density * friction};
}

template <class S, class T>
double Forces<S, T>::fluid_momentum(const Pull& of, const FaceField<S, T>& u) {
  const FaceField<S, T>& weight = of.velocity[0];
  return sums_.template reduced<kernels::SharpPull>(Reduction::sum, weight.set(), weight, u) + of.constant;
}

// The momentum that enters through the box and the forces within it, less what the fluid there keeps. Around a moving
// body volumes open and close, so the momentum kept is the change of the total momentum of the fluid.
template <class S, class T>
double Forces<S, T>::balance(int axis, const Watched& w, const Flow& flow) {
  const Box box = w.volumes(axis);
  const Set set(box, d_);
  PerAxisValues<int> first, last;
  for (int a = 0; a < d_; ++a) {
    first.of[a] = box.lo[a];
    last.of[a] = box.hi[a] - 1;
  }
  const T per_step = T(flow.dt > 0 && !w.moves ? 1 / flow.dt : 0);
  const double lift = flow.temperature ? options_->buoyancy(axis) : 0;
  const auto momentum = [&]<class C, class A>() {
    return sums_.template reduced<kernels::BoxMomentum, ConvectionAlong<C, A::value>>(
        Reduction::sum, set, flow.metric, flow.u, flow.before[axis], flow.p, solid_, fluid(), first, last, per_step);
  };
  const auto of_eddies = [&]<class A>() {
    return sums_.template reduced<kernels::BoxEddy, AlongAxis<A::value>>(Reduction::sum, set, flow.metric, flow.u,
                                                                         flow.turbulence->viscosity(), first, last);
  };
  const auto of_forces = [&]<class A>() {
    return sums_.template reduced<kernels::BoxForce, AlongAxis<A::value>>(Reduction::sum, set, flow.metric,
                                                                          flow.force_field->of(axis));
  };
  const auto of_buoyancy = [&]<class A>() {
    return sums_.template reduced<kernels::BoxBuoyancy, AlongAxis<A::value>>(
        Reduction::sum, set, flow.metric, *flow.temperature, T(lift), T(options_->heat->reference));
  };
  const AxisChoice along{axis};
  const double constant = w.moves ? 0 : w.pulls.empty() ? w.constant[axis].force : w.exchanged[axis];
  double sum = flow.force[axis] * w.volume[axis] - flow.level * constant;
  sum += with(momentum, convection(), along);
  if (flow.turbulence) sum += with(of_eddies, along);
  if (flow.force_field) sum += with(of_forces, along);
  if (lift != 0) sum += with(of_buoyancy, along);
  if (flow.dt > 0 && !w.left.empty())
    sum -= (fluid_momentum(w.inside[axis], flow.u[axis]) - fluid_momentum(w.left[axis], flow.before[axis])) / flow.dt;
  return options_->fluid.density * sum;
}

// M_z = (x − x₀) F_y − (y − y₀) F_x, and cyclically.
template <class S, class T>
double Forces<S, T>::moment(int axis, const Watched& w, const Flow& flow) {
  if (!w.pulls.empty()) return pull_of_surface(w.pulls[d_ == 2 ? 2 : d_ + axis], flow).sum();
  const int first = (axis + 1) % 3, second = (axis + 2) % 3;
  const auto& centre = w.options->centre;
  const auto at = [&](int a) { return centre.empty() ? 0.0 : centre[a]; };
  double sum = 0;
  for (const auto& [arm, force, sign] : {std::array{first, second, 1}, std::array{second, first, -1}}) {
    ArmValues values{faces_, cells_, {}, T(-at(arm))};
    values.slope.of[arm] = T(1);
    sum += sign * pull(force, w, flow, values).sum();
  }
  return sum;
}

template <class S, class T>
void Forces<S, T>::add(std::vector<Number>& all, const Watched& w, const Flow& flow) {
  const std::string name = "_" + w.options->name;
  const ForceReference& r = w.options->reference;
  const double scale = 0.5 * options_->fluid.density * *r.velocity * *r.velocity * r.area.value_or(*r.length);
  const char* unit = d_ == 2 ? "N/m" : "N";
  const ArmValues one{faces_, cells_, {}, T(1)};
  for (int a = 0; a < d_; ++a) {
    const Parts parts = w.pulls.empty() ? pull(a, w, flow, one)
                        : w.moves       ? pull_of_surface(w.pulls[a], flow)
                                        : exchange(a, w, flow);
    const std::string axis = std::string("_") + "xyz"[a];
    all.push_back({"force" + name + axis, unit, parts.sum()});
    all.push_back({"force_pressure" + name + axis, unit, parts.pressure});
    all.push_back({"force_viscous" + name + axis, unit, parts.viscous});
    all.push_back({"coefficient" + name + axis, "", parts.sum() / scale});
    if (w.alone) all.push_back({"force_balance" + name + axis, unit, balance(a, w, flow)});
  }
  for (int a = d_ == 2 ? 2 : 0; a < 3; ++a) {
    const double m = moment(a, w, flow);
    all.push_back({"moment" + name + "_" + "xyz"[a], d_ == 2 ? "N" : "N m", m});
    all.push_back({"moment_coefficient" + name + "_" + "xyz"[a], "", m / (scale * *r.length)});
  }
}

template <class S, class T>
std::vector<Number> Forces<S, T>::numbers(const Flow& flow) {
  return sums_.of([&] {
    std::vector<Number> all;
    for (const Watched& w : watched_) add(all, w, flow);
    return all;
  });
}

}  // namespace eddy::projection

#define EDDY_INSTANTIATE(S, T) template class eddy::projection::Forces<S, T>;
