// Draws smooth strokes: the coverage of a pixel is how far it lies within half a width of the nearest segment.
#include "output/canvas.hpp"

#include <algorithm>
#include <cmath>

namespace eddy {
namespace {

double distance(Spot p, Spot a, Spot b) {
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const double s = length2 > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / length2, 0.0, 1.0) : 0.0;
  return std::hypot(p.x - a.x - s * dx, p.y - a.y - s * dy);
}

Rect box_of(Spot a, Spot b, double reach, const Rect& limit) {
  const auto low = [](double v) { return static_cast<int>(std::floor(std::clamp(v, -1e6, 1e6))); };
  return {std::max(limit.x0, low(std::min(a.x, b.x) - reach)), std::max(limit.y0, low(std::min(a.y, b.y) - reach)),
          std::min(limit.x1, low(std::max(a.x, b.x) + reach) + 1),
          std::min(limit.y1, low(std::max(a.y, b.y) + reach) + 1)};
}

Rect box_of(const std::vector<Polyline>& lines, double reach, const Rect& limit) {
  Spot low{1e6, 1e6}, high{-1e6, -1e6};
  for (const Polyline& line : lines)
    for (Spot p : line) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y)};
    }
  return box_of(low, high, reach, limit);
}

class Mask {  // coverage 0…1 of the pixels of a box
 public:
  explicit Mask(const Rect& box) : box_(box), cover_(std::size_t(box.width()) * box.height(), 0.f) {}

  void add(Spot a, Spot b, double width) {
    const Rect near = box_of(a, b, width / 2 + 1, box_);
    const double thin = std::min(1.0, width);  // a hairline fades instead of breaking up
    const double reach = std::max(1.0, width) / 2 + 0.5;
    for (int y = near.y0; y < near.y1; ++y)
      for (int x = near.x0; x < near.x1; ++x) {
        const double c = thin * std::clamp(reach - distance({x + 0.5, y + 0.5}, a, b), 0.0, 1.0);
        float& pixel = cover_[std::size_t(y - box_.y0) * box_.width() + (x - box_.x0)];
        pixel = std::max(pixel, static_cast<float>(c));
      }
  }

  void blend(Image& image, const Colour& colour) const {
    const auto ink = bytes(colour);
    for (int y = box_.y0; y < box_.y1; ++y)
      for (int x = box_.x0; x < box_.x1; ++x) {
        const float c = cover_[std::size_t(y - box_.y0) * box_.width() + (x - box_.x0)];
        if (c == 0) continue;
        for (int k = 0; k < 3; ++k) {
          auto& value = image.at(x, y)[k];
          value = static_cast<std::uint8_t>(std::lround(value + c * static_cast<float>(ink[k] - value)));
        }
      }
  }

 private:
  Rect box_;
  std::vector<float> cover_;
};

}  // namespace

Canvas::Canvas(int width, int height) : image_(width, height) { unclip(); }

void Canvas::fill(const Rect& rect, const Rgb& ink) {
  for (int y = std::max(rect.y0, clip_.y0); y < std::min(rect.y1, clip_.y1); ++y)
    for (int x = std::max(rect.x0, clip_.x0); x < std::min(rect.x1, clip_.x1); ++x) set(x, y, ink);
}

void Canvas::stroke(const std::vector<Polyline>& lines, double width, const Colour& colour) {
  const Rect box = box_of(lines, width / 2 + 1, clip_);
  if (box.width() <= 0 || box.height() <= 0) return;
  Mask mask(box);
  for (const Polyline& line : lines)
    for (std::size_t i = 1; i < line.size(); ++i) mask.add(line[i - 1], line[i], width);
  mask.blend(image_, colour);
}

void Canvas::frame(const Rect& r, double width, const Colour& colour) {
  const double x0 = r.x0 - 0.5, y0 = r.y0 - 0.5, x1 = r.x1 + 0.5, y1 = r.y1 + 0.5;
  stroke({{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}, {x0, y0}}}, width, colour);
}

void Canvas::text(Spot at, std::string_view words, const Text& style) {
  const double scale = style.size / cap_height, whole = text_width(words, style.size);
  double pen = style.anchor == Text::Anchor::left ? 0 : style.anchor == Text::Anchor::right ? -whole : -whole / 2;
  std::vector<Polyline> strokes;
  for (char32_t code : decode_utf8(words)) {
    const Glyph& g = glyph(code);
    for (Polyline stroke : g.strokes) {
      for (Spot& p : stroke) {
        const double along = pen + p.x * scale, up = p.y * scale;
        p = style.upright ? Spot{at.x - up, at.y - along} : Spot{at.x + along, at.y - up};
      }
      strokes.push_back(std::move(stroke));
    }
    pen += g.advance * scale;
  }
  stroke(strokes, style.weight * style.size, style.colour);
}

}  // namespace eddy
