// A simulation that takes steps against the clock.
#pragma once
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/run/runner.hpp"
#include "base/modules.hpp"
#include "exec/record/kernels.hpp"

namespace eddy::bench {

class Marching {
 public:
  Marching(Case c, const Device& device)
      : case_(std::move(c)),
        grid_(make_grid_that_fits(case_, device)),
        simulation_(make_simulation(case_, grid_, device)) {}
  double seconds_of_steps(int n) {  // of one
    using clock = std::chrono::steady_clock;
    const auto start = clock::now();
    for (int i = 0; i < n; ++i) {
      const double dt = simulation_->next_dt();
      simulation_->step(time_, dt);
      time_ += dt;
    }
    simulation_->largest_value();  // waits for the device
    return std::chrono::duration<double>(clock::now() - start).count() / n;
  }
  double best(double budget) {  // seconds of a step, in the best of five batches
    seconds_of_steps(5);        // builds, records, leaves the start
    const int batch = std::clamp(static_cast<int>(budget / 6 / seconds_of_steps(2)), 2, 1000);
    double least = std::numeric_limits<double>::infinity();
    for (int n = 0; n < 5; ++n) least = std::min(least, seconds_of_steps(batch));
    return least;
  }
  // Time per cell and bandwidth of every kernel of a step.
  nlohmann::json kernels() {
    using nlohmann::json;
    simulation_->executor().timing = true;
    seconds_of_steps(10);
    load_records(Records::if_there);
    json all = json::array();
    for (const auto& [kernel, timing] : simulation_->executor().timers) {
      if (timing.cells == 0 || !(timing.seconds > 0)) continue;
      const double bytes = bytes_per_cell(kernel) * double(timing.cells);
      all.push_back({{"kernel", kernel.name},
                     {"variant", kernel.variant},
                     {"ns_per_cell", 1e9 * timing.seconds / double(timing.cells)},
                     {"seconds", timing.seconds},
                     {"gb_per_s", std::isfinite(bytes) ? json(1e-9 * bytes / timing.seconds) : json()}});
    }
    return all;
  }

 private:
  Case case_;
  Grid grid_;
  std::unique_ptr<Simulation> simulation_;
  double time_ = 0;
};

}  // namespace eddy::bench
