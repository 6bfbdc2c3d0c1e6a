// Passes that compute each face, cell and edge once give the bits of the plain kernels, one per cell and node.
#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "solver/compressible/kernels_muscl.hpp"
#include "solver/compressible/ni/along_fields.hpp"
#include "solver/compressible/ni/kernels_cell.hpp"
#include "solver/compressible/ni/kernels_node.hpp"
#include "solver/compressible/ni/kernels_pass.hpp"
#include "solver/compressible/state_fields.hpp"
#include "solver/places.hpp"
#include "tests/exec/precisions.hpp"

using namespace eddy;
using namespace eddy::compressible;

namespace {

// A warped block with a difficult state: jumps, marked states, solid walls, missing cells.
template <class T>
class WildBlock {
 public:
  WildBlock(const Box& cells, int d, int threads)
      : exec(threads),
        cells_(cells),
        d_(d),
        cell_layout({cells}, d, 2, sizeof(T)),
        node_layout({nodes()}, d, 2, sizeof(T)),
        per_volume(exec, cell_layout),
        kind(exec, cell_layout),
        step(exec, cell_layout),
        node_volume(exec, node_layout),
        now(exec, cell_layout),
        start(exec, cell_layout),
        at_nodes(exec, node_layout) {
    for (int a = 0; a < d; ++a) {
      node.emplace_back(exec, node_layout);
      fill<T>(node.back(), [&](const Place& n) { return n[a] + 0.2 * std::sin(1.0 + n[0] + 2 * n[1] + 3 * n[2] + a); });
    }
    fill<T>(per_volume, [&](const Place&) { return number(0.8, 1.2); });
    fill<T>(step, [&](const Place&) { return number(0.01, 0.02); });
    fill<T>(node_volume, [&](const Place&) { return number(0.8, 1.2); });
    fill<int>(kind, [&](const Place&) { return number(0, 1) < 0.1 ? 0 : 1 + int(number(0, 15.9)); });
    for (StateFields<Host, T>* s : {&now, &start, &at_nodes}) {
      fill<T>(s->of[0], [&](const Place&) { return sign() * number(0.5, 2); });
      for (int a = 0; a < d; ++a) fill<T>(s->of[a + 1], [&](const Place&) { return number(-1, 1); });
      const bool conserved = s == &at_nodes;
      fill<T>(s->of[d + 1], [&](const Place&) { return conserved ? number(4, 6) : sign() * number(0.5, 2); });
    }
  }
  Box nodes() const {
    Box b = cells_;
    for (int a = 0; a < d_; ++a) b.hi[a] += 1;
    return b;
  }
  Set over_cells(int around = 0) const { return Set(cells_.grown(around, d_), d_); }
  Set over_nodes() const { return Set(nodes(), d_); }
  MetricView<Host, T> metric() const {
    MetricView<Host, T> m;
    for (int a = 0; a < d_; ++a) m.node[a] = node[a].on(0);
    m.per_volume = per_volume.on(0);
    return m;
  }
  static std::vector<T> all(const StateFields<Host, T>& s) {
    std::vector<T> values;
    for (const auto& f : s.of) {
      const std::vector<T> one = f.download();
      values.insert(values.end(), one.begin(), one.end());
    }
    return values;
  }

  Exec<Host> exec;

 private:
  Box cells_;
  int d_;
  std::mt19937 random_{1234};
  double number(double low, double high) { return low + (high - low) * double(random_() % 65536) / 65536; }
  double sign() { return number(0, 1) < 0.05 ? -1 : 1; }
  template <class U, class Get>
  void fill(MeshField<Host, U>& f, const Get& get) {
    std::vector<U> all(static_cast<std::size_t>(f.layout().size()), U(1));
    each(f.layout().block(0).bounds(), [&](const Place& n) { all[f.layout().place(0, n)] = static_cast<U>(get(n)); });
    f.upload(all);
  }

 public:
  MeshLayout cell_layout, node_layout;
  std::vector<MeshField<Host, T>> node;
  MeshField<Host, T> per_volume;
  MeshField<Host, int> kind;
  MeshField<Host, T> step, node_volume;
  StateFields<Host, T> now, start, at_nodes;
};

template <class T>
GasNumbers<T> plain_air() {
  return {T(1.4), T(1.4 - 1), T(1 / (1.4 - 1)), T(1), T(0.1), T(0.1)};
}
template <class T>
FrictionNumbers<T> plain_friction() {
  return {T(0.01), T(0.3), 1, T(5), T(2)};
}

template <class T>
void expect_equal(const StateFields<Host, T>& plain, const StateFields<Host, T>& once, const Box& cells, int threads) {
  const std::vector<T> one = WildBlock<T>::all(plain), other = WildBlock<T>::all(once);
  std::size_t numbers = 0, differing = 0;
  for (std::size_t n = 0; n < one.size(); ++n) {
    numbers += one[n] < T(0) || one[n] > T(0);
    differing += !(one[n] == other[n]) && (one[n] == one[n] || other[n] == other[n]);
  }
  EXPECT_GT(numbers, 3 * std::size_t(cells.cells()));
  EXPECT_EQ(differing, 0u) << cells.extent(0) << "×" << cells.extent(1) << ", " << threads << " threads";
}

// Marked states are counted `times` times, and only in the cells of the set.
template <class T>
void expect_counted(const StateFields<Host, T>& now, const Set& set, int times, const MeshField<Host, T>& plain,
                    const MeshField<Host, T>& once) {
  const std::vector<T> density = now.of[0].download(), one = plain.download(), other = once.download();
  EXPECT_TRUE(one == other);
  std::size_t marked = 0, wrong = 0;
  std::vector<bool> own(one.size());
  each(set.box, [&](const Place& c) { own[static_cast<std::size_t>(plain.layout().place(0, c))] = true; });
  for (std::size_t n = 0; n < one.size(); ++n) {
    const bool counts = density[n] < T(0) && own[n];
    marked += counts;
    wrong += !(one[n] == T(counts ? times : 0));
  }
  EXPECT_EQ(wrong, 0u);
  EXPECT_TRUE(marked > 0 || set.box.cells() < 100);
}

template <class Form, class T>
void expect_same_stage(const Box& cells, int d, int threads, int minmod = 0) {
  WildBlock<T> b(cells, d, threads);
  StateFields<Host, T> plain(b.exec, b.cell_layout), once(b.exec, b.cell_layout);
  MeshField<Host, T> plain_counts(b.exec, b.cell_layout), once_counts(b.exec, b.cell_layout);
  for (const double of_start : {0.75, 0.0}) {
    const auto run = [&](const auto& launch, StateFields<Host, T>& to, MeshField<Host, T>& counts) {
      launch(b.exec, b.over_cells(), b.now.on(0), b.start.on(0), to.on(0), b.metric(), T(0.01), Nothing<Host, T>{T(0)},
             bound<Host>(plain_air<T>()), Limiter<Host, T>{T(1e-6), T(1e-6), T(1e-6), minmod}, counts.on(0),
             StageWeights<Host, T>{T(of_start), T(1 - of_start)});
    };
    run([](auto&&... a) { for_each<kernels::MusclStage, Form>(std::forward<decltype(a)>(a)...); }, plain, plain_counts);
    run([](auto&&... a) { balance<kernels::MusclStage, Form>(std::forward<decltype(a)>(a)...); }, once, once_counts);
    expect_equal(plain, once, cells, threads);
    expect_counted(b.now, b.over_cells(), of_start > 0 ? 0 : 1, plain_counts, once_counts);
  }
}

template <bool Friction, bool Local, class T>
void expect_same_step(const Box& cells, int threads) {
  WildBlock<T> b(cells, 2, threads);
  StateFields<Host, T> whole(b.exec, b.cell_layout), plain(b.exec, b.node_layout), once(b.exec, b.node_layout);
  std::vector<StateFields<Host, T>> along;
  for (int a = 0; a < 2; ++a) along.emplace_back(b.exec, b.cell_layout);
  const auto gas = bound<Host>(plain_air<T>());
  const auto friction = bound<Host>(Friction ? plain_friction<T>() : FrictionNumbers<T>());
  const Dissipation<Host, T> by{T(0.5), T(1.0 / 64), T(1), T(0)};
  const T length(Local ? 0.5 : 0.01);
  const auto now = b.at_nodes.on(0);
  using Form = NiForm<Friction, false>;
  if (Local)
    for_each<kernels::NiLocalStep>(b.exec, b.over_cells(1), now, b.metric(), b.kind.on(0), gas, friction, b.step.on(0),
                                   length);
  else
    b.step.upload(std::vector<T>(static_cast<std::size_t>(b.cell_layout.size()), length));
  const CellTables<Host, T> tables{b.kind.on(0), b.step.on(0)};
  for_each<kernels::NiCell, Form>(b.exec, b.over_cells(1), now, now, whole.on(0), along_on(along, 0), b.metric(),
                                  tables, gas, friction);
  MeshField<Host, T> plain_counts(b.exec, b.node_layout), once_counts(b.exec, b.node_layout);
  for_each<kernels::NiNode, Form>(b.exec, b.over_nodes(), now, plain.on(0), whole.on(0), along_on(along, 0),
                                  NodeTables<Host, T>{b.node_volume.on(0), plain_counts.on(0)}, b.metric(), tables, gas,
                                  friction, by);
  update_nodes<kernels::NiPass, PassForm<Friction, Local>>(b.exec, b.over_nodes(), now, once.on(0), b.node_volume.on(0),
                                                           b.metric(), b.kind.on(0), gas, friction, by,
                                                           once_counts.on(0), length);
  expect_equal(plain, once, cells, threads);
  expect_counted(b.at_nodes, b.over_nodes(), 1, plain_counts, once_counts);
}

template <class T>
class Passes : public testing::Test {};
TYPED_TEST_SUITE(Passes, eddy::tests::Precisions);

}  // namespace

TYPED_TEST(Passes, EachFaceOnce) {
  using T = TypeParam;
  for (int threads : {1, 3}) {
    expect_same_stage<MusclForm<Hllc, UniformStep, NoSource>, T>({{-3, 2, 0}, {70, 41, 1}}, 2, threads);
    expect_same_stage<MusclForm<Hllc, UniformStep, NoSource>, T>({{0, 0, 0}, {519, 5, 1}}, 2, threads);
    expect_same_stage<MusclForm<Hllc, UniformStep, NoSource>, T>({{0, 0, -1}, {19, 35, 9}}, 3, threads);
    expect_same_stage<MusclForm<Hllc, UniformStep, NoSource>, T>({{0, 0, 0}, {1, 1, 1}}, 2, threads);
    expect_same_stage<MusclForm<Hllc, UniformStep, NoSource>, T>({{0, 0, 0}, {35, 20, 1}}, 2, threads, 1);
  }
}
TYPED_TEST(Passes, WidthsBesidePacks) {
  for (int width = 1; width < 150; width += width < 36 ? 1 : 7)
    expect_same_stage<MusclForm<Hllc, UniformStep, NoSource>, TypeParam>({{0, 0, 0}, {width, 3, 1}}, 2, 1);
}
TYPED_TEST(Passes, EachCellAndEdgeOnce) {
  using T = TypeParam;
  for (int threads : {1, 3}) {
    expect_same_step<false, false, T>({{-3, 2, 0}, {70, 41, 1}}, threads);
    expect_same_step<false, false, T>({{0, 0, 0}, {519, 5, 1}}, threads);
    expect_same_step<true, true, T>({{0, 0, 0}, {2, 3, 1}}, threads);
    expect_same_step<true, true, T>({{0, -5, 0}, {33, 60, 1}}, threads);
  }
}
