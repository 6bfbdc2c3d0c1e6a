// Points in a mesh, be it a box, blocks or hexahedra: whether they lie in it, and the values of fields there.
#pragma once
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "output/interpolate.hpp"
#include "output/point_search.hpp"

namespace eddy {

inline Point point_of(const std::vector<double>& at) {
  Point point{};
  std::copy_n(at.begin(), std::min<std::size_t>(at.size(), 3), point.begin());
  return point;
}

struct FieldAtPoint {
  std::string name, unit;
  std::vector<double> values;  // one for each component
};

class MeshPoints {
 public:
  explicit MeshPoints(const Grid& grid);

  const Grid& grid() const { return grid_; }
  const PointSearch* search() const { return search_.get(); }  // null: the mesh is a box
  bool contains(const Point& point) const;
  std::vector<Point> along(const LineOptions& line) const;
  // Fetches only the few values that the interpolation needs, not the whole field.
  FieldAtPoint at(const Watched& watched, const std::string& field, const Point& point) const;

 private:
  FieldAtPoint in_box(const Watched& watched, const std::string& field, const Point& point) const;
  FieldAtPoint by_search(const Watched& watched, const std::string& field, const Point& point) const;

  Grid grid_;
  std::shared_ptr<const PointSearch> search_;
  mutable std::map<std::string, Location> locations_;  // locations of the fields that were asked for
};

class ValuesAtPoints {  // of a whole field; mesh, sample and points must outlive this
 public:
  ValuesAtPoints(const MeshPoints& mesh, const Sample& sample, const std::vector<Point>& points);
  double operator()(std::size_t point, int component);

 private:
  const MeshPoints& mesh_;
  const Sample& sample_;
  const std::vector<Point>& points_;
  std::optional<Interpolator> in_box_;
  Stencil stencil_;  // stencil of the point that was asked for last
  std::optional<std::size_t> last_;
};

// Probes and lines outside of the mesh, one sentence each with its key. Boxes are checked with the case.
struct MisplacedPoint {
  std::string key, text;
};
std::vector<MisplacedPoint> points_outside(const Grid& grid, const OutputOptions& options);

}  // namespace eddy
