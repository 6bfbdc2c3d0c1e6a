// The rows of sharp bodies: the data around a place, and the weights that a polynomial through them gives.
#include <algorithm>
#include <cmath>

#include "field/field.hpp"
#include "solver/projection/in_threads.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

namespace {

// Distance in cells from a face to the values of its row; up to twice as far if they are taken around its foot, which
// is as far as the halos of ranks reach.
constexpr int data_reach = 2;
constexpr double most_weight = 8;            // largest sum of |weights| in a row: longer extrapolation would oscillate
constexpr double most_weight_between = 1.5;  // the same for places in the fluid
constexpr int most_near = 343;               // places around one: as far as for the pressure, in space

struct Far {  // a place, and the square of its distance
  double square;
  Place place;
};
// Those of equal distance keep their order.
void sort_by_distance(Far* begin, Far* end) {
  const auto nearer = [](const Far& p, const Far& q) { return p.square < q.square * (1 - 1e-9); };
  if (end - begin > 32) return std::stable_sort(begin, end, nearer);
  for (Far* next = begin; next != end; ++next) {
    const Far one = *next;
    Far* to = next;
    for (; to != begin && nearer(one, to[-1]); --to) *to = to[-1];
    *to = one;
  }
}

}  // namespace

// Places with computed values of a component (−1: of cells) around a place, nearest to the foot first, and the points
// of the wall below them. Only places on the side to which the wall at the foot faces: none behind a thin body.
Sharp::Data Sharp::data_near(int axis, const Place& near, const Coordinates& foot, const Coordinates& out, bool walls,
                             int shares) const {
  const bool pressure = axis < 0 && !walls;  // whole cells only: in cut cells the pressure is rough
  Data data{axes_at(foot)};
  std::size_t most = std::size_t(row_data(data.axes.count) / shares);
  Box box{near, {near[0] + 1, near[1] + 1, near[2] + 1}};
  for (int a : data.axes) box.grow(a, data_reach + (pressure ? 1 : 0));
  box = box.common(domain(axis));
  const Coordinates h = widths(near);
  Few<Far, most_near> all;
  each(box, [&](const Place& p) {
    if (!fluid(axis, p) || (pressure && !all_faces_fluid(p))) return;
    const Coordinates x = place_of(axis, p);
    Coordinates r{};
    double square = 0;
    for (int a : data.axes) {
      r[a] = x[a] - foot[a];
      square += r[a] * r[a] / (h[a] * h[a]);
    }
    if (scalar_product(r, out) > 0) all.push_back({square, p});
  });
  sort_by_distance(all.begin(), all.end());
  if (all.size() > most) {  // places of equal distance are kept together, so that mirrored bodies have mirrored rows
    while (most > 4 && all[most].square < all[most - 1].square * (1 + 1e-6)) --most;
    all.shorten(most);
  }
  for (const auto& [square, p] : all) {
    data.places.push_back(p);
    if (!walls) continue;
    const Coordinates below = wall_below(axis, p);
    const bool in_plane = std::ranges::equal(axes_at(below), data.axes);
    if (in_plane && alike(axis, below, foot)) data.walls.push_back(below);
  }
  return data;
}

// `wall`: the values at the foot and at the points of the wall are known; otherwise the slopes at these points.
Fit Sharp::fit(int axis, const Data& data, int degree, const Coordinates& foot, const Place& cell, bool wall) const {
  Fit f(data.axes, degree, foot, widths(cell), wall);
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
bool Sharp::thin_below(const Coordinates& foot, const Coordinates& out, const Place& cell) const {
  const Coordinates h = widths(cell);
  double width = 0;
  for (int a = 0; a < d_; ++a) width = std::hypot(width, out[a] * h[a]);
  std::array<Coordinates, 4> below;
  below.fill(foot);
  for (int n = 0; n < 4; ++n)
    for (int a = 0; a < d_; ++a) below[n][a] -= 0.5 * (n + 1) * width * out[a];
  return std::ranges::any_of(distances(below), [](double d) { return d > 0; });
}

std::optional<Coordinates> Sharp::thin_at(int body) const {
  for (const WallPiece& w : wall())
    if (w.body == body && thin_below(w.at, normal(w.at), w.cell)) return w.at;
  return std::nullopt;
}

// Weights of the data for the value at a target: of a parabola, or of a plane. None: too few data, or all of them so
// near the surface that small changes would grow.
Fit::Weights Sharp::weights_of(int axis, const Data& data, const Place& at, const Coordinates& foot,
                               const Coordinates& out, const Coordinates& target) const {
  const double d = distance(target);
  const bool known = gives_value(axis, foot), inside = d <= least_distance_;
  const bool thin = inside && thin_below(foot, out, at);  // larger weights would amplify across the body
  const double most = thin ? 1 : inside ? most_weight : most_weight_between;
  const bool deep = -d > 1.2 * narrowest(data.axes);  // a parabola would extrapolate too far
  const std::ptrdiff_t first = known ? 1 : 0, places = std::ptrdiff_t(data.places.size());
  for (int degree = deep || thin ? 1 : 2; degree > 0 && places >= data.axes.count; --degree) {
    const Fit::Weights w = fit(axis, data, degree, foot, at, known).value(target);
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
Row Sharp::row(int axis, const Place& at, const Coordinates& target, int shares) const {
  Row r{at};
  const Coordinates foot = on_wall(target), out = normal(foot);
  const bool known = gives_value(axis, foot);
  Data data = data_near(axis, at, foot, out, true, shares);
  Fit::Weights w = weights_of(axis, data, at, foot, out, target);
  if (w.empty()) {
    Place near = place_near(axis, foot);
    for (int a = 0; a < d_; ++a) near[a] = std::clamp(near[a], at[a] - data_reach, at[a] + data_reach);
    data = data_near(axis, near, foot, out, true, shares);
    w = weights_of(axis, data, at, foot, out, target);
  }
  const std::ptrdiff_t first = known ? 1 : 0, places = std::ptrdiff_t(data.places.size());
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
  r.from.assign(data.places.begin(), data.places.end());
  r.weight.assign(w.begin() + first, w.begin() + first + places);
  r.constant = known ? w[0] * wall_value(axis, foot) : 0;
  for (std::size_t n = 0; n < data.walls.size(); ++n)
    r.constant +=
        w[std::size_t(first + places) + n] * (known ? wall_value(axis, data.walls[n]) : wall_slope(data.walls[n]));
  return r;
}

// The depth beyond which no difference of the fluid reads a value: it takes two neighbours along each axis.
double Sharp::out_of_reach(const Place& p) const {
  const Coordinates h = widths(p);
  return 2.5 * *std::max_element(h.begin(), h.begin() + d_);
}

template <class Chosen>
std::vector<Place> Sharp::places_where(int axis, const Chosen& chosen) const {
  std::vector<Place> all;
  each(places(axis), [&](const Place& p) {
    if (chosen(p)) all.push_back(p);
  });
  return all;
}

// The rows of some places. A formula is not for threads.
template <class RowAt>
std::vector<Row> Sharp::rows_of(const std::vector<Place>& places, const RowAt& row_at) const {
  std::vector<Row> all(places.size());
  const auto one = [&](std::size_t n) { all[n] = row_at(places[n]); };
  if (!formulas_) {
    in_threads(places.size(), threads_for(places.size(), 100), one);
  } else {
    for (std::size_t n = 0; n < places.size(); ++n) one(n);
  }
  return all;
}

std::vector<Row> Sharp::inside_cells() const {
  const auto solid = [&](const Place& c) {
    return !fluid(-1, c) && !options_.body[nearest(place_of(-1, c)) - 1].conductivity;
  };
  find_walls_below(-1);
  return rows_of(places_where(-1, solid), [&](const Place& c) {
    const Coordinates x = place_of(-1, c);
    if (-distance_to(-1, c) <= out_of_reach(c)) return row(-1, c, x);
    return Row{c, {}, {}, gives_value(-1, x) ? wall_value(-1, x) : options_.heat->reference};
  });
}

std::vector<Row> Sharp::inside(int axis) const {
  find_walls_below(axis);
  return rows_of(places_where(axis, [&](const Place& f) { return !fluid(axis, f); }), [&](const Place& f) {
    return -distance_to(axis, f) > out_of_reach(f) ? Row{f} : row(axis, f, place_of(axis, f));
  });
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
  const auto at_side = [&](const Place& f) {
    return !model_.periodic(axis) && (f[axis] == 0 || f[axis] == grid_.cells(axis));
  };
  const auto cut = [&](const Place& f) {  // what a side says goes through all of its face
    return aperture(axis, f) < 1 && !(at_side(f) && fluid(axis, f));
  };
  find_walls_below(axis);
  return rows_of(places_where(axis, cut), [&](const Place& f) {
    if (distance_to(axis, f) < -2 * widest_) return Row{f, {}, {}, solid_flow(axis, f, {0, place_of(axis, f)})};
    const Opening o = opening(axis, f);
    Row r{f};
    const std::vector<Opening> parts = o.part > 0 && !at_side(f) ? open_parts(axis, f) : std::vector<Opening>{};
    for (const Opening& part : parts) {
      const Row one = row(axis, f, part.middle, static_cast<int>(parts.size()));
      r.from.insert(r.from.end(), one.from.begin(), one.from.end());
      for (double w : one.weight) r.weight.push_back(w * part.part);
      r.constant += one.constant * part.part;
    }
    r.constant += solid_flow(axis, f, o) + (o.part == 0 ? sliding_flow(axis, f) : 0);
    return r;
  });
}

}  // namespace eddy::projection
