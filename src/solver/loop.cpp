#include "solver/loop.hpp"

namespace eddy {

// Steps never end up a hair before the end: the last one takes what is left.
static double clipped(double dt, double left) { return left < dt * (1 + 1e-9) ? left : dt; }

Ending run_loop(Simulation& simulation, Moment& now, const RunOptions& options,
                const std::vector<std::unique_ptr<Watcher>>& watchers, const KeepOn& keep_on) {
  for (auto& w : watchers) w->begin(simulation, now);
  Ending ending = Ending::stopped;
  while (keep_on()) {
    const bool over =
        (options.end_time && now.time >= *options.end_time) || (options.steps && now.step >= *options.steps);
    if (over || simulation.status().finished) {
      ending = Ending::done;
      break;
    }
    now.dt = options.end_time ? clipped(simulation.next_dt(), *options.end_time - now.time) : simulation.next_dt();
    simulation.step(now.time, now.dt);
    const bool last = options.end_time && now.dt == *options.end_time - now.time;
    now.time = last ? *options.end_time : now.time + now.dt;
    ++now.step;
    for (auto& w : watchers) w->after_step(simulation, now);
  }
  for (auto& w : watchers) w->finish(simulation, now);
  return ending;
}

}  // namespace eddy
