#include "solver/loop.hpp"

namespace eddy {

// Shortens the step to the time left, or lengthens it by a rounding error, so that no tiny last step remains.
static double clipped(double dt, double left) { return left < dt * (1 + 1e-9) ? left : dt; }

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
