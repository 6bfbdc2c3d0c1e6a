// Draws a field as a picture: colours in 2D, a curve in 1D, a slice in 3D.
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

struct Window {  // corners in coordinates across and up
  std::array<double, 2> lower{}, upper{};
};

class Canvas;
struct Plot;

struct PictureOptions {
  using Map = ColourMap;

  std::string title{};                           // of the case
  std::optional<double> time{};                  // s
  std::optional<std::int64_t> iterations{};      // iterations of a run without time
  std::optional<std::array<double, 2>> range{};  // none: of the values shown
  std::optional<double> slice{};                 // 3D: where the axis is cut; none: in the middle
  int axis = 2;                                  // 3D: the axis that is cut
  std::optional<Window> window{};                // part of the plane that is shown; none: all
  std::vector<std::string> units{};              // units that are printed; SI for measures without one
  CellTest solid{};                              // cells of bodies, whose values do not count
  std::vector<DrawnShape> shapes{};              // drawn with their outlines; none: cells of bodies are grey
  int width = 960;
  Map map = Map::automatic;  // automatic: diverging where the range lies around zero
  bool smooth = false;       // interpolates between the points of a box where its cells are wide on the page
  std::function<void(Canvas&, const Plot&)> overlay{};  // draws upon the field: lines, arrows, outlines
};

void tell_when(PictureOptions& options, const Watched& watched, const Moment& moment);  // sets time or iterations
PictureOptions options_of(const ImageOptions& image);  // options that a case gives for a picture
std::vector<std::string> picture_names(const std::vector<ImageOptions>& images);  // of their files, without the ending

struct ValueRange {  // range of several pictures, so that all of them can have the same colours
  double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();
  bool any() const { return low <= high; }
  void add(const Grid& grid, const Sample& sample, const PictureOptions& options);
  std::optional<std::array<double, 2>> shown() const;  // centred on zero where zero lies inside; none: no values
};
// Options for a series whose later pictures are not known yet: the range of the pictures so far, unless one is given,
// and a map chosen by the name of the field, not by its values.
PictureOptions in_series(const PictureOptions& options, const Sample& sample, const ValueRange& so_far);

Sample component(const Sample& sample, int index);                   // "velocity.x"
Sample magnitude(const Sample& sample);                              // "|velocity|"; a scalar is returned as it is
void check_window(const Grid& grid, const PictureOptions& options);  // Error(usage) if it shows nothing of the mesh
Image picture(const Grid& grid, const Sample& sample, const PictureOptions& options);  // of vectors the magnitude

}  // namespace eddy
