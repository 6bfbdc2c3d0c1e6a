#include "solver/artificial/model.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "base/text.hpp"
#include "solver/artificial/boundary.hpp"
#include "solver/places.hpp"

namespace eddy::artificial {

Box Ranges::box() const {
  Box b;
  for (int a = 0; a < 3; ++a) b.set(a, first[a], last[a] + 1);
  return b;
}

Model::Model(Grid grid, const ArtificialOptions& options)
    : grid_(std::move(grid)),
      options_(options),
      nodes_(points_of({{0, 0, 0}, grid_.cells()}, Location::node, grid_.dimensions)) {
  for (int a = 0; a < grid_.dimensions; ++a) {
    ranges_.low[a] = given_by(options.boundary[2 * a].front());
    ranges_.high[a] = given_by(options.boundary[2 * a + 1].front());
    const auto computed = [](Given g) { return g == Given::mirror || g == Given::wrap; };
    ranges_.first[a] = computed(ranges_.low[a]) ? 0 : 1;
    ranges_.last[a] = grid_.cells(a) - (ranges_.high[a] == Given::mirror ? 0 : 1);
  }
}

Box Model::side_nodes(int side) const {
  const int axis = side / 2;
  Box b = nodes_.layer(axis, side % 2);
  for (int a = axis + 1; a < dimensions(); ++a) b.set(a, ranges_.first[a], ranges_.last[a] + 1);
  return b;
}

std::vector<double> Model::at_nodes(const Formula& f, const std::string& key, const Box& nodes) const {
  return evaluate_at(grid_, Location::node, nodes, f, key, 0);
}

// Sets the values that a condition gives at its nodes; later patches and later axes override earlier ones.
template <class Value>
void Model::put_given(std::vector<double>& values, Given given, const Value& value) const {
  for (int side = 0; side < 2 * dimensions(); ++side)
    for (const Patch& p : options_.boundary[side]) {
      if (given_by(p) != given) continue;
      const std::string key = std::string("boundary.") + side_names[side];
      each(side_nodes(side), [&](const Place& n) {
        const std::array<double, 3> at{grid_.nodes[0][n[0]], grid_.nodes[1][n[1]],
                                       dimensions() == 3 ? grid_.nodes[2][n[2]] : 0.0};
        if (p.where && evaluate(*p.where, key + ".where", at, 0) == 0) return;
        values[place_in(nodes_, n)] = value(p, key, at);
      });
    }
}

std::vector<double> Model::initial_velocity(int component) const {
  const auto& v = options_.velocity;
  auto values = at_nodes(v.empty() ? Formula(0.0) : v[component], "initial.velocity", nodes_);
  for (int a = 0; a < dimensions(); ++a)  // the normal velocity at a mirror is 0
    for (bool upper : {false, true})
      if (a == component && given(2 * a + upper) == Given::mirror)
        each(nodes_.layer(a, upper), [&](const Place& n) { values[place_in(nodes_, n)] = 0; });
  put_given(values, Given::velocity, [&](const Patch& p, const std::string& key, const std::array<double, 3>& at) {
    return evaluate(p.values[component], key, at, 0);
  });
  return values;
}
std::vector<double> Model::initial_pressure() const {
  auto values = at_nodes(options_.pressure, "initial.pressure", nodes_);
  put_given(values, Given::pressure, [&](const Patch& p, const std::string& key, const std::array<double, 3>& at) {
    return evaluate(p.values[0], key, at, 0);
  });
  for (double& p : values) p /= options_.fluid.density;
  return values;
}

bool Model::force_varies() const {
  const auto& f = options_.fluid.force;
  return std::any_of(f.begin(), f.end(), [](const Formula& one) { return !one.constant(); });
}
std::vector<double> Model::force(int component) const {
  return at_nodes(options_.fluid.force[component], "fluid.force", nodes_);
}
double Model::uniform_force(int component) const {
  const auto& f = options_.fluid.force;
  return f.empty() ? 0 : evaluate(f[component], "fluid.force", {0, 0, 0}, 0);
}

std::vector<double> Model::exact_velocity(int component, const Box& nodes) const {
  return at_nodes((*options_.exact_velocity)[component], "exact.velocity", nodes);
}
std::vector<double> Model::exact_pressure(const Box& nodes) const {
  return at_nodes(*options_.exact_pressure, "exact.pressure", nodes);
}

std::array<int, 3> Model::reference() const {
  std::array<int, 3> node{0, 0, 0};
  for (int a = 0; a < dimensions(); ++a) {
    const double at = (*options_.pseudo.reference)[a];
    if (!(at >= grid_.lower(a) && at <= grid_.upper(a)))
      throw Error(Exit::usage,
                  "pseudo.reference lies outside of the mesh: " + number_text(at) + " along " + "xyz"[a] + ".");
    const int nearest = static_cast<int>(std::lround((at - grid_.lower(a)) / spacing(a)));
    node[a] = std::clamp(nearest, 0, grid_.cells(a));
  }
  return node;
}

double Model::fastest() const {
  const Model seen(thinned(grid_), options_);
  std::vector<double> square;
  for (int a = 0; a < dimensions(); ++a) {
    const auto u = seen.initial_velocity(a);
    square.resize(u.size(), 0.0);
    for (std::size_t n = 0; n < u.size(); ++n) square[n] += u[n] * u[n];
  }
  return std::sqrt(*std::max_element(square.begin(), square.end()));
}

// By the trapezoidal rule; corners that belong to other sides do not count.
double Model::flow(int side, const std::vector<double>& normal) const {
  const int axis = side / 2;
  double sum = 0;
  each(side_nodes(side), [&](const Place& n) {
    double area = side % 2 ? -1 : 1;
    for (int a = 0; a < dimensions(); ++a)
      if (a != axis) area *= spacing(a) * (n[a] == nodes_.lo[a] || n[a] + 1 == nodes_.hi[a] ? 0.5 : 1.0);
    sum += area * normal[place_in(nodes_, n)];
  });
  return sum;
}

}  // namespace eddy::artificial
