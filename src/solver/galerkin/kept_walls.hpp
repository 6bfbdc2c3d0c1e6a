// Forces of steps and samples of surfaces, from wall states that stay on the device until those of many steps are fetched
// at once. So the device seldom waits for the host, and the host works on them while the device goes on.
#pragma once
#include "field/watcher.hpp"
#include "solver/galerkin/surface_statistics.hpp"
#include "solver/galerkin/wall_forces.hpp"

namespace eddy::galerkin {

class KeptWalls {
 public:
  KeptWalls(const WallForces& forces, SurfaceStatistics& surfaces) : forces_(forces), surfaces_(surfaces) {}
  NumbersLater forces(Flow& flow);     // after the last step
  void sample_surfaces(Flow& flow);    // after the last step, when its wall state has been fetched
  void complete_surfaces(Flow& flow);  // fetches what is kept, and samples
  void sample_fetched();
  void forget_last() { keeps_last_ = false; }  // another step has been made

 private:
  struct Steps {
    int count = 0;
    std::vector<int> samples;                  // numbers of those that surfaces sample
    std::shared_ptr<const WallStates> states;  // null: they are on the device
  };
  int keep(Flow& flow);  // the wall state of the last step, once; returns its number among those of kept_
  void fetch(Flow& flow);

  const WallForces& forces_;
  SurfaceStatistics& surfaces_;
  std::shared_ptr<Steps> kept_ = std::make_shared<Steps>();
  bool keeps_last_ = false;               // whether the last of kept_ is the last step
  std::shared_ptr<const Steps> fetched_;  // surfaces have not sampled them yet; null: none
  WallState sampled_;
};

}  // namespace eddy::galerkin
