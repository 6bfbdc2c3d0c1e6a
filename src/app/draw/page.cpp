#include "app/draw/page.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "output/axes.hpp"

namespace eddy {
namespace {

void put(Image& page, const Image& picture, int x, int y) {
  for (int row = 0; row < picture.height; ++row)
    std::copy_n(picture.at(0, row), 3 * picture.width, page.at(x, y + row));
}

// Greys, which are paper and ink, are inverted; strong colours are kept.
Rgb dark_of(const Rgb& ink) {
  Lab c = to_lab({ink[0] / 255.0, ink[1] / 255.0, ink[2] / 255.0});
  const double strong = std::min(1.0, std::hypot(c.a, c.b) / 0.08);
  c.l = (1 - strong) * (0.17 + 0.80 * (1 - c.l)) + strong * c.l;
  return bytes(from_lab(c));
}

void put_back(Image& page, const Image& from, const Rect& r) {
  for (int y = std::max(0, r.y0); y < std::min(r.y1, page.height); ++y)
    for (int x = std::max(0, r.x0); x < std::min(r.x1, page.width); ++x) std::copy_n(from.at(x, y), 3, page.at(x, y));
}

}  // namespace

Image panels(const std::vector<Image>& pictures, int columns, const std::string& title, bool dark) {
  const int count = static_cast<int>(pictures.size()), rows = (count + columns - 1) / columns;
  int wide = 0;
  std::vector<int> tall(static_cast<std::size_t>(rows), 0);
  for (int n = 0; n < count; ++n) {
    wide = std::max(wide, pictures[n].width);
    tall[n / columns] = std::max(tall[n / columns], pictures[n].height);
  }
  const double s = wide * columns / 1280.0;
  int height = title.empty() ? 0 : static_cast<int>(56 * s);
  const int first = height;
  for (const int h : tall) height += h;
  Canvas canvas(wide * columns, height);
  if (!title.empty()) draw_heading(canvas, 40 * s, 1.2 * s, title, "");
  Image page = canvas.take();
  if (dark) page = darkened(page);
  for (int n = 0, y = first; n < count; ++n) {
    put(page, pictures[n], wide * (n % columns), y);
    if (n % columns == columns - 1) y += tall[n / columns];
  }
  return page;
}

Image darkened(const Image& page, const std::vector<Rect>& keep) {
  Image dark = page;
  std::unordered_map<std::uint32_t, Rgb> known;
  for (std::size_t n = 0; n < page.rgb.size(); n += 3) {
    const Rgb ink{page.rgb[n], page.rgb[n + 1], page.rgb[n + 2]};
    const std::uint32_t key = ink[0] | ink[1] << 8 | ink[2] << 16;
    auto found = known.find(key);
    if (found == known.end()) found = known.emplace(key, dark_of(ink)).first;
    std::copy(found->second.begin(), found->second.end(), dark.rgb.begin() + std::ptrdiff_t(n));
  }
  for (const Rect& r : keep) put_back(dark, page, r);
  return dark;
}

}  // namespace eddy
