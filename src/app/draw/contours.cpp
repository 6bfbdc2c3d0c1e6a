// Contour lines by marching squares, and outlines of shapes.
#include <algorithm>
#include <cmath>
#include <functional>

#include "app/draw/overlays.hpp"
#include "mesh/shape.hpp"
#include "output/ticks.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

using Crossing = std::function<Spot(Spot from, Spot to, double value_from, double value_to)>;

// Segments where values cross a level: call(from, to) in places of the raster.
std::vector<Polyline> level_lines(const Raster& values, double level, const Crossing& crossing) {
  std::vector<Polyline> lines;
  for (int j = 0; j + 1 < values.size[1]; ++j)
    for (int i = 0; i + 1 < values.size[0]; ++i) {
      const std::array<Spot, 5> corner{Spot{double(i), double(j)}, Spot{i + 1.0, double(j)}, Spot{i + 1.0, j + 1.0},
                                       Spot{double(i), j + 1.0}, Spot{double(i), double(j)}};
      const std::array<double, 5> v{values.at(i, j), values.at(i + 1, j), values.at(i + 1, j + 1), values.at(i, j + 1),
                                    values.at(i, j)};
      if (std::any_of(v.begin(), v.end(), [](double x) { return !std::isfinite(x); })) continue;
      std::vector<Spot> hits;
      for (int n = 0; n < 4; ++n)
        if ((v[n] < level) != (v[n + 1] < level)) hits.push_back(crossing(corner[n], corner[n + 1], v[n], v[n + 1]));
      for (std::size_t n = 0; n + 1 < hits.size(); n += 2) lines.push_back({hits[n], hits[n + 1]});
    }
  return lines;
}

void onto_page(std::vector<Polyline>& lines, const Plot& plot, const std::array<int, 3>& size) {
  for (Polyline& line : lines)
    for (Spot& p : line)
      p = {plot.area.x0 + p.x / (size[0] - 1) * plot.area.width(),
           plot.area.y1 - p.y / (size[1] - 1) * plot.area.height()};
}

// The shapes of a case, found by walking through its keys.
class ShapeKeys : public Keys {
 public:
  explicit ShapeKeys(std::vector<NamedShape>& found) : found_(found) {}
  void table(const char*, const char*, const Describe&) override {}
  void boundary(Boundaries&, const BoundaryKinds&, const BoundaryKinds&) override {}
  void boundary(NamedConditions&, const BoundaryKinds&) override {}
  bool writing() const override { return true; }

 protected:
  bool value(const char* name, Slot slot, const KeyInfo&, bool has, bool) override {
    if (!inside_ || !has) return false;
    Shape& s = found_.back().shape;
    const std::string key = name;
    if (key == "shape") s.kind = static_cast<Shape::Kind>(*std::get<EnumSlot>(slot).number);
    if (key == "axis") s.axis = *std::get<EnumSlot>(slot).number;
    if (key == "lower") s.lower = *std::get<std::vector<double>*>(slot);
    if (key == "upper") s.upper = *std::get<std::vector<double>*>(slot);
    if (key == "centre") s.centre = *std::get<std::vector<double>*>(slot);
    if (key == "offset") s.offset = *std::get<std::vector<double>*>(slot);
    if (key == "radius") s.radius = *std::get<double*>(slot);
    if (key == "scale") s.scale = *std::get<double*>(slot);
    if (key == "from") s.from = *std::get<double*>(slot);
    if (key == "to") s.to = *std::get<double*>(slot);
    if (key == "file") s.file = *std::get<std::string*>(slot);
    if (key == "points") s.points = *std::get<std::vector<std::vector<double>>*>(slot);
    return false;
  }
  void list(const List& list) override {
    const std::string name = list.name;
    if (name != "region" && name != "body") return;
    for (std::size_t i = 0; i < list.count; ++i) {
      found_.push_back({list.name_of(i), {}});
      inside_ = true;
      list.describe(*this, i);
      inside_ = false;
    }
  }

 private:
  std::vector<NamedShape>& found_;
  bool inside_ = false;
};

}  // namespace

std::vector<double> contour_levels(const Raster& values, int count) {
  double low = HUGE_VAL, high = -HUGE_VAL;
  for (const double v : values.values)
    if (std::isfinite(v)) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  return linear_ticks(low, high, count).at;
}

void draw_contours(Canvas& canvas, const Plot& plot, const Raster& values, const std::vector<double>& levels,
                   const Pen& pen) {
  for (const double level : levels) {
    std::vector<Polyline> lines = level_lines(values, level, [&](Spot a, Spot b, double va, double vb) {
      const double part = (level - va) / (vb - va);
      return Spot{a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
    });
    onto_page(lines, plot, values.size);
    if (!lines.empty()) canvas.stroke(lines, pen.width * plot.scale, pen.colour);
  }
}

std::vector<NamedShape> shapes_of(const Case& c) {
  std::vector<NamedShape> found;
  ShapeKeys keys(found);
  std::any options = c.options;
  solver_entry(c.solver).keys.describe(keys, options);
  Problems problems(c.place);
  for (NamedShape& shape : found) take_shape(shape.shape, c, "region." + shape.name, problems);
  return found;
}

void draw_outlines(Canvas& canvas, const Plot& plot, const std::vector<NamedShape>& shapes, const PlaneInSpace& plane,
                   int dimensions, const Pen& pen) {
  const int nx = std::max(2, plot.area.width() / 3), ny = std::max(2, plot.area.height() / 3);
  for (const NamedShape& shape : shapes) {
    const auto holds = [&](Spot p) {
      Point at{};
      if (dimensions == 3) at[plane.normal] = plane.at;
      at[plane.across] = plot.x.low + p.x / (nx - 1) * (plot.x.high - plot.x.low);
      at[plane.up] = plot.y.low + p.y / (ny - 1) * (plot.y.high - plot.y.low);
      return inside(shape.shape, at, dimensions);
    };
    Raster mask{{nx, ny, 1}, 1, {}};
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) mask.values.push_back(holds({double(i), double(j)}));
    std::vector<Polyline> lines = level_lines(mask, 0.5, [&](Spot a, Spot b, double va, double) {
      for (int n = 0; n < 12; ++n) {  // the edge between inside and outside, by halving
        const Spot middle{0.5 * (a.x + b.x), 0.5 * (a.y + b.y)};
        (holds(middle) == (va > 0.5) ? a : b) = middle;
      }
      return a;
    });
    onto_page(lines, plot, mask.size);
    if (!lines.empty()) canvas.stroke(lines, pen.width * plot.scale, pen.colour);
  }
}

}  // namespace eddy
