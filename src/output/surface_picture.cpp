#include "output/surface_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/readable.hpp"
#include "output/axes.hpp"
#include "output/csv.hpp"
#include "output/picture_plane.hpp"

namespace eddy {
namespace {

constexpr int map_width = 640, map_height = 600, page_left = 40, page_top = 70, bar_room = 110, panel_gap = 10;

struct Panel {                         // faces with nearly the same normal
  int axis, way;                       // axis and direction of their normal
  int across, across_way, up, up_way;  // axes and directions to the right and upwards, seen from outside
  const char* name;
};
constexpr std::array<Panel, 5> panels{{{0, -1, 1, -1, 2, 1, "windward"},
                                       {1, -1, 0, 1, 2, 1, "side −y"},
                                       {0, 1, 1, 1, 2, 1, "leeward"},
                                       {1, 1, 0, -1, 2, 1, "side +y"},
                                       {2, 1, 1, -1, 0, 1, "roof"}}};

struct Span {
  double low = 1e300, high = -1e300;
  void add(double v) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  double size() const { return std::max(high - low, 0.0); }
};

std::array<double, 3> normal_of(const SurfaceTable& t, const std::array<int, 4>& face) {
  const auto &a = t.nodes[face[0]], &b = t.nodes[face[1]], &c = t.nodes[face[2]], &d = t.nodes[face[3]];
  std::array<double, 3> n{};
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    n[i] = (c[j] - a[j]) * (d[k] - b[k]) - (c[k] - a[k]) * (d[j] - b[j]);
  }
  return n;  // points into the body, because nodes run so that the normal points out of the fluid
}

int panel_of(const SurfaceTable& t, const std::array<int, 4>& face) {
  const auto n = normal_of(t, face);
  const int axis = static_cast<int>(
      std::max_element(n.begin(), n.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }) - n.begin());
  for (std::size_t p = 0; p < panels.size(); ++p)
    if (panels[p].axis == axis && panels[p].way == (n[axis] > 0 ? -1 : 1)) return static_cast<int>(p);
  return -1;
}

struct Layout {
  std::array<Span, 5> across, up;
  double scale = 1;  // pixels per metre
  std::array<Rect, 5> place;
};

Layout layout_of(const SurfaceTable& t, const std::vector<int>& panel, int begin) {
  Layout l;
  for (std::size_t f = 0; f < t.faces.size(); ++f) {
    if (panel[f] < 0) continue;
    const Panel& p = panels[panel[f]];
    for (int n : t.faces[f]) {
      l.across[panel[f]].add(p.across_way * t.nodes[n][p.across]);
      l.up[panel[f]].add(p.up_way * t.nodes[n][p.up]);
    }
  }
  double width = 0, height = 0;
  for (int p = 0; p < 4; ++p) {
    width += l.across[p].size();
    height = std::max(height, l.up[p].size());
  }
  const double room_across = map_width - 2 * page_left - bar_room - 3 * panel_gap, room_up = map_height - page_top - 50;
  l.scale = std::min(room_across / width, room_up / (height + l.up[4].size()));
  const auto pixels = [&](double metres) { return static_cast<int>(std::lround(metres * l.scale)); };
  int x = begin + page_left;
  const int bottom = map_height - 34;
  for (int p = 0; p < 4; ++p) {
    l.place[p] = {x, bottom - pixels(l.up[p].size()), x + pixels(l.across[p].size()), bottom};
    x = l.place[p].x1 + (l.place[p].width() > 0 ? panel_gap : 0);
  }
  const Rect& front = l.place[0];
  l.place[4] = {front.x0, front.y0 - panel_gap - pixels(l.up[4].size()), front.x0 + pixels(l.across[4].size()),
                front.y0 - panel_gap};
  return l;
}

void draw_map(Canvas& canvas, const SurfaceTable& t, std::size_t column, int begin, const std::string& title) {
  std::vector<int> panel;
  Span range;
  for (std::size_t f = 0; f < t.faces.size(); ++f) {
    panel.push_back(panel_of(t, t.faces[f]));
    range.add(t.rows[f][column]);
  }
  const Layout l = layout_of(t, panel, begin);
  Scale scale;
  const bool diverging = range.low < 0 && range.high > 0;
  scale.map = diverging ? ColourMap::diverging : ColourMap::sequential;
  const double most = std::max(std::abs(range.low), std::abs(range.high));
  scale.low = diverging ? -most : range.low;
  scale.high = diverging ? most : std::max(range.high, range.low + 1e-12);
  for (std::size_t f = 0; f < t.faces.size(); ++f) {
    if (panel[f] < 0) continue;
    const Panel& p = panels[panel[f]];
    Span x, y;
    for (int n : t.faces[f]) {
      x.add(p.across_way * t.nodes[n][p.across] - l.across[panel[f]].low);
      y.add(p.up_way * t.nodes[n][p.up] - l.up[panel[f]].low);
    }
    const Rect& r = l.place[panel[f]];
    const auto px = [&](double v) { return r.x0 + static_cast<int>(std::lround(v * l.scale)); };
    const auto py = [&](double v) { return r.y1 - static_cast<int>(std::lround(v * l.scale)); };
    canvas.fill({px(x.low), py(y.high), px(x.high), py(y.low)}, scale.colour(t.rows[f][column]));
  }
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const Rect& r = l.place[p];
    if (r.width() <= 0) continue;
    canvas.frame(r, 1.2, ink_mid);
    const bool roof = p == 4;
    canvas.text({roof ? r.x1 + 8.0 : 0.5 * (r.x0 + r.x1), roof ? r.y0 + 12.0 : r.y1 + 18.0}, panels[p].name,
                {.anchor = roof ? Text::Anchor::left : Text::Anchor::middle, .size = 10});
  }
  int right = 0;
  for (const Rect& r : l.place) right = std::max(right, r.x1);
  draw_bar(canvas, {right + 36, page_top + 20, right + 56, map_height - 34}, scale, 1, {});
  canvas.text({double(begin + page_left), 34.0}, title, {.size = 14});
  canvas.text({double(begin + page_left), 54.0},
              bare(t.columns[column]) + " on " + t.name + ", " + readable(range.low) + " to " + readable(range.high),
              {.size = 10, .colour = ink_mid});
}

}  // namespace

Image surface_picture(const SurfaceTable& t, const std::vector<std::string>& columns, const std::string& title) {
  if (t.faces.empty() || t.rows.size() != t.faces.size()) return {};
  std::vector<std::size_t> shown;
  for (const std::string& name : columns)
    for (std::size_t c = 0; c < t.columns.size(); ++c)
      if (bare(t.columns[c]) == name) shown.push_back(c);
  if (shown.empty()) return {};
  Canvas canvas(map_width * static_cast<int>(shown.size()), map_height);
  for (std::size_t n = 0; n < shown.size(); ++n)
    draw_map(canvas, t, shown[n], map_width * static_cast<int>(n), n == 0 ? title : "");
  return canvas.take();
}

}  // namespace eddy
