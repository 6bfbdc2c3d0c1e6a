// What is drawn upon a picture of a field: streamlines, arrows, contour lines, outlines of regions and bodies.
#pragma once
#include <string>
#include <vector>

#include "app/draw/raster.hpp"
#include "case/case.hpp"
#include "output/axes.hpp"

namespace eddy {

struct Pen {
  Colour colour{0.08, 0.09, 0.11};
  double width = 1.2;
};

// `velocity` holds two components, across and up. About so many lines cross a side of the picture.
void draw_streamlines(Canvas& canvas, const Plot& plot, const Raster& velocity, const Pen& pen, int lines);
void draw_vectors(Canvas& canvas, const Plot& plot, const Raster& velocity, const Pen& pen);
void draw_contours(Canvas& canvas, const Plot& plot, const Raster& values, const std::vector<double>& levels,
                   const Pen& pen);
std::vector<double> contour_levels(const Raster& values, int count);  // round numbers

struct NamedShape {
  std::string name;
  Shape shape;
};
std::vector<NamedShape> shapes_of(const Case& c);  // [region.NAME] and [body.NAME]
void draw_outlines(Canvas& canvas, const Plot& plot, const std::vector<NamedShape>& shapes, const PlaneInSpace& plane,
                   int dimensions, const Pen& pen);

}  // namespace eddy
