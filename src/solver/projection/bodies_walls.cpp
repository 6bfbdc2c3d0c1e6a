// Walls of bodies between the unknowns of implicit friction and conduction.
#include <algorithm>

#include "field/field.hpp"
#include "solver/places.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/metric.hpp"

namespace eddy::projection {

bool Sharp::in_conductor(const Place& cell) const {
  return !conductor_.empty() && options_.body[nearest(place_of(-1, cell)) - 1].conductivity && !fluid(-1, cell);
}

// Where the surface lies between a place in the fluid and one in a body, as a part of the way; the value of the wall is known
// there, and the line to it is straight.
double Sharp::share(int component, int axis, const Place& at, int step) const {
  constexpr double nearest = 0.02;  // smallest part of the way that is used: nearer values follow the wall at once
  const Place next = moved(at, axis, step);
  const auto unknown = [&](const Place& p) { return fluid(component, p) || (component < 0 && in_conductor(p)); };
  if (!unknown(at)) return 0;
  if (!domain(component).holds({next, moved(moved(moved(next, 0, 1), 1, 1), 2, 1)}) || unknown(next)) return 1;
  if (!gives_value(component, on_wall(place_of(component, next)))) return 0;
  const double here = std::abs(distance_at(component, at)), there = -std::abs(distance_at(component, next));
  return -1 / std::max(here / (here - there), nearest);
}

// Whole cells: a velocity across the surface is 0 on it; one along the surface is 0 half-way between two places.
double Bodies::share(int component, int axis, const Place& at, int step) const {
  if (sharp_) {
    const Box near = component < 0 ? sharp_->window() : face_box(sharp_->window(), component);
    return near.holds({at, moved(moved(moved(at, 0, 1), 1, 1), 2, 1)}) ? sharp_->share(component, axis, at, step) : 1;
  }
  const Place next = moved(at, axis, step);
  if (component < 0) return of(at) || of(next) ? 0 : 1;
  const double there = flag(component, next);
  if (flag(component, at) <= 0) return 0;
  return there > 0 ? 1 : there < 1 - inside_flag ? -2 : -1;
}

}  // namespace eddy::projection
