#include "solver/projection/bodies.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "field/field.hpp"
#include "mesh/shape.hpp"
#include "solver/projection/metric.hpp"

namespace eddy::projection {

namespace {

using Place = std::array<int, 3>;

template <class Call>
void each(const Box& b, const Call& call) {
  for (int k = b.lo[2]; k < b.hi[2]; ++k)
    for (int j = b.lo[1]; j < b.hi[1]; ++j)
      for (int i = b.lo[0]; i < b.hi[0]; ++i) call(Place{i, j, k});
}

Place moved(Place c, int axis, int n) {
  c[axis] += n;
  return c;
}

std::string cell_text(const Place& c, int dimensions) {
  std::string text = "(";
  for (int a = 0; a < dimensions; ++a) text += (a ? ", " : "") + std::to_string(c[a]);
  return text + ")";
}

}  // namespace

Bodies::Bodies(const Grid& grid, const ProjectionOptions& options, const Model& model)
    : grid_(grid), options_(options), model_(model) {
  if (!any()) return;
  fill();
  trim();
  const auto left = thin();
  if (!left.empty())
    throw Error(Exit::usage, name(of(left.front())) + " is one cell thick at cell " +
                                 cell_text(left.front(), grid.dimensions) +
                                 ", x = " + number_text(grid.centre(0, left.front()[0])) +
                                 ", y = " + number_text(grid.centre(1, left.front()[1])) +
                                 (grid.dimensions == 3 ? ", z = " + number_text(grid.centre(2, left.front()[2])) : "") +
                                 ": there is fluid on both sides. Make it thicker, or the mesh finer.");
  if (std::find(body_.begin(), body_.end(), 0) == body_.end())
    throw Error(Exit::usage, "the bodies cover the whole domain: there is no fluid left.");
}

std::size_t Bodies::place(const Place& c) const {
  return c[0] + static_cast<std::size_t>(grid_.cells(0)) * (c[1] + static_cast<std::size_t>(grid_.cells(1)) * c[2]);
}

int Bodies::of(Place c) const {
  for (int a = 0; a < 3; ++a) {
    const int n = grid_.cells(a);
    c[a] = a < grid_.dimensions && model_.periodic(a) ? (c[a] + n) % n : std::clamp(c[a], 0, n - 1);
  }
  return body_[place(c)];
}

void Bodies::fill() {
  body_.assign(static_cast<std::size_t>(grid_.cell_count()), 0);
  for (int n = 1; n <= static_cast<int>(options_.body.size()); ++n) {
    std::size_t cells = 0;
    const auto covered = cells_inside(grid_, options_.body[n - 1].shape);
    each(model_.cells(), [&](const Place& c) {
      if (!covered[place(c)]) return;
      int& there = body_[place(c)];
      if (there)
        throw Error(Exit::usage, name(there) + " and " + name(n) + " overlap in cell " +
                                     cell_text(c, grid_.dimensions) + ". Move one of them, or make them one body.");
      there = n, ++cells;
    });
    if (cells == 0)
      throw Error(Exit::usage, name(n) +
                                   " has no cell of the mesh: it lies outside of the domain, or is smaller than a "
                                   "cell.");
  }
}

std::vector<Place> Bodies::thin() const {
  std::vector<Place> all;
  each(model_.cells(), [&](const Place& c) {
    if (of(c) == 0) return;
    for (int a = 0; a < grid_.dimensions; ++a)
      if (of(moved(c, a, -1)) == 0 && of(moved(c, a, 1)) == 0) return all.push_back(c);
  });
  return all;
}

// A round shape may end in a single cell, which is not worth a refusal: it becomes fluid. What is thin beyond that is:
// only the last cells go, and not if that would be all of a body.
void Bodies::trim() {
  std::vector<Place> ends;
  for (const Place& c : thin()) {
    int neighbours = 0;
    for (int a = 0; a < grid_.dimensions; ++a)
      neighbours += of(moved(c, a, -1)) == of(c), neighbours += of(moved(c, a, 1)) == of(c);
    if (neighbours == 1) ends.push_back(c);
  }
  std::vector<std::int64_t> left(options_.body.size() + 1);
  for (int n : body_) ++left[n];
  for (const Place& c : ends) --left[of(c)];
  for (const Place& c : ends)
    if (left[of(c)] > 0) body_[place(c)] = 0;
}

double Bodies::flag(int axis, Place face) const {
  if (!any()) return 1;
  const int below = of(moved(face, axis, -1)), above = of(face);
  if (below == 0 && above == 0) return 1;
  return below && above ? -inside_flag - above : -std::max(below, above);
}

Box Bodies::around(int body) const {
  Box b{{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  each(model_.cells(), [&](const Place& c) {
    if (of(c) != body) return;
    for (int a = 0; a < 3; ++a) b.lo[a] = std::min(b.lo[a], c[a]), b.hi[a] = std::max(b.hi[a], c[a] + 1);
  });
  for (int a = 0; a < grid_.dimensions; ++a) {
    const int n = grid_.cells(a);
    const bool across = model_.periodic(a) && (b.lo[a] < 2 || b.hi[a] + 2 > n);  // some of it is at the other end
    b.lo[a] = across ? 0 : std::max(b.lo[a] - 2, 0), b.hi[a] = across ? n : std::min(b.hi[a] + 2, n);
  }
  return b;
}

std::vector<double> Bodies::conductance(int axis) const {
  std::vector<double> all;
  each(face_box(model_.cells(), axis), [&](const Place& f) {
    const bool end = !model_.periodic(axis) && (f[axis] == 0 || f[axis] == grid_.cells(axis));
    double g = end || flag(axis, f) <= 0 ? 0 : 1 / model_.distance(axis, f[axis]);
    for (int a = 0; a < grid_.dimensions; ++a)
      if (a != axis) g *= model_.width(a, f[a]);
    all.push_back(g);
  });
  return all;
}
std::vector<double> Bodies::volumes() const {
  std::vector<double> all;
  each(model_.cells(), [&](const Place& c) {
    double v = 1;
    for (int a = 0; a < grid_.dimensions; ++a) v *= model_.width(a, c[a]);
    all.push_back(v);
  });
  return all;
}

std::vector<int> Bodies::regions() const {
  std::vector<int> region(body_.size(), -1);
  std::vector<Place> waiting;
  int count = 0;
  each(model_.cells(), [&](const Place& seed) {
    if (of(seed) || region[place(seed)] >= 0) return;
    region[place(seed)] = count;
    waiting.assign(1, seed);
    while (!waiting.empty()) {
      const Place c = waiting.back();
      waiting.pop_back();
      for (int a = 0; a < grid_.dimensions; ++a)
        for (int step : {-1, 1}) {
          Place next = moved(c, a, step);
          const int n = grid_.cells(a);
          if (model_.periodic(a)) next[a] = (next[a] + n) % n;
          if (next[a] < 0 || next[a] >= n || of(next) || region[place(next)] >= 0) continue;
          region[place(next)] = count;
          waiting.push_back(next);
        }
    }
    ++count;
  });
  return region;
}

void Bodies::refuse_blocked(const RunOptions& run) const {
  if (!any()) return;
  const auto region = regions();
  struct Through {
    double in = 0;
    bool open = false;
    Place cell{};
  };
  for (double t : some_times(run, model_.boundary_varies())) {
    std::vector<Through> all(1 + *std::max_element(region.begin(), region.end()));
    double whole = 0;
    for (int side = 0; side < 2 * grid_.dimensions; ++side) {
      const int axis = side / 2;
      if (model_.periodic(axis)) continue;
      const auto area = model_.areas(side), u = model_.side_values(side, axis, t), out = model_.outflow_faces(side),
                 kept = model_.side_mirror(side, axis);
      std::size_t n = 0;
      each(model_.side_box(side), [&](Place c) {
        c[axis] = side % 2 ? grid_.cells(axis) - 1 : 0;
        const double flow = (side % 2 ? -1 : 1) * u[n] * area[n] * (1 - kept[n]);
        const bool open = out[n] > 0, outside = area[n] == 0;
        ++n;
        if (outside) return;
        if (of(c) && (open || flow != 0))
          throw Error(Exit::usage, name(of(c)) + " lies on the " + side_names[side] + " side where the flow " +
                                       (open || flow < 0 ? "goes out" : "comes in") + ", at cell " +
                                       cell_text(c, grid_.dimensions) + ". Move it, or make that part of boundary." +
                                       side_names[side] + " a wall: a patch with kind = \"no-slip\" and where.");
        if (of(c)) return;
        Through& r = all[region[place(c)]];
        r.in += flow, r.open = r.open || open, r.cell = c, whole += std::abs(flow);
      });
    }
    for (const Through& r : all)
      if (!r.open && std::abs(r.in) > 1e-10 * whole)
        throw Error(Exit::usage, "bodies close the way of the flow: " + number_text(std::abs(r.in)) +
                                     (grid_.dimensions == 2 ? " m²/s" : " m³/s") + (r.in > 0 ? " go into" : " leave") +
                                     " the fluid around cell " + cell_text(r.cell, grid_.dimensions) +
                                     (r.in > 0 ? ", and none can leave it." : ", and none comes into it.") +
                                     " Leave a gap, or make one of its sides an outflow.");
  }
}

void Bodies::refuse_probes(const OutputOptions& output) const {
  if (!any()) return;
  for (const ProbeOptions& p : output.probe) {
    Place c{0, 0, 0};
    for (int a = 0; a < grid_.dimensions; ++a) {
      const auto& nodes = grid_.nodes[a];
      c[a] = static_cast<int>(std::upper_bound(nodes.begin(), nodes.end(), p.at[a]) - nodes.begin()) - 1;
    }
    if (const int n = of(c))
      throw Error(Exit::usage, "output.probe at (" + number_text(p.at[0]) + ", " + number_text(p.at[1]) +
                                   (grid_.dimensions == 3 ? ", " + number_text(p.at[2]) : "") + ") lies inside " +
                                   name(n) + ". Move it.");
  }
}

}  // namespace eddy::projection
