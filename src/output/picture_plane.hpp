// What a picture shows of a field: a plane of it, and how that gets onto the page. A box, flat blocks and
// cells in space each have their own way.
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
  std::size_t bad = 0;                // values that are not finite
  bool below = false, above = false;  // there are values beyond the ends
  const Rgb& colour(double v) const;
  const Rgb& ink(double v, int x, int y) const;  // of a pixel; hatched where the value is not finite
};

// Of the values that are shown, as the options want it.
Scale scale_of(const std::vector<double>& values, const PictureOptions& options);

// A bar of colours with its numbers to the right; `s`: the size of what is drawn, 1 at a width of 960.
void draw_bar(Canvas& canvas, const Rect& bar, const Scale& scale, double s, const ShownUnit& unit);
ShownUnit unit_of(const Sample& sample, const PictureOptions& options);  // that its values are printed in
std::string in_unit(double value, const PictureOptions& options, const std::string& si, int digits = 4);  // "5 mm"
std::string quantity(const Sample& sample, const PictureOptions& options);  // "temperature [°C]"

inline const Rgb solid_grey = bytes({0.66, 0.66, 0.68});  // where there is no fluid

struct PicturePlane {
  int across = 0, up = 1;              // axes
  std::array<double, 2> x{}, y{};      // ends of what is shown
  std::vector<double> values{};        // that are shown; those in bodies are not
  bool stretched = false;              // too long to be shown to scale
  std::optional<std::string> where{};  // "z = 0.5 m"
  double at = 0;                       // 3D: the coordinate of the plane
  std::function<void(Canvas&, const Rect&, const Scale&)> paint{};
};

// Grid, sample and options must outlive the plane.
PicturePlane plane_of_box(const Grid& grid, const Sample& sample, const PictureOptions& options);
PicturePlane plane_of_blocks(const Grid& grid, const Sample& sample, const PictureOptions& options);  // 2D
PicturePlane plane_of_slice(const Grid& grid, const Sample& sample,
                            const PictureOptions& options);  // blocks, hexahedra

// Bodies, holes and regions, upon the field.
void draw_shapes(Canvas& canvas, const Plot& plot, const PicturePlane& plane, const Grid& grid,
                 const PictureOptions& options);

// What is left of a range of coordinates in a window; Error(usage) where that is nothing.
std::array<double, 2> seen(const Grid& grid, int axis, const PictureOptions& options, bool vertical);

}  // namespace eddy
