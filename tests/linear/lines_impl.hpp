// The problems of tests/linear/lines.hpp, compiled once for each space and precision.
#pragma once
#include <cmath>
#include <random>

#include "linear/solver.hpp"
#include "tests/linear/lines.hpp"

namespace eddy::tests {

template <class S, class T>
struct Setting {  // a problem in a space
  const Problem& p;
  Exec<S> exec;
  std::mt19937 random{4711};
  System<S, T> s;
  Box box;
  int d;

  Setting(int device, const Problem& problem) : p(problem), exec(device), d(int(problem.cells.size())) {
    for (int a = 0; a < d; ++a) box.hi[a] = p.cells[a];
    s.exec = &exec;
    s.cells = box;
    s.dimensions = d;
    s.rate = p.rate;
    s.ghosts = Ghosts<S, T>(exec, box, d);
    bool fixed = p.rate > 0;
    for (int a = 0; a < d; ++a) {
      if (p.sides[a][0] == End::ring) s.ghosts.set_periodic(a);
      for (End end : p.sides[a]) fixed = fixed || end == End::wall || end == End::leaky;
    }
    s.singular = !fixed;
    s.jacobi_radius = std::cos(3.14159 / 40);
    if (p.varying)
      faces();
    else
      tables();
  }
  double any() { return 0.5 + double(random() % 1000003) / 1000003.0; }
  double width(int a, int i) const { return 1.0 / p.cells[a] * (a == p.stretched ? 1 + 0.5 * std::sin(3.0 * i) : 1); }
  double boundary(int a, int side) const {  // conductance per area
    const double half = width(a, side ? p.cells[a] - 1 : 0) / 2;
    switch (p.sides[a][side]) {
      case End::wall:
        return 1 / half;
      case End::leaky:
        return 1 / (half + 0.3);
      case End::ring:
        return 1 / (width(a, 0) / 2 + width(a, p.cells[a] - 1) / 2);
      default:
        return 0;
    }
  }
  double conductance(int a, int face) const {
    if (face == 0 || face == p.cells[a]) return boundary(a, face > 0);
    return 1 / (width(a, face - 1) / 2 + width(a, face) / 2);
  }
  void tables() {
    SeparableFields<S, T> f;
    f.capacity = T(1.25);
    for (int a = 0; a < d; ++a) {
      for (auto* l : {&f.low, &f.high, &f.width}) l->of.emplace_back(exec, "line", line_box(p.cells[a]), 1);
      f.low[a].fill([&](int i, int, int) { return conductance(a, i) / width(a, i); });
      f.high[a].fill([&](int i, int, int) { return conductance(a, i + 1) / width(a, i); });
      f.width[a].fill([&](int i, int, int) { return width(a, i); });
    }
    s.coefficients = std::move(f);
  }
  void faces() {
    PerFaceFields<S, T> f;
    f.conductance = make_faces<S, T>(exec, "g", box, d);
    f.capacity = CellField<S, T>(exec, "capacity", box, d);
    f.capacity.fill([&](int, int, int) { return any(); });
    for (int a = 0; a < d; ++a)
      f.conductance[a].fill([&](int i, int j, int k) {
        const int face[3] = {i, j, k};
        const bool lower = face[a] == 0, upper = face[a] == p.cells[a];
        if (lower || upper) return p.sides[a][upper] == End::insulated ? 0.0 : 1.0;
        return any();
      });
    s.coefficients = std::move(f);
  }
  CellField<S, T> field(const char* name, int ghosts) {
    CellField<S, T> f(exec, name, box, d, ghosts);
    f.fill([&](int, int, int) { return any() - 1; });
    return f;
  }
};

template <class S, class T>
Outcome solve_problem(int device, const Problem& p, const std::string& solver, int sweeps) {
  Setting<S, T> setting(device, p);
  System<S, T>& s = setting.s;
  auto x = setting.field("x", 1), b = setting.field("b", 0);
  if (s.singular) {  // sources must sum to 0, since nothing leaves the domain
    auto values = b.get();
    double sum = right_side_sum(s, b), volume = 0;
    std::vector<double> ones(values.size(), 1.0);
    b.put(ones);
    volume = right_side_sum(s, b);
    for (double& v : values) v -= sum / volume;
    b.put(values);
  }
  for (int side = 0; side < 2 * setting.d; ++side)
    s.ghosts.plane(side).fill([&](int, int, int) { return setting.any(); });
  s.ghosts.fill(x);
  LinearOptions o;
  o.omega = p.omega;
  for (const EnumWord& w : words(LinearSolver()))
    if (w.word == solver) o.solver = static_cast<LinearSolver>(w.value);
  Outcome out{};
  try {
    auto made = make_solver<S, T>(o, s);
    made->prepare(s, b, x);
    out.before = residual_l2(s, b, x);
    made->sweep(s, b, x, sweeps);
    out.after = residual_l2(s, b, x);
    out.x = x.get();
  } catch (const Error& e) {
    out.refused = e.what();
  }
  return out;
}

}  // namespace eddy::tests

#define EDDY_INSTANTIATE(S, T)                                                                                         \
  template eddy::tests::Outcome eddy::tests::solve_problem<S, T>(int, const eddy::tests::Problem&, const std::string&, \
                                                                 int);
