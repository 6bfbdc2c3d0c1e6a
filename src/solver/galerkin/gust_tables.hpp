// Gusts on the device. They are summed from their waves at multiples of an interval and interpolated linearly in time
// between; the moments do not depend on the steps, so that a resumed run has the bits of an unbroken one.
#pragma once
#include <cmath>

#include "exec/core/executor.hpp"
#include "field/mesh_reduce.hpp"
#include "solver/galerkin/gusts.hpp"
#include "solver/galerkin/kernels_gusts.hpp"
#include "solver/galerkin/nodal_fields.hpp"

namespace eddy::galerkin {

template <class S, class T>
class GustTables {
 public:
  // `here`: numbers of this rank's gusty nodes among those of Gusts; `entries`: their entries in the given velocities.
  GustTables(Exec<S>& exec, const Domain& domain, const std::vector<int>& here, const std::vector<int>& entries)
      : exec_(exec), d_(domain.dimensions()), gusts_(domain), count_(static_cast<int>(here.size())) {
    if (!any()) return;
    interval_ = 0.2 / gusts_.fastest();
    const std::size_t waves = (gusts_.waves() + waves_at_once - 1) / waves_at_once * waves_at_once;
    rounds_ = static_cast<int>(waves) / waves_at_once;
    const auto padded = [&](std::vector<double> values) {  // with waves of amplitude 0
      values.resize(waves, 0.0);
      return make_table<S, T>(exec_, std::vector<T>(values.begin(), values.end()));
    };
    for (int a = 0; a < 3; ++a) {
      k_.of.push_back(padded(gusts_.k[a]));
      p_.of.push_back(padded(gusts_.p[a]));
      q_.of.push_back(padded(gusts_.q[a]));
    }
    turn_ = padded(gusts_.turn);
    const auto of_nodes = [&](const auto& value) {
      std::vector<T> all;
      for (int n : here) all.push_back(static_cast<T>(value(static_cast<std::size_t>(n))));
      return make_table<S, T>(exec_, all);
    };
    for (int a = 0; a < 3; ++a) place_.of.push_back(of_nodes([&](std::size_t n) { return gusts_.x[a][n]; }));
    rate_ = of_nodes([&](std::size_t n) { return gusts_.rate[n]; });
    sigma_ = of_nodes([&](std::size_t n) { return gusts_.sigma[n]; });
    const auto size = [&](std::size_t n) {
      return std::hypot(gusts_.area[n][0], gusts_.area[n][1], gusts_.area[n][2]);
    };
    for (std::size_t n = 0; n < gusts_.nodes(); ++n) whole_ += size(n);
    for (int a = 0; a < d_; ++a) {
      area_.of.push_back(of_nodes([&](std::size_t n) { return gusts_.area[n][a]; }));
      normal_.of.push_back(of_nodes([&](std::size_t n) { return size(n) > 0 ? gusts_.area[n][a] / size(n) : 0.0; }));
    }
    for (auto* tables : {&mean_, &before_, &after_}) *tables = make_tables<S, T>(exec_, d_, count_);
    entry_ = make_table<S, int>(exec_, entries);
  }
  bool any() const { return gusts_.waves() > 0 && gusts_.nodes() > 0; }
  void set_mean(int axis, const std::vector<double>& values) {
    mean_[axis].fill([&](int i, int, int) { return i < count_ ? values[i] : 0.0; });
  }
  // Writes the given velocities at this time.
  void blend(double time, PerAxis<LineField<S, T>>& given) {
    const auto moment = static_cast<std::int64_t>(std::floor(time / interval_));
    if (moment != moment_) {
      if (moment == moment_ + 1)
        std::swap(before_, after_);
      else
        compute(double(moment) * interval_, before_);
      compute(double(moment + 1) * interval_, after_);
      moment_ = moment;
    }
    if (count_ == 0) return;
    detail::with_dimension<2>(d_, [&](auto d) {
      for_each<kernels::BlendGusts, OnNodes<decltype(d)::value>>(exec_, set(), given, entry_, mean_, before_, after_,
                                                                 T(time / interval_ - double(moment)));
    });
  }

 private:
  struct WavesBinding {
    using value_type = T;
    const GustTables& g;
    operator Waves<S, T>() const { return {g.k_, g.p_, g.q_, g.turn_}; }
  };
  Set set() const { return Set(line_box(count_), 1); }
  void compute(double time, PerAxis<LineField<S, T>>& gust) {
    for (int a = 0; a < d_; ++a) gust[a].fill([](int, int, int) { return 0; });
    detail::with_dimension<2>(d_, [&](auto d) {
      using V = OnNodes<decltype(d)::value>;
      for (int r = 0; r < rounds_ && count_ > 0; ++r)
        for_each<kernels::AddWaves, V>(exec_, set(), WavesBinding{*this}, place_, rate_, sigma_, gust,
                                       r * waves_at_once, T(time));
      const double flow =
          reduce_over_blocks<kernels::GustFlow, V>(exec_, Reduction::sum, 1, [&](int, const auto& take) {
            if (count_ > 0) take(set(), gust, area_);
          });
      if (count_ > 0) for_each<kernels::TakeOffMean, V>(exec_, set(), gust, normal_, T(flow / whole_));
    });
  }

  Exec<S>& exec_;
  int d_;
  Gusts gusts_;
  int count_, rounds_ = 0;
  double interval_ = 1, whole_ = 0;  // whole_: the area of the inlet
  std::int64_t moment_ = -2;
  PerAxis<LineField<S, T>> k_, p_, q_, place_, area_, normal_, mean_, before_, after_;
  LineField<S, T> turn_, rate_, sigma_;
  LineField<S, int> entry_;
};

}  // namespace eddy::galerkin
