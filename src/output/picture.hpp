// A field as a picture: colours on the grid where it is, a curve in 1D, a slice in 3D.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "mesh/grid.hpp"
#include "mesh/outline.hpp"
#include "output/image.hpp"

namespace eddy {

struct Window {  // across and up
  std::array<double, 2> lower{}, upper{};
};

class Canvas;
struct Plot;

struct PictureOptions {
  using Map = ColourMap;

  std::string title{};                           // of the case
  std::optional<double> time{};                  // s
  std::optional<std::int64_t> iterations{};      // of a run without time
  std::optional<std::array<double, 2>> range{};  // none: of the values shown
  std::optional<double> slice{};                 // 3D: where the axis is cut; none: in the middle
  int axis = 2;                                  // 3D: the axis that is cut
  std::optional<Window> window{};                // what is shown of the plane; none: all
  std::vector<std::string> units{};              // that are printed; none of a measure: SI
  CellTest solid{};                              // cells of bodies: their values do not count
  std::vector<DrawnShape> shapes{};              // drawn with their outlines; none: those cells are grey
  int width = 960;
  Map map = Map::automatic;  // diverging where the range lies around zero
  bool smooth = false;       // colours run between the points of a box where its cells are wide on the page
  std::function<void(Canvas&, const Plot&)> overlay{};  // drawn upon the field: lines, arrows, outlines
};

void tell_when(PictureOptions& options, const Watched& watched, const Moment& moment);  // time, or iterations
PictureOptions options_of(const ImageOptions& image);                                   // what a case says of a picture
std::vector<std::string> picture_names(const std::vector<ImageOptions>& images);  // of their files, without the ending

struct ValueRange {  // of what several pictures show, so that all of them can have the same colours
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  bool any() const { return low <= high; }
  void add(const Grid& grid, const Sample& sample, const PictureOptions& options);
  std::optional<std::array<double, 2>> shown() const;  // with zero in the middle where it lies inside; none: no values
};
// The look of a series of which the later pictures are not known yet: the range of those so far, unless one is given,
// and a map that follows from what the field is, and not from its values.
PictureOptions in_series(const PictureOptions& options, const Sample& sample, const ValueRange& so_far);

Sample component(const Sample& sample, int index);                   // "velocity.x"
Sample magnitude(const Sample& sample);                              // "|velocity|"; of a scalar: itself
void check_window(const Grid& grid, const PictureOptions& options);  // Error(usage): it shows nothing of the mesh
Image picture(const Grid& grid, const Sample& sample, const PictureOptions& options);  // vectors by their magnitude

}  // namespace eddy
