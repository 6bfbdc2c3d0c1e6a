// Distances of elements from no-slip walls and bodies.
#include <algorithm>
#include <cmath>
#include <limits>

#include "solver/galerkin/boundary.hpp"
#include "solver/galerkin/domain.hpp"
#include "solver/galerkin/face_search.hpp"
#include "solver/places.hpp"
#include "solver/wall_distance.hpp"

namespace eddy::galerkin {

// In a box, distances from bodies are exact, and those from wall sides are measured straight across, in the rows of
// elements that end at a wall. With hexahedra the nearest wall face is searched.
void Domain::find_wall_distances() {
  const TurbulenceOptions& t = options_.turbulence;
  if (t.model != Model::smagorinsky || t.wall == WallLength::none) return;
  const auto is_wall = [&](std::size_t f) {
    return !face_condition_[f] || kind_of(*face_condition_[f]) == Kind::no_slip;
  };
  wall_distance_.assign(static_cast<std::size_t>(elements()), std::numeric_limits<double>::infinity());
  if (!is_box()) {
    std::vector<FaceSearch::Corners> walls;
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      if (!is_wall(f)) continue;
      FaceSearch::Corners& c = walls.emplace_back();
      for (int n = 0; n < 4; ++n) c[n] = place(faces_[f].nodes[n]);
    }
    const FaceSearch search(std::move(walls));
    for (std::size_t e = 0; e < wall_distance_.size(); ++e)
      wall_distance_[e] = search.distance(centre(static_cast<std::int64_t>(e)));
    return;
  }
  if (any_solid()) {
    wall_distance_ = squared_distances(grid_, periodic_, [&](const Place& e) { return solid(e); });
    for (double& d : wall_distance_) d = std::sqrt(d);
  }
  const Box all{{0, 0, 0}, grid_.cells()};
  for (std::size_t f = 0; f < faces_.size(); ++f) {
    if (!face_condition_[f] || !is_wall(f)) continue;
    const int axis = faces_[f].patch / 2;
    Place e = element_at(faces_[f].element);
    for (e[axis] = 0; e[axis] < grid_.cells(axis); ++e[axis]) {
      double& d = wall_distance_[place_in(all, e)];
      d = std::min(d, std::abs(grid_.centre(axis, e[axis]) - faces_[f].centre[axis]));
    }
  }
}

double Domain::wall_distance(std::int64_t element) const {
  return wall_distance_.empty() ? std::numeric_limits<double>::infinity()
                                : wall_distance_[static_cast<std::size_t>(element)];
}

}  // namespace eddy::galerkin
