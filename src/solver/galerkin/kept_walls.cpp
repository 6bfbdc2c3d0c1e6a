#include "solver/galerkin/kept_walls.hpp"

namespace eddy::galerkin {

int KeptWalls::keep(Flow& flow) {
  if (!keeps_last_) {
    if (kept_->count == Flow::most_kept) fetch(flow);
    flow.keep_wall_state();
    ++kept_->count;
    keeps_last_ = true;
  }
  return kept_->count - 1;
}

void KeptWalls::fetch(Flow& flow) {
  if (kept_->count == 0) return;
  sample_fetched();
  kept_->states = flow.fetch_wall_states();
  if (!kept_->samples.empty()) fetched_ = kept_;
  kept_ = std::make_shared<Steps>();
  keeps_last_ = false;
}

NumbersLater KeptWalls::forces(Flow& flow) {
  const int number = keep(flow);
  const auto fetch_them = [this, &flow, steps = kept_] {
    if (!steps->states) fetch(flow);
  };
  const auto take = [this, steps = kept_, number] {
    thread_local WallState state;  // its memory serves for the next row
    steps->states->read(number, state);
    std::vector<Number> all;
    forces_.add(all, state);
    return all;
  };
  return {take, fetch_them};
}

void KeptWalls::sample_surfaces(Flow& flow) {
  const int number = keep(flow);
  kept_->samples.push_back(number);
}

void KeptWalls::sample_fetched() {
  if (!fetched_) return;
  for (int number : fetched_->samples) {
    fetched_->states->read(number, sampled_);
    surfaces_.sample(sampled_);
  }
  fetched_.reset();
}

void KeptWalls::complete_surfaces(Flow& flow) {
  fetch(flow);
  sample_fetched();
}

}  // namespace eddy::galerkin
