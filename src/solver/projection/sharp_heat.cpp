// Heat at the surfaces of sharp bodies: conduction in solids, and the weights of Nusselt numbers.
#include <algorithm>
#include <cmath>

#include "field/field.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

constexpr int lines_across = 8;  // number of lines across a face, over which means are taken

int Sharp::conductor_near(const Coordinates& x) const {
  return conductor_.empty() ? 0 : conductor_[std::size_t(conductors_.nearest(x)) - 1];
}

// The mean over lines between the centres on both sides; on each line fluid and solid are in series.
double Sharp::face_conductance(int axis, const Place& face) const {
  const double fluid = options_.diffusivity(), length = model_.distance(axis, face[axis]);
  const Coordinates middle = place_of(axis, face), h = widths(face);
  const int body = conductor_near(middle);
  const double far = length + std::hypot(h[0], h[1], d_ == 3 ? h[2] : 0), d = conductors_.distance(middle);
  if (body == 0 || d > far) return fluid / length;
  const double solid = *options_.body[body - 1].conductivity;
  if (d < -far) return solid / length;
  const int n = grid_.cells(axis);
  const double from = face[axis] > 0 ? grid_.centre(axis, face[axis] - 1) : grid_.nodes[axis][0],
               to = face[axis] < n ? grid_.centre(axis, face[axis]) : grid_.nodes[axis][std::size_t(n)];
  const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2, planes = d_ == 3 ? lines_across : 1;
  double sum = 0;
  for (int k = 0; k < planes; ++k)
    for (int j = 0; j < lines_across; ++j) {
      Coordinates x = middle;
      x[first] += h[first] * ((j + 0.5) / lines_across - 0.5);
      if (d_ == 3) x[second] += h[second] * ((k + 0.5) / lines_across - 0.5);
      double centre = 0;
      const double open = conductors_.part_of_line(x, axis, from, to, centre);
      sum += 1 / (open / fluid + (1 - open) / solid);
    }
  return sum / (planes * lines_across) / length;
}

double Sharp::conductor_part(const Place& cell) const { return 1 - conductors_.fraction(cell); }

SolidHeat Sharp::solid_heat() const {
  SolidHeat all;
  const auto near = [](const Box& box, const Place& p) { return box.holds({p, {p[0] + 1, p[1] + 1, p[2] + 1}}); };
  for (int a = 0; a < d_; ++a)
    each(model_.faces(a), [&](const Place& f) {
      const bool cut = near(face_box(window_, a), f);
      all.conductance[a].push_back(cut ? face_conductance(a, f) : options_.diffusivity() / model_.distance(a, f[a]));
    });
  each(model_.cells(), [&](const Place& c) {
    const double part = near(window_, c) ? conductor_part(c) : 0;
    const Coordinates x = place_of(-1, c);
    const Body* const body = part > 0 ? &options_.body[conductor_near(x) - 1] : nullptr;
    all.capacity.push_back(body ? 1 - part + part * body->heat_capacity : 1);
    all.fluid.push_back(1 - part);
    all.source.push_back(body ? part * evaluate(body->source, "body." + body->name + ".source", x, 0) : 0);
  });
  return all;
}

// The heat that leaves the cells whose centre is in the solid, through their faces, and the source in the rest of it.
PullWeights Sharp::heat_of_solid(int body, const Box& box, double area) const {
  PullWeights all;
  all.pressure.assign(std::size_t(box.cells()), 0.0);
  const Body& b = options_.body[body - 1];
  const double scale = 1 / (area * options_.diffusivity());
  const auto in = [&](const Place& c) { return surfaces_[std::size_t(body) - 1](place_of(-1, c)) <= 0; };
  each(box, [&](const Place& c) {
    const Coordinates h = widths(c), x = place_of(-1, c);
    const double volume = h[0] * h[1] * (d_ == 3 ? h[2] : 1);
    if (!in(c)) {
      const double part = conductor_near(x) == body ? conductor_part(c) : 0;
      if (part > 0) all.constant += scale * part * volume * evaluate(b.source, "body." + b.name + ".source", x, 0);
      return;
    }
    for (int a = 0; a < d_; ++a)
      for (int side = 0; side < 2; ++side) {
        const Place next = moved(c, a, side ? 1 : -1);
        if (next[a] < box.lo[a] || next[a] >= box.hi[a] || in(next)) continue;
        const double g = scale * face_conductance(a, side ? next : c) * volume / h[a];
        all.pressure[place_in(box, c)] += g;
        all.pressure[place_in(box, next)] -= g;
      }
  });
  return all;
}

double Sharp::mean_flux(int body) const {
  double sum = 0, area = 0;
  const Body& b = options_.body[body - 1];
  for (const WallPiece& w : wall()) {
    if (w.body != body) continue;
    const double size = std::sqrt(scalar_product(w.area, w.area));
    sum += size * evaluate(*b.flux, "body." + b.name + ".flux", pose(body).drawn(w.at), 0);
    area += size;
  }
  return sum / area;
}

PullWeights Sharp::heat(int body, const Box& box) const {
  PullWeights all;
  all.pressure.assign(std::size_t(box.cells()), 0.0);
  double size = 0;
  for (const WallPiece& w : wall()) {
    if (w.body != body) continue;
    const double area = std::sqrt(scalar_product(w.area, w.area));
    size += area;
    const bool known = gives_value(-1, w.at);
    if (options_.body[body - 1].conductivity) continue;
    const Data data = data_near(-1, w.cell, w.at, true);
    Fit::Weights weights;
    for (int degree = 2; degree > 0 && weights.empty(); --degree) {
      const Fit f = fit(-1, data, degree, w.at, w.cell, known);
      weights = known ? f.slope(w.at, w.area) : f.value(w.at);
    }
    const std::size_t places = data.places.size(), first = known ? 1 : 0;
    for (std::size_t n = 0; n < weights.size(); ++n) {
      const double weight = weights[n] * (known ? 1 : area);
      if (n < first)
        all.constant += weight * wall_value(-1, w.at);
      else if (n < first + places)
        all.pressure[place_in(box, data.places[n - first])] += weight;
      else
        all.constant += weight * (known ? wall_value(-1, data.walls[n - first - places])
                                        : wall_slope(data.walls[n - first - places]));
    }
  }
  if (options_.body[body - 1].conductivity) return heat_of_solid(body, box, size);
  for (double& v : all.pressure) v /= size;
  all.constant /= size;
  return all;
}

}  // namespace eddy::projection
