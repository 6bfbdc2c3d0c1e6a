// The plane of a field that a picture shows, and how it is painted on the page: one way each for a box, for flat blocks
// and for cells in space.
#pragma once
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "case/units.hpp"
#include "output/axes.hpp"
#include "output/canvas.hpp"
#include "output/picture.hpp"

namespace eddy {

struct Scale {
  double low = 0, high = 1;
  ColourMap map = ColourMap::sequential;
  std::size_t bad = 0;                // number of values that are not finite
  bool below = false, above = false;  // whether there are values beyond the ends
  const Rgb& colour(double v) const;
  const Rgb& ink(double v, int x, int y) const;  // colour of a pixel; hatched where the value is not finite
};

// The scale of the values that are shown, by the options.
Scale scale_of(const std::vector<double>& values, const PictureOptions& options);

// Draws a bar of colours with its numbers to the right; `s`: scale of the drawing, 1 at a width of 960.
void draw_bar(Canvas& canvas, const Rect& bar, const Scale& scale, double s, const ShownUnit& unit);
ShownUnit unit_of(const Sample& sample, const PictureOptions& options);  // unit that its values are printed in
std::string in_unit(double value, const PictureOptions& options, const std::string& si, int digits = 4);  // "5 mm"
std::string quantity(const Sample& sample, const PictureOptions& options);  // "temperature [°C]"

inline const Rgb solid_grey = bytes({0.66, 0.66, 0.68});  // where there is no fluid

struct PicturePlane {
  int across = 0, up = 1;              // axes
  std::array<double, 2> x{}, y{};      // ends of the visible part
  std::vector<double> values{};        // values that are shown, without those in bodies
  bool stretched = false;              // the plane is too long to be shown to scale
  std::optional<std::string> where{};  // "z = 0.5 m"
  double at = 0;                       // 3D: the coordinate of the plane
  std::function<void(Canvas&, const Rect&, const Scale&)> paint{};
};

// Grid, sample and options must outlive the plane.
PicturePlane plane_of_box(const Grid& grid, const Sample& sample, const PictureOptions& options);
PicturePlane plane_of_blocks(const Grid& grid, const Sample& sample, const PictureOptions& options);  // 2D
PicturePlane plane_of_slice(const Grid& grid, const Sample& sample,
                            const PictureOptions& options);  // blocks, hexahedra

// Draws bodies, holes and regions upon the field.
void draw_shapes(Canvas& canvas, const Plot& plot, const PicturePlane& plane, const Grid& grid,
                 const PictureOptions& options);

// The part of the mesh's range along an axis that lies in the window; throws Error(usage) where there is none.
std::array<double, 2> seen(const Grid& grid, int axis, const PictureOptions& options, bool vertical);

}  // namespace eddy
