// Places the bodies of the projection solver, and updates what depends on their place. Included by solver_impl.hpp.
#pragma once
#include <algorithm>
#include <limits>
#include <string>
#include <system_error>
#include <utility>

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
  outdated_ = no_cells;
}

template <class S, class T>
projection::PlacedLayouts ProjectionSolver<S, T>::placed_layouts() const {
  projection::PlacedLayouts all{{}, p_.layout(), {}};
  for (int a = 0; a < d_; ++a) all.velocity[a] = sharp_->through()[a].layout();
  if (thermal_) all.temperature = thermal_->layout();
  return all;
}

template <class S, class T>
void ProjectionSolver<S, T>::place_bodies(double t) {
  if (!bodies_.moving()) return;
  if (const std::string fault = bodies_.fault_at(t); !fault.empty()) throw Error(Exit::diverged, fault);
  take_guess(t);
  if (!placed_) {
    placed_ = std::make_unique<projection::Placed<T>>(bodies_, t, std::exchange(doubtful_, no_cells));
    placed_->unused = std::exchange(unused_, {});
    placed_->bodies.move_to(placed_->poses);
    placed_->find_inside(placed_layouts());
  }
  bodies_.take_place(std::move(placed_->bodies));
  outdated_ = outdated_.hull(placed_->changed);
  exec_.upload_together([&] {
    sharp_->place(*bodies_.sharp(), placed_->inside);
    if (thermal_) thermal_->place_bodies(placed_->cells);
    opened_.set(exec_, placed_->opened, p_);
  });
  if (implicit_) implicit_->place(bodies_);
  forces_.reset();
}

// Makes placed_ the place that was predicted, if it is that of time t. A place that is not used leaves cells where the
// device differs from what was prepared: the next one renews them, too.
template <class S, class T>
void ProjectionSolver<S, T>::take_guess(double t) {
  const auto drop = [&](std::unique_ptr<projection::Placed<T>> place) {
    if (!place) return;
    doubtful_ = doubtful_.hull(place->changed);
    for (auto& one : place->unused) unused_.push_back(std::move(one));
    if (place->system) unused_.push_back(std::move(place->system));
  };
  drop(std::move(placed_));
  if (!guess_) return;
  const bool failed = worker_->wait() != nullptr;  // if it is this place that cannot be, the error comes once more
  auto* const solver = dynamic_cast<Renewable<S, T>*>(linear_.get());
  if (failed && solver) solver->expect_renewals(system_);  // its levels may be halfway to that place
  auto guess = std::move(guess_);
  if (!failed && guess->time == t && doubtful_.empty())
    placed_ = std::move(guess);
  else
    drop(std::move(guess));
}

// While a GPU is at this step, a thread of the host finds where bodies are after the next one, if it is as long.
template <class S, class T>
void ProjectionSolver<S, T>::guess_next() {
  const double t = time_ + dt_;
  if (!worker_ || guess_ || !bodies_.predictable()) return;
  try {
    if (!bodies_.fault_at(t).empty()) return;
    guess_ = std::make_unique<projection::Placed<T>>(bodies_, t, no_cells);
  } catch (const Error&) {  // of a formula, at a time that may never be reached
    return;
  }
  guess_->bodies.use_threads(std::max(1, bodies_.threads() - 1));
  try {
    worker_->start([this, layouts = placed_layouts(), solver = dynamic_cast<Renewable<S, T>*>(linear_.get())] {
      guess_->find_all(layouts, solver, *second_worker_);
    });
  } catch (const std::system_error&) {  // no thread is to be had: bodies are placed when their step begins
    guess_.reset();
    worker_.reset();
  }
}

// Devices are still at the stages while the host makes the pressure's system.
template <class S, class T>
void ProjectionSolver<S, T>::finish_placing() {
  if (!placed_) return;
  auto* const solver = dynamic_cast<Renewable<S, T>*>(linear_.get());
  if (!placed_->complete) {
    placed_->find_system(bodies_, solver);
    placed_->find_through(bodies_, placed_layouts());
  }
  exec_.upload_together([&] {
    const auto& faces = placed_->faces;
    sharp_->place_faces(placed_->through, placed_->open_part, placed_->changed);
    for (int a = 0; a < d_; ++a) {
      const Box box = face_box(faces.cells, a);
      std::get<PerFaceFields<S, T>>(system_.coefficients).conductance[a].fill_part(box, [&](int i, int j, int k) {
        return faces.conductance[a][place_in(box, {i, j, k})];
      });
    }
    if (solver) solver->renew(*placed_->system);
  });
  if (!solver) linear_ = make_solver<S, T>(options_.linear, system_);
  placed_.reset();
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
