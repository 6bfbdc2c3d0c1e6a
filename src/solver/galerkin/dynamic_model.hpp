// The dynamic model on the device: sums at nodes that give Smagorinsky's constant, renewed every few steps.
#pragma once
#include <cmath>

#include "exec/core/executor.hpp"
#include "field/archive.hpp"
#include "solver/galerkin/conditions.hpp"
#include "solver/galerkin/pass_numbers.hpp"
#include "solver/galerkin/works.hpp"

namespace eddy::kernels {

// Running means over time of L:M and M:M at a node: a ← a + weight (L:M − a).
template <class S, class T, int Axes, class V>
struct CompareStresses {
  static constexpr const char* name = "compare_stresses";
  static constexpr int D = V::axes, size = galerkin::Compared<D>::size;
  static constexpr bool rare = true;
  using Num = Value<S, T>;
  Vec<In<S, T>, size> mean;
  In<S, T> width_squared;
  InOut<S, T> above, below;
  Param<S, T> weight;
  FN void operator()(Cell<S> c) const {
    Num all[size], up, down;
    UNROLL_ALL
    for (int n = 0; n < size; ++n) all[n] = mean[n](c);
    galerkin::Compared<D>::template contract<T>(all, width_squared(c), up, down);
    above(c) = above(c) + weight * (up - above(c));
    below(c) = below(c) + weight * (down - below(c));
  }
};

}  // namespace eddy::kernels

namespace eddy::galerkin {

template <class S, class T, class Topology>
class DynamicModel {
 public:
  DynamicModel(Exec<S>& exec, const Domain& domain, Topology& topology)
      : exec_(exec), d_(domain.dimensions()), topology_(topology) {
    if (domain.options().turbulence.model != Model::dynamic) return;
    const MeshLayout& layout = topology.share().layout;
    nothing_ = NodalFields<S, T>(exec, layout, d_ + 1);
    sums_ = NodalFields<S, T>(exec, layout, d_ + 1);
    const int groups = d_ == 2 ? Compared<2>::groups : Compared<3>::groups;
    for (int g = 0; g < groups; ++g) means_.emplace_back(exec, layout, d_ + 1);
    std::vector<T> widths(static_cast<std::size_t>(layout.size()), T(0));
    topology.share().each_own(layout, [&](std::size_t, std::int64_t node, std::size_t place) {
      widths[place] = static_cast<T>(std::pow(domain.volume(node), 2.0 / d_));
    });
    width_squared_ = MeshField<S, T>(exec, layout);
    width_squared_.upload(widths);
    topology_.set_lengths(sums_);
  }
  bool any() const { return !means_.empty(); }
  // Called before each step; every fifth call takes a sample of the flow.
  void look_at(const NodalFields<S, T>& flow, PassNumbers<S, T> numbers, Conditions<S, T>& conditions) {
    if (!any() || steps_++ % 5 != 0) return;
    for (std::size_t g = 0; g < means_.size(); ++g) {
      numbers.streamline = T(g);
      topology_.template pass<AroundNodes>(flow, nothing_, means_[g], numbers, T(1), T(1));
    }
    detail::with_dimension<2>(d_, [&](auto d) {
      for_each<kernels::CompareStresses, OfNodes<decltype(d)::value>>(
          exec_, topology_.nodes(), means(), width_squared_.on(0), sums_.of[0].on(0), sums_.of[1].on(0), T(0.1));
    });
    renew(conditions);
  }
  template <class Store>
  void state(Archive& archive, const Store& store, Conditions<S, T>& conditions) {
    if (!any()) return;
    archive.scalar("dynamic.steps", steps_);
    store(archive, "dynamic.above", sums_.of[0], topology_.share().layout);
    store(archive, "dynamic.below", sums_.of[1], topology_.share().layout);
    if (archive.restores()) renew(conditions);
  }

 private:
  NodalViews<S, T> means() const {
    NodalViews<S, T> all;
    for (const auto& m : means_)
      for (const auto& f : m.of) all.of.push_back(f.on(0));
    return all;
  }
  void renew(Conditions<S, T>& conditions) {
    conditions.exchange(sums_);
    topology_.set_lengths(sums_);
  }
  Exec<S>& exec_;
  int d_;
  Topology& topology_;
  NodalFields<S, T> nothing_, sums_;      // zeros; means over time of L:M and M:M at nodes
  std::vector<NodalFields<S, T>> means_;  // means around nodes, by group of quantities
  MeshField<S, T> width_squared_;         // Δ² at nodes
  std::int64_t steps_ = 0;
};

}  // namespace eddy::galerkin
