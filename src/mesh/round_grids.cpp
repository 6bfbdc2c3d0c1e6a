#include "mesh/round_grids.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "base/error.hpp"
#include "case/options.hpp"
#include "mesh/block_shapes.hpp"
#include "mesh/faces.hpp"
#include "mesh/grid_lines.hpp"
#include "mesh/section.hpp"
#include "mesh/spacing.hpp"

namespace eddy {
namespace {

constexpr double pi = std::numbers::pi;

double radius_of(const Section& body, const Point& middle) {
  double radius = 0;
  for (int n = 0; n < 1000; ++n) radius = std::max(radius, distance(body.outline(n / 1000.0), middle));
  return radius;
}

// A fan is a block whose lines run outwards from a piece of the ring: its cells across, and outwards from the body.
struct Fan {
  const char* name;
  double from, to;  // degrees, counter-clockwise from downstream; the index runs clockwise
  int across, outwards;
  const char* at_end;  // name of the patch at the outer end of its lines
};

std::vector<Fan> fans_of(const MeshOptions& o) {
  if (o.kind == MeshKind::c_grid) {
    const int behind = std::max(1, static_cast<int>(std::lround(o.cells[0] / 4.0)));
    return {{"front", 315, 45, o.cells[0] - behind, o.cells[1], "far"}, {"wake", 45, -45, behind, o.wake, "outflow"}};
  }
  const int quarter = static_cast<int>(std::lround(o.cells[0] / 4.0)), above = o.cells[0] - 2 * quarter;
  if (o.half)
    return {{"front", 180, 135, quarter, o.upstream, "inflow"},
            {"above", 135, 45, above, o.cells[1], "far"},
            {"behind", 45, 0, quarter, o.downstream, "outflow"}};
  return {{"front", 225, 135, 2 * quarter, o.upstream, "inflow"},
          {"above", 135, 45, above, o.cells[1], "far"},
          {"behind", 45, -45, 2 * quarter, o.downstream, "outflow"},
          {"below", -45, -135, above, o.cells[1], "far"}};
}
bool goes_around(const std::vector<Fan>& fans) { return fans.front().from - fans.back().to == 360; }

// The number of cells across the ring. It ends where cells are about as wide outwards as around the body, but 0.8 to 3
// radii from the body. It is a multiple of the greatest power of two that all numbers of cells allow, for multiple
// grids; a refined mesh has a refined ring.
int cells_of_ring(const std::vector<Fan>& fans, const MeshOptions& o, double radius) {
  int fewest = fans[0].outwards, common = 0, around = 0;
  for (const Fan& f : fans) {
    fewest = std::min(fewest, f.outwards);
    common = std::gcd(common, f.outwards);
    around += f.across;
  }
  if (fewest < 2)
    throw Error(Exit::usage,
                "a c-grid or h-grid around a round body needs two cells or more in each direction: mesh.upstream, "
                "mesh.downstream or mesh.wake count from the body on.");
  const Outwards out(o);
  const double ratio = std::log(out.ratio()), even = std::abs(ratio) < 1e-9,
               start = even ? 0 : out.first() / std::expm1(ratio);
  const double angle = (fans.front().from - fans.back().to) * pi / 180 / around;
  // Where (radius + p) · angle, the width around the body, equals dp/dn of p(n) = start (exp(ratio n) − 1).
  const double crossing = ratio > angle ? (radius * angle - ratio * start) / (ratio - angle) : 1e300;
  const double wanted = std::clamp(crossing, 0.8 * radius, 3 * radius);
  const double cells = even ? wanted / out.first() : std::log1p(wanted / start) / ratio;
  int unit = common & -common;  // the greatest power of two that divides all
  while (4 * unit > fewest && unit > 1) unit /= 2;
  return unit * std::clamp(static_cast<int>(std::lround(cells / unit)), 1, (fewest - 1) / unit);
}

// The outer boundary of the ring: a square with sides that are arcs of 45°, so that no corner is sharp. In front of the
// body of a C-grid it is a half circle.
struct Frame {
  double extent;  // along the axes
  bool round_front;
  double corner() const { return extent / (1 + std::tan(pi / 16)); }  // x = y of its corner
  double radius(double angle) const {
    if (round_front && std::cos(angle) < 0) return extent;
    const double off = std::remainder(angle, pi / 2), s = corner();
    const double arc = s / std::sin(pi / 8), centre = extent - arc;
    return centre * std::cos(off) + std::sqrt(arc * arc - std::pow(centre * std::sin(off), 2));
  }
};

Point from_polar(const Point& middle, double radius, double angle) {
  return {middle[0] + radius * std::cos(angle), middle[1] + radius * std::sin(angle), 0};
}

struct Line {  // straight, with the places of its nodes, 0 … 1
  Point from{}, to{};
  std::vector<double> places;
  Point at(double s) const { return {from[0] + s * (to[0] - from[0]), from[1] + s * (to[1] - from[1]), 0}; }
  double width(std::size_t n) const { return (places[n + 1] - places[n]) * distance(from, to); }
  PointList nodes() const {
    PointList list;
    for (double s : places) list.push_back(at(s));
    list.front() = from;
    list.back() = to;
    return list;
  }
};
Line line_between(const Point& from, const Point& to, int cells, double first) {
  return {from, to, spaced_geometric(cells, geometric_ratio(cells, first, distance(from, to)))};
}
// The width that follows the last one of a line, if widths go on growing.
double next_width(const Line& line) {
  const std::size_t last = line.places.size() - 2;
  return line.width(last) * (last > 0 ? line.width(last) / line.width(last - 1) : 1);
}

class RoundGrid {
 public:
  RoundGrid(const MeshOptions& o, const Section& body)
      : body_(body),
        out_(o),
        c_(o.kind == MeshKind::c_grid),
        fans_(fans_of(o)),
        middle_(middle_of(body.outline)),
        radius_(radius_of(body, middle_)),
        ring_(cells_of_ring(fans_, o, radius_)),
        by_angle_(
            body.outline, [this](double s, double before) { return angle_at(s, before); }, 0) {
    if (!by_angle_.rises()) refuse_bent_body(c_ ? "a c-grid" : "an h-grid");
    frame_ = {radius_ + out_.first() * geometric_length(ring_, 1, out_.ratio()), c_};
    for (const Fan& fan : fans_) add_fan(fan);
    for (std::size_t n = 0; n + (goes_around(fans_) ? 0 : 1) < fans_.size(); ++n) add_corner(n);
    if (!goes_around(fans_)) name_symmetry();
  }
  BodyGrid take() { return std::move(grid_); }

 private:
  // The angle clockwise from downstream, in radians, without jumps.
  double angle_at(double s, double before) const {
    const Point p = body_.outline(s);
    const double angle = -std::atan2(p[1] - middle_[1], p[0] - middle_[0]);
    return angle + 2 * pi * std::round((before - angle) / (2 * pi));
  }
  Point on_body(double angle) const {
    double clockwise = -angle;
    while (clockwise < by_angle_.front()) clockwise += 2 * pi;
    while (clockwise > by_angle_.back()) clockwise -= 2 * pi;
    return clockwise < by_angle_.front() ? body_.outline(0) : by_angle_.find(clockwise);
  }
  double reach() const { return radius_ + out_.far(); }  // from the middle to the far boundary

  // Coordinate, from the middle, of the far end of a line from a corner of the frame that leans away from the axis.
  double leaning() const {
    const double s = frame_.corner();
    return s + std::tan(pi / 12) * (reach() - s);
  }
  // Where the line from a point of the frame ends. Lines behind the body are parallel; others lean outwards, so that
  // cells far away are less slender.
  Point outer_end(const Fan& fan, const Point& at, double angle) const {
    const std::string name = fan.name;
    if (name == "behind" || name == "wake") return {middle_[0] + reach(), at[1], 0};
    if (c_) return end_of_c(angle);
    const int axis = name == "front" ? 0 : 1;
    Point end = middle_;
    end[axis] += at[axis] > middle_[axis] ? reach() : -reach();
    end[1 - axis] += (at[1 - axis] - middle_[1 - axis]) / frame_.corner() * leaning();
    return end;
  }
  // In front of the body of a C-grid the lines are radii. From above it to the corner of the frame they turn less.
  Point end_of_c(double angle) const {
    const double last = 0.75 * pi;  // the corner's angle from upstream
    const double bend = (last - pi / 2 - leaning() / reach()) / std::pow(last, 3);
    const double from_nose = std::remainder(pi - angle, 2 * pi), along = from_nose - bend * std::pow(from_nose, 3);
    if (std::abs(along) <= pi / 2) return from_polar(middle_, reach(), pi - along);
    return {middle_[0] + (std::abs(along) - pi / 2) * reach(), middle_[1] + (along > 0 ? 1 : -1) * reach(), 0};
  }

  int add_block(const std::string& name, const std::vector<int>& cells) {
    grid_.blocks.push_back(empty_block(name, cells));
    return static_cast<int>(grid_.blocks.size()) - 1;
  }
  void name_side(int block, int side, const std::string& name) {
    grid_.names.push_back(named_side(grid_.blocks[block], block, side, name));
  }

  void add_fan(const Fan& fan) {
    const int ring = add_block(std::string("ring-") + fan.name, {fan.across, ring_});
    const int outer = add_block(fan.name, {fan.across, fan.outwards - ring_});
    std::vector<Line> inner, onwards;
    double first = 0, length = 0;  // means over the lines: all have the same places, so that cells are not skewed
    for (int i = 0; i <= fan.across; ++i) {
      const double angle = std::remainder(fan.from + (fan.to - fan.from) * i / fan.across, 360) * pi / 180;
      const Point end = from_polar(middle_, frame_.radius(angle), angle);
      inner.push_back(line_between(on_body(angle), end, ring_, out_.first()));
      onwards.push_back({end, outer_end(fan, end, angle), {}});
      first += next_width(inner.back()) / (fan.across + 1);
      length += distance(end, onwards.back().to) / (fan.across + 1);
    }
    const int cells = fan.outwards - ring_;
    // Widths do not shrink outwards, even where the ring's last ones are wide.
    const std::vector<double> places =
        spaced_geometric(cells, geometric_ratio(cells, std::min(first, length / cells), length));
    for (int i = 0; i <= fan.across; ++i) {
      onwards[i].places = places;
      set_line(grid_.blocks[ring], i, inner[i].nodes(), body_);
      set_line(grid_.blocks[outer], i, onwards[i].nodes(), body_);
    }
    name_side(ring, 2, "wall");
    name_side(outer, 3, fan.at_end);
    first_line_.push_back(onwards.front());
    last_line_.push_back(onwards.back());
  }

  // The block between the last line of a fan, along its second index, and the first line of the next one.
  void add_corner(std::size_t number) {
    const std::size_t next = (number + 1) % fans_.size();
    const Line &across = first_line_[next], &outwards = last_line_[number];
    const Point &p = across.from, &a = across.to, &b = outwards.to;
    Point opposite = p;  // rectangular for an H; sheared for a C
    for (int k = 0; k < 2; ++k) opposite[k] = std::abs(a[k] - p[k]) > std::abs(b[k] - p[k]) ? a[k] : b[k];
    const int block =
        add_block(std::string(fans_[number].name) + "-" + fans_[next].name,
                  {static_cast<int>(across.places.size()) - 1, static_cast<int>(outwards.places.size()) - 1});
    const PointList begins = across.nodes();
    for (std::size_t i = 0; i < begins.size(); ++i) {
      const double f = across.places[i];
      const Line line{
          begins[i], {b[0] + f * (opposite[0] - b[0]), b[1] + f * (opposite[1] - b[1]), 0}, outwards.places};
      set_line(grid_.blocks[block], static_cast<int>(i), line.nodes(), body_);
    }
    name_side(block, 3, fans_[number].at_end);
    name_side(block, 1, fans_[next].at_end);
  }

  void name_symmetry() {
    const int last = 2 * static_cast<int>(fans_.size()) - 1;
    for (int block : {0, 1}) name_side(block, 0, "symmetry");
    for (int block : {last - 1, last}) name_side(block, 1, "symmetry");
  }

  const Section& body_;
  Outwards out_;
  bool c_;
  std::vector<Fan> fans_;
  Point middle_;
  double radius_;
  int ring_;
  Indexed by_angle_;
  Frame frame_{};
  std::vector<Line> first_line_, last_line_;  // of the fans, beyond the ring
  BodyGrid grid_;
};

}  // namespace

BodyGrid round_grid(const MeshOptions& o, const Section& body) { return RoundGrid(o, body).take(); }

double round_cell_count(const MeshOptions& o, const Section& body) {
  const std::vector<Fan> fans = fans_of(o);
  const double ring = cells_of_ring(fans, o, radius_of(body, middle_of(body.outline)));
  double count = 0;
  for (std::size_t n = 0; n < fans.size(); ++n) {
    count += double(fans[n].across) * fans[n].outwards;
    if (n + 1 < fans.size() || goes_around(fans))
      count += (fans[n].outwards - ring) * (fans[(n + 1) % fans.size()].outwards - ring);
  }
  return count;
}

}  // namespace eddy
