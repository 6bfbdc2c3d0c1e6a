// The exercise of tests/exec/spaces.hpp, compiled once for each space and precision.
#pragma once
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

#include "exec/core/move.hpp"
#include "field/field.hpp"
#include "field/ghosts.hpp"
#include "field/pick.hpp"
#include "field/statistics_kernels.hpp"
#include "linear/mode_kernels.hpp"
#include "linear/solver.hpp"
#include "solver/heat/kernels.hpp"
#include "tests/exec/spaces.hpp"
#include "tests/exec/spaces_kernels.hpp"
#include "tests/linear/helper.hpp"

namespace eddy::tests {

inline bool is_small() { return std::getenv("EDDY_TEST_SMALL"); }  // set under sanitizers, which are slow

// Numbers of every kind: ordinary, tiny, denormal, huge, −0, infinities, NaN.
template <class T>
double nasty(std::mt19937& random) {
  const double ordinary = std::ldexp(double(random() % 2000001) - 1e6, -20);
  using L = std::numeric_limits<T>;
  switch (random() % 16) {
    case 0:
      return -0.0;
    case 1:
      return 0.0;
    case 2:
      return static_cast<double>(L::denorm_min()) * double(random() % 100);
    case 3:
      return ordinary * static_cast<double>(L::max()) * 1e-6;
    case 4:
      return random() % 8 ? ordinary : static_cast<double>(L::infinity());
    case 5:
      return random() % 8 ? ordinary : static_cast<double>(L::quiet_NaN());
    case 6:
      return ordinary * static_cast<double>(L::min()) * 100;
    default:
      return ordinary;
  }
}
// A number from 2⁻¹⁰⁰ to 2¹⁰⁰, often next to a power of two or to the square of a short number.
template <class T>
double ordinary(std::mt19937& random) {
  constexpr int bits = std::numeric_limits<T>::digits;
  const std::uint64_t any = (std::uint64_t(random()) << 32 | random()) >> (64 - bits) | std::uint64_t(1) << (bits - 1);
  const std::uint64_t whole = (std::uint64_t(1) << bits) - 1;
  const double wide = static_cast<double>(any), shorter = static_cast<double>(any >> (bits - bits / 2));
  const double mantissa[] = {wide, static_cast<double>(whole - any % 64), static_cast<double>(whole / 2 + 1 + any % 64),
                             shorter * shorter + static_cast<double>(any % 7) - 3};
  return std::ldexp(mantissa[random() % 4], static_cast<int>(random() % 200) - 99 - bits);
}
template <class T>
double tame(std::mt19937& random) {
  return 0.5 + double(random() % 1000003) / 1000003.0;
}

template <class S, class T>
struct Exercise {
  Exec<S> exec;
  Results out;
  std::mt19937 random{12345};

  explicit Exercise(int device) : exec(device) {}

  CellField<S, T> field(const char* name, const Box& box, int d, double (*value)(std::mt19937&), int ghosts = 1) {
    CellField<S, T> f(exec, name, box, d, ghosts);
    f.fill([&](int, int, int) { return value(random); });
    return f;
  }
  void keep(const std::string& name, const CellField<S, T>& f) { out[name] = f.get(); }

  void operations(const Box& box, int d) {
    auto a = field("a", box, d, nasty<T>), b = field("b", box, d, nasty<T>);
    std::vector<CellField<S, T>> f;
    for (int n = 0; n < 7; ++n) f.emplace_back(exec, "out", box, d, n % 2);
    for_each<EveryOperation>(exec, Set(box, d), a, b, f[0], f[1], f[2], f[3], f[4], f[5], f[6], T(0.7));
    for (int n = 0; n < 7; ++n) keep("operation " + std::to_string(n) + " " + std::to_string(d) + "D", f[n]);
    auto v = field("v", box, d, ordinary<T>);
    for_each<OrdinaryRoots>(exec, Set(box, d), v, f[0], f[1], f[2], f[3]);
    for (int n = 0; n < 4; ++n) keep("ordinary " + std::to_string(n) + " " + std::to_string(d) + "D", f[n]);
    auto u = field("u", box, d, tame<T>);
    CellField<S, T> before(exec, "before", box, d);
    for_each<InPlace>(exec, Set(box, d).coloured(1), u, before, 3);
    for_each<kernels::AddConstant>(exec, Set(box, d), u, T(0.3));
    for_each<kernels::SetValue>(exec, Set(box.layer(0, true), d), u, T(0.1));
    keep("in place " + std::to_string(d) + "D", u);
    keep("before " + std::to_string(d) + "D", before);
  }
  // Parts of fields that are uploaded together; one field ends before they are.
  void uploads(const Box& box, int d) {
    auto a = field("a", box, d, tame<T>), b = field("b", box, d, tame<T>, 0);
    std::vector<CellField<S, T>> ends;
    ends.push_back(field("ends", box, d, tame<T>));
    const Box inner = box.grown(-1, d);
    const auto place = [](int i, int j, int k) { return i + 100 * j + 10000 * k; };
    exec.upload_together([&] {
      ends[0].fill_part(inner, place);
      a.fill_part(inner, place);
      ends.clear();
      b.fill_part(box.layer(0, true), place);
    });
    for_each<kernels::AddConstant>(exec, Set(box, d), a, T(0.25));
    keep("uploads " + std::to_string(d) + "D", a);
    keep("uploads of a layer " + std::to_string(d) + "D", b);
  }
  template <class V>
  void averages(const Box& box, int d, const std::string& precision) {
    const std::string end = " of " + precision + " " + std::to_string(d) + "D";
    PerAxis<CellField<S, T>> mean, normal, shear;
    for (int n = 0; n < d; ++n) mean.of.push_back(field("mean", box, d, tame<T>, 0));
    for (int n = 0; n < d; ++n) normal.of.push_back(field("normal", box, d, tame<T>, 0));
    for (int n = 0; n < (d == 3 ? 3 : 1); ++n) shear.of.push_back(field("shear", box, d, tame<T>, 0));
    for (double ratio : {1.0, 0.3}) {
      PerAxis<CellField<S, V>> u;
      for (int n = 0; n < d; ++n) {
        u.of.emplace_back(exec, "u", box, d, 1);
        u[n].fill([&](int, int, int) { return nasty<V>(random); });
      }
      for_each<kernels::AverageVelocity, V>(exec, Set(box, d), mean, normal, shear, u, T(ratio), T(1 - ratio));
      for_each<kernels::AverageScalar, V>(exec, Set(box, d), mean[0], normal[0], u[0], T(ratio), T(1 - ratio));
    }
    for (int n = 0; n < d; ++n) keep("mean " + std::to_string(n) + end, mean[n]);
    for (int n = 0; n < d; ++n) keep("normal " + std::to_string(n) + end, normal[n]);
    for (std::size_t n = 0; n < shear.of.size(); ++n) keep("shear " + std::to_string(n) + end, shear[int(n)]);
  }
  void gather() {
    const Box box = line_box(997);
    auto u = field("u", box, 1, nasty<T>);
    Field<S, int, Centring::cell> from(exec, "from", box, 1);
    from.fill([](int i, int, int) { return (i * 37 + 11) % 997; });
    CellField<S, T> to(exec, "to", box, 1);
    for_each<Gather>(exec, Set(box, 1), u, from, to);
    keep("gather", to);
  }
  void reductions(const Box& box, int d) {
    const std::string end = " " + std::to_string(d) + "D";
    auto u = field("u", box, d, tame<T>), v = field("v", box, d, nasty<T>);
    v.fill([&](int i, int j, int k) { return std::ldexp(tame<T>(random) - 1.0, ((i * 7 + j * 3 + k) % 41) - 20); });
    auto w = field("w", box, d, nasty<T>);
    auto& all = out["reduce" + end];
    for (auto* f : {&u, &v, &w}) {
      all.push_back(reduce<kernels::Identity>(exec, Reduction::sum, Set(box, d), *f));
      all.push_back(reduce<kernels::Identity>(exec, Reduction::max, Set(box, d), *f));
      all.push_back(reduce<kernels::Identity>(exec, Reduction::min, Set(box, d), *f));
      all.push_back(reduce<kernels::Magnitude>(exec, Reduction::sum, Set(box, d), *f));
    }
  }
  template <class Fields>
  void with_coefficients(Fields coefficients, const Box& box, int d, const std::string& end) {
    System<S, T> s;
    s.exec = &exec;
    s.cells = box;
    s.dimensions = d;
    s.rate = 0.37;
    s.jacobi_radius = 0.9;
    s.coefficients = std::move(coefficients);
    s.ghosts = Ghosts<S, T>(exec, box, d);
    s.ghosts.set_periodic(0);
    for (int side = 2; side < 2 * d; ++side) s.ghosts.plane(side).fill([&](int, int, int) { return tame<T>(random); });
    auto x = field("x", box, d, tame<T>), b = field("b", box, d, tame<T>, 0), y = field("y", box, d, tame<T>);
    s.ghosts.fill(x);
    LinearOptions o;
    for (auto kind : {LinearSolver::jacobi, LinearSolver::sor, LinearSolver::tdma}) {
      o.solver = kind;
      o.omega = kind == LinearSolver::tdma ? 1 : 0;  // along all axes
      CellField<S, T> z(exec, "z", box, d, 1);
      for_each<kernels::Copy>(exec, Set(box.grown(1, d), d), x, z);
      auto solver = make_solver<S, T>(o, s);
      solver->prepare(s, b, x);
      solver->sweep(s, b, x, 5);
      keep("solver " + std::to_string(int(kind)) + end, x);
      for (int m = 0; m < 5; ++m) solver->sweep(s, b, z, 1);
      keep("singly solver " + std::to_string(int(kind)) + end, z);
    }
    CellLists some{std::vector<int>{0}, std::vector<int>{0}, std::vector<int>{0}};
    for (int a = 0; a < d; ++a) some[a] = {box.lo[a], box.lo[a], box.hi[a] - 1};
    out["picked" + end] = sample_at(exec, x, "", some).values;
    out["residuals" + end] = {residual_l2(s, b, x), residual_l1(s, b, x), residual_sum(s, b, x),
                              right_side_sum(s, b), right_side_l1(s, b),  double(all_rounding(s, b, x))};
    s.visit([&](auto kind, const auto& a) {
      using Kind = decltype(kind);
      for_each<kernels::HeatExplicit, Kind>(exec, s.set(), a, x, b, y, T(0.01));
      keep("explicit" + end, y);
      CellField<S, T> right(exec, "right", box, d);
      for_each<kernels::HeatRightSide, Kind>(exec, s.set(), a, x, b, b, right, T(0.3), T(0.7));
      keep("right side" + end, right);
      out["stored" + end] = {reduce<kernels::HeatStored, Kind>(exec, Reduction::sum, s.set(), a, x, y),
                             reduce<kernels::HeatStableStep, Kind>(exec, Reduction::min, s.set(), a)};
      PerAxisValues<T> lower, upper;
      upper.of[0] = T(1);
      out["through" + end] = {
          reduce<kernels::HeatThrough, Kind>(exec, Reduction::sum, Set(box.layer(0, true), d), a, x, lower, upper)};
    });
    CellField<S, T> left(exec, "left", box, d);
    for_each<kernels::HeatExchanged>(exec, s.set(), b, x, y, left);
    keep("exchanged" + end, left);
    out["through hole" + end] = {reduce<kernels::HeatThroughHole>(exec, Reduction::sum, s.set(), b, y, x)};
    CellField<S, T> moved(exec, "moved", box, d);
    for_each<kernels::Move>(exec, s.set(), y, moved);
    keep("moved" + end, moved);
    lines(s, b, y, end);
  }
  // tdma with all axes but the first periodic.
  void lines(System<S, T>& s, const CellField<S, T>& b, CellField<S, T>& x, const std::string& end) {
    s.ghosts = Ghosts<S, T>(exec, s.cells, s.dimensions);
    for (int a = 1; a < s.dimensions; ++a) s.ghosts.set_periodic(a);
    for (int side : {0, 1}) s.ghosts.plane(side).fill([&](int, int, int) { return tame<T>(random); });
    s.ghosts.fill(x);
    LinearOptions o;
    o.solver = LinearSolver::tdma;
    o.omega = 1;  // along all axes
    make_solver<S, T>(o, s)->sweep(s, b, x, 2);
    keep("lines" + end, x);
  }
  // Two cycles of each solver that works in cycles, on a grid with all kinds of sides, odd sizes, narrow and solid
  // cells.
  void cycles(int d) {
    Problem p;
    p.dimensions = d;
    using Cells = std::array<int, 3>;
    const Cells usual[] = {{1234, 1, 1}, {170, 101, 1}, {34, 27, 19}},
                small[] = {{150, 1, 1}, {34, 21, 1}, {12, 11, 10}};
    p.cells = (is_small() ? small : usual)[d - 1];
    p.widths[0] = stretched(p.cells[0], 4);
    p.ends = {End::fixed, End::closed, End::around, End::around, End::closed, End::fixed};
    p.rate = 0.01;
    for (bool tables : {true, false}) {
      if (!tables) p.k = boxes(d, {p.cells[0], std::max(9, p.cells[1]), std::max(9, p.cells[2])}, 0, 3);
      auto s = make_system<S, T>(exec, p);
      const std::string end = (tables ? " separable " : " per face ") + std::to_string(d) + "D";
      CellField<S, T> b(exec, "b", s.cells, d);
      b.put(noise(p, false));
      LinearOptions o;
      const auto run = [&](const std::string& name) {
        CellField<S, T> x(exec, "x", s.cells, d, 1);
        auto solver = make_solver<S, T>(o, s);
        solver->prepare(s, b, x);
        solver->sweep(s, b, x, 2);
        keep("cycles " + name + end, x);
        out["residual of " + name + end] = {residual_l2(s, b, x)};
      };
      for (FirstGuess start : {FirstGuess::given, FirstGuess::nested}) {
        if (start == FirstGuess::nested && !tables) continue;
        const std::string from = start == FirstGuess::nested ? " nested" : "";
        o = {};
        o.start = start;
        o.cycle = CycleShape::v;
        run("v" + from);
        o.cycle = CycleShape::f;
#ifdef EDDY_TESTS_ALL  // `mixed` is a module that is rarely used
        o.precision = CyclePrecision::mixed;
#endif
        run("f mixed" + from);
        o.solver = LinearSolver::cg;
        run("cg mixed" + from);
        o.precision = CyclePrecision::same;
        run("cg" + from);
      }
      o.preconditioner = Preconditioner::jacobi;
      run("cg jacobi");
    }
  }
  void heat(const Box& box, int d) {
    SeparableFields<S, T> lines;
    PerFaceFields<S, T> faces;
    faces.conductance = make_faces<S, T>(exec, "g", box, d);
    faces.capacity = field("capacity", box, d, tame<T>, 0);
    lines.capacity = T(1.25);
    for (int a = 0; a < d; ++a) {
      faces.conductance[a].fill([&](int, int, int) { return tame<T>(random); });
      for (auto* l : {&lines.low, &lines.high, &lines.width}) {
        l->of.emplace_back(exec, "line", line_box(box.extent(a)), 1);
        l->of.back().fill([&](int, int, int) { return tame<T>(random); });
      }
    }
    with_coefficients(std::move(lines), box, d, " separable " + std::to_string(d) + "D");
    with_coefficients(std::move(faces), box, d, " per face " + std::to_string(d) + "D");
  }
};

// A box for the direct solver: uniform along all axes but `line`, along whose lines tdma solves; all axes periodic, or
// all insulated.
template <class S, class T>
void direct(Exercise<S, T>& e, const Box& box, int d, int line, bool ring) {
  SeparableFields<S, T> lines;
  System<S, T> s;
  s.exec = &e.exec;
  s.cells = box;
  s.dimensions = d;
  s.singular = true;
  s.ghosts = Ghosts<S, T>(e.exec, box, d);
  lines.capacity = T(1.25);
  for (int a = 0; a < d; ++a) {
    if (ring) s.ghosts.set_periodic(a);
    for (auto* l : {&lines.low, &lines.high, &lines.width}) l->of.emplace_back(e.exec, "line", line_box(box.hi[a]), 1);
    const auto width = [&](int i) { return a == line && i % 3 == 1 ? 0.15 : 0.1; };
    lines.low[a].fill([&](int i, int, int) { return ring || i > 0 ? 0.2 / width(i) : 0.0; });
    lines.high[a].fill([&](int i, int, int) { return ring || i + 1 < box.hi[a] ? 0.2 / width(i) : 0.0; });
    lines.width[a].fill([&](int i, int, int) { return width(i); });
  }
  s.coefficients = std::move(lines);
  auto x = e.field("x", box, d, tame<T>), b = e.field("b", box, d, tame<T>, 0);
  s.ghosts.fill(x);
  LinearOptions o;
  o.solver = LinearSolver::fft;
  make_solver<S, T>(o, s)->sweep(s, b, x, 2);
  e.keep(std::string("fft along ") + "xyz"[line] + (ring ? " ring " : " ") + std::to_string(d) + "D", x);
}

template <class S, class T>
Results exercise(int device) {
  Exercise<S, T> e(device);
  const Box usual[] = {{{0, 0, 0}, {1234, 1, 1}}, {{0, 0, 0}, {94, 61, 1}}, {{0, 0, 0}, {34, 23, 17}}};
  const Box small[] = {{{0, 0, 0}, {38, 1, 1}}, {{0, 0, 0}, {14, 9, 1}}, {{0, 0, 0}, {10, 7, 6}}};
  const auto& boxes = is_small() ? small : usual;
  // A device sums up to 512 cells at once, and groups of four rows begin at multiples of four.
  const Box wide[] = {{{3, 0, 0}, {2400, 1, 1}}, {{0, 1, 0}, {1100, 15, 1}}, {{5, 0, 2}, {1100, 3, 9}}};
  for (int d = 1; d <= 3; ++d) {
    e.operations(boxes[d - 1], d);
    e.uploads(boxes[d - 1], d);
    e.reductions(boxes[d - 1], d);
    e.reductions(wide[d - 1], d);
    e.heat(boxes[d - 1], d);
    e.cycles(d);
    e.template averages<float>(boxes[d - 1], d, "single");
    if constexpr (sizeof(T) == 8) e.template averages<double>(boxes[d - 1], d, "double");
  }
  e.gather();
  for (bool ring : {false, true})
    for (int line = 0; line < 3; ++line) {
      if (line < 2) direct(e, {{0, 0, 0}, is_small() ? std::array{12, 7, 1} : std::array{60, 35, 1}}, 2, line, ring);
      direct(e, {{0, 0, 0}, is_small() ? std::array{6, 8, 5} : std::array{14, 48, 15}}, 3, line, ring);
    }
  for (const auto& [kernel, t] : e.exec.timers)
    if (!only_on_devices(kernel)) e.out[launched(kernel)] = {double(t.launches), double(t.cells)};
  return std::move(e.out);
}

}  // namespace eddy::tests

#define EDDY_INSTANTIATE(S, T) template eddy::tests::Results eddy::tests::exercise<S, T>(int);
