// The kernel analysis finds no fault in any kernel of the program, and finds each kind of fault in seeded ones, among
// them those of a published Gauss–Seidel for GPUs.
#include "exec/record/analysis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "exec/core/devices.hpp"
#include "exec/core/executor.hpp"
#include "exec/host/ordered.hpp"
#include "exec/opencl/source.hpp"
#include "exec/record/kernels.hpp"
#include "exec/shapes/tile_view.hpp"
#include "field/field.hpp"
#include "linear/coefficients.hpp"
#include "linear/kernels.hpp"
#include "tests/exec/faults.hpp"
#include "tests/exec/precisions.hpp"

namespace eddy {

using enum Axis;

template <class F, int N>
static std::string called() {  // the member's name as in messages; clang does not know names of members
  return "'" + members::name_of<F, N>() + "'";
}
template <class F>
static Analysis look_at(int colour = -1, bool ordered = false) {
  return analyse<F>({Set({{0, 0, 0}, {64, 64, 1}}, 2, colour), ordered});
}

TEST(Analysis, EveryKernelOfTheProgramIsClean) {
  tests::load_records();
  ASSERT_GT(kernel_list().all().size(), 300u);
  for (const auto& k : kernel_list().all())
    EXPECT_EQ(faults(k.analysis), "") << k.id.name << " " << k.id.dimensions << "D " << k.id.precision();
}

template <class S, class T>
struct SeedGaussSeidel {  // reads and writes one array without an order
  In<S, T> source;
  InOut<S, T> t;
  FN void operator()(Cell<S> c) const { t(c) = T(0.25) * (t(c - x) + t(c + x) + t(c - y) + t(c + y) + source(c)); }
};
TEST(Analysis, CatchesTheRaceOfTheUnorderedGaussSeidel) {
  using F = SeedGaussSeidel<OpenCl, double>;
  EXPECT_NE(faults(look_at<F>()).find("race"), std::string::npos);
  EXPECT_EQ(faults(look_at<F>(0)), "");         // one colour at a time: no cell reads what another one writes
  EXPECT_EQ(faults(look_at<F>(-1, true)), "");  // in lexicographic order, on the host
}

template <class S, class T>
struct SeedBlockIterated {  // iterates inside the kernel, as if neighbours waited for each other
  In<S, T> source;
  InOut<S, T> t;
  FN void operator()(Cell<S> c) const {
    for (int n = 0; n < 3; ++n) t(c) = T(0.25) * (t(c - x) + t(c + x) + t(c - y) + t(c + y) + source(c));
  }
};
template <class S, class T>
struct SeedCopyIterated {  // the same on a copy, where the new values of neighbours are never seen
  In<S, T> t, source;
  Out<S, T> next;
  FN void operator()(Cell<S> c) const {
    next(c) = T(0.25) * (t(c - x) + t(c + x) + source(c));
    next(c + x) = T(0.25) * (t(c) + t(c + 2 * x) + source(c + x));
  }
};
TEST(Analysis, CatchesTheIterationInsideABlock) {
  EXPECT_NE(faults(look_at<SeedBlockIterated<OpenCl, double>>()).find("race"), std::string::npos);
  EXPECT_NE(faults(look_at<SeedCopyIterated<OpenCl, double>>())
                .find("race: a cell writes " + called<SeedCopyIterated<OpenCl, double>, 2>()),
            std::string::npos);
}

template <class S, class T>
struct Diagonal {
  InOut<S, T> t;
  FN void operator()(Cell<S> c) const { t(c) = t((c + x) + y); }
};
TEST(Analysis, ColourDoesNotHelpAgainstDiagonals) {
  EXPECT_NE(faults(look_at<Diagonal<OpenCl, double>>(0)).find("(1, 1, 0)"), std::string::npos);
}

TEST(Analysis, AFaceLayerMayReadInwards) {
  using F = Diagonal<OpenCl, double>;
  const Analysis a = analyse<F>({Set(Box{{0, 0, 0}, {1, 1, 1}}, 2)});
  EXPECT_EQ(faults(a), "");
}

template <class S, class T>
struct Wide {
  In<S, T> t;
  Out<S, T> next;
  FN void operator()(Cell<S> c) const { next(c) = t(c - 2 * x) + t(c + 2 * y); }
};
TEST(Analysis, CountsTheGhostLayersOfTheFootprint) { EXPECT_EQ((look_at<Wide<OpenCl, double>>().ghosts), 2); }

template <class S, class T>
struct NotAlone {
  static constexpr int pointwise = 1;
  In<S, T> t;
  FN Value<S, T> operator()(Cell<S> c) const { return t(c) - t(c - x); }
};
TEST(Analysis, PointwiseKernelsReadTheirOwnCellOnly) {
  EXPECT_NE(faults(look_at<NotAlone<OpenCl, double>>()).find("reads other cells"), std::string::npos);
}

template <class S, class T>
struct Far {  // reads the iterated field at a diagonal neighbour
  Previous<S, T> t;
  Out<S, T> next;
  FN void operator()(Cell<S> c) const { next(c) = t(c - x) + t((c + x) + y); }
};
template <class S, class T>
struct Silent {  // does not declare the field that it iterates
  In<S, T> t;
  Out<S, T> next;
  FN void operator()(Cell<S> c) const { next(c) = t(c - x); }
};
template <class S, class T>
struct Talkative {
  Previous<S, T> t;
  Out<S, T> next, change;
  FN void operator()(Cell<S> c) const {
    next(c) = t(c - x);
    change(c) = t(c - x) - t(c);
  }
};
template <class S, class T>
struct Pair {  // two fields, one of them read two cells away
  Previous<S, T> t, s;
  Out<S, T> next_t, next_s;
  FN void operator()(Cell<S> c) const {
    next_t(c) = t(c - 2 * x) + s(c + y);
    next_s(c) = s(c) - t(c);
  }
};
template <class F>
static std::string tile_faults(int reach = 1) {
  Analysis a = look_at<F>();
  find_tile_faults(a, reach);
  return faults(a);
}
TEST(Analysis, WhatCannotBeSweptSeveralTimesPerPass) {
  EXPECT_NE((tile_faults<Far<OpenCl, double>>()).find("reads " + called<Far<OpenCl, double>, 0>() + " at (1, 1, 0)"),
            std::string::npos);
  EXPECT_NE((tile_faults<Silent<OpenCl, double>>()).find("say what it iterates"), std::string::npos);
  EXPECT_NE((tile_faults<Talkative<OpenCl, double>>()).find("and that alone"), std::string::npos);
  EXPECT_NE((tile_faults<Pair<OpenCl, double>>()).find("beyond the next cells"), std::string::npos);
  EXPECT_EQ((tile_faults<Pair<OpenCl, double>>(2)), "");
}

template <class S, class T>
struct Forgetful {
  In<S, T> t;
  Out<S, T> next, other;
  FN void operator()(Cell<S> c) const { next(c) = t(c); }
};
TEST(Analysis, AnOutputNeverWritten) {
  EXPECT_NE(
      faults(look_at<Forgetful<OpenCl, float>>()).find(called<Forgetful<OpenCl, float>, 2>() + " is never written"),
      std::string::npos);
}

template <class S, class T>
struct Steered {
  In<S, T> t;
  Out<S, T> next;
  int times;
  FN void operator()(Cell<S> c) const {
    Value<S, T> v = t(c);
    for (int n = 0; n < times; ++n) v = v * v;
    next(c) = v;
  }
};
TEST(Analysis, ARecordingThatDependsOnAPlainMember) {
  EXPECT_NE(faults(look_at<Steered<OpenCl, double>>()).find("plain member"), std::string::npos);
}

template <class S, class T>
struct Coarse {  // multigrid's indices: 2i, i/2
  In<S, T> fine, coarse;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const {
    to(c) = fine(Cell<S>{c.i * 2 + 1, c.j * 2, c.k}) + coarse(Cell<S>{(c.i + 1) / 2, c.j / 2, c.k}) +
            coarse(Cell<S>{(c.i - 1) / 2, c.j, c.k});
  }
};
TEST(Analysis, AffineIndices) {
  const Analysis a = look_at<Coarse<OpenCl, double>>();
  EXPECT_EQ(faults(a), "");
  EXPECT_EQ(a.ghosts, 1);
  auto touched = [&](const Affine& along_x) {
    return std::any_of(a.touches.begin(), a.touches.end(), [&](const Touch& t) { return t.at[0] == along_x; });
  };
  EXPECT_TRUE(touched({0, 2, 1, 1, true}));
  EXPECT_TRUE(touched({0, 1, 2, 1, true}));
  EXPECT_TRUE(touched({0, 1, 2, -1, true}));
  EXPECT_FALSE(touched({0, 2, 1, 0, true}));
}

template <class S, class T>
struct Scatter {
  In<S, int> where;
  In<S, T> v;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const { to(Cell<S>{where(c), c.j, c.k}) = v(c); }
};
TEST(Analysis, NoKernelScatters) {
  EXPECT_NE(faults(look_at<Scatter<OpenCl, double>>()).find("two cells may write one point"), std::string::npos);
}

TEST(Analysis, CountsBytesAndFlopsOfEachVariant) {
  tests::load_records();
  const auto jacobi = [](const char* variant, int value_bytes) {
    return kernel_list().find({"jacobi", variant, 2, value_bytes});
  };
  ASSERT_TRUE(jacobi("separable", 8) && jacobi("per face", 8) && jacobi("separable", 4));
  EXPECT_EQ(jacobi("separable", 8)->bytes, 24);  // x, b, next
  EXPECT_EQ(jacobi("separable", 4)->bytes, 12);
  EXPECT_EQ(jacobi("per face", 8)->bytes, 48);  // and gx, gy, capacity
  EXPECT_GT(jacobi("separable", 8)->flops, 10);
  EXPECT_FALSE(jacobi("", 8));  // a name without its variant finds no kernel
}

TEST(Analysis, NamesMembers) {
  const Recording r = record<Forgetful<OpenCl, double>>();
  ASSERT_EQ(r.members.size(), 3u);
#ifndef __clang__
  EXPECT_EQ(r.members[0].name, "t");
  EXPECT_EQ(r.members[2].name, "other");
#endif
}

TEST(Source, KeepsEveryBitOfALiteral) {
  struct F {
    Out<OpenCl, double> to;
    void operator()(Cell<OpenCl> c) const { to(c) = Sym<double>(-0.0); }
  };
  EXPECT_NE(opencl_source(record<F>(), {}).find("as_double(0x8000000000000000UL)"), std::string::npos);
}

template <class S, class T, int D>
struct Twice {
  static constexpr const char* name = "twice";
  In<S, T> from;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const { to(c) = from(c); }
};
TEST(Launch, RefusesOneBufferBoundToAnOutputAndAnotherMember) {
  Exec<Host> exec(1);
  CellField<Host, double> f(exec, "f", {{0, 0, 0}, {8, 8, 1}}, 2);
  try {
    for_each<Twice>(exec, f.set(), f, f);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("one buffer is written and bound to another member"), std::string::npos);
  }
}

#ifdef EDDY_HAS_OPENCL
template <class S, class T, int D>
struct Reaching {
  static constexpr const char* name = "reaching";
  In<S, T> from;
  Out<S, T> to;
  FN void operator()(Cell<S> c) const { to(c) = from(c + Axis::x); }
};
TEST(Launch, RefusesAReachOutsideAFieldOnOpenCl) {
  std::string why;
  if (opencl_devices(why).empty()) GTEST_SKIP() << why;
  Exec<OpenCl> exec(0);
  CellField<OpenCl, double> f(exec, "f", {{0, 0, 0}, {8, 8, 1}}, 2), g(exec, "g", {{0, 0, 0}, {8, 8, 1}}, 2);
  EXPECT_THROW(for_each<Reaching>(exec, f.set(), f, g), Error);
}
#endif

// Compares the ordered executor with the plain loop.
template <class S, class T, int D>
struct Order {
  static constexpr const char* name = "order";
  In<S, T> b;
  InOut<S, T> t;
  struct Ahead {
    Value<S, T> others;
  };
  FN Ahead ahead(Cell<S> c) const {
    Value<S, T> sum = b(c) + t(c + Axis::x);
    for (int a = 1; a < D; ++a) sum = sum + (t(c - Axis(a)) + t(c + Axis(a)));
    return {sum};
  }
  FN Value<S, T> follow(const Ahead& a, Value<S, T> before) const { return (a.others + before) * T(0.21); }
  FN void operator()(Cell<S> c) const { t(c) = follow(ahead(c), t(c - Axis::x)); }
};
struct OrderedCase {
  Box box;
  int dimensions;
};
static const OrderedCase ordered_cases[] = {
    {{{0, 0, 0}, {40000, 1, 1}}, 1}, {{{0, 0, 0}, {300, 131, 1}}, 2},  {{{-3, 2, 0}, {2000, 43, 1}}, 2},
    {{{0, 0, 0}, {5, 4000, 1}}, 2},  {{{0, 0, 0}, {129, 257, 1}}, 2},  {{{0, 0, 0}, {70, 5, 61}}, 3},
    {{{0, 0, 0}, {3, 3, 3000}}, 3},  {{{1, -2, 5}, {272, 17, 16}}, 3}, {{{0, 0, 0}, {300, 1, 90}}, 3},
    {{{0, 0, 0}, {40, 37, 45}}, 3},  {{{2, 0, 1}, {147, 8, 34}}, 3},   {{{0, 0, 0}, {20, 70, 70}}, 3},
    {{{0, 0, 0}, {3, 80, 80}}, 3},   {{{0, 0, 0}, {130, 16, 40}}, 3},  {{{0, 0, 0}, {260, 32, 40}}, 3},
    {{{0, 0, 0}, {130, 40, 8}}, 3}};

template <class T, class F>
static void expect_plain_order(const OrderedCase& c, CellField<Host, T>& t, CellField<Host, T>& u, int threads,
                               const F& f, const F& g) {
  Exec<Host> exec(threads);
  F written = g;
  const View<Host, T> x = *tile::iterated_views<Host, T>(written).written;
  for (int sweep = 0; sweep < 2; ++sweep) {
    launch_ordered(exec, t.set(), f);
    for (int k = c.box.lo[2]; k < c.box.hi[2]; ++k)
      for (int j = c.box.lo[1]; j < c.box.hi[1]; ++j)
        for (int i = c.box.lo[0]; i < c.box.hi[0]; ++i) {
          const Cell<Host> cell{i, j, k};
          *x.at(cell) = g.follow(g.ahead(cell), *x.at(cell - Axis::x));
        }
  }
  EXPECT_EQ(t.get(), u.get()) << f.name << " in " << c.dimensions << "D, " << c.box.extent(0) << " columns, with "
                              << threads << " threads, " << sizeof(T) << " bytes";
}
template <class T>
static void expect_plain_orders(const OrderedCase& c, int threads) {
  Exec<Host> exec(1);
  const int D = c.dimensions;
  CellField<Host, T> b(exec, "b", c.box, D), t(exec, "t", c.box, D, 1), u(exec, "u", c.box, D, 1);
  auto value = [](int i, int j, int k) { return double(unsigned(i * 31 + j * 17 + k * 7) % 101) / 101; };
  auto closed = [&](int i, int j, int k) { return unsigned(i + 3 * j + 5 * k) % 4 == 0 ? 1 + value(i, j, k) : 0; };
  PerFaceFields<Host, T> faces{make_faces<Host, T>(exec, "g", c.box, D), CellField<Host, T>(exec, "c", c.box, D)};
  faces.capacity.fill([](int, int, int) { return 0.0; });
  SeparableFields<Host, T> lines;
  lines.capacity = T(1.25);
  for (int a = 0; a < D; ++a) {
    faces.conductance[a].fill(closed);  // some cells have no open face
    for (auto* l : {&lines.low, &lines.high, &lines.width}) {
      l->of.emplace_back(exec, "line", Box{{c.box.lo[a], 0, 0}, {c.box.hi[a], 1, 1}}, 1);
      l->of.back().fill([&](int i, int, int) { return 0.1 + value(i, a, 1); });
    }
  }
  const auto run = [&](const auto& of) {
    b.fill(value), t.fill(value), u.fill(value);
    expect_plain_order(c, t, u, threads, of(t), of(u));
  };
  detail::with_dimension(D, [&](auto d) {
    constexpr int N = decltype(d)::value;
    run([&](auto& x) { return Order<Host, T, N>{b, x}; });
    run([&](auto& x) { return kernels::Relax<Host, T, N, Separable>{lines, b, x, T(0.37), T(1.3)}; });
    run([&](auto& x) { return kernels::Relax<Host, T, N, PerFace>{faces, b, x, T(0.37), T(0.9)}; });
  });
}
// Relax has two forms of its update, one for colours and one in order, which must agree.
template <class T>
static void expect_one_relaxation(double rounding) {
  Exec<Host> exec(1);
  const Box box{{0, 0, 0}, {40, 9, 10}};
  CellField<Host, T> b(exec, "b", box, 3), t(exec, "t", box, 3, 1);
  b.fill([](int i, int j, int k) { return 0.1 * i - j + k % 3; });
  PerFaceFields<Host, T> faces{make_faces<Host, T>(exec, "g", box, 3), CellField<Host, T>(exec, "c", box, 3)};
  faces.capacity.fill([](int, int, int) { return 0.0; });
  for (int a = 0; a < 3; ++a)
    faces.conductance[a].fill([](int i, int j, int k) { return i / 3 % 4 == 1 ? 0 : 0.3 + (i + 2 * j + k) % 5; });
  const kernels::Relax<Host, T, 3, PerFace> relax{faces, b, t, T(0.37), T(1.3)};
  const auto start = [](int i, int j, int k) { return std::sin(i + 2.0 * j + 3.0 * k); };
  t.fill(start);
  launch_ordered(exec, t.set(), relax);
  const std::vector<double> in_order = t.get();
  t.fill(start);
  for (int k = 0; k < 10; ++k)
    for (int j = 0; j < 9; ++j)
      for (int i = 0; i < 40; ++i) relax(Cell<Host>{i, j, k});
  const std::vector<double> by_cell = t.get();
  EXPECT_EQ(by_cell[4], double(T(start(4, 0, 0))));  // a cell without an open face keeps its value
  for (std::size_t n = 0; n < by_cell.size(); ++n) ASSERT_NEAR(in_order[n], by_cell[n], rounding) << n;
}
TEST(Ordered, RelaxesAsTheColoursDo) {
  expect_one_relaxation<float>(3e-6);
  expect_one_relaxation<double>(3e-15);
}

#ifdef EDDY_TESTS_ALL
static const std::vector<int> threads_in_double{1, 2, 3, 4}, threads_in_single{1, 2, 3, 4};
#else
static const std::vector<int> threads_in_double{1, 3}, threads_in_single{2};
#endif
TEST(Ordered, IsTheTextbookSweepOnAnyNumberOfThreads) {
  for (const OrderedCase& c : ordered_cases) {
    for (int threads : threads_in_double) expect_plain_orders<double>(c, threads);
    for (int threads : threads_in_single) expect_plain_orders<float>(c, threads);
  }
}

}  // namespace eddy
