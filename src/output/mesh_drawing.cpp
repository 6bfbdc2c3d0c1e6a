#include "output/mesh_drawing.hpp"

#include "output/axes.hpp"

namespace eddy {
namespace {

void draw_patch_legend(Canvas& canvas, const std::vector<std::string>& patches, int x, int y, double s) {
  double at = x;
  for (std::size_t p = 0; p < patches.size(); ++p) {
    const std::string& name = patches[p];
    const double wide = text_width(name, label_size(s)) + 62 * s;
    if (at + wide > canvas.width() && at > x) {
      at = x;
      y += static_cast<int>(22 * s);
    }
    canvas.line({at, double(y)}, {at + 28 * s, double(y)}, 3 * s, series_colour(static_cast<int>(p)));
    canvas.text({at + 36 * s, y + label_size(s) / 2}, name, {.size = label_size(s)});
    at += wide;
  }
}

int legend_rows(const std::vector<std::string>& patches, int width, double s) {
  double at = 40 * s;
  int rows = 1;
  for (const std::string& name : patches) {
    const double wide = text_width(name, label_size(s)) + 62 * s;
    if (at + wide > width && at > 40 * s) {
      at = 40 * s;
      ++rows;
    }
    at += wide;
  }
  return patches.empty() ? 0 : rows;
}

std::vector<std::string> with_conditions(const std::vector<std::string>& patches, const MeshPictureOptions& o) {
  std::vector<std::string> words;
  for (const std::string& name : patches) {
    const auto own = o.conditions.find(name), rest = o.conditions.find("others");
    const auto found = own != o.conditions.end() ? own : rest;
    words.push_back(found == o.conditions.end() ? name : name + ": " + found->second);
  }
  return words;
}

}  // namespace

Image mesh_page(const DrawnMesh& mesh, const MeshPictureOptions& o) {
  const double s = o.width / 1280.0;
  const Extent& all = mesh.bounds;
  std::vector<Extent> views{all.widened(0.02)};
  Extent least = all;
  for (const Extent& b : mesh.patch_bounds)
    if (b.size() < least.size() && b.within(all)) least = b;
  if (mesh.flat && least.size() < 0.25 * all.size() && least.size() > 0) views.push_back(least.widened(0.25));
  const int margin = static_cast<int>(40 * s), head = static_cast<int>(84 * s);
  const std::vector<std::string> legend = with_conditions(mesh.patches, o);
  const int rows = legend_rows(legend, o.width, s), foot = static_cast<int>((rows * 22 + 30) * s);
  const int panel = (o.width - margin * (static_cast<int>(views.size()) + 1)) / static_cast<int>(views.size());
  const double shape = (views[0].high.y - views[0].low.y) / std::max(views[0].high.x - views[0].low.x, 1e-300);
  const int height =
      static_cast<int>(std::clamp(shape * panel, 200 * s, views.size() == 2 ? double(panel) : 0.75 * panel));
  Canvas canvas(o.width, head + height + foot);
  for (std::size_t n = 0; n < views.size(); ++n) {
    const int x = margin + static_cast<int>(n) * (panel + margin);
    const Rect area{x, head, x + panel, head + height};
    mesh.draw(canvas, View(area, views[n]), s, n == 0 ? 96 : 256);
    if (views.size() > 1) canvas.frame(area, s, ink_light);
  }
  draw_patch_legend(canvas, legend, margin, head + height + static_cast<int>(22 * s), s);
  draw_heading(canvas, margin, s, o.title, o.subtitle);
  return canvas.take();
}

}  // namespace eddy
