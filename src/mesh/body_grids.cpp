#include "mesh/body_grids.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/error.hpp"
#include "case/options.hpp"
#include "mesh/block_shapes.hpp"
#include "mesh/faces.hpp"
#include "mesh/grid_lines.hpp"
#include "mesh/round_grids.hpp"
#include "mesh/section.hpp"
#include "mesh/spacing.hpp"

namespace eddy {
namespace {

using Complex = std::complex<double>;
Complex complex_of(const Point& p) { return {p[0], p[1]}; }
Point point_of(const Complex& z) { return {z.real(), z.imag(), 0}; }

constexpr int line_samples = 120;

void copy_line(Block& block, int to, int from) {
  for (int j = 0; j <= block.cells[1]; ++j)
    for (int a = 0; a < 2; ++a) block.nodes[a][block.node(to, j, 0)] = block.nodes[a][block.node(from, j, 0)];
}
NamedPiece part(const Block& block, int number, int side, int from, int to, const std::string& name) {
  NamedPiece piece = named_side(block, number, side, name);
  piece.piece.cells.lo[0] = from;
  piece.piece.cells.hi[0] = to;
  return piece;
}

// O-grid: the body is mapped to nearly a circle (Joukowski, with the foci inside the nose and at the trailing edge),
// where the lines outwards are radii. z = m + c (ζ + 1/ζ).
class ToCircle {
 public:
  explicit ToCircle(const Section& s) {
    if (!s.has_edge) {
      middle_ = complex_of(middle_of(s.outline));
      return;
    }
    const Complex nose = complex_of(s.nose), tail = complex_of(s.trailing),
                  along = (tail - nose) / std::abs(tail - nose);
    const double inset = s.closed ? 0 : 0.001 * s.chord;
    const Complex f = nose + along * (0.5 * s.nose_radius), g = tail - along * inset;
    middle_ = 0.5 * (f + g);
    quarter_ = 0.25 * (g - f);
  }
  Complex to(const Complex& z) const {
    if (quarter_ == 0.0) return z - middle_;
    const Complex q = (z - middle_) / (2.0 * quarter_);
    return q + std::sqrt(q - 1.0) * std::sqrt(q + 1.0);
  }
  Complex from(const Complex& zeta) const {
    return quarter_ == 0.0 ? zeta + middle_ : middle_ + quarter_ * (zeta + 1.0 / zeta);
  }
  // The ratio of lengths in z to lengths in ζ, far away.
  double scale() const { return quarter_ == 0.0 ? 1 : std::abs(quarter_); }

 private:
  Complex middle_ = 0, quarter_ = 0;
};

BodyGrid o_grid(const MeshOptions& o) {
  const Section body = make_section(o.around, o.folder, false);
  const Outwards out(o);
  const ToCircle map(body);
  Complex low{1e300, 1e300}, high{-1e300, -1e300};
  for (int n = 0; n < 1000; ++n) {
    const Complex c = map.to(complex_of(body.outline(n / 1000.0)));
    low = {std::min(low.real(), c.real()), std::min(low.imag(), c.imag())};
    high = {std::max(high.real(), c.real()), std::max(high.imag(), c.imag())};
  }
  const Complex centre = 0.5 * (low + high), tail = map.to(complex_of(body.outline(0))) - centre;
  const double radius = 0.5 * std::abs(high.real() - low.real()) + out.far() / map.scale();
  // The angle clockwise from the trailing edge, without jumps.
  const Indexed by_angle(
      body.outline,
      [&](double s, double before) {
        const double angle = -std::arg((map.to(complex_of(body.outline(s))) - centre) / tail);
        return angle + 2 * std::numbers::pi * std::round((before - angle) / (2 * std::numbers::pi));
      },
      0);
  if (!by_angle.rises()) refuse_bent_body("an o-grid");
  Block block = empty_block("around", o.cells);
  for (int i = 0; i < o.cells[0]; ++i) {
    const Point at = i == 0 ? body.outline(0) : by_angle.find(2 * std::numbers::pi * i / o.cells[0]);
    const Complex zeta = map.to(complex_of(at)) - centre;
    PointList samples{at};
    for (int n = 1; n <= line_samples; ++n)
      samples.push_back(
          point_of(map.from(centre + zeta * std::pow(radius / std::abs(zeta), double(n) / line_samples))));
    set_line(block, i, out.nodes(samples), body);
  }
  copy_line(block, o.cells[0], 0);
  BodyGrid grid{{block}, {}};
  grid.names = {named_side(block, 0, 2, "wall"), named_side(block, 0, 3, "far")};
  return grid;
}

// ---- C: w = √(2 (z − z₀)) with z₀ inside the nose unfolds body and wake to nearly the real axis (Jameson 1974); the
// lines outwards are upright there.
struct Unfolded {
  std::vector<Point> foot;     // in z
  std::vector<Complex> image;  // in w
};

Unfolded unfold(const MeshOptions& o, const Section& body, const Complex& origin, double far) {
  const auto image = [&](const Point& p) { return std::sqrt(2.0 * (complex_of(p) - origin)); };
  // Of two roots the one that continues the lower side (real part negative) or the upper side.
  const auto by_side = [&](double s, double) {
    const Complex w = image(body.outline(s));
    return s < body.nose_at ? -std::abs(w.real()) : std::abs(w.real());
  };
  const Indexed across(body.outline, by_side, 0);
  if (!across.rises()) refuse_bent_body("a c-grid");
  const int n = o.cells[0];
  const double finer = body.even ? 0 : 0.35;  // towards the trailing edge
  Unfolded u;
  for (int i = 0; i <= n; ++i) {
    const double t = 2.0 * i / n - 1, x = across.back() * t * (1 + finer - finer * t * t);
    const Point p = i == 0 || i == n ? body.trailing : across.find(x);
    Complex w = image(p);
    if ((w.real() < 0) != (i < n - i) || (i == 0 && w.real() > 0)) w = -w;
    if (2 * i == n && w.imag() < 0) w = -w;
    u.foot.push_back(p);
    u.image.push_back(w);
  }
  const double first = distance(u.foot[n], u.foot[n - 1]);
  const std::vector<double> wake = spaced_geometric(o.wake, geometric_ratio(o.wake, first, far));
  for (int k = 1; k <= o.wake; ++k) {
    const Point p{body.trailing[0] + wake[k] * far, body.trailing[1], 0};
    Complex w = image(p);
    if (w.real() < 0) w = -w;
    u.foot.push_back(p);
    u.image.push_back(w);
    u.foot.insert(u.foot.begin(), p);
    u.image.insert(u.image.begin(), -w);
  }
  return u;
}

BodyGrid c_grid(const MeshOptions& o) {
  const Section body = make_section(o.around, o.folder, true);
  if (!body.has_edge) return round_grid(o, body);
  const Outwards out(o);
  const Complex nose = complex_of(body.nose), tail = complex_of(body.trailing);
  const Complex origin = nose + (tail - nose) / std::abs(tail - nose) * (0.5 * body.nose_radius);
  const Unfolded u = unfold(o, body, origin, out.far());
  const double height = std::sqrt(2 * (out.far() + std::abs(origin - nose)));
  Block block = empty_block("around", {o.cells[0] + 2 * o.wake, o.cells[1]});
  for (std::size_t i = 0; i < u.foot.size(); ++i) {
    const Complex foot = u.image[i];
    PointList samples{u.foot[i]};
    for (int n = 1; n <= line_samples; ++n) {
      const Complex w{foot.real(), foot.imag() + double(n) / line_samples * (height - foot.imag())};
      samples.push_back(point_of(origin + 0.5 * w * w));
    }
    const bool behind = int(i) < o.wake || int(i) > o.wake + o.cells[0];  // widths grow along the wake
    const double farther = behind ? std::norm(foot) / std::norm(u.image[o.wake]) - 1 : 0;
    const double wider = 1 + farther * farther / (1 + farther);  // without a kink at the trailing edge
    set_line(block, static_cast<int>(i), out.nodes(samples, wider), body);
  }
  BodyGrid grid{{block}, {}};
  grid.names = {part(block, 0, 2, o.wake, o.wake + o.cells[0], "wall"), named_side(block, 0, 3, "far"),
                named_side(block, 0, 0, "outflow"), named_side(block, 0, 1, "outflow")};
  return grid;
}

// ---- H: upright lines above and below the body.
PointList dividing_line(const MeshOptions& o, const Section& body, double far, bool upper) {
  const int n = o.cells[0];
  const double begin = upper ? body.nose_at : 0, length = upper ? 1 - body.nose_at : body.nose_at;
  const Curve side = [&body, begin, length](double s) { return body.outline(begin + s * length); };
  const Indexed by_x(
      side, [&](double s, double) { return upper ? side(s)[0] : -side(s)[0]; }, 0);
  if (!by_x.rises()) refuse_bent_body("an h-grid");
  const double from = body.nose[0], to = body.trailing[0];
  PointList middle{body.nose};
  for (int i = 1; i < n; ++i) {
    const double even = double(i) / n, part = body.even ? even : 0.5 * (1 - std::cos(std::numbers::pi * even));
    const double x = from + part * (to - from);
    Point p = by_x.find(upper ? x : -x);
    p[0] = x;
    middle.push_back(p);
  }
  middle.push_back(body.trailing);
  PointList line;
  const std::vector<double> before =
      spaced_geometric(o.upstream, geometric_ratio(o.upstream, middle[1][0] - from, far));
  for (int i = o.upstream; i > 0; --i) line.push_back({from - before[i] * far, body.nose[1], 0});
  line.insert(line.end(), middle.begin(), middle.end());
  const std::vector<double> behind =
      spaced_geometric(o.downstream, geometric_ratio(o.downstream, to - middle[n - 1][0], far));
  for (int i = 1; i <= o.downstream; ++i) line.push_back({to + behind[i] * far, body.trailing[1], 0});
  return line;
}

Block half_of_h(const MeshOptions& o, const Section& body, const Outwards& out, bool upper) {
  const PointList line = dividing_line(o, body, out.far(), upper);
  const double end = body.nose[1] + (upper ? out.far() : -out.far());
  Block block = empty_block(upper ? "upper" : "lower", {static_cast<int>(line.size()) - 1, out.cells()});
  for (std::size_t i = 0; i < line.size(); ++i) {
    const double length = end - line[i][1];
    PointList nodes;
    for (double s : out.places(std::abs(length))) nodes.push_back({line[i][0], line[i][1] + s * length, 0});
    if (!upper) std::reverse(nodes.begin(), nodes.end());
    set_line(block, static_cast<int>(i), nodes, body);
  }
  return block;
}

BodyGrid h_grid(const MeshOptions& o) {
  Section body = make_section(o.around, o.folder, true);
  if (!body.has_edge) return round_grid(o, body);
  begin_at_leftmost(body);
  const Outwards out(o);
  BodyGrid grid;
  const int begin = o.upstream, end = o.upstream + o.cells[0];
  for (int n = 0; n < (o.half ? 1 : 2); ++n) {
    const bool upper = n == 0;
    grid.blocks.push_back(half_of_h(o, body, out, upper));
    const Block& b = grid.blocks.back();
    const int at_body = upper ? 2 : 3;
    for (const NamedPiece& piece : {named_side(b, n, 0, "inflow"), named_side(b, n, 1, "outflow"),
                                    named_side(b, n, 5 - at_body, "far"), part(b, n, at_body, begin, end, "wall")})
      grid.names.push_back(piece);
    if (!o.half) continue;
    grid.names.push_back(part(b, n, at_body, 0, begin, "symmetry"));
    grid.names.push_back(part(b, n, at_body, end, b.cells[0], "symmetry"));
  }
  return grid;
}

}  // namespace

double body_cell_count(const MeshOptions& o) {
  const double around = o.cells[0], out = o.cells[1];
  if (o.kind == MeshKind::o_grid) return around * out;
  using enum SectionOptions::Kind;
  if (o.around.shape == circle || o.around.shape == points) try {
      const Section body = make_section(o.around, o.folder, true);
      if (!body.has_edge) return round_cell_count(o, body);
    } catch (const Error&) {
      return 0;  // body_grid tells what is wrong
    }
  return o.kind == MeshKind::c_grid ? (around + 2.0 * o.wake) * out
                                    : (around + double(o.upstream) + o.downstream) * out * (o.half ? 1 : 2);
}

BodyGrid body_grid(const MeshOptions& o) {
  if (o.kind == MeshKind::o_grid) return o_grid(o);
  return o.kind == MeshKind::c_grid ? c_grid(o) : h_grid(o);
}

}  // namespace eddy
