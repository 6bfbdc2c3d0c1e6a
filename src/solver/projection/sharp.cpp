#include "solver/projection/sharp.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "field/field.hpp"
#include "mesh/shape.hpp"
#include "solver/projection/in_threads.hpp"

namespace eddy::projection {

namespace {

constexpr std::int64_t most_distances = 1 << 24;  // that are kept, by axis: 128 MiB

}  // namespace

int Sharp::threads_for(std::size_t count, std::size_t worth) const { return count < worth ? 1 : threads_; }

// Distance functions of the solids at their poses; `conductors`: only of those that conduct heat.
static std::vector<PlacedDistance> surfaces_of(const ProjectionOptions& options,
                                               const std::shared_ptr<const Solids>& solids,
                                               const std::vector<Pose>& poses, bool conductors) {
  std::vector<PlacedDistance> all;
  for (std::size_t n = 0; n < solids->size(); ++n) {
    if (conductors && !options.body[n].conductivity) continue;
    const Pose& pose = poses[n];
    const std::shared_ptr<const Distance> shape(solids, &(*solids)[n].distance);
    if (pose.moves)
      all.emplace_back(shape, pose);
    else
      all.emplace_back(shape);
  }
  return all;
}
// The axes along which a body varies. Along an axis on which it is endless, a polynomial needs no data: values in the
// plane across it are enough, and a cylinder in space has the rows of the disc.
static Axes varying_axes(const Solid& solid, const Pose& pose, int dimensions) {
  const auto turned = [&](int a) {  // out of its direction
    for (int b = 0; b < 3; ++b)
      if (b != a && (pose.turn[a][b] != 0 || pose.turn[b][a] != 0 || pose.spin[b] != 0)) return true;
    return false;
  };
  Axes some, all;
  for (int a = 0; a < dimensions; ++a) {
    all.of[all.count++] = a;
    const bool endless = std::isinf(solid.bounds.lower[a]) && std::isinf(solid.bounds.upper[a]);
    if (!endless || turned(a)) some.of[some.count++] = a;
  }
  return some.count ? some : all;
}
static CutShapes::Widths widths_of(const Model& model) {
  CutShapes::Widths all;
  for (int a = 0; a < model.dimensions(); ++a)
    for (int i = 0; i < model.grid().cells(a); ++i) all[a].push_back(model.width(a, i));
  return all;
}

Sharp::Sharp(const ProjectionOptions& options, const Model& model, const std::shared_ptr<const Solids>& solids,
             const std::vector<Pose>& poses, int threads)
    : CutShapes(model.grid(), surfaces_of(options, solids, poses, false), widths_of(model)),
      options_(options),
      model_(model),
      threads_(threads > 0 ? threads : omp_get_max_threads()),
      poses_(poses),
      conductors_(model.grid(), surfaces_of(options, solids, poses, true), widths_of(model)) {
  window_ = {{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  for (std::size_t n = 0; n < solids->size(); ++n) {
    const Solid& s = (*solids)[n];
    axes_.push_back(varying_axes(s, poses_[n], d_));
    const Reach r = reach(grid_, placed_bounds(s, poses_[n], d_));
    for (int a = 0; a < 3; ++a) window_.set(a, std::min(window_.lo[a], r.lo[a]), std::max(window_.hi[a], r.hi[a]));
  }
  window_ = window_.grown(2, d_).common(model.cells());
  for (int axis = -1; axis < d_; ++axis) places_[std::size_t(axis + 1)] = axis < 0 ? window_ : face_box(window_, axis);
  for (int n = 0; n < static_cast<int>(options.body.size()); ++n)
    if (options.body[n].conductivity) conductor_.push_back(n + 1);
  for (const Body& b : options.body) {
    for (const Formula& f : b.velocity) formulas_ = formulas_ || !f.is_number();
    for (const auto* f : {&b.temperature, &b.flux}) formulas_ = formulas_ || (f->has_value() && !(*f)->is_number());
  }
  find_distances();
  find_openings();
}

// Blocks of places that are farther than four cells from the surface all get a bound of their distances: only whether
// they are in the fluid matters, and that they are far.
void Sharp::find_distances() {
  constexpr int side = 6, far = 4;
  for (int axis = -1; axis < d_; ++axis) {
    const Box box = places(axis);
    if (box.cells() > most_distances) return;
    auto& all = distances_[std::size_t(axis + 1)];
    all.resize(static_cast<std::size_t>(box.cells()));
    Box blocks;
    for (int a = 0; a < d_; ++a) blocks.set(a, 0, (box.extent(a) + side - 1) / side);
    in_threads(std::size_t(blocks.cells()), threads_for(std::size_t(box.cells()), 10000), [&](std::size_t n) {
      Box block;
      const int first = static_cast<int>(n);
      const Place of{first % blocks.hi[0], first / blocks.hi[0] % blocks.hi[1], first / blocks.hi[0] / blocks.hi[1]};
      for (int a = 0; a < d_; ++a) block.set(a, box.lo[a] + side * of[a], box.lo[a] + side * (of[a] + 1));
      block = block.common(box);
      const Coordinates lower = place_of(axis, block.lo),
                        upper = place_of(axis, {block.hi[0] - 1, block.hi[1] - 1, block.hi[2] - 1});
      Coordinates middle{};
      double square = 0, widest = 0;
      for (int a = 0; a < d_; ++a) {
        middle[a] = 0.5 * (lower[a] + upper[a]);
        square += std::pow(0.5 * (upper[a] - lower[a]), 2);
        for (int i = block.lo[a]; i < block.hi[a]; ++i)
          widest = std::max(widest, widths_[a][std::size_t(std::min(i, grid_.cells(a) - 1))]);
      }
      const double d = distance(middle), least = std::abs(d) - std::sqrt(square);
      const bool exact = least < far * widest;
      std::array<Coordinates, side> row;
      for (Place p = block.lo; p[2] < block.hi[2]; ++p[2])
        for (p[1] = block.lo[1]; p[1] < block.hi[1]; ++p[1]) {
          double* const to = &all[place_in(box, {block.lo[0], p[1], p[2]})];
          for (p[0] = block.lo[0]; p[0] < block.hi[0]; ++p[0]) row[std::size_t(p[0] - block.lo[0])] = place_of(axis, p);
          if (exact)
            distances(row.data(), to, std::size_t(block.extent(0)));
          else
            std::fill_n(to, block.extent(0), std::copysign(least, d));
        }
    });
  }
}

void Sharp::find_openings() {
  for (int axis = 0; axis < d_; ++axis) {
    std::vector<std::pair<Place, Opening>> cut;
    each(places(axis), [&](const Place& f) {
      const double d = distance_to(axis, f);
      if (std::abs(d) < widest_ && near_face(axis, widths(f), d)) cut.push_back({f, {}});
    });
    in_threads(cut.size(), threads_for(cut.size(), 100), [&](std::size_t n) {
      auto& [face, o] = cut[n];
      o = whole_opening(axis, face);
      if (o.part != 0 && o.part != 1 && (orphan(face) || orphan(moved(face, axis, -1)))) o.part = 0;
    });
    openings_[axis].set(places(axis), std::move(cut));
  }
}

Box Sharp::domain(int axis) const { return axis < 0 ? model_.cells() : model_.faces(axis); }

double Sharp::narrowest(const Axes& axes) const {
  if (axes.count == d_) return cell_;
  double least = std::numeric_limits<double>::infinity();
  for (int a : axes) least = std::min(least, *std::min_element(widths_[a].begin(), widths_[a].end()));
  return least;
}
double Sharp::deepest(int body) const {
  double most = 0;
  each(window_, [&](const Place& c) { most = std::max(most, -surfaces_[std::size_t(body) - 1](place_of(-1, c))); });
  return most / cell_;
}

// The pressure of a cell without computed faces would act on nothing, so such a sliver is closed.
bool Sharp::orphan(const Place& cell) const {
  for (int a = 0; a < d_; ++a)
    if (cell[a] < 0 || cell[a] >= grid_.cells(a)) return false;
  for (int a : axes_at(place_of(-1, cell)))
    if (fluid(a, cell) || fluid(a, moved(cell, a, 1))) return false;
  return true;
}
Opening Sharp::opening(int axis, const Place& face) const {
  if (!lies_in(places(axis), face)) return whole_opening(axis, face);
  if (const Opening* known = openings_[axis].find(face)) return *known;
  return {distance_to(axis, face) > 0 ? 1.0 : 0.0, place_of(axis, face)};
}
double Sharp::aperture(int axis, const Place& face) const {
  if (!lies_in(places(axis), face)) return 1;
  const double d = distance_to(axis, face);
  const bool near = std::abs(d) < widest_ && near_face(axis, widths(face), d);
  return near ? opening(axis, face).part : d > 0 ? 1 : 0;
}
double Sharp::open_part_of_cell(const Place& cell) const {
  if (!lies_in(window_, cell)) return 1;
  const Coordinates h = widths(cell);
  const double d = distance_to(-1, cell);
  return near_cell(h, d) ? fraction(cell) : d > 0 ? 1 : 0;
}

// Beforehand, with threads; a place that is farther away has its point computed whenever it is asked for.
void Sharp::find_walls_below(int axis) const {
  auto& known = walls_below_[std::size_t(axis + 1)];
  if (known.made()) return;
  std::vector<std::pair<Place, Coordinates>> near;
  each(places(axis), [&](const Place& p) {
    const double d = distance_to(axis, p);
    if (d <= least_distance_) return;
    const Coordinates h = widths(p);
    if (d < 3 * *std::max_element(h.begin(), h.begin() + d_)) near.push_back({p, {}});
  });
  in_threads(near.size(), threads_for(near.size(), 200),
             [&](std::size_t n) { near[n].second = on_wall(place_of(axis, near[n].first)); });
  known.set(places(axis), std::move(near));
}
Coordinates Sharp::wall_below(int axis, const Place& p) const {
  const Coordinates* known = walls_below_[std::size_t(axis + 1)].find(p);
  return known ? *known : on_wall(place_of(axis, p));
}

double Sharp::wall_value(int axis, const Coordinates& x) const {
  const int body = nearest(x);
  const Body& b = options_.body[body - 1];
  if (axis >= 0 && pose(body).moves) return pose(body).velocity_at(x)[axis];
  if (axis >= 0) return b.velocity.empty() ? 0 : evaluate(b.velocity[axis], "body." + b.name + ".velocity", x, 0);
  return evaluate(*b.temperature, "body." + b.name + ".temperature", pose(body).drawn(x), 0);
}
bool Sharp::gives_value(int axis, const Coordinates& x) const {
  return axis >= 0 || options_.body[nearest(x) - 1].temperature.has_value();
}
// What is said at two points of surfaces is of one kind, values or slopes; where a solid conducts nothing is said.
bool Sharp::alike(int axis, const Coordinates& x, const Coordinates& y) const {
  return axis >= 0 ||
         (gives_value(axis, x) == gives_value(axis, y) && !options_.body[nearest(x) - 1].conductivity.has_value());
}
double Sharp::wall_slope(const Coordinates& x) const {
  const int body = nearest(x);
  const Body& b = options_.body[body - 1];
  return b.flux ? -evaluate(*b.flux, "body." + b.name + ".flux", pose(body).drawn(x), 0) / options_.diffusivity() : 0;
}

bool Sharp::all_faces_fluid(const Place& cell) const {
  bool all = true;
  for (int a : axes_at(place_of(-1, cell))) all = all && fluid(a, cell) && fluid(a, moved(cell, a, 1));
  return all;
}

}  // namespace eddy::projection
