// The pressure beside bodies with their true surface, as it is shown.
#include <algorithm>

#include "solver/projection/sharp.hpp"

namespace eddy::projection {

// What stands in cells that are cut is as rough as the cut, and in those inside there is nothing: both take the parabola
// through the whole cells around them, so that what is interpolated at a point of the surface is the pressure on it.
std::vector<Row> Sharp::shown_pressure() const {
  constexpr double deep = 1.8;  // cells: nobody looks farther; beyond one a parabola swings
  std::vector<Row> all;
  each(window_, [&](const Place& c) {
    const Coordinates x = place_of(-1, c), h = widths(c);
    const double inside = -distance(x) / *std::max_element(h.begin(), h.begin() + d_);
    if (inside > deep || all_faces_fluid(c)) return;
    const Coordinates foot = on_wall(x);
    Row r{c, data_near(-1, c, foot, false).places};
    for (int degree = inside > 1 ? 1 : 2; degree >= 0 && r.weight.empty(); --degree)
      r.weight = fit(-1, {r.from, {}}, degree, foot, c, false).value(x);
    if (!r.weight.empty()) all.push_back(std::move(r));
  });
  return all;
}

}  // namespace eddy::projection
