#include "app/shown.hpp"

#include "solver/simulation.hpp"

namespace eddy {

PictureOptions shown_as(const Case& c, const Grid& grid, const std::string& field) {
  PictureOptions options;
  for (const ImageOptions& i : c.output.image)
    if (i.field == field) options = options_of(i);
  options.title = c.title;
  options.solid = solver_entry(c.solver).solid(c, grid);
  return options;
}

}  // namespace eddy
