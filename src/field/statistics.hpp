// Averages in time of a solver's fields at cells: mean, rms of the fluctuation, Reynolds stresses. They are stored on
// the device, in double precision whatever the precision of the run. They are part of the solver's state, so that a
// resumed run has the bits of an unbroken one. A solver owns one object and adds its fields after each step:
//
//   if (statistics_.begin_step(time, dt)) {          // false: no sample now, so the fields need not be prepared
//     statistics_.add("temperature", temperature_);
//     statistics_.add("velocity", velocity_at_cells_);
//   }
#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "exec/core/devices.hpp"
#include "field/field.hpp"
#include "field/sample_weight.hpp"
#include "field/statistics_kernels.hpp"

namespace eddy {

inline double statistics_bytes_per_cell(const StatisticsOptions& o, int d) {
  double fields = 0;
  for (const Averaged& a : o.averaged) fields += a.velocity ? 2 * d + (d == 3 ? 3 : 1) : 2;
  return fields * sizeof(double);
}

template <class S, class T>
class Statistics {
 public:
  Statistics() = default;
  Statistics(Exec<S>& exec, const Device& device, const StatisticsOptions& options, const Box& cells, int dimensions)
      : exec_(&exec),
        weight_(options, device),
        set_(cells, dimensions),
        names_(statistics_names(options.averaged, dimensions)) {
    for (const Averaged& a : options.averaged) add_group(a, dimensions);
  }

  bool begin_step(double time, double dt) { return !groups_.empty() && weight_.begin_step(time, dt); }
  void add(const std::string& field, const CellField<S, T>& values) {
    if (Group* g = find(field))
      for_each<kernels::AverageScalar, T>(*exec_, set_, g->mean[0], g->normal[0], values, weight_.ratio(),
                                          weight_.rest());
  }
  void add(const std::string& field, const PerAxis<CellField<S, T>>& values) {
    if (Group* g = find(field))
      for_each<kernels::AverageVelocity, T>(*exec_, set_, g->mean, g->normal, g->shear, values, weight_.ratio(),
                                            weight_.rest());
  }

  const std::vector<std::string>& names() const { return names_; }  // the names that sample() accepts
  bool has(const std::string& name) const { return std::find(names_.begin(), names_.end(), name) != names_.end(); }
  Sample sample(const std::string& name, const std::optional<Box>& cells = {}) const {
    const Place& p = places_[static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin())];
    const Group& g = groups_[p.group];
    Sample s = (g.*p.part)[p.number].sample("", cells);
    s.name = name;
    s.unit = p.part == &Group::shear ? "(" + g.what.unit + ")²" : g.what.unit;
    if (p.part == &Group::normal)
      for (double& v : s.values) v = std::sqrt(std::max(v, 0.0));
    return s;
  }

  void state(Archive& archive) {
    if (groups_.empty()) return;
    weight_.state(archive);
    for (Group& g : groups_)
      for (auto* part : {&g.mean, &g.normal, &g.shear})
        for (Averages& f : part->of) archive.field(f.name(), f);
  }

 private:
  using Averages = CellField<S, double>;
  struct Group {  // the averages of one field
    Averaged what;
    PerAxis<Averages> mean, normal, shear;  // averaged products of the fluctuations: uu, vv, ww and uv, uw, vw
  };
  struct Place {  // where the average of a name is stored
    std::size_t group;
    PerAxis<Averages> Group::*part;
    int number;
  };

  Group* find(const std::string& field) {
    for (Group& g : groups_)
      if (g.what.field == field) return &g;
    return nullptr;
  }

  // Adds places in the order of statistics_names.
  void add_group(const Averaged& a, int dimensions) {
    const int d = a.velocity ? dimensions : 1;
    Group& g = groups_.emplace_back();
    g.what = a;
    const std::string head = "statistics." + a.field;
    const auto fill = [&](PerAxis<Averages>& to, const std::string& name, int count) {
      for (int n = 0; n < count; ++n) {
        to.of.emplace_back(*exec_, head + "." + name + std::to_string(n), set_.box, set_.dimensions);
        to.of.back().fill([](int, int, int) { return 0.0; });
      }
    };
    fill(g.mean, "mean", d);
    fill(g.normal, "normal", d);
    if (a.velocity) fill(g.shear, "shear", d == 3 ? 3 : 1);
    const std::size_t at = groups_.size() - 1;
    for (int n = 0; n < d; ++n) places_.push_back({at, &Group::mean, n});
    for (int n = 0; n < d; ++n) places_.push_back({at, &Group::normal, n});
    for (int n = 0; n < d * (d - 1) / 2; ++n) places_.push_back({at, &Group::shear, n});
  }

  Exec<S>* exec_ = nullptr;
  SampleWeight weight_;
  Set set_{Box{}, 3};
  std::vector<std::string> names_;
  std::vector<Group> groups_;
  std::vector<Place> places_;
};

}  // namespace eddy
