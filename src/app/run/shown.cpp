#include "app/run/shown.hpp"

#include <algorithm>

#include "app/run/shapes.hpp"
#include "solver/simulation.hpp"

namespace eddy {

PictureOptions shown_as(const Case& c, const Grid& grid, const std::string& field) {
  const auto& images = c.output.image;
  const auto first = std::find_if(images.begin(), images.end(), [&](const auto& i) { return i.field == field; });
  PictureOptions options = first == images.end() ? PictureOptions() : options_of(*first);
  options.title = c.title;
  options.units = c.output.units;
  options.solid = solver_entry(c.solver).solid(c, grid);
  options.shapes = shapes_of(c);
  return options;
}

Window window_of(const std::array<double, 4>& ends) { return {{ends[0], ends[1]}, {ends[2], ends[3]}}; }

}  // namespace eddy
