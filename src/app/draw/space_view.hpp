// A view of a field in space, drawn by the CPU: the surface where the field has a value, or a cloud of all values.
#pragma once
#include <optional>
#include <string>

#include "app/draw/raster.hpp"
#include "output/image.hpp"
#include "output/picture.hpp"

namespace eddy {

struct SpaceView {
  std::optional<double> surface{};      // the value of the surface; none: a cloud
  double azimuth = 35, elevation = 25;  // direction of the viewer, degrees
};

Image space_picture(const Grid& grid, const Raster& values, const Sample& sample, const PictureOptions& options,
                    const SpaceView& view);

}  // namespace eddy
