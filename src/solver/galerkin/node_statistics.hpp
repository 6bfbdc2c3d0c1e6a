// Averages in time at nodes ([statistics]), on the device in double precision: mean, rms of the fluctuation, stresses.
#pragma once
#include <algorithm>
#include <cmath>

#include "field/sample_weight.hpp"
#include "field/statistics_kernels.hpp"
#include "solver/galerkin/nodal_fields.hpp"
#include "solver/galerkin/share.hpp"

namespace eddy::galerkin {

// The variant for velocities at nodes: the set may be a line of nodes, so it does not tell the number of components.
template <class T, int D>
struct NodesOf {
  using Number = T;
  static constexpr const char* name = D == 2 ? "2D" : "3D";
  static constexpr int components = D;
};

template <class S, class T>
class NodeStatistics {
 public:
  NodeStatistics(Exec<S>& exec, const Device& device, const StatisticsOptions& options, const Share& share,
                 const Set& nodes, const Domain& domain)
      : exec_(exec),
        weight_(options, device),
        set_(nodes),
        d_(domain.dimensions()),
        names_(statistics_names(options.averaged, d_)) {
    if (options.averaged.empty()) return;
    // A layout of its own for doubles: rows of single and double precision are padded alike only in layouts for
    // doubles.
    layout_ = MeshLayout({share.layout.block(0).box}, share.layout.dimensions(), 1, sizeof(double));
    for (const Averaged& a : options.averaged)
      groups_.emplace_back(a, NodalFields<S, double>(exec, layout_, a.velocity ? fields_of_velocity() : 2));
  }
  bool begin_step(double time, double dt) { return !groups_.empty() && weight_.begin_step(time, dt); }
  void add(const NodalFields<S, T>& state) {
    for (auto& group : groups_) {
      auto& fields = group.second;
      if (group.first.velocity)
        detail::with_dimension<2>(d_, [&](auto d) {
          for_each<kernels::AverageVelocity, NodesOf<T, decltype(d)::value>>(
              exec_, set_, part(fields, 0), part(fields, d_), part(fields, 2 * d_), state.nodes(), weight_.ratio(),
              weight_.rest());
        });
      else
        for_each<kernels::AverageScalar, T>(exec_, set_, fields.of[0].on(0), fields.of[1].on(0), state.of[d_].on(0),
                                            weight_.ratio(), weight_.rest());
    }
  }
  const std::vector<std::string>& names() const { return names_; }
  // An average at the own nodes; averages of the pressure are over density.
  std::vector<double> values(const std::string& name, const Share& share) const {
    std::size_t n = static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
    std::vector<double> result(static_cast<std::size_t>(share.own.cells()));
    for (const auto& [what, fields] : groups_) {
      if (n >= fields.of.size()) {
        n -= fields.of.size();
        continue;
      }
      const int direct = what.velocity ? d_ : 1;
      const bool squared = static_cast<int>(n) >= direct && static_cast<int>(n) < 2 * direct;
      const std::vector<double> all = fields.of[n].download();
      share.each_own(layout_, [&](std::size_t m, std::int64_t, std::size_t place) {
        result[m] = squared ? std::sqrt(std::max(all[place], 0.0)) : all[place];
      });
      break;
    }
    return result;
  }
  template <class Store>
  void state(Archive& archive, const Store& store) {  // store(archive, name, field)
    if (groups_.empty()) return;
    weight_.state(archive);
    for (auto& [what, fields] : groups_)
      for (std::size_t n = 0; n < fields.of.size(); ++n)
        store(archive, "statistics." + what.field + std::to_string(n), fields.of[n], layout_);
  }

 private:
  int fields_of_velocity() const { return 2 * d_ + (d_ == 3 ? 3 : 1); }
  static NodalViews<S, double> part(const NodalFields<S, double>& fields, int from) {
    NodalViews<S, double> v;
    for (std::size_t n = static_cast<std::size_t>(from); n < fields.of.size(); ++n) v.of.push_back(fields.of[n].on(0));
    return v;
  }
  Exec<S>& exec_;
  SampleWeight weight_;
  Set set_;
  int d_;
  std::vector<std::string> names_;
  MeshLayout layout_;
  std::vector<std::pair<Averaged, NodalFields<S, double>>> groups_;
};

}  // namespace eddy::galerkin
