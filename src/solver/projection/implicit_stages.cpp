#include "solver/projection/implicit_stages.hpp"

namespace eddy::projection {

const std::vector<ImplicitStage>& implicit_stages(TimeScheme scheme) {
  static const std::vector<ImplicitStage> three{{8.0 / 15, 0, 29.0 / 96, 37.0 / 160, 8.0 / 15},
                                                {5.0 / 12, -17.0 / 60, -3.0 / 40, 5.0 / 24, 2.0 / 3},
                                                {3.0 / 4, -5.0 / 12, 1.0 / 6, 1.0 / 6, 1}};
  static const std::vector<ImplicitStage> one{{1, 0, 0, 1, 1}};
  return scheme == TimeScheme::euler ? one : three;
}

}  // namespace eddy::projection
