// Holes on the device: the heat that their surfaces exchange with the cells beside them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "field/field.hpp"
#include "solver/heat/kernels.hpp"
#include "solver/heat/model.hpp"

namespace eddy::heat {

// The system's conductances with the material's heat capacity: the linear system's storage also contains the exchange.
template <class S, class T>
struct FacesAndStorage {
  using value_type = T;
  const PerAxis<FaceField<S, T>>& conductance;
  const CellField<S, T>& capacity;
  template <int D>
  operator PerFace::Bound<S, T, D>() const {
    return {conductance, capacity};
  }
};

template <class S, class T>
class HoleFields {
 public:
  HoleFields(Exec<S>& exec, const Model& model, bool steady)
      : exec_(&exec), model_(&model), cells_(model.cells()), d_(model.dimensions()) {
    if (!model.holes().any()) return;
    exchange_values_ = model.exchange();
    capacity_values_ = model.capacity();
    if (!steady) {
      capacity_ = field("capacity");
      capacity_.put(capacity_values_);
      exchange_ = field("exchange");
      exchange_.put(exchange_values_);
      left_ = field("left");
    }
    for (int region : model.holes().regions()) {
      const Box box = model.holes().around(region);
      Hole& hole = holes_.emplace_back(
          Hole{region, CellField<S, T>(exec, "exchange", box, d_), CellField<S, T>(exec, "beyond", box, d_), 0});
      put(hole, 0, true);
    }
  }

  bool any() const { return !holes_.empty(); }
  int count() const { return static_cast<int>(holes_.size()); }
  int region(int hole) const { return holes_[std::size_t(hole)].region; }

  // The linear system's storage C + E / rate, so that rate · storage = rate · C + E; steady: E, for a rate of 1.
  std::vector<double> storage(double rate, bool steady) const {
    std::vector<double> all = exchange_values_;
    for (std::size_t c = 0; c < all.size() && !steady; ++c) all[c] = capacity_values_[c] + all[c] / rate;
    return all;
  }
  FacesAndStorage<S, T> coefficients(const PerFaceFields<S, T>& system) const {
    return {system.conductance, capacity_};
  }

  // Q − E T: a source Q that includes E T_b, less the heat that leaves through the surfaces.
  const CellField<S, T>& left_of(const CellField<S, T>& source, const CellField<S, T>& temperature) {
    if (!any()) return source;
    for_each<kernels::HeatExchanged>(*exec_, Set(cells_, d_), exchange_, temperature, source, left_);
    return left_;
  }

  double through(int hole, const CellField<S, T>& temperature, double t) {  // heat flow through a hole, W
    Hole& h = holes_[std::size_t(hole)];
    if (model_->source_varies()) put(h, t, false);
    return h.flux + reduce<kernels::HeatThroughHole>(*exec_, Reduction::sum, h.exchange.set(), h.exchange, h.beyond,
                                                     temperature);
  }

 private:
  struct Hole {
    int region;
    CellField<S, T> exchange, beyond;
    double flux;
  };
  CellField<S, T> field(const char* name) { return CellField<S, T>(*exec_, name, cells_, d_); }
  void put(Hole& hole, double t, bool first) {
    const Model::HoleHeat heat = model_->hole_heat(hole.region, t);
    if (first) hole.exchange.put(heat.exchange);
    hole.beyond.put(heat.beyond);
    hole.flux = heat.flux;
  }

  Exec<S>* exec_;
  const Model* model_;
  Box cells_;
  int d_;
  std::vector<double> exchange_values_, capacity_values_;
  CellField<S, T> capacity_, exchange_, left_;
  std::vector<Hole> holes_;
};

}  // namespace eddy::heat
