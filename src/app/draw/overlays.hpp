// Draws streamlines, arrows and contour lines upon a picture of a field.
#pragma once
#include <vector>

#include "app/draw/raster.hpp"
#include "output/axes.hpp"

namespace eddy {

struct Pen {
  Colour colour{0.08, 0.09, 0.11};
  double width = 1.2;
};

// `velocity` holds two components, across and up. About `lines` streamlines cross a side of the picture.
void draw_streamlines(Canvas& canvas, const Plot& plot, const Raster& velocity, const Pen& pen, int lines);
void draw_vectors(Canvas& canvas, const Plot& plot, const Raster& velocity, const Pen& pen);
void draw_contours(Canvas& canvas, const Plot& plot, const Raster& values, const std::vector<double>& levels,
                   const Pen& pen);
std::vector<double> contour_levels(const Raster& values, int count);  // about `count` round numbers

}  // namespace eddy
