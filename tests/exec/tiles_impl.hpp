// The comparison of tests/exec/tiles.hpp, compiled once for each space and precision.
#pragma once
#include <bit>
#include <random>

#include "exec/shapes/tiles.hpp"
#include "field/field.hpp"
#include "linear/coefficients.hpp"
#include "linear/kernels.hpp"
#include "linear/solver.hpp"
#include "solver/artificial/solver.hpp"
#include "tests/exec/tiles.hpp"

namespace eddy::tests {

// A nonlinear kernel without `given`, like an explicit time step.
template <class S, class T, int D, class C>
struct Fading {
  static constexpr const char* name = "fading";
  typename C::template Bound<S, T, D> a;
  Previous<S, T> u;
  In<S, T> source;
  Out<S, T> next;
  Param<S, T> dt;
  FN void operator()(Cell<S> c) const {
    const Value<S, T> here = u(c);
    next(c) = fma(Value<S, T>(dt), kernels::inflow<D>(a, u, source(c) - here * here, c), here);
  }
};

template <class S, class T>
struct TileCase {
  Exec<S>& exec;
  Set set;  // not all of the fields' cells
  Box box;
  std::mt19937 random{4321};
  CellField<S, T> x, next, single, single_next, b;
  SeparableFields<S, T> lines, even;  // even: constant except at the ends and at one place along x
  PerFaceFields<S, T> faces;

  TileCase(Exec<S>& e, const Box& cells, int d, int inset)
      : exec(e),
        set(cells, d),
        box(cells),
        x(e, "x", box, d, 1),
        next(e, "next", box, d, 1),
        single(e, "single", box, d, 1),
        single_next(e, "single next", box, d, 1),
        b(e, "b", box, d) {
    for (int a = 0; a < d; ++a) {
      set.box.lo[a] += inset;
      set.box.hi[a] -= 2 * inset;
    }
    fill(x), fill(b);
    faces.conductance = make_faces<S, T>(e, "g", box, d);
    faces.capacity = CellField<S, T>(e, "capacity", box, d);
    fill(faces.capacity);
    lines.capacity = even.capacity = T(1.25);
    for (int a = 0; a < d; ++a) {
      fill(faces.conductance[a]);
      const Box along{{box.lo[a], 0, 0}, {box.hi[a], 1, 1}};
      for (auto* l : {&lines.low, &lines.high, &lines.width}) fill(l->of.emplace_back(e, "line", along, 1));
      for (auto* l : {&even.low, &even.high, &even.width})
        l->of.emplace_back(e, "even line", along, 1).fill([&](int i, int, int) {
          const bool odd = i <= box.lo[a] || i >= box.hi[a] - 1 || (a == 0 && i == box.lo[0] + 7 * box.extent(0) / 8);
          return odd ? 1.5 : 0.7;
        });
    }
  }
  template <class F>
  void fill(F& f) {
    f.fill([&](int, int, int) { return 0.5 + double(random() % 1000003) / 1000003.0; });
  }
  void restart() {
    const Set all(box.grown(1, set.dimensions), set.dimensions);
    for (auto* f : {&next, &single, &single_next}) for_each<kernels::Copy>(exec, all, x, *f);
  }
  static std::size_t differing(const CellField<S, T>& one, const CellField<S, T>& other) {
    const auto u = one.get(), v = other.get();
    std::size_t n = 0;
    for (std::size_t c = 0; c < u.size(); ++c)
      n += std::bit_cast<std::uint64_t>(u[c]) != std::bit_cast<std::uint64_t>(v[c]);
    return n;
  }

  // Each sweep starts from the result of the one before.
  template <template <class, class, int, class> class K, class V, class Fields, class... P>
  std::size_t two_buffers(int n, const Fields& a, P... p) {
    restart();
    const bool moved = sweep_many<K, V>(exec, set, n, a, x, b, next, p...);
    for (int m = 0; m < n; ++m)
      for_each<K, V>(exec, set, a, m % 2 ? single_next : single, b, m % 2 ? single : single_next, p...);
    if (moved) std::swap(x, next);
    return differing(x, n % 2 ? single_next : single);
  }
  template <class V, class Fields>
  std::size_t coloured(int n, const Fields& a) {
    restart();
    if (sweep_many_coloured<kernels::Relax, V>(exec, set, n, next, a, b, x, T(0.37), T(1.3))) std::swap(x, next);
    for (int m = 0; m < n; ++m)
      for (int c : {0, 1}) for_each<kernels::Relax, V>(exec, set.coloured(c), a, b, single, T(0.37), T(1.3));
    return differing(x, single);
  }
  // One pass of a device in parts, like that of a rank that waits for halos; each part has the margin that its sweeps
  // read. False: the device has no such pass.
  template <bool Coloured, class F>
  bool pass_in_parts(int n, const F& f, const F& other) {
    if constexpr (tile::in_tiles<S, F>) {
      if (n < tile::fewest_sweeps<Coloured, F> || n > tile::most_sweeps<Coloured, F>(exec, set) ||
          n % tile::sweeps_step<Coloured, F>(exec))
        return false;
      const int around = (Coloured ? 2 * n : n) - 1;
      for (const Box& result : peeled(set.box, 5, set.dimensions)) {
        const Box swept = result.grown(around, set.dimensions).common(set.box);
        if (!result.empty()) tile::launch_tiles<Coloured>(exec, Set(swept, set.dimensions), result, n, f, other);
      }
      return true;
    }
    return false;
  }
  template <class V, class Fields>
  std::size_t jacobi_in_parts(int n, const Fields& a) {
    restart();
    const T rate(0.37), omega(0.8);
    const bool done = detail::with_dimension<2>(set.dimensions, [&](auto d) {
      const kernels::Jacobi<S, T, decltype(d)::value, V> f{a, x, b, next, rate, omega};
      return pass_in_parts<false>(n, f, tile::with_roles_swapped<S>(f));
    });
    if (!done) return 0;
    for (int m = 0; m < n; ++m)
      for_each<kernels::Jacobi, V>(exec, set, a, m % 2 ? single_next : single, b, m % 2 ? single : single_next, rate,
                                   omega);
    return differing(next, n % 2 ? single_next : single);
  }
  template <class V, class Fields>
  std::size_t relax_in_parts(int n, const Fields& a) {
    restart();
    const T rate(0.37), omega(1.3);
    const bool done = detail::with_dimension<2>(set.dimensions, [&](auto d) {
      const kernels::Relax<S, T, decltype(d)::value, V> f{a, b, x, rate, omega};
      const InOut<S, T> other = next;
      return pass_in_parts<true>(n, f, tile::with_read_buffer<S>(f, other));
    });
    if (!done) return 0;
    for (int m = 0; m < n; ++m)
      for (int c : {0, 1}) for_each<kernels::Relax, V>(exec, set.coloured(c), a, b, single, rate, omega);
    return differing(next, single);
  }
  // Compares a call of a solver for n sweeps with n calls for one sweep.
  template <class Fields>
  std::size_t solver(LinearSolver kind, int n, Fields& a) {
    System<S, T> s;
    s.exec = &exec;
    s.cells = box;
    s.dimensions = set.dimensions;
    s.rate = 0.37;
    s.jacobi_radius = 0.9;
    s.coefficients = std::move(a);  // fields are not copied
    s.ghosts = Ghosts<S, T>(exec, box, set.dimensions);
    for (int side = 0; side < 2 * set.dimensions; ++side) fill(s.ghosts.plane(side));
    s.ghosts.fill(x);
    restart();
    LinearOptions o;
    o.solver = kind;
    const auto solver = make_solver<S, T>(o, s);
    solver->prepare(s, b, x);
    solver->sweep(s, b, x, n);
    for (int m = 0; m < n; ++m) solver->sweep(s, b, single, 1);
    a = std::move(std::get<Fields>(s.coefficients));
    return differing(x, single);
  }
};

// A kernel with several fields, whose stencil reaches beyond the next cells, and which treats the ends of its set.
template <class S, class T>
std::size_t march(Exec<S>& exec, const Box& box, int d, int n) {
  using namespace artificial;
  std::mt19937 random{99};
  const auto make = [&] {
    Flow<S, T> f;
    f.p = NodeField<S, T>(exec, "p", box, d, reach);
    for (int a = 0; a < d; ++a) f.u.of.emplace_back(exec, "u", box, d, reach);
    return f;
  };
  Flow<S, T> flows[4] = {make(), make(), make(), make()};
  for (int e = 0; e <= d; ++e) {
    const auto seed = random();
    for (Flow<S, T>& f : flows) {  // the same values in all of them
      std::mt19937 values{seed};
      (e == 0 ? f.p : f.u[e - 1]).fill([&](int, int, int) { return 0.5 - double(values() % 1000003) / 1000003.0; });
    }
  }
  RateNumbers<T> rates;
  BoundNumbers ends;
  PerAxisValues<T> force;
  Set set(box, d);
  constexpr Given given[3][2] = {
      {Given::velocity, Given::pressure}, {Given::velocity, Given::mirror}, {Given::mirror, Given::velocity}};
  for (int a = 0; a < d; ++a) {
    rates.half.of[a] = T(3);
    rates.diffusion.of[a] = T(0.4);
    rates.damping.of[a] = T(0.03);
    force.of[a] = T(0.1);
    if (given[a][0] != Given::mirror) ++set.box.lo[a];
    if (given[a][1] != Given::mirror) --set.box.hi[a];
    ends.first.of[a] = set.box.lo[a];
    ends.last.of[a] = set.box.hi[a] - 1;
    ends.low.of[a] = static_cast<int>(given[a][0]);
    ends.high.of[a] = static_cast<int>(given[a][1]);
  }
  rates.floor = T(0.1);
  rates.least = T(2);
  rates.per_viscosity = T(5);
  rates.cfl = T(0.3);
  using Form = artificial::Form<true, UniformForce>;
  const auto step = [&](Flow<S, T>& from, Flow<S, T>& to) {
    for_each<kernels::ArtificialEuler, Form>(exec, set, from.p, from.u, to.p, to.u, rates, ends, force);
  };
  const bool moved = sweep_many<kernels::ArtificialEuler, Form>(exec, set, n, flows[0].p, flows[0].u, flows[1].p,
                                                                flows[1].u, rates, ends, force);
  for (int m = 0; m < n; ++m) step(flows[2 + m % 2], flows[3 - m % 2]);
  const Flow<S, T>&many = flows[moved], &single = flows[2 + n % 2];
  std::size_t cells = 0;
  for (int e = 0; e <= d; ++e) {
    const auto u = (e == 0 ? many.p : many.u[e - 1]).get(), v = (e == 0 ? single.p : single.u[e - 1]).get();
    for (std::size_t c = 0; c < u.size(); ++c)
      cells += std::bit_cast<std::uint64_t>(u[c]) != std::bit_cast<std::uint64_t>(v[c]);
  }
  return cells;
}

template <class S, class T>
TileResults compare_tiles(int device) {
  Exec<S> exec(device);
  if constexpr (requires { exec.tiles; }) exec.tiles = true;
  if constexpr (requires { exec.tiles_always; }) exec.tiles_always = true;
  TileResults results;
  const auto look = [&](std::size_t cells, const std::string& what) {
    ++results.cases;
    if (cells) results.differing.push_back(what + ": " + std::to_string(cells) + " cells");
  };
  const struct {
    Box box;
    int d, inset;
  } sizes[] = {
      {{{0, 0, 0}, {5003, 33, 1}}, 2, 0}, {{{0, 0, 0}, {540, 35, 9}}, 3, 0},  {{{0, 0, 0}, {301, 1, 1}}, 1, 0},
      {{{0, 0, 0}, {3, 2, 1}}, 2, 0},     {{{0, 0, 0}, {531, 97, 1}}, 2, 0},  {{{-3, 5, 0}, {270, 90, 1}}, 2, 3},
      {{{0, 0, 0}, {2, 3, 1}}, 3, 0},     {{{0, 0, 0}, {75, 41, 33}}, 3, 0},  {{{1, -2, 3}, {40, 61, 34}}, 3, 2},
      {{{0, 0, 0}, {150, 82, 12}}, 3, 0},  // has inner tiles, where tables are constant
      {{{0, 0, 0}, {1100, 37, 1}}, 2, 0}, {{{0, 0, 0}, {100, 64, 22}}, 3, 0}, {{{-9, -7, 0}, {531, 40, 1}}, 2, 2},
  };
#ifdef EDDY_TESTS_ALL
  constexpr int between = 1;
#else
  constexpr int between = 3;
#endif
  for (const auto& s : sizes) {
    const bool large = s.box.cells() > 150000;  // needed for the large tiles of the host
    if (large && !std::is_same_v<S, Host>) continue;
    // New fields may lie at the addresses of old ones.
    if constexpr (requires { exec.forget_replays(); }) exec.forget_replays();
    TileCase<S, T> c(exec, s.box, s.d, s.inset);
    for (int n = large ? 3 : 1; n <= 8; n += large ? 4 : between) {
      const std::string end = " " + std::to_string(s.d) + "D, " + std::to_string(s.box.extent(0)) + " cells wide, " +
                              std::to_string(n) + " sweeps";
      const T rate(0.37), omega(0.8);
      look(c.template two_buffers<kernels::Jacobi, Separable>(n, c.lines, rate, omega), "jacobi separable" + end);
      look(c.template two_buffers<kernels::Jacobi, Separable>(n, c.even, rate, omega), "jacobi even" + end);
      look(c.template coloured<Separable>(n, c.even), "relax even" + end);
      look(c.template two_buffers<kernels::Jacobi, PerFace>(n, c.faces, rate, omega), "jacobi per face" + end);
      look(c.template two_buffers<Fading, Separable>(n, c.lines, T(0.01)), "fading separable" + end);
      look(c.template coloured<Separable>(n, c.lines), "relax separable" + end);
      look(c.template coloured<PerFace>(n, c.faces), "relax per face" + end);
      if (s.d > 1) {
        look(c.template jacobi_in_parts<Separable>(n, c.lines), "jacobi separable in parts" + end);
        look(c.template jacobi_in_parts<Separable>(n, c.even), "jacobi even in parts" + end);
        look(c.template jacobi_in_parts<PerFace>(n, c.faces), "jacobi per face in parts" + end);
        look(c.template relax_in_parts<Separable>(n, c.even), "relax even in parts" + end);
        look(c.template relax_in_parts<PerFace>(n, c.faces), "relax per face in parts" + end);
      }
      look(c.solver(LinearSolver::jacobi, n, c.lines), "the jacobi solver" + end);
      look(c.solver(LinearSolver::sor, n, c.faces), "the sor solver" + end);
    }
  }
  const Box flows[] = {
      {{0, 0, 0}, {700, 61, 1}}, {{-2, 3, 0}, {131, 150, 1}}, {{0, 0, 0}, {21, 17, 13}}, {{0, 0, 0}, {560, 540, 1}}};
  for (const Box& b : flows) {
    const int d = b.hi[2] > 1 ? 3 : 2;
    for (int n : {1, 2, 3, 4, 5, 9})
      look(march<S, T>(exec, b, d, n), "march " + std::to_string(d) + "D, " + std::to_string(b.extent(0)) +
                                           " nodes wide, " + std::to_string(n) + " steps");
  }
  return results;
}

}  // namespace eddy::tests

#define EDDY_INSTANTIATE(S, T) template eddy::tests::TileResults eddy::tests::compare_tiles<S, T>(int);
