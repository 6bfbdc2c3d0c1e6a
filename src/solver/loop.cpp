#include "solver/loop.hpp"

namespace eddy {

// Shortens the step to the time left, or lengthens it by what rounding has added up over many steps, so that a given
// number of them reaches the end. Where a last step would be much shorter than the others, two equal ones share what is
// left: the pressure of a step is a velocity over its length, and over a tiny one what the step before has left of the
// divergence would be most of it.
static double clipped(double dt, double left) {
  constexpr double rounding = 1e-6, shortest_last = 0.1;
  if (left < dt * (1 + rounding)) return left;
  return left < dt * (1 + shortest_last) ? 0.5 * left : dt;
}

void TimeLoop::begin() {
  for (auto& w : watchers_) w->begin(simulation_, now_);
}

bool TimeLoop::over() const {
  return (options_.end_time && now_.time >= *options_.end_time) || (options_.steps && now_.step >= *options_.steps) ||
         simulation_.status().finished;
}

double TimeLoop::next_dt() const {
  const double dt = simulation_.next_dt();
  return options_.end_time ? clipped(dt, *options_.end_time - now_.time) : dt;
}

void TimeLoop::step() {
  now_.dt = next_dt();
  simulation_.step(now_.time, now_.dt);
  const bool last = options_.end_time && now_.dt == *options_.end_time - now_.time;
  now_.time = last ? *options_.end_time : now_.time + now_.dt;
  ++now_.step;
  for (auto& w : watchers_) w->after_step(simulation_, now_);
}

void TimeLoop::finish() {
  for (auto& w : watchers_) w->finish(simulation_, now_);
}

Ending run_loop(Simulation& simulation, Moment& now, const RunOptions& options,
                const std::vector<std::unique_ptr<Watcher>>& watchers, const KeepOn& keep_on) {
  TimeLoop loop(simulation, now, options, watchers);
  loop.begin();
  Ending ending = Ending::stopped;
  while (keep_on()) {
    if (loop.over()) {
      ending = Ending::done;
      break;
    }
    loop.step();
    now = loop.now();
  }
  loop.finish();
  return ending;
}

}  // namespace eddy
