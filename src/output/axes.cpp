// Draws the frame, ticks and words around a plot.
#include "output/axes.hpp"

#include <algorithm>
#include <cmath>

#include "base/printable.hpp"

namespace eddy {

double PlotAxis::part(double value) const {
  const double part =
      log ? (std::log(value) - std::log(low)) / (std::log(high) - std::log(low)) : (value - low) / (high - low);
  return reversed ? 1 - part : part;
}

double widest(const Ticks& ticks, double size) {
  double width = 0;
  for (const auto& label : ticks.labels) width = std::max(width, text_width(label, size));
  return width;
}

void draw_grid(Canvas& canvas, const Plot& plot) {
  const Rect& a = plot.area;
  std::vector<Polyline> lines;
  for (double v : plot.x.ticks.at) lines.push_back({{plot.px(v), double(a.y0)}, {plot.px(v), double(a.y1)}});
  for (double v : plot.y.ticks.at) lines.push_back({{double(a.x0), plot.py(v)}, {double(a.x1), plot.py(v)}});
  canvas.stroke(lines, plot.scale, ink_light);
}

void draw_axes(Canvas& canvas, const Plot& plot) {
  const Rect& a = plot.area;
  const double s = plot.scale, size = tick_size(s), tick = 5 * s;
  canvas.frame(a, 1.2 * s, ink_mid);
  std::vector<Polyline> minor;
  for (double v : plot.x.ticks.minor) minor.push_back({{plot.px(v), a.y1 + 0.5}, {plot.px(v), a.y1 + 0.6 * tick}});
  for (double v : plot.y.ticks.minor) minor.push_back({{a.x0 - 0.6 * tick, plot.py(v)}, {a.x0 - 0.5, plot.py(v)}});
  canvas.stroke(minor, s, ink_mid);
  const Text under{.anchor = Text::Anchor::middle, .size = size};
  for (std::size_t i = 0; i < plot.x.ticks.at.size(); ++i) {
    const double x = plot.px(plot.x.ticks.at[i]);
    canvas.line({x, a.y1 + 0.5}, {x, a.y1 + tick}, 1.2 * s, ink_mid);
    canvas.text({x, a.y1 + tick + 5 * s + size}, plot.x.ticks.labels[i], under);
  }
  const Text beside{.anchor = Text::Anchor::right, .size = size};
  for (std::size_t i = 0; i < plot.y.ticks.at.size(); ++i) {
    const double y = plot.py(plot.y.ticks.at[i]);
    canvas.line({a.x0 - tick, y}, {a.x0 - 0.5, y}, 1.2 * s, ink_mid);
    canvas.text({a.x0 - tick - 5 * s, y + size / 2}, plot.y.ticks.labels[i], beside);
  }
  Text words{.anchor = Text::Anchor::middle, .size = label_size(s)};
  canvas.text({(a.x0 + a.x1) / 2.0, a.y1 + tick + 17 * s + size + words.size}, plot.x.label, words);
  words.upright = true;
  canvas.text({a.x0 - tick - 18 * s - widest(plot.y.ticks, size), (a.y0 + a.y1) / 2.0}, plot.y.label, words);
}

std::string shortened(const std::string& words, double size, double room) {
  if (text_width(words, size) <= room) return words;
  std::string cut = words;
  while (!cut.empty() && text_width(cut + "...", size) > room) {
    while (!cut.empty() && (cut.back() & 0xC0) == 0x80) cut.pop_back();  // later bytes of a UTF-8 letter
    if (!cut.empty()) cut.pop_back();
  }
  return cut + "...";
}

void draw_heading(Canvas& canvas, double x, double scale, const std::string& title, const std::string& subtitle) {
  const double size = title_size(scale), room = canvas.width() - x - 24 * scale;
  canvas.text({x, 36 * scale}, shortened(printable(title), size, room), {.size = size, .weight = 0.15});
  const double small = label_size(scale);
  canvas.text({x, 60 * scale}, shortened(subtitle, small, room), {.size = small, .colour = ink_mid});
}

}  // namespace eddy
