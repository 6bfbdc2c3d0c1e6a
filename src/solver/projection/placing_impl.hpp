// Places the bodies of the projection solver, and updates what depends on their place. Included by solver_impl.hpp.
#pragma once
#include <algorithm>
#include <limits>
#include <string>
#include <utility>

#include "linear/renewable.hpp"
#include "solver/projection/solver.hpp"

namespace eddy {

template <class S, class T>
void ProjectionSolver<S, T>::find_flags(const Box& cells) const {
  for (int a = 0; a < d_ && bodies_.any(); ++a) {
    Box faces = face_box(cells, a);
    for (int b = 0; b < d_; ++b) {  // ghosts are as the faces beside them
      if (cells.lo[b] == 0) faces.lo[b] -= projection::velocity_ghosts;
      if (cells.hi[b] == grid_.cells(b)) faces.hi[b] += projection::velocity_ghosts;
    }
    metric_.flag[a].fill_part(faces, [&](int i, int j, int k) { return bodies_.flag(a, {i, j, k}); });
  }
  metric_.fluid = metric_.volume - bodies_.volume();
}

template <class S, class T>
void ProjectionSolver<S, T>::complete_metric() const {
  if (outdated_.empty()) return;
  find_flags(outdated_);
  outdated_ = Box{{0, 0, 0}, {0, 0, 0}};
}

template <class S, class T>
void ProjectionSolver<S, T>::place_bodies(double t) {
  if (!bodies_.moving()) return;
  bodies_.move_to(t);
  const Box& changed = bodies_.changed();
  outdated_ = outdated_.hull(changed);
  sharp_->place(*bodies_.sharp(), changed);
  if (thermal_) thermal_->place_bodies();
  if (implicit_) implicit_->place(bodies_);
  forces_.reset();
  moved_ = moved_.hull(changed);
}

// Devices are still at the stages while the host makes the pressure's system.
template <class S, class T>
void ProjectionSolver<S, T>::renew_system() {
  if (moved_.empty()) return;
  const Box changed = std::exchange(moved_, Box{{0, 0, 0}, {0, 0, 0}});
  ChangedFaces<T> faces{changed};
  for (int a = 0; a < d_; ++a) {
    const Box box = face_box(changed, a);
    eddy::each(box, [&](const Place& f) { faces.conductance[a].push_back(static_cast<T>(bodies_.conductance(a, f))); });
    std::get<PerFaceFields<S, T>>(system_.coefficients).conductance[a].fill_part(box, [&](int i, int j, int k) {
      return faces.conductance[a][place_in(box, {i, j, k})];
    });
  }
  if (auto* solver = dynamic_cast<Renewable<S, T>*>(linear_.get()))
    solver->renew(system_, faces);
  else
    linear_ = make_solver<S, T>(options_.linear, system_);
}

// Nothing moves in whole cells of bodies. Implicit stages keep what they find there.
template <class S, class T>
std::vector<double> ProjectionSolver<S, T>::initial_velocity(int component) const {
  std::vector<double> all = model_.initial_velocity(component);
  if (!implicit_ || !bodies_.any() || sharp_) return all;
  std::size_t n = 0;
  eddy::each(face_box(model_.cells(), component), [&](const Place& face) {
    if (bodies_.flag(component, face) <= 0) all[n] = 0;
    ++n;
  });
  return all;
}

// Fields keep their values: what bodies leave was on the surface's polynomial, and is a fluid's now. A pressure it had
// none; it gets that of the cells around.
template <class S, class T>
void ProjectionSolver<S, T>::fill_opened() {
  if (!bodies_.moving()) return;
  opened_.set(exec_, bodies_.sharp()->opened(*bodies_.before()), p_, projection::row_data(d_));
  opened_.fill(exec_, p_, d_);
  system_.ghosts.fill_periodic(p_);
}

// With moving bodies, uⁿ has the values inside before the step, u¹ those after it; the middle stage takes the mean.
template <class S, class T>
void ProjectionSolver<S, T>::fill_inside(int n, Velocity& u) {
  if (n == 1 && bodies_.moving())
    sharp_->fill_between(u_, star(), u);
  else if (sharp_)
    sharp_->fill(u);
}

// The velocity that carries the temperature; where solids conduct heat, the flow through the open parts of faces.
template <class S, class T>
auto ProjectionSolver<S, T>::carrying(const Velocity& u) -> const Velocity& {
  if (!options_.conducting()) return u;
  sharp_->find_through(u);
  return sharp_->through();
}

template <class S, class T>
std::string ProjectionSolver<S, T>::impossible() const {
  if (!bodies_.moving()) return "";
  return bodies_.fault_at(
      std::min(time_ + next_dt(), case_.run.end_time.value_or(std::numeric_limits<double>::infinity())));
}
}  // namespace eddy
