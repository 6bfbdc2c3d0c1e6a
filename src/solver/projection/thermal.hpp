// The temperature on the device: its stages, its ghosts at sides, and the buoyancy that it causes.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/kernels_heat.hpp"
#include "solver/projection/row_list.hpp"
#include "solver/projection/sides.hpp"
#include "solver/projection/turbulence.hpp"

namespace eddy::projection {

template <class S, class T>
class Thermal {
 public:
  using Velocity = PerAxis<FaceField<S, T>>;
  using Cells = PerAxis<CellField<S, T>>;  // with one field

  Thermal(Exec<S>& exec, const Model& model, const ProjectionOptions& options, const Bodies& bodies)
      : exec_(&exec), model_(&model), options_(&options), d_(model.dimensions()), set_(model.cells(), d_) {
    for (Cells* f : {&now_, &star_, &spare_}) f->of.emplace_back(exec, "temperature", model.cells(), d_, 2);
    source_ = CellField<S, T>(exec, "source", model.cells(), d_);
    if (options.conducting()) add_solids(solid_heat_.emplace(bodies.sharp()->solid_heat()));
    find_source(0);
    now_[0].put(model.initial_temperature());
    for (int side = 0; side < 2 * d_; ++side) sides_.push_back(make_side(side));
    for (int wall = 0; wall < static_cast<int>(model.wall_heat().size()); ++wall) {
      areas_.emplace_back(exec, "area", model.side_box(model.wall_heat()[wall].side), d_);
      const auto area = model.wall_areas(wall);
      areas_.back().put(area);
      sizes_.push_back(0);
      for (double a : area) sizes_.back() += a;
    }
    if (bodies.sharp()) {
      bodies_ = &bodies;
      place_bodies(packed<T>(bodies.sharp()->inside_cells(), layout(), row_data(d_)));
    }
    if (options.scheme.implicit())
      implicit_ = std::make_unique<Implicit<S, T, true>>(exec, model, bodies, options.diffusivity(), solid_heat());
    set_time(0);
    fill(now_);
  }
  const Layout& layout() const { return now_[0].layout(); }
  void place_bodies(const PackedRows<T>& inside) {  // rows of their cells
    inside_.set(*exec_, inside, now_[0]);
    weighed_ = false;
    if (implicit_) implicit_->place(*bodies_, solid_heat());
  }
  CellField<S, T>& now() { return now_[0]; }
  const CellField<S, T>& now() const { return now_[0]; }
  void refill(double t) {
    set_time(t);
    fill(now_);
  }

  void take_source(double t) {  // for all stages of a step, at the same time as the force
    if (model_->source_varies()) find_source(t);
  }

  // Stage n, beside the stage of the velocity from `u` to `next`, to which it adds buoyancy. finish() ends the step.
  void stage(int n, const Velocity& u, Velocity& next, const MetricFields<S, T>& metric, const LineField<S, T>& step,
             double share, double time, Turbulence<S, T>* turbulence);
  void implicit_stage(int n, const Velocity& u, Velocity& next, const MetricFields<S, T>& metric,
                      const LineField<S, T>& step, const ImplicitStage& stage, double time,
                      Turbulence<S, T>* turbulence);
  void finish() { std::swap(now_, star_); }
  bool varies() const { return model_->thermal_varies() || model_->source_varies(); }

  double nusselt(int wall);
  std::vector<Number> nusselt_of_bodies();  // for bodies that are not insulated

 private:
  struct HeatedBody {
    const Body* body;
    CellField<S, T> weight;  // weights of the mean slope on its surface; with a given flux: of its mean temperature
    double constant, flux;   // flux: its mean, if it is given
  };
  struct Solids {  // the fields of bodies that conduct heat
    using value_type = T;
    template <int D>
    operator Conduction<S, T, D>() const {
      return {conductance, per_capacity};
    }
    PerAxis<FaceField<S, T>> conductance;
    CellField<S, T> per_capacity;
    std::vector<double> source, fluid;
  };
  const SolidHeat* solid_heat() const { return solid_heat_ ? &*solid_heat_ : nullptr; }
  // What is implicit has no part in the explicit stage.
  void add_solids(const SolidHeat& heat) {
    solids_ = std::make_unique<Solids>();
    for (int a = 0; a < d_; ++a) {
      solids_->conductance.of.emplace_back(*exec_, "conductance", model_->faces(a), d_, 0, a);
      if (options_->scheme.implicit())
        solids_->conductance[a].fill([](int, int, int) { return 0; });
      else
        solids_->conductance[a].put(heat.conductance[a]);
    }
    std::vector<double> per_capacity = heat.capacity;
    for (double& c : per_capacity) c = 1 / c;
    solids_->per_capacity = CellField<S, T>(*exec_, "capacity", model_->cells(), d_);
    solids_->per_capacity.put(per_capacity);
    solids_->source = heat.source;
    solids_->fluid = heat.fluid;
  }
  void find_source(double t) {
    std::vector<double> all = model_->source(t);
    for (std::size_t n = 0; n < all.size() && solids_; ++n) all[n] = all[n] * solids_->fluid[n] + solids_->source[n];
    source_.put(all);
  }
  void weigh_bodies() {
    weighed_ = true;
    heated_.clear();
    for (int n = 1; n <= static_cast<int>(options_->body.size()); ++n) {
      const Body& b = options_->body[n - 1];
      if (!b.temperature && !b.flux && !b.conductivity) continue;
      const Box box = bodies_->around(n);
      const PullWeights heat = bodies_->sharp()->heat(n, box);
      const double flux = b.flux ? bodies_->sharp()->mean_flux(n) : 0;
      heated_.push_back({&b, CellField<S, T>(*exec_, "heat", box, d_), heat.constant, flux});
      heated_.back().weight.put(heat.pressure);
    }
  }
  struct Planes {
    CellField<S, T> value, mirror;
    std::array<double, 3> parabola{};
    std::unique_ptr<Wrapped<S, T, CellField<S, T>>> wrap;
  };
  Planes make_side(int side) {
    Planes p;
    if (model_->periodic(side / 2)) {
      if (side % 2) p.wrap = std::make_unique<Wrapped<S, T, CellField<S, T>>>(*exec_, *model_, side / 2, 1);
      return p;
    }
    p.value = CellField<S, T>(*exec_, "value", model_->side_box(side), d_);
    p.mirror = CellField<S, T>(*exec_, "mirror", model_->side_box(side), d_);
    p.parabola = model_->ghost_weights(side);
    return p;
  }
  void set_time(double t) {
    for (int side = 0; side < 2 * d_; ++side)
      if (!model_->periodic(side / 2)) {
        sides_[side].value.put(model_->thermal_values(side, t));
        const auto mirror = model_->thermal_mirror(side, t);
        sides_[side].mirror.put(mirror);
        if (implicit_) implicit_->set_mirror(0, side, mirror);
      }
  }
  void fill(Cells& f);
  Cells& begin(int n) { return n == 0 ? now_ : n == 1 ? star_ : spare_; }  // the state that stage n reads
  Cells& end(int n) { return n == 1 ? spare_ : star_; }                    // the state that it writes
  void advance(const Velocity& u, const Cells& start, const Cells& from, Cells& to, const MetricFields<S, T>& metric,
               const LineField<S, T>& step, double diffusivity, double share);
  void limit_change(const Cells& from);
  Box range(int side) const {  // one cell less than for faces
    Box b = model_->side_range(side);
    for (int a = side / 2 + 1; a < d_; ++a) b.hi[a] = model_->cells().hi[a];
    return b;
  }
  void lift(const CellField<S, T>& from, Velocity& next, const MetricFields<S, T>& metric, const LineField<S, T>& step,
            double share);

  Exec<S>* exec_;
  const Model* model_;
  const ProjectionOptions* options_;
  int d_;
  Set set_;
  Cells now_, star_, spare_;
  CellField<S, T> source_;
  std::vector<Planes> sides_;
  std::unique_ptr<Implicit<S, T, true>> implicit_;  // null: conduction is explicit
  std::vector<CellField<S, T>> areas_;              // per wall
  std::vector<double> sizes_;
  const Bodies* bodies_ = nullptr;       // null: no sharp bodies
  RowList<S, T> inside_;                 // cells inside them
  std::optional<SolidHeat> solid_heat_;  // none: no body conducts
  bool weighed_ = false;                 // heated_ holds for the present places of the bodies
  std::vector<HeatedBody> heated_;
  std::unique_ptr<Solids> solids_;  // null: no body conducts
};

}  // namespace eddy::projection
