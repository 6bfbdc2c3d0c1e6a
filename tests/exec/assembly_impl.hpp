// The passes of tests/exec/assembly.hpp, compiled once per space and precision.
#pragma once
#include <random>

#include "exec/shapes/assembly.hpp"
#include "solver/galerkin/box.hpp"
#include "solver/places.hpp"
#include "tests/exec/assembly.hpp"

namespace eddy::tests {

template <class S, class T>
class AssemblyCase {
 public:
  AssemblyCase(Exec<S>& exec, const Box& nodes, int d)
      : exec_(exec),
        nodes_(nodes),
        d_(d),
        layout_({nodes}, d, 1, sizeof(T)),
        from_(exec, layout_, d + 1),
        base_(exec, layout_, d + 1),
        to_(exec, layout_, d + 1),
        there_(exec, layout_),
        length_(exec, layout_),
        per_volume_(exec, layout_) {
    for (auto* state : {&from_, &base_})
      for (auto& f : state->of) fill(f, -1, 1);
    fill(there_, 1, 1);
    fill(length_, 0, 0.01);
    fill(per_volume_, 1, 2);
    for (int a = 0; a < d; ++a) {
      const int n = nodes.extent(a);
      for (auto* table : {&width_, &per_width_})
        table->of.emplace_back(exec, "width", Box{{nodes.lo[a], 0, 0}, {nodes.lo[a] + n, 1, 1}}, 1, 1);
      width_[a].fill([&](int i, int, int) { return 0.1 + 0.01 * ((i + 7 * a + 100) % 5); });
      per_width_[a].fill([&](int i, int, int) { return 1 / (0.1 + 0.01 * ((i + 7 * a + 100) % 5)); });
    }
  }
  template <class W>
  Assembled run(const std::string& what) {
    const galerkin::PassNumbers<S, T> numbers{T(1e-3), T(4), T(0.2), T(0.1), T(0.2), T(0.125), T(0.5), T(0.01)};
    const galerkin::BoxBinding<S, T> elements{from_.nodes(), width_, per_width_, there_.on(0), length_.on(0), numbers};
    Assembled result{what, {}, {}};
    using V = galerkin::PassForm<W>;
    const Set set(nodes_, d_);
    for (auto& f : to_.of) fill(f, 0, 0);
    assemble<kernels::GalerkinPass, V>(exec_, set, elements, base_.nodes(), to_.nodes(), per_volume_.on(0), T(0.1),
                                       T(0.2));
    result.values = values();
    for (auto& f : to_.of) fill(f, 0, 0);
    for_each<kernels::GalerkinPass, V>(exec_, set, elements, base_.nodes(), to_.nodes(), per_volume_.on(0), T(0.1),
                                       T(0.2));
    result.plain = values();
    return result;
  }

 private:
  void fill(MeshField<S, T>& f, double low, double high) {
    std::vector<T> all(static_cast<std::size_t>(layout_.size()), T(0));
    each(nodes_.grown(1, d_), [&](const Place& n) {
      all[static_cast<std::size_t>(layout_.place(0, n))] =
          static_cast<T>(low + (high - low) * double(random_() % 65536) / 65536);
    });
    f.upload(all);
  }
  std::vector<double> values() const {
    std::vector<double> all;
    for (const auto& f : to_.of) {
      const std::vector<T> here = f.download();
      each(nodes_, [&](const Place& n) { all.push_back(double(here[static_cast<std::size_t>(layout_.place(0, n))])); });
    }
    return all;
  }
  Exec<S>& exec_;
  Box nodes_;
  int d_;
  MeshLayout layout_;
  std::mt19937 random_{4321};
  galerkin::NodalFields<S, T> from_, base_, to_;
  MeshField<S, T> there_, length_, per_volume_;
  PerAxis<LineField<S, T>> width_, per_width_;
};

template <class S, class T>
std::vector<Assembled> assembled_passes(int opening) {
  using namespace galerkin;
  Exec<S> exec(opening);
  std::vector<Assembled> all;
  const Box plane{{0, 0, 0}, {97, 43, 1}}, room{{3, 2, 1}, {40, 27, 21}}, thin{{0, 0, 0}, {2, 2, 3}};
  AssemblyCase<S, T> flat(exec, plane, 2), solid(exec, room, 3), small(exec, thin, 3);
  all.push_back(flat.template run<Rates<Smagorinsky, PressureForm::advanced>>("2D"));
  all.push_back(solid.template run<Rates<Smagorinsky, PressureForm::advanced>>("3D"));
  all.push_back(solid.template run<Rates<NoModel, PressureForm::kept>>("3D, velocity"));
  all.push_back(solid.template run<Rates<Wale, PressureForm::advected>>("3D, WALE, v·∇p"));
  all.push_back(solid.template run<Lumping>("lumping"));
  all.push_back(solid.template run<BesideMeans<true>>("beside means, alone"));
  all.push_back(solid.template run<BesideMeans<false>>("beside means"));
  all.push_back(solid.template run<WeakGradient>("gradient"));
  all.push_back(small.template run<Rates<NoModel, PressureForm::kept>>("few nodes"));
  return all;
}

}  // namespace eddy::tests

#define EDDY_INSTANTIATE(S, T) template std::vector<eddy::tests::Assembled> eddy::tests::assembled_passes<S, T>(int);
