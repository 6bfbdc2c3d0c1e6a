// Points of a mesh, be it a box, blocks or hexahedra: which lie in it, and what fields are there.
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
  std::vector<double> values;  // of each component
};

class MeshPoints {
 public:
  explicit MeshPoints(const Grid& grid);

  const Grid& grid() const { return grid_; }
  const PointSearch* search() const { return search_.get(); }  // none: the mesh is a box
  bool contains(const Point& point) const;
  std::vector<Point> along(const LineOptions& line) const;
  // Asks for the few values that it takes, not for the whole field.
  FieldAtPoint at(const Watched& watched, const std::string& field, const Point& point) const;

 private:
  FieldAtPoint in_box(const Watched& watched, const std::string& field, const Point& point) const;
  FieldAtPoint by_search(const Watched& watched, const std::string& field, const Point& point) const;

  Grid grid_;
  std::shared_ptr<const PointSearch> search_;
  mutable std::map<std::string, Location> locations_;  // of fields that were asked for
};

class ValuesAtPoints {  // of a whole field; all that is given must outlive this
 public:
  ValuesAtPoints(const MeshPoints& mesh, const Sample& sample, const std::vector<Point>& points);
  double operator()(std::size_t point, int component);

 private:
  const MeshPoints& mesh_;
  const Sample& sample_;
  const std::vector<Point>& points_;
  std::optional<Interpolator> in_box_;
  Stencil stencil_;  // of the point asked for last
  std::optional<std::size_t> last_;
};

// What is wrong with probes and lines, one sentence each with the key that it belongs to. Boxes are checked with the
// case.
struct MisplacedPoint {
  std::string key, text;
};
std::vector<MisplacedPoint> points_outside(const Grid& grid, const OutputOptions& options);

}  // namespace eddy
