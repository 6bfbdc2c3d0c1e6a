// Stages of the projection solver with implicit friction. Included by solver_impl.hpp.
#pragma once
#include "solver/projection/solver.hpp"

namespace eddy {

template <class S, class T>
void ProjectionSolver<S, T>::make_implicit() {
  implicit_ = std::make_unique<projection::Implicit<S, T, false>>(exec_, model_, bodies_, options_.fluid.kinematic());
  if (bodies_.any()) scratch_ = CellField<S, T>(exec_, "scratch", model_.cells(), d_, 1);
  for (int side = 0; side < 2 * d_; ++side)
    for (int a = 0; a < d_ && !model_.periodic(side / 2); ++a)
      implicit_->set_mirror(a, side, model_.side_mirror(side, a));
}

// Stage n: u_new = u + γ e + ζ e₋ + Δt ν∇²(α u + β u_new),  e = Δt (−∇·(u u) + f − ∇p)
template <class S, class T>
void ProjectionSolver<S, T>::implicit_stage(int n, const Velocity& from, Velocity& to, double time, double dt) {
  const projection::ImplicitStage& s = projection::implicit_stages(options_.scheme.time)[n];
  const double end = time + s.end * dt;
  projection::momentum_stage<S, T>(exec_, set_, options_, {metric_, from, from, p_, to, numbers_of_step_, 0}, 1);
  if (turbulence_ && n > 0) turbulence_->find(from, metric_);
  if (turbulence_) turbulence_->add(from, to, metric_, numbers_of_step_, 1);
  if (force_field_) force_field_->add(to, numbers_of_step_, 1);
  if (thermal_) thermal_->implicit_stage(n, carrying(from), to, metric_, numbers_of_step_, s, end, turbulence_.get());
  if (model_.boundary_varies()) sides_.set_time(end);
  sides_.carry_out(from, from, to, numbers_of_step_, 1);
  sides_.limit_change(from, to, *implicit_, s);
  implicit_->find_right_side(from, to, numbers_of_step_, s);
  if (sharp_) sharp_->clear(implicit_->change());
  implicit_->solve(from, to, numbers_of_step_, s);
  fill_during(to, s.end);
  for (int again = 0; again < projection::line_corrections && sharp_; ++again) {
    implicit_->find_defect(from, to, numbers_of_step_, s);
    sharp_->clear(implicit_->change());
    implicit_->solve_more(to, numbers_of_step_, s);
    fill_during(to, s.end);
  }
}

// Ghosts, and values inside. Surfaces of bodies that move are on the way from the step's begin to its end.
template <class S, class T>
void ProjectionSolver<S, T>::fill_during(Velocity& u, double part) {
  if (sharp_) sharp_->fill(u);
  if (bodies_.moving() && part < 1) sharp_->add_lag(1 - part, u);
  sides_.fill(u);
}

// Around bodies the equation of the pressure is one of flows through whole or cut cells; here it is the divergence.
template <class S, class T>
void ProjectionSolver<S, T>::find_divergence() {
  const auto find = [&]<class M>() {
    for_each<kernels::ProjectionRightSide, M>(exec_, set_, metric_, sharp_ ? sharp_->through() : star(), b_, scratch_);
  };
  with(find, metric_.grid());
}

template <class S, class T>
void ProjectionSolver<S, T>::add_friction_of_change() {
  for_each<kernels::ImplicitPressure>(exec_, set_, b_, p_, psi_, numbers_of_step_, T(0.5 * options_.fluid.kinematic()));
  system_.ghosts.fill_periodic(p_);
}

}  // namespace eddy
