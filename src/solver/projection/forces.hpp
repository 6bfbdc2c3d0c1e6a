// Forces and moments on bodies, from pressure and friction, with coefficients; and the same from the momentum that goes
// through a box around the body.
#pragma once
#include <vector>

#include "field/watcher.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/kernels_forces.hpp"

namespace eddy::projection {

template <class S, class T>
class Forces {
 public:
  Forces(Exec<S>& exec, const Grid& grid, const Model& model, const Bodies& bodies, const ProjectionOptions& options)
      : exec_(&exec), options_(&options), d_(grid.dimensions) {
    for (int a = 0; a < d_; ++a) {
      faces_.of.emplace_back(exec, "coordinates", line_box(grid.cells(a) + 1), 1);
      cells_.of.emplace_back(exec, "coordinates", line_box(grid.cells(a)), 1);
      faces_[a].fill([&](int i, int, int) { return grid.nodes[a][i]; });
      cells_[a].fill([&](int i, int, int) { return grid.centre(a, i); });
    }
    solid_ = CellField<S, T>(exec, "solid", model.cells(), d_, 1);
    solid_.fill([&](int i, int j, int k) { return bodies.of({i, j, k}) ? 1 : 0; });
    for (const ForcesOptions& f : options.forces)
      for (int n = 0; n < static_cast<int>(options.body.size()); ++n)
        if (options.body[n].name == f.name) watched_.push_back({&f, n + 1, bodies.around(n + 1)});
  }

  struct Force {  // N (2D: per depth), with the density
    double pressure[3] = {}, viscous[3] = {};
    double moment = 0;  // 2D: about z; 3D: see `axis`
  };
  std::vector<Number> numbers(const MetricFields<S, T>& metric, const CellField<S, T>& p,
                              const PerAxis<FaceField<S, T>>& u);

 private:
  struct Watched {
    const ForcesOptions* options;
    int body;
    Box box;
  };
  struct ArmValues {
    using value_type = T;
    const PerAxis<LineField<S, T>>&faces, &cells;
    PerAxisValues<T> slope;
    T constant;
    template <int D>
    operator Arm<S, T, D>() const {
      return {faces, cells, slope, constant};
    }
  };
  struct Numbers_ {
    T viscosity, gamma;
    operator Numbers<S, T>() const { return {viscosity, gamma}; }
  };

  template <int A, class M, class P, class U>
  void pull(const Watched& w, const M& metric, const P& p, const U& u, const ArmValues& arm, double& pressure,
            double& viscous) {
    if (A >= d_) return;
    const double density = options_->fluid.density;
    const Set set(w.box, d_);
    const Numbers_ numbers{T(options_->fluid.kinematic()), T(options_->scheme.gamma)};
    const auto with = [&]<class C>() {
      pressure += density * reduce<kernels::PressureForce, Pull<C, A>>(*exec_, Reduction::sum, set, metric, p, solid_,
                                                                       arm, T(w.body));
      viscous += density * reduce<kernels::ViscousForce, Pull<C, A>>(*exec_, Reduction::sum, set, metric, u, numbers,
                                                                     arm, T(w.body));
    };
    options_->scheme.convection == Convection::upwind3 ? with.template operator()<Upwind3>()
                                                       : with.template operator()<DonorCell>();
  }
  template <class M, class P, class U>
  void pull(int axis, const Watched& w, const M& metric, const P& p, const U& u, const ArmValues& arm, double& pressure,
            double& viscous) {
    if (axis == 0) pull<0>(w, metric, p, u, arm, pressure, viscous);
    if (axis == 1) pull<1>(w, metric, p, u, arm, pressure, viscous);
    if (axis == 2) pull<2>(w, metric, p, u, arm, pressure, viscous);
  }

  // M_z = (x − x₀) F_y − (y − y₀) F_x, and so on around.
  template <class M, class P, class U>
  double moment(int axis, const Watched& w, const M& metric, const P& p, const U& u) {
    const int first = (axis + 1) % 3, second = (axis + 2) % 3;
    const auto& centre = w.options->centre;
    const auto at = [&](int a) { return centre.empty() ? 0.0 : centre[a]; };
    double sum = 0;
    for (const auto& [arm, force, sign] : {std::array{first, second, 1}, std::array{second, first, -1}}) {
      ArmValues values{faces_, cells_, {}, T(-at(arm))};
      values.slope.of[arm] = T(1);
      double pressure = 0, viscous = 0;
      pull(force, w, metric, p, u, values, pressure, viscous);
      sum += sign * (pressure + viscous);
    }
    return sum;
  }

  template <class M, class P, class U>
  void add(std::vector<Number>& all, const Watched& w, const M& metric, const P& p, const U& u) {
    const std::string name = "_" + w.options->name;
    const ForceReference& r = w.options->reference;
    const double scale = 0.5 * options_->fluid.density * *r.velocity * *r.velocity * r.area.value_or(*r.length);
    const char* unit = d_ == 2 ? "N/m" : "N";
    const ArmValues one{faces_, cells_, {}, T(1)};
    for (int a = 0; a < d_; ++a) {
      double pressure = 0, viscous = 0;
      pull(a, w, metric, p, u, one, pressure, viscous);
      const std::string axis = std::string("_") + "xyz"[a];
      all.push_back({"force" + name + axis, unit, pressure + viscous});
      all.push_back({"force_pressure" + name + axis, unit, pressure});
      all.push_back({"force_viscous" + name + axis, unit, viscous});
      all.push_back({"coefficient" + name + axis, "", (pressure + viscous) / scale});
    }
    for (int a = d_ == 2 ? 2 : 0; a < 3; ++a) {
      const double m = moment(a, w, metric, p, u);
      all.push_back({"moment" + name + "_" + "xyz"[a], d_ == 2 ? "N" : "N m", m});
      all.push_back({"moment_coefficient" + name + "_" + "xyz"[a], "", m / (scale * *r.length)});
    }
  }

  Exec<S>* exec_;
  const ProjectionOptions* options_;
  int d_;
  PerAxis<LineField<S, T>> faces_, cells_;
  CellField<S, T> solid_;
  std::vector<Watched> watched_;
};

}  // namespace eddy::projection
