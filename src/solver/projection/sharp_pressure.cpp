// The pressure beside sharp bodies, for output.
#include <algorithm>

#include "solver/projection/sharp.hpp"

namespace eddy::projection {

// The pressure of cut cells is rough, and cells inside have none. Both take the parabola through the whole cells around
// them, so that interpolation at a point of the surface gives the pressure there.
std::vector<Row> Sharp::shown_pressure() const {
  constexpr double deep = 1.8;  // in cells; deeper values are not needed, and beyond 1 a parabola would oscillate
  std::vector<Row> all;
  each(window_, [&](const Place& c) {
    const Coordinates x = place_of(-1, c), h = widths(c);
    const double inside = -distance(x) / *std::max_element(h.begin(), h.begin() + d_);
    if (inside > deep || all_faces_fluid(c)) return;
    const Coordinates foot = on_wall(x);
    const Data data = data_near(-1, c, foot, false);
    Fit::Weights w;
    for (int degree = inside > 1 ? 1 : 2; degree >= 0 && w.empty(); --degree)
      w = fit(-1, data, degree, foot, c, false).value(x);
    if (!w.empty()) all.push_back({c, {data.places.begin(), data.places.end()}, {w.begin(), w.end()}});
  });
  return all;
}

}  // namespace eddy::projection
