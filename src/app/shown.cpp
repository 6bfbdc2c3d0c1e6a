#include "app/shown.hpp"

#include "solver/simulation.hpp"

namespace eddy {

PictureOptions shown_as(const Case& c, const Grid& grid, const std::string& field) {
  PictureOptions options;
  options.title = c.title;
  options.solid = solver_entry(c.solver).solid(c, grid);
  for (const ImageOptions& i : c.output.image)
    if (i.field == field)
      options.range = i.range, options.slice = i.slice, options.axis = i.axis, options.width = i.width;
  return options;
}

}  // namespace eddy
