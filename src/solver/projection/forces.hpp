// Forces and moments on bodies from pressure and friction, with coefficients; and the same forces from the momentum
// balance of a box around the body.
#pragma once
#include <algorithm>
#include <vector>

#include "exec/core/together.hpp"
#include "field/watcher.hpp"
#include "solver/places.hpp"
#include "solver/projection/bodies.hpp"
#include "solver/projection/kernels_forces.hpp"
#include "solver/projection/kernels_sharp.hpp"
#include "solver/projection/turbulence.hpp"

namespace eddy::projection {

template <class S, class T>
struct FlowFields {  // the flow after the last step
  const MetricFields<S, T>& metric;
  const CellField<S, T>& p;
  const PerAxis<FaceField<S, T>>&u, &before;
  double dt;                            // 0: there was no step
  std::array<double, 3> force;          // per mass, uniform in space
  const Turbulence<S, T>* turbulence;   // or null
  const ForceField<S, T>* force_field;  // or null
  const CellField<S, T>* temperature;   // or null
  double level;                         // the mean of p in the fluid, which is arbitrary
};

template <class S, class T>
class Forces {
 public:
  using Flow = FlowFields<S, T>;
  Forces(Exec<S>& exec, const Model& model, const Bodies& bodies, const ProjectionOptions& options)
      : exec_(&exec), options_(&options), d_(model.dimensions()), sums_(exec) {
    const Grid& grid = model.grid();
    for (int a = 0; a < d_; ++a) {
      faces_.of.emplace_back(exec, "coordinates", line_box(grid.cells(a) + 1), 1);
      cells_.of.emplace_back(exec, "coordinates", line_box(grid.cells(a)), 1);
      faces_[a].fill([&](int i, int, int) { return grid.nodes[a][i]; });
      cells_[a].fill([&](int i, int, int) { return grid.centre(a, i); });
    }
    solid_ = CellField<S, T>(exec, "solid", model.cells(), d_, 1);
    solid_.fill([&](int i, int j, int k) { return bodies.of({i, j, k}) ? 1 : 0; });
    for (const ForcesOptions& f : options.forces)
      for (int n = 1; n <= static_cast<int>(options.body.size()); ++n)
        if (options.body[n - 1].name == f.name) {
          watched_.push_back(watched(f, n, model, bodies));
          if (bodies.sharp()) add_pulls(watched_.back(), *bodies.sharp());
          if (watched_.back().moves && watched_.back().alone) add_momentum(watched_.back(), bodies);
        }
  }

  std::vector<Number> numbers(const Flow& flow);
  bool feels_level() const {  // whether a body touches a side or another body
    return std::any_of(watched_.begin(), watched_.end(), [](const Watched& w) { return w.touches; });
  }

 private:
  struct Constant {  // the force of a uniform pressure of 1 along an axis, and its moments
    double force = 0;
    std::array<double, 3> moment{};
  };
  struct Pull {  // a force or moment on a sharp body: weights of the fields around it
    CellField<S, T> pressure;
    PerAxis<FaceField<S, T>> velocity;
    double constant = 0;
    double of_level = 0;  // what a uniform pressure of 1 gives
  };
  struct Watched {
    const ForcesOptions* options;
    int body;
    Box box;
    bool alone;  // no other body is in the box, and the box has ends on each axis: there is a balance
    bool moves = false;
    std::array<double, 3> volume{};  // of all volumes in the box, by component
    std::array<Constant, 3> constant{};
    std::array<double, 3> exchanged{};   // the force of computed volumes on a sharp body where the pressure is 1
    bool touches = false;                // it touches a side or another body: these forces are not 0
    std::vector<Pull> pulls{};           // forces along the axes, then moments; empty: whole cells
    std::vector<Pull> inside{}, left{};  // if it moves: fluid momentum in the box, now and a step before
    Box volumes(int axis) const {        // volumes of a component whose ends are centres of cells of the box
      Box b = box;
      ++b.lo[axis];
      return b;
    }
  };
  struct Parts {
    double pressure = 0, viscous = 0;  // N (2D: per depth)
    double sum() const { return pressure + viscous; }
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
  struct NumberValues {
    T viscosity, gamma;
    operator Numbers<S, T>() const { return {viscosity, gamma}; }
  };

  static Watched watched(const ForcesOptions& f, int body, const Model& model, const Bodies& bodies) {
    Watched w{&f, body, bodies.around(body), true};
    w.moves = bodies.moves(body);
    if (w.moves) w.alone = !model.force_in_space() && !bodies.buoyant();
    for (int a = 0; a < model.dimensions(); ++a)
      if (model.periodic(a) && w.box.extent(a) == model.cells().extent(a)) w.alone = false;
    each(w.box, [&](const Place& c) {
      w.alone = w.alone && (bodies.of(c) == 0 || bodies.of(c) == body);
      for (int a = 0; a < model.dimensions(); ++a) {
        if (c[a] == w.box.lo[a] || bodies.flag(a, c) <= 0) continue;
        double v = model.distance(a, c[a]);
        for (int b = 0; b < model.dimensions(); ++b)
          if (b != a) v *= model.width(b, c[b]);
        w.volume[a] += v;
      }
    });
    for (int a = 0; a < model.dimensions(); ++a)
      bodies.sharp() ? add_exchanged(w, a, model, bodies) : add_constant(w, a, model, bodies);
    return w;
  }
  void add_pulls(Watched& w, const Sharp& sharp) {
    Coordinates centre{};
    std::copy(w.options->centre.begin(), w.options->centre.end(), centre.begin());
    for (const PullWeights& from : sharp.pulls(w.body, w.box, centre)) {
      Pull p{CellField<S, T>(*exec_, "pull", w.box, d_), {}, from.constant, 0};
      p.pressure.put(from.pressure);
      for (int a = 0; a < d_; ++a) {
        p.velocity.of.emplace_back(*exec_, "pull", face_box(w.box, a), d_, 0, a);
        p.velocity[a].put(from.velocity[a]);
      }
      w.pulls.push_back(std::move(p));
      double sum = 0, size = 0;
      for (double weight : from.pressure) {
        sum += weight;
        size += std::abs(weight);
      }
      w.pulls.back().of_level = sum;
      if (std::ssize(w.pulls) <= d_) w.touches = w.touches || std::abs(sum) > 1e-9 * size;
    }
  }
  void add_momentum(Watched& w, const Bodies& bodies) {
    const auto momentum = [&](int axis, const Sharp& sharp) {
      const PullWeights from = sharp.momentum(axis, w.volumes(axis), w.box);
      Pull p{{}, {}, from.constant, 0};
      p.velocity.of.emplace_back(*exec_, "momentum", face_box(w.box, axis), d_, 0, axis);
      p.velocity[0].put(from.velocity[axis]);
      w.volume[axis] = from.volume;
      return p;
    };
    for (int a = 0; a < d_ && bodies.before(); ++a) w.left.push_back(momentum(a, *bodies.before()));
    for (int a = 0; a < d_; ++a) w.inside.push_back(momentum(a, *bodies.sharp()));
  }
  // Sums line by line along the axis, so that opposite pressures cancel to the last bit.
  static void add_constant(Watched& w, int axis, const Model& model, const Bodies& bodies) {
    each(w.box.layer(axis, false), [&](Place c) {
      int faces = 0;
      for (; c[axis] < w.box.hi[axis]; ++c[axis])
        if (bodies.flag(axis, c) == -w.body) faces += bodies.of(c) ? 1 : -1;
      if (faces == 0) return;
      double area = faces;
      for (int b = 0; b < model.dimensions(); ++b)
        if (b != axis) area *= model.width(b, c[b]);
      w.touches = true;
      w.constant[axis].force += area;
      for (int b = 0; b < model.dimensions(); ++b)
        if (b != axis) w.constant[axis].moment[b] += area * model.grid().centre(b, c[b]);
    });
  }
  static void add_exchanged(Watched& w, int axis, const Model& model, const Bodies& bodies) {
    each(w.box.layer(axis, false), [&](Place c) {
      int faces = 0;
      for (; c[axis] < w.box.hi[axis]; ++c[axis]) {
        const double flag = bodies.flag(axis, c);
        if (flag != -w.body && flag != -w.body - inside_flag) continue;
        faces += (bodies.flag(axis, moved(c, axis, -1)) > 0) - (bodies.flag(axis, moved(c, axis, 1)) > 0);
      }
      double area = faces;
      for (int b = 0; b < model.dimensions(); ++b)
        if (b != axis) area *= model.width(b, c[b]);
      w.touches = w.touches || faces != 0;
      w.exchanged[axis] += area;
    });
  }
  NumberValues fluid() const { return {T(options_->fluid.kinematic()), T(options_->scheme.gamma)}; }
  ConvectionChoice convection() const { return {static_cast<int>(options_->scheme.convection)}; }

  Parts pull(int axis, const Watched& w, const Flow& flow, const ArmValues& arm);
  double pressure_on_surface(const Pull& pull, const Flow& flow);
  Parts pull_of_surface(const Pull& pull, const Flow& flow);
  Parts exchange(int axis, const Watched& w, const Flow& flow);
  double moment(int axis, const Watched& w, const Flow& flow);
  double fluid_momentum(const Pull& of, const FaceField<S, T>& u);
  double balance(int axis, const Watched& w, const Flow& flow);
  void add(std::vector<Number>& all, const Watched& w, const Flow& flow);

  Exec<S>* exec_;
  const ProjectionOptions* options_;
  int d_;
  PerAxis<LineField<S, T>> faces_, cells_;
  CellField<S, T> solid_;
  std::vector<Watched> watched_;
  Together<S> sums_;
};

}  // namespace eddy::projection
