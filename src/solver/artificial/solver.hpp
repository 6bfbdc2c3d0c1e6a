// Artificial compressibility: steady incompressible flow by marching in pseudo-time; see README.md in this folder.
#pragma once
#include <optional>

#include "field/field.hpp"
#include "field/wrap.hpp"
#include "solver/artificial/kernels.hpp"
#include "solver/artificial/rules.hpp"
#include "solver/simulation.hpp"

namespace eddy {

namespace artificial {

template <class S, class T>
struct Flow {
  NodeField<S, T> p;  // divided by the density
  PerAxis<NodeField<S, T>> u;
};

template <class T>
struct RateNumbers {  // converts to Rates
  PerAxisValues<T> half, diffusion, damping;
  T floor{}, viscous{}, least{}, per_viscosity{}, cfl{};
  template <class S, int D>
  operator Rates<S, T, D>() const {
    return {half, diffusion, damping, floor, viscous, least, per_viscosity, cfl};
  }
};
struct BoundNumbers {  // converts to NodeBounds
  PerAxisValues<int> first, last, low, high;
  template <class S, class T, int D>
  operator NodeBounds<S, T, D>() const {
    return {first, last, low, high};
  }
};

struct Watch {  // the residuals of all equations, that of p first
  static constexpr int most = 4;
  std::int64_t iterations = 0;
  double l2[most] = {}, largest[most] = {}, scale[most] = {};  // scale: the largest L2 norm so far
  double residual = 1, best = 1;                               // the largest l2 / scale, now and at best
  int idle = 0;                                                // checks since the last progress
  bool converged = false, stagnated = false;
};

}  // namespace artificial

template <class S, class T>
class ArtificialSolver final : public Simulation {
 public:
  ArtificialSolver(const Case& c, const Grid& grid, const Device& device);

  double next_dt() const override { return 0; }
  void step(double time, double dt) override;
  Status status() const override;
  Remarks remarks() const override;
  double largest_value() const override;
  std::vector<Number> results(double time) const override;
  std::vector<std::string> fields() const override;
  Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const override;
  Sample sample_at(const std::string& field, const CellLists& cells) const override;
  std::vector<Number> numbers() const override;
  void state(Archive& archive) override;
  ExecBase& executor() const override { return exec_; }

 private:
  using Flow = artificial::Flow<S, T>;
  template <class Take>
  Sample shown(const std::string& field, const Take& take) const;
  Flow make_flow(const char* name);
  void find_rates();
  void march(int steps);
  bool march_euler(int steps);  // both marches return whether the result is in a flow other than `now_`
  bool march_stages(int steps);
  void step_stages(Flow& from, Flow& to);
  void wrap(Flow& flow);
  void complete();
  void set_level();
  void measure_residuals();
  template <class Call>
  auto with_force(const Call& call) const;  // call.template operator()<UniformForce or VaryingForce>(force)
  double drift() const;
  void find_norms(int equation, double drift);
  std::string equation(int e) const { return e == 0 ? "pressure" : std::string("velocity.") + "xyz"[e - 1]; }
  NodeField<S, T>& of_equation(int e) { return e == 0 ? now_.p : now_.u[e - 1]; }
  const NodeField<S, T>& of_equation(int e) const { return e == 0 ? now_.p : now_.u[e - 1]; }
  bool finished() const;
  std::string trouble() const;
  std::string note() const;
  std::string advice() const;
  void add_errors(std::vector<Number>& results) const;

  const Case case_;
  const ArtificialOptions& options_;
  artificial::Model model_;
  mutable Exec<S> exec_;
  int d_;
  Set set_;  // the computed nodes
  bool level_free_;
  Flow now_, next_, spare_;  // spare: for the scheme with stages
  PerAxis<NodeField<S, T>> force_;
  PerAxisValues<T> uniform_force_;
  artificial::RateNumbers<T> rates_;
  artificial::BoundNumbers ends_;
  Wrap<S, T> wrap_;
  std::map<int, bool> moved_;  // result of the march for each number of steps
  artificial::Watch watch_;
};

}  // namespace eddy
