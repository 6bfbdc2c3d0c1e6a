// Draws streamlines that keep a distance from each other (Jobard and Lefer 1997), and arrows.
#include <algorithm>
#include <cmath>
#include <deque>

#include "app/draw/overlays.hpp"

namespace eddy {
namespace {

struct FlowOnPage {  // the flow with directions in pixels
  const Plot& plot;
  const Raster& velocity;
  double fastest = 0;

  FlowOnPage(const Plot& p, const Raster& v) : plot(p), velocity(v) {
    for (int j = 0; j < v.size[1]; ++j)
      for (int i = 0; i < v.size[0]; ++i)
        if (const double speed = std::hypot(v.at(i, j, 0, 0), v.at(i, j, 0, 1)); speed > fastest) fastest = speed;
  }
  Spot in_raster(Spot p) const {
    return {(p.x - plot.area.x0) / plot.area.width() * (velocity.size[0] - 1),
            (plot.area.y1 - p.y) / plot.area.height() * (velocity.size[1] - 1)};
  }
  Spot at(Spot p) const {  // the velocity, pixels per second
    const Spot r = in_raster(p);
    const double per_x = plot.area.width() / (plot.x.high - plot.x.low);
    const double per_y = plot.area.height() / (plot.y.high - plot.y.low);
    return {velocity.between(r.x, r.y, 0) * per_x, -velocity.between(r.x, r.y, 1) * per_y};
  }
  double speed(Spot p) const {
    const Spot r = in_raster(p);
    return std::hypot(velocity.between(r.x, r.y, 0), velocity.between(r.x, r.y, 1));
  }
  bool direction(Spot p, double sign, Spot& way) const {
    const Spot v = at(p);
    const double length = std::hypot(v.x, v.y);
    if (!(length > 0) || !(speed(p) > 1e-5 * fastest)) return false;
    way = {sign * v.x / length, sign * v.y / length};
    return true;
  }
};

class Neighbourhood {  // finds points of lines by the square that they lie in
 public:
  Neighbourhood(const Rect& area, double distance)
      : area_(area), distance_(distance), columns_(static_cast<int>(area.width() / distance) + 3) {
    squares_.resize(static_cast<std::size_t>(columns_) * (static_cast<std::size_t>(area.height() / distance) + 3));
  }
  void add(Spot p) { squares_[square(p)].push_back(p); }
  bool nearer(Spot p, double than) const {
    const int at = static_cast<int>(square(p));
    for (const int row : {-columns_, 0, columns_})
      for (const int column : {-1, 0, 1})
        for (const Spot& q : squares_[std::clamp(at + row + column, 0, static_cast<int>(squares_.size()) - 1)])
          if (std::hypot(p.x - q.x, p.y - q.y) < than) return true;
    return false;
  }

 private:
  std::size_t square(Spot p) const {
    const int column = static_cast<int>((p.x - area_.x0) / distance_) + 1;
    const int row = static_cast<int>((p.y - area_.y0) / distance_) + 1;
    return static_cast<std::size_t>(std::max(0, column + columns_ * row));
  }
  Rect area_;
  double distance_;
  int columns_;
  std::vector<std::vector<Spot>> squares_;
};

bool is_inside(const Rect& r, Spot p) { return p.x > r.x0 && p.x < r.x1 && p.y > r.y0 && p.y < r.y1; }

// A line that comes back to where it began is closed.
bool returned(const Polyline& line, double distance) {
  const Spot &first = line.front(), &last = line.back();
  return line.size() * 1.5 > 3 * distance && std::hypot(last.x - first.x, last.y - first.y) < 0.4 * distance;
}

Polyline half_line(const FlowOnPage& flow, const Neighbourhood& others, Spot from, double sign, double distance) {
  constexpr double step = 1.5;  // pixels
  Polyline line{from};
  Spot p = from, way, middle;
  for (int n = 0; n < 4000; ++n) {
    if (!flow.direction(p, sign, way)) break;
    if (!flow.direction({p.x + 0.5 * step * way.x, p.y + 0.5 * step * way.y}, sign, middle)) break;
    p = {p.x + step * middle.x, p.y + step * middle.y};
    if (!is_inside(flow.plot.area, p) || others.nearer(p, 0.5 * distance)) break;
    line.push_back(p);
    if (n * step > 3 * distance && returned(line, distance)) break;
  }
  return line;
}

Polyline line_through(const FlowOnPage& flow, const Neighbourhood& others, Spot seed, double distance) {
  const Polyline forth = half_line(flow, others, seed, 1, distance);
  if (returned(forth, distance)) return forth;
  Polyline back = half_line(flow, others, seed, -1, distance);
  std::reverse(back.begin(), back.end());
  back.insert(back.end(), forth.begin() + 1, forth.end());
  return back;
}

void draw_head(Canvas& canvas, Spot tip, Spot way, double size, const Pen& pen, double scale) {
  const double length = std::hypot(way.x, way.y);
  if (!(length > 0)) return;
  const Spot along{way.x / length, way.y / length}, side{-along.y, along.x};
  const Spot left{tip.x - size * along.x + 0.45 * size * side.x, tip.y - size * along.y + 0.45 * size * side.y};
  const Spot right{tip.x - size * along.x - 0.45 * size * side.x, tip.y - size * along.y - 0.45 * size * side.y};
  canvas.stroke({{left, tip, right}}, 1.3 * pen.width * scale, pen.colour);
}

// Arrow heads along the lines. Each line begins elsewhere, so that heads of neighbours do not stand in a row.
void draw_heads(Canvas& canvas, const Plot& plot, const std::vector<Polyline>& lines, const Pen& pen) {
  constexpr double golden = 0.6180339887;
  const double points_apart = 160 * plot.scale;
  double part = 0.5;
  for (const Polyline& line : lines) {
    if (line.size() <= 24) continue;
    const int heads = std::max(1, static_cast<int>(double(line.size()) / points_apart));
    for (int h = 0; h < heads; ++h) {
      const auto n = static_cast<std::size_t>((h + 0.2 + 0.6 * part) / heads * double(line.size()));
      draw_head(canvas, line[n], {line[n + 1].x - line[n - 1].x, line[n + 1].y - line[n - 1].y}, 6 * plot.scale, pen,
                plot.scale);
    }
    part = std::fmod(part + golden, 1.0);
  }
}

}  // namespace

void draw_streamlines(Canvas& canvas, const Plot& plot, const Raster& velocity, const Pen& pen, int lines) {
  const FlowOnPage flow(plot, velocity);
  if (!(flow.fastest > 0)) return;
  const double distance = std::max(6.0, std::min(plot.area.width(), plot.area.height()) / double(lines));
  Neighbourhood taken(plot.area, distance);
  std::deque<Spot> seeds;
  for (double y = plot.area.y0 + 0.5 * distance; y < plot.area.y1; y += 2 * distance)
    for (double x = plot.area.x0 + 0.5 * distance; x < plot.area.x1; x += 2 * distance) seeds.push_back({x, y});
  std::rotate(seeds.begin(), seeds.begin() + std::ssize(seeds) / 2, seeds.end());
  std::vector<Polyline> all;
  while (!seeds.empty() && all.size() < 5000) {
    const Spot seed = seeds.front();
    seeds.pop_front();
    if (!is_inside(plot.area, seed) || taken.nearer(seed, 0.95 * distance)) continue;
    Polyline line = line_through(flow, taken, seed, distance);
    if (line.size() * 1.5 < 2 * distance) continue;
    for (std::size_t n = 0; n < line.size(); ++n) {
      taken.add(line[n]);
      Spot way;
      if (n % 8 != 0 || !flow.direction(line[n], 1, way)) continue;
      seeds.push_front({line[n].x - distance * way.y, line[n].y + distance * way.x});
      seeds.push_front({line[n].x + distance * way.y, line[n].y - distance * way.x});
    }
    all.push_back(std::move(line));
  }
  canvas.stroke(all, pen.width * plot.scale, pen.colour);
  draw_heads(canvas, plot, all, pen);
}

void draw_vectors(Canvas& canvas, const Plot& plot, const Raster& velocity, const Pen& pen) {
  const FlowOnPage flow(plot, velocity);
  if (!(flow.fastest > 0)) return;
  const double spacing = 26 * plot.scale;
  for (double y = plot.area.y0 + 0.5 * spacing; y < plot.area.y1; y += spacing)
    for (double x = plot.area.x0 + 0.5 * spacing; x < plot.area.x1; x += spacing) {
      Spot way;
      if (!flow.direction({x, y}, 1, way)) continue;
      const double length = 1.25 * spacing * std::sqrt(flow.speed({x, y}) / flow.fastest);
      const Spot tail{x - 0.5 * length * way.x, y - 0.5 * length * way.y};
      const Spot tip{x + 0.5 * length * way.x, y + 0.5 * length * way.y};
      canvas.line(tail, tip, pen.width * plot.scale, pen.colour);
      draw_head(canvas, tip, way, std::min(6 * plot.scale, 0.5 * length), pen, plot.scale);
    }
}

}  // namespace eddy
