#include "solver/heat/model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.hpp"
#include "mesh/shape.hpp"
#include "solver/heat_boundary/list.hpp"
#include "solver/places.hpp"

namespace eddy::heat {

// The faces of a side, as a grid of two axes: n along the first and m along the second of the two tangential axes.
struct Model::Sheet {
  int axis, first, second, nn, nm;
  double place;  // coordinate of the side
  explicit Sheet(const Grid& g, int side)
      : axis(side / 2),
        first(axis == 0 ? 1 : 0),
        second(axis == 2 ? 1 : 2),
        nn(g.cells(first)),
        nm(g.cells(second)),
        place(side % 2 ? g.upper(axis) : g.lower(axis)) {}
  std::array<double, 3> point(const Grid& g, int n, int m) const {
    std::array<double, 3> p;
    p[axis] = place;
    p[first] = g.centre(first, n);
    p[second] = g.centre(second, m);
    for (int a = g.dimensions; a < 3; ++a) p[a] = 0;
    return p;
  }
  std::array<int, 3> cell(int along, int n, int m) const {
    std::array<int, 3> c;
    c[axis] = along;
    c[first] = n;
    c[second] = m;
    return c;
  }
};

static std::size_t place(const Place& size, const Place& c) { return place_in({{0, 0, 0}, size}, c); }

Model::Model(Grid grid, const HeatOptions& options)
    : grid_(std::move(grid)),
      options_(options),
      holes_(grid_, options.region),
      separable_(heat::separable(options, grid_.dimensions)) {
  find_conductivity();
  find_capacity();
  find_conductance();
}

bool separable(const HeatOptions& o, int dimensions) {
  bool yes = o.material.conductivity.constant() && o.material.heat_capacity.constant();
  for (const Region& r : o.region) yes = yes && !r.conductivity && !r.heat_capacity && !r.hole;
  for (int side = 0; side < 2 * dimensions; ++side) {
    const auto& patches = o.boundary[side];
    yes = yes && patches.size() == 1 && !patches[0].where;
    yes = yes && !any_value(patches[0], Role::conductance, [](const Formula& f) { return !f.constant(); });
  }
  return yes;
}

bool Model::periodic(int axis) const { return condition_of(options_.boundary[2 * axis].front()).kind.periodic; }

bool source_varies(const HeatOptions& o) {
  bool varies = o.material.source.uses_time();
  for (const Region& r : o.region) {
    varies = varies || (r.source && r.source->uses_time());
    for (const Patch& p : r.surface)
      for (const Formula& f : p.values) varies = varies || f.uses_time();
  }
  for (const auto& side : o.boundary)
    for (const Patch& p : side)
      varies = varies || any_value(p, Role::flux, [](const Formula& f) { return f.uses_time(); });
  return varies;
}
bool Model::boundary_varies() const {
  for (const auto& side : options_.boundary)
    for (const Patch& p : side)
      for (const Formula& f : p.values)
        if (f.uses_time()) return true;
  return false;
}

std::vector<double> Model::of_cells(const Formula& f, const char* key, double t, const Box& cells,
                                    double elsewhere) const {
  if (!holes_.any()) return evaluate_at(grid_, Location::cell, cells, f, key, t);
  std::vector<double> all;
  each(cells, [&](const Place& at) {
    const std::size_t c = place(grid_.cells(), at);
    all.push_back(holes_.closed(c) ? elsewhere : evaluate(f, key, centre(c), t));
  });
  return all;
}

std::array<double, 3> Model::centre(std::size_t cell) const {
  const auto n = grid_.cells();
  const std::size_t row = cell / n[0];
  return {grid_.centre(0, static_cast<int>(cell % n[0])), grid_.centre(1, static_cast<int>(row % n[1])),
          grid_.centre(2, static_cast<int>(row / n[1]))};
}

template <class Call>
void Model::in_region(const Region& region, Call call) const {
  const auto inside = cells_inside(grid_, region.shape);
  for (std::size_t c = 0; c < inside.size(); ++c)
    if (inside[c] && !holes_.closed(c)) call(c, centre(c));
}

// Later regions override earlier ones, key by key. A region's formulas are evaluated only in its own cells: elsewhere
// they may be undefined.
void Model::find_conductivity() {
  if (separable_) {
    conductivity_ = {evaluate(options_.material.conductivity, "material.conductivity", {0, 0, 0}, 0)};
    return;
  }
  conductivity_ = of_cells(options_.material.conductivity, "material.conductivity", 0, cells(), 1);
  for (const Region& r : options_.region) {
    if (!r.conductivity) continue;
    const std::string key = "region." + r.name + ".conductivity";
    in_region(r,
              [&](std::size_t c, const auto& point) { conductivity_[c] = evaluate(*r.conductivity, key, point, 0); });
  }
  for (std::size_t n = 0; n < conductivity_.size(); ++n)
    if (!(conductivity_[n] > 0))
      throw Error(Exit::usage, "material.conductivity is not positive in cell " + std::to_string(n) + " (" +
                                   std::to_string(conductivity_[n]) +
                                   "). Heat would flow the wrong way; check the formula.");
}

void Model::find_capacity() {
  if (separable_) {
    capacity_ = {evaluate(options_.material.heat_capacity, "material.heat_capacity", {0, 0, 0}, 0)};
  } else {
    capacity_ = of_cells(options_.material.heat_capacity, "material.heat_capacity", 0, cells(), 1);
  }
  region_.assign(options_.region.empty() ? 0 : static_cast<std::size_t>(grid_.cell_count()), -1);
  for (std::size_t r = 0; r < options_.region.size(); ++r) {
    const Region& region = options_.region[r];
    const std::string key = "region." + region.name + ".heat_capacity";
    in_region(region, [&](std::size_t c, const auto& point) {
      if (region.heat_capacity) capacity_[c] = evaluate(*region.heat_capacity, key, point, 0);
      if (region.source) region_[c] = static_cast<int>(r);
    });
  }
  if (separable_) return;
  for_cells(grid_, [&](std::size_t cell, double volume) {
    double& c = capacity_[cell];
    if (!(c > 0))
      throw Error(Exit::usage,
                  "material.heat_capacity is not positive somewhere (" + std::to_string(c) + "). Check the formula.");
    c *= holes_.closed(cell) ? volume : volume * holes_.part(cell);
  });
}

static double in_series(double a, double b) { return 1 / (1 / a + 1 / b); }

// Conductance per area: 1 / (d₁/k₁ + d₂/k₂) between cells; at the boundary, that of the condition with the half cell.
void Model::find_conductance() {
  const auto n = grid_.cells();
  for (int a = 0; a < grid_.dimensions; ++a) {
    std::array<int, 3> cells = separable_ ? std::array<int, 3>{1, 1, 1} : n, size = cells;
    cells[a] = n[a];
    size[a] = n[a] + 1;
    auto& g = conductance_[a];
    g.assign(static_cast<std::size_t>(size[0]) * size[1] * size[2], 0);
    auto half = [&](const std::array<int, 3>& c) {
      return (separable_ ? conductivity_[0] : conductivity_[place(n, c)]) / (0.5 * grid_.width(a, c[a]));
    };
    const auto low = faces(2 * a, 0), high = faces(2 * a + 1, 0);
    const int first = a == 0 ? 1 : 0, second = a == 2 ? 1 : 2;
    for (int m = 0; m < cells[second]; ++m)
      for (int l = 0; l < cells[first]; ++l) {
        std::array<int, 3> c;
        c[first] = l;
        c[second] = m;
        const double area = separable_ ? 1 : grid_.width(first, l) * grid_.width(second, m);
        const std::size_t face = separable_ ? 0 : l + static_cast<std::size_t>(cells[first]) * m;
        for (int i = 0; i <= n[a]; ++i) {
          std::array<int, 3> below = c, above = c, at = c;
          below[a] = i - 1;
          above[a] = i;
          at[a] = i;
          double per_area = 0;
          if (i > 0 && i < n[a])
            per_area = in_series(half(below), half(above));
          else if (periodic(a)) {
            below[a] = n[a] - 1;
            above[a] = 0;
            per_area = periodic::conductance(half(below), half(above));
          } else
            per_area = (i == 0 ? low : high)[face].conductance;
          const double open = holes_.open(a, place(size, at));
          if ((i == 0 || i == n[a]) && !periodic(a) && per_area * open > 0) fixes_value_ = true;
          g[place(size, at)] = per_area * area * open;
        }
      }
  }
}

std::array<double, 2> Model::ends(int axis, int i) const {
  const auto& g = conductance_[axis];
  return {g[i] / width(axis, i), g[i + 1] / width(axis, i)};
}

std::vector<Face> Model::faces(int side, double t) const {
  const Sheet s(grid_, side);
  const int along = side % 2 ? grid_.cells(s.axis) - 1 : 0;
  std::vector<Face> all(static_cast<std::size_t>(s.nn) * s.nm);
  for (const Patch& p : options_.boundary[side]) {
    const Condition& condition = condition_of(p);
    if (!condition.face) return all;
    const std::string key = std::string("boundary.") + side_names[side];
    for (int m = 0; m < s.nm; ++m)
      for (int n = 0; n < s.nn; ++n) {
        const auto point = s.point(grid_, n, m);
        if (open_area(side, n, m) == 0) continue;
        if (p.where && evaluate(*p.where, key + ".where", point, 0) == 0) continue;
        double values[4] = {};
        for (std::size_t v = 0; v < p.values.size(); ++v) values[v] = evaluate(p.values[v], key, point, t);
        const double k = separable_ ? conductivity_[0] : conductivity_[place(grid_.cells(), s.cell(along, n, m))];
        all[n + static_cast<std::size_t>(s.nn) * m] = condition.face(k / (0.5 * grid_.width(s.axis, along)), values);
      }
  }
  return all;
}

std::vector<double> Model::ghosts(int side, double t) const {
  std::vector<double> values;
  for (const Face& f : faces(side, t)) values.push_back(f.ghost);
  return values;
}

double Model::area(int axis, int n, int m) const {
  const int first = axis == 0 ? 1 : 0, second = axis == 2 ? 1 : 2;
  return grid_.width(first, n) * grid_.width(second, m);
}

double Model::flux_heat(int side, double t) const {
  if (flux_heat_[side]) return *flux_heat_[side];
  const Sheet s(grid_, side);
  long double sum = 0;  // in extended precision: the balance is to show rounding of the scheme, not of this sum
  const auto all = faces(side, t);
  for (int m = 0; m < s.nm; ++m)
    for (int n = 0; n < s.nn; ++n) sum += all[n + static_cast<std::size_t>(s.nn) * m].flux * open_area(side, n, m);
  const double heat = static_cast<double>(sum);
  if (!source_varies()) flux_heat_[side] = heat;
  return heat;
}

Model::Outside Model::outside(double t) const {
  double sum = 0, all = 0;
  Outside o;
  const auto add = [&](double ghost, double weight) {
    if (!(weight > 0)) return;
    o.least = all > 0 ? std::min(o.least, ghost) : ghost;
    o.most = all > 0 ? std::max(o.most, ghost) : ghost;
    sum += weight * ghost;
    all += weight;
  };
  for (int side = 0; side < 2 * grid_.dimensions; ++side) {
    const Sheet s(grid_, side);
    const auto of_side = faces(side, t);
    for (std::size_t f = 0; f < of_side.size(); ++f) {
      add(of_side[f].ghost, of_side[f].conductance * open_area(side, int(f) % s.nn, int(f) / s.nn));
    }
  }
  for (const HolePiece& p : holes_.pieces()) {
    const Face f = hole_face(p, t);
    add(f.ghost, f.conductance * p.area);
  }
  if (all > 0) o.mean = sum / all;
  return o;
}

bool Model::Outside::even() const {
  return most - least <= 4 * std::numeric_limits<double>::epsilon() * std::max(std::abs(most), std::abs(least));
}

std::vector<double> Model::source_density(double t, const Box& cells) const {
  std::vector<double> q = of_cells(options_.material.source, "material.source", t, cells, 0);
  for (std::size_t r = 0; r < options_.region.size(); ++r) {
    const auto& formula = options_.region[r].source;
    if (!formula) continue;
    const std::string key = "region." + options_.region[r].name + ".source";
    std::size_t n = 0;
    each(cells, [&](const Place& at) {
      const std::size_t c = place(grid_.cells(), at);
      if (region_[c] == static_cast<int>(r) && !holes_.closed(c)) q[n] = evaluate(*formula, key, centre(c), t);
      ++n;
    });
  }
  return q;
}

std::vector<double> Model::source(double t) const {
  std::vector<double> q = source_of_cells(t);
  if (separable_) for_cells(grid_, [&](std::size_t c, double volume) { q[c] /= volume; });
  return q;
}

std::vector<double> Model::source_of_cells(double t) const {
  std::vector<double> q = source_of_material(t);
  for (int side = 0; side < 2 * grid_.dimensions; ++side) {
    const Sheet s(grid_, side);
    const int along = side % 2 ? grid_.cells(s.axis) - 1 : 0;
    const auto all = faces(side, t);
    for (int m = 0; m < s.nm; ++m)
      for (int n = 0; n < s.nn; ++n)
        q[place(grid_.cells(), s.cell(along, n, m))] +=
            all[n + static_cast<std::size_t>(s.nn) * m].flux * open_area(side, n, m);
  }
  add_holes(q, t);
  return q;
}

std::vector<double> Model::source_of_material(double t) const {
  std::vector<double> q = source_density(t, cells());
  for_cells(grid_, [&](std::size_t c, double volume) { q[c] *= volume * holes_.part(c); });
  return q;
}

double Model::source_heat(double t) const {
  if (source_heat_) return *source_heat_;
  long double sum = 0;
  for (double q : holes_.any() ? source_of_material(t) : source_of_cells(t)) sum += q;
  for (int side = 0; side < 2 * grid_.dimensions && !holes_.any(); ++side) sum -= flux_heat(side, t);
  const double heat = static_cast<double>(sum);
  if (!source_varies()) source_heat_ = heat;
  return heat;
}

double Model::stable_step() const {
  const auto n = grid_.cells();
  double least = std::numeric_limits<double>::infinity();
  const std::vector<double> through_holes = holes_.any() ? exchange() : std::vector<double>{};
  each(cells(), [&](const Place& c) {
    double sum = holes_.any() ? through_holes[place(n, c)] : 0;
    for (int a = 0; a < grid_.dimensions; ++a) {
      const Place size = moved(n, a, 1), above = moved(c, a, 1);
      const auto& g = conductance_[a];
      sum += separable_ ? (g[c[a]] + g[c[a] + 1]) / grid_.width(a, c[a]) : g[place(size, c)] + g[place(size, above)];
    }
    least = std::min(least, capacity_[separable_ ? 0 : place(n, c)] / sum);
  });
  return least;
}

void Model::forget_matrix() {
  for (auto& g : conductance_) g = {};
  capacity_ = {};
}

std::vector<double> Model::initial() const {
  return of_cells(options_.temperature, "initial.temperature", 0, cells(), 0);
}
std::vector<double> Model::exact(double t, const Box& cells) const {
  return options_.exact ? of_cells(*options_.exact, "exact.temperature", t, cells, 0) : std::vector<double>{};
}

}  // namespace eddy::heat
