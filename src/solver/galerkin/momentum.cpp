#include "solver/galerkin/momentum.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "mesh/vectors.hpp"
#include "solver/galerkin/boundary.hpp"

namespace eddy::galerkin {

MomentumBalance::MomentumBalance(const Domain& domain) : domain_(domain) {
  if (!domain.options().momentum) return;
  std::map<int, Point> areas;
  const int corners = 2 * (domain.dimensions() - 1);
  for (const WallFace& f : domain.faces())
    for (int n = 0; n < corners; ++n)
      for (int a = 0; a < 3; ++a) areas[f.nodes[n]][a] += f.area[a] / corners;
  std::set<int> open;
  for (const OpenNode& n : domain.open()) open.insert(n.node);
  for (int n : domain.inflow_nodes()) open.insert(n);
  for (int n : domain.wall_nodes()) boundary_.push_back({n, open.count(n) > 0 ? Side::open : Side::wall, areas[n]});
}

double MomentumBalance::Terms::largest() const {
  return std::max(
      {std::abs(rate), std::abs(inflow), std::abs(traction), std::abs(walls), std::abs(force), std::abs(volume)});
}

double MomentumBalance::carried(const LastStep& step, int axis) const {
  const int d = domain_.dimensions();
  double sum = 0;
  for (std::int64_t e = 0; e < domain_.elements(); ++e) {
    if (domain_.cut_out(e)) continue;
    const ElementShape shape = domain_.shape(e);
    Point v{}, slope{};
    for (int n = 0; n < shape.corners; ++n) {
      const auto at = static_cast<std::size_t>(shape.nodes[n]);
      for (int j = 0; j < d; ++j) {
        v[j] += step.middle[j][at] / shape.corners;
        slope[j] += step.middle[axis][at] * shape.slopes[n][j];
      }
    }
    sum += shape.volume * dot(v, slope);
  }
  return sum;
}

// M f of a node, sponge included, whose pull is taken with the velocity at the end of the step.
double MomentumBalance::pushed(std::int64_t node, double after, int axis) const {
  const std::vector<Formula>& force = domain_.options().fluid.force;
  const Point at = domain_.place(node);
  double push = domain_.pull(at) * (domain_.pulled_to(axis) - after);
  if (!force.empty()) push += evaluate(force[static_cast<std::size_t>(axis)], "fluid.force", at, 0);
  return domain_.volume(node) * push;
}

MomentumBalance::Terms MomentumBalance::terms(const LastStep& step, double dt, int axis) const {
  const double beta = domain_.options().scheme.skew() ? 0.5 : 1;
  const auto gain = [&](std::size_t n) {
    return domain_.volume(static_cast<std::int64_t>(n)) * (step.after[axis][n] - step.before[axis][n]) / dt;
  };
  Terms t;
  for (std::size_t n = 0; n < step.after[axis].size(); ++n) {
    if (!(domain_.volume(static_cast<std::int64_t>(n)) > 0)) continue;
    t.rate += gain(n);
    t.force += pushed(static_cast<std::int64_t>(n), step.after[axis][n], axis);
  }
  for (std::size_t b = 0; b < boundary_.size(); ++b) {
    const Node& node = boundary_[b];
    const auto n = static_cast<std::size_t>(node.number);
    if (!(domain_.volume(node.number) > 0)) continue;
    const double held = gain(n) - step.reaction[b][axis] - pushed(node.number, step.after[axis][n], axis);
    double through = 0;
    for (int a = 0; a < domain_.dimensions(); ++a) through += step.middle[a][n] * node.area[a];
    const double out = step.middle[axis][n] * through;
    t.inflow -= out;
    t.volume += beta * out;
    (node.side == Side::open ? t.traction : t.walls) += held + (1 - beta) * out;
  }
  t.volume -= beta * carried(step, axis);
  const double density = domain_.options().fluid.density;
  for (double* value : {&t.rate, &t.inflow, &t.traction, &t.walls, &t.force, &t.volume}) *value *= density;
  return t;
}

void MomentumBalance::add(std::vector<Number>& numbers, Flow& flow, double dt) const {
  if (!domain_.options().momentum) return;
  const int d = domain_.dimensions();
  std::vector<Terms> all(static_cast<std::size_t>(d));
  double largest = 0;
  if (dt > 0) {
    const LastStep step = flow.last_step();
    for (int a = 0; a < d; ++a) {
      all[a] = terms(step, dt, a);
      largest = std::max(largest, all[a].largest());
    }
  }
  for (int a = 0; a < d; ++a) {
    const Terms& t = all[a];
    const std::string axis = std::string("_") + "xyz"[a], unit = d == 2 ? "N/m" : "N";
    numbers.push_back({"momentum_rate" + axis, unit, t.rate});
    numbers.push_back({"momentum_inflow" + axis, unit, t.inflow});
    numbers.push_back({"momentum_traction" + axis, unit, t.traction});
    numbers.push_back({"momentum_walls" + axis, unit, t.walls});
    numbers.push_back({"momentum_force" + axis, unit, t.force});
    numbers.push_back({"momentum_volume" + axis, unit, t.volume});
    numbers.push_back({"momentum_missing" + axis, "", largest > 0 ? t.missing() / largest : 0});
  }
}

}  // namespace eddy::galerkin
