#include "solver/projection/sharp.hpp"

#include <algorithm>
#include <cmath>

#include "field/field.hpp"
#include "mesh/shape.hpp"

namespace eddy::projection {

namespace {

// Distance in cells from a face to the values of its row; up to twice as far if they are taken around its foot, which
// is as far as the halos of ranks reach.
constexpr int data_reach = 2;
constexpr double most_weight = 8;            // largest sum of |weights| in a row: longer extrapolation would oscillate
constexpr double most_weight_between = 1.5;  // the same for places in the fluid

}  // namespace

// Distance functions of the solids at time t; `conductors`: only of those that conduct heat.
static std::vector<DistanceFrom> surfaces_of(const ProjectionOptions& options,
                                             const std::shared_ptr<const Solids>& solids, double t, bool conductors) {
  std::vector<DistanceFrom> all;
  for (std::size_t n = 0; n < solids->size(); ++n) {
    if (conductors && !options.body[n].conductivity) continue;
    const Pose pose = (*solids)[n].motion.at(t);
    if (pose.moves)
      all.push_back([solids, n, pose](const Point& x) { return (*solids)[n].distance(pose.drawn(x)); });
    else
      all.push_back([solids, n](const Point& x) { return (*solids)[n].distance(x); });
  }
  return all;
}
static CutShapes::Widths widths_of(const Model& model) {
  CutShapes::Widths all;
  for (int a = 0; a < model.dimensions(); ++a)
    for (int i = 0; i < model.grid().cells(a); ++i) all[a].push_back(model.width(a, i));
  return all;
}

Sharp::Sharp(const ProjectionOptions& options, const Model& model, const std::shared_ptr<const Solids>& solids,
             double t)
    : CutShapes(model.grid(), surfaces_of(options, solids, t, false), widths_of(model)),
      options_(options),
      model_(model),
      conductors_(model.grid(), surfaces_of(options, solids, t, true), widths_of(model)) {
  window_ = {{1 << 30, 1 << 30, 1 << 30}, {-1, -1, -1}};
  for (const Solid& s : *solids) {
    poses_.push_back(s.motion.at(t));
    const Reach r = reach(grid_, placed_bounds(s, poses_.back(), d_));
    for (int a = 0; a < 3; ++a) window_.set(a, std::min(window_.lo[a], r.lo[a]), std::max(window_.hi[a], r.hi[a]));
  }
  window_ = window_.grown(2, d_).common(model.cells());
  for (int n = 0; n < static_cast<int>(options.body.size()); ++n)
    if (options.body[n].conductivity) conductor_.push_back(n + 1);
}

Box Sharp::domain(int axis) const { return axis < 0 ? model_.cells() : model_.faces(axis); }

double Sharp::deepest(int body) const {
  double most = 0;
  each(window_, [&](const Place& c) { most = std::max(most, -surfaces_[std::size_t(body) - 1](place_of(-1, c))); });
  return most / cell_;
}

// The pressure of a cell without computed faces would act on nothing, so such a sliver is closed.
bool Sharp::orphan(const Place& cell) const {
  for (int a = 0; a < d_; ++a)
    if (cell[a] < 0 || cell[a] >= grid_.cells(a)) return false;
  for (int a = 0; a < d_; ++a)
    if (fluid(a, cell) || fluid(a, moved(cell, a, 1))) return false;
  return true;
}
Opening Sharp::opening(int axis, const Place& face) const {
  const auto known = openings_[axis].find(face);
  if (known != openings_[axis].end()) return known->second;
  Opening o = whole_opening(axis, face);
  if (o.part == 0 || o.part == 1) return o;
  if (orphan(face) || orphan(moved(face, axis, -1))) o.part = 0;
  return openings_[axis].emplace(face, o).first->second;
}
Coordinates Sharp::wall_below(int axis, const Place& p) const {
  auto& known = walls_below_[std::size_t(axis + 1)];
  const auto found = known.find(p);
  return found != known.end() ? found->second : known.emplace(p, on_wall(place_of(axis, p))).first->second;
}
std::vector<double> Sharp::apertures(int axis) const {
  std::vector<double> all;
  const Box near = face_box(window_, axis);
  each(model_.faces(axis), [&](const Place& f) {
    const bool far = f[0] < near.lo[0] || f[1] < near.lo[1] || f[2] < near.lo[2] || f[0] >= near.hi[0] ||
                     f[1] >= near.hi[1] || f[2] >= near.hi[2];
    all.push_back(far ? 1 : opening(axis, f).part);
  });
  return all;
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
  for (int a = 0; a < d_; ++a) all = all && fluid(a, cell) && fluid(a, moved(cell, a, 1));
  return all;
}

// Places with computed values of a component (−1: of cells) around a place, nearest to the foot first, and the points
// of the wall below them. Only places on the side to which the wall at the foot faces: none behind a thin body.
Sharp::Data Sharp::data_near(int axis, const Place& near, const Coordinates& foot, bool walls, std::size_t most) const {
  const bool pressure = axis < 0 && !walls;  // whole cells only: in cut cells the pressure is rough
  const Box here{near, {near[0] + 1, near[1] + 1, near[2] + 1}};
  const Box box = here.grown(data_reach + (pressure ? 1 : 0), d_).common(domain(axis));
  const Coordinates out = normal(foot), h = widths(near);
  std::vector<std::pair<double, Place>> all;
  each(box, [&](const Place& p) {
    const Coordinates x = place_of(axis, p);
    if (distance(x) <= least_distance_ || (pressure && !all_faces_fluid(p))) return;
    Coordinates r{};
    double square = 0;
    for (int a = 0; a < d_; ++a) {
      r[a] = x[a] - foot[a];
      square += r[a] * r[a] / (h[a] * h[a]);
    }
    if (scalar_product(r, out) > 0) all.emplace_back(square, p);
  });
  std::stable_sort(all.begin(), all.end(), [](const auto& p, const auto& q) { return p.first < q.first * (1 - 1e-9); });
  if (all.size() > most) {  // places of equal distance are kept together, so that mirrored bodies have mirrored rows
    while (most > 4 && all[most].first < all[most - 1].first * (1 + 1e-6)) --most;
    all.resize(most);
  }
  Data data;
  for (const auto& [square, p] : all) {
    data.places.push_back(p);
    if (!walls) continue;
    const Coordinates below = wall_below(axis, p);
    if (alike(axis, below, foot)) data.walls.push_back(below);
  }
  return data;
}

// `wall`: the values at the foot and at the points of the wall are known; otherwise the slopes at these points.
Fit Sharp::fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const {
  Fit f(d_, degree, foot, widths(cell), wall);
  for (const Place& p : data.places) f.add_value(place_of(axis, p));
  for (const Coordinates& x : data.walls)
    if (wall)
      f.add_value(x);
    else
      f.add_slope(x, normal(x));
  return f;
}

// Whether the body is less than two cells thick below a point of its surface. Values inside then are neighbours of the
// fluid on both sides, and must not follow the polynomial of one side.
bool Sharp::thin_below(const Coordinates& foot, const Place& cell) const {
  const Coordinates out = normal(foot), h = widths(cell);
  double width = 0;
  for (int a = 0; a < d_; ++a) width = std::hypot(width, out[a] * h[a]);
  for (double depth : {0.5, 1.0, 1.5, 2.0}) {
    Coordinates x = foot;
    for (int a = 0; a < d_; ++a) x[a] -= depth * width * out[a];
    if (distance(x) > 0) return true;
  }
  return false;
}

std::optional<Coordinates> Sharp::thin_at(int body) const {
  for (const WallPiece& w : wall())
    if (w.body == body && thin_below(w.at, w.cell)) return w.at;
  return std::nullopt;
}

// Weights of the data for the value at a target: of a parabola, or of a plane. None: too few data, or all of them so
// near the surface that small changes would grow.
std::vector<double> Sharp::weights_of(int axis, const Data& data, const Place& at, const Coordinates& foot,
                                      const Coordinates& target) const {
  const bool known = gives_value(axis, foot), inside = distance(target) <= least_distance_;
  const bool thin = inside && thin_below(foot, at);  // larger weights would amplify across the body
  const double most = thin ? 1 : inside ? most_weight : most_weight_between;
  const bool deep = -distance(target) > 1.2 * cell_;  // a parabola would extrapolate too far
  const std::ptrdiff_t first = known ? 1 : 0, places = std::ssize(data.places);
  for (int degree = deep || thin ? 1 : 2; degree > 0 && places >= d_; --degree) {
    const std::vector<double> w = fit(axis, data, degree, foot, at, known).value(target);
    double size = 0;
    for (std::ptrdiff_t n = 0; n < places && !w.empty(); ++n) size += std::abs(w[std::size_t(first + n)]);
    if (!w.empty() && size <= most) return w;
  }
  return {};
}

// The face across an axis (−1: the cell) that is nearest to a point.
Place Sharp::place_near(int axis, const Coordinates& x) const {
  Place p{};
  for (int a = 0; a < d_; ++a) {
    const auto& nodes = grid_.nodes[a];
    const auto above = std::upper_bound(nodes.begin(), nodes.end(), x[a]);
    p[a] = std::clamp(static_cast<int>(above - nodes.begin()) - 1, 0, grid_.cells(a) - 1);
    if (a == axis && x[a] > grid_.centre(a, p[a])) ++p[a];
  }
  return p;
}

// The row for a component (−1: the temperature) at a target in the face or cell `at`. Deep in a body there may be too
// little fluid around the place itself; then the data are taken around its foot on the surface.
Row Sharp::row(int axis, const Place& at, const Coordinates& target, std::size_t most) const {
  Row r{at};
  const Coordinates foot = on_wall(target);
  const bool known = gives_value(axis, foot);
  Data data = data_near(axis, at, foot, true, most);
  std::vector<double> w = weights_of(axis, data, at, foot, target);
  if (w.empty()) {
    Place near = place_near(axis, foot);
    for (int a = 0; a < d_; ++a) near[a] = std::clamp(near[a], at[a] - data_reach, at[a] + data_reach);
    data = data_near(axis, near, foot, true, most);
    w = weights_of(axis, data, at, foot, target);
  }
  const std::ptrdiff_t first = known ? 1 : 0, places = std::ssize(data.places);
  if (w.empty()) {
    const bool stands = axis >= 0 && distance(target) > least_distance_ && fluid(axis, at);
    if (stands) {  // a face in a narrow gap takes its own velocity
      r.from = {at};
      r.weight = {1.0};
    } else if (known) {
      r.constant = wall_value(axis, foot);
    }
    return r;
  }
  r.from = data.places;
  r.weight.assign(w.begin() + first, w.begin() + first + places);
  r.constant = known ? w[0] * wall_value(axis, foot) : 0;
  for (std::size_t n = 0; n < data.walls.size(); ++n)
    r.constant +=
        w[std::size_t(first + places) + n] * (known ? wall_value(axis, data.walls[n]) : wall_slope(data.walls[n]));
  return r;
}

std::vector<Row> Sharp::inside_cells() const {
  std::vector<Row> all;
  each(window_, [&](const Place& c) {
    const Coordinates x = place_of(-1, c);
    const double d = distance(x);
    if (d > least_distance_ || options_.body[nearest(x) - 1].conductivity) return;
    if (-d > 2.5 * cell_)
      all.push_back({c, {}, {}, gives_value(-1, x) ? wall_value(-1, x) : options_.heat->reference});
    else
      all.push_back(row(-1, c, x));
  });
  return all;
}

std::vector<Row> Sharp::inside(int axis) const {
  std::vector<Row> all;
  each(face_box(window_, axis), [&](const Place& f) {
    const Coordinates x = place_of(axis, f);
    const double d = distance(x);
    if (d > least_distance_) return;
    if (-d > 2.5 * cell_)
      all.push_back({f});
    else
      all.push_back(row(axis, f, x));
  });
  return all;
}

// The open parts of a face, each with its middle in the fluid; there are two where a thin body lies across the face.
std::vector<Opening> Sharp::open_parts(int axis, const Place& face) const {
  const Opening whole = opening(axis, face);
  if (whole.part == 0 || distance(whole.middle) > 0) return {whole};
  const Coordinates out = normal(whole.middle), h = widths(face);
  int across = axis == 0 ? 1 : 0;  // the axis across the body
  for (int a = 0; a < d_; ++a)
    if (a != axis && std::abs(out[a]) > std::abs(out[across])) across = a;
  std::vector<Opening> all;
  for (int half = 0; half < 2; ++half) {
    Coordinates lower{}, upper{}, middle = place_of(axis, face), size = h;
    for (int a = 0; a < d_; ++a) {
      lower[a] = grid_.nodes[a][face[a]];
      upper[a] = a == axis ? lower[a] : grid_.nodes[a][face[a] + 1];
    }
    (half ? lower : upper)[across] = middle[across];
    middle[across] += (half ? 0.25 : -0.25) * h[across];
    size[across] *= 0.5;
    Opening o = opening_of(axis, lower, upper, middle, size);
    o.part *= 0.5;
    if (o.part > 0) all.push_back(o);
  }
  return all;
}

std::vector<Row> Sharp::through(int axis) const {
  std::vector<Row> all;
  each(face_box(window_, axis), [&](const Place& f) {
    const bool side = !model_.periodic(axis) && (f[axis] == 0 || f[axis] == grid_.cells(axis));
    const Opening o = opening(axis, f);
    if (o.part == 1 || (side && fluid(axis, f))) return;  // what a side says goes through all of its face
    Row r{f};
    const std::vector<Opening> parts = o.part > 0 && !side ? open_parts(axis, f) : std::vector<Opening>{};
    for (const Opening& part : parts) {
      const Row one = row(axis, f, part.middle, std::size_t(row_data(d_)) / parts.size());
      r.from.insert(r.from.end(), one.from.begin(), one.from.end());
      for (double w : one.weight) r.weight.push_back(w * part.part);
      r.constant += one.constant * part.part;
    }
    r.constant += solid_flow(axis, f, o) + (o.part == 0 ? sliding_flow(axis, f) : 0);
    all.push_back(std::move(r));
  });
  return all;
}

}  // namespace eddy::projection
