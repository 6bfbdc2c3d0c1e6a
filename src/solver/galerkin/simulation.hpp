// The galerkin solver on the host, independent of space and precision: it serves the time loop and the watchers.
#pragma once
#include <memory>
#include <optional>

#include "solver/galerkin/flow.hpp"
#include "solver/galerkin/force_parts.hpp"
#include "solver/galerkin/kept_walls.hpp"
#include "solver/galerkin/limits.hpp"
#include "solver/galerkin/momentum.hpp"
#include "solver/simulation.hpp"

namespace eddy::galerkin {

class GalerkinSimulation : public Simulation {
 public:
  GalerkinSimulation(const Case& c, const Grid& grid);
  double next_dt() const override { return dt_; }
  void step(double time, double dt) override;
  Status status() const override;
  Remarks remarks() const override;
  double largest_value() const override { return flow_->largest_speed(); }
  std::vector<Number> results(double time) const override;
  void state(Archive& archive) override;
  ExecBase& executor() const override { return flow_->executor(); }
  std::vector<std::string> fields() const override;
  Sample sample(const std::string& field, const std::optional<Box>& cells) const override;
  std::vector<Number> numbers() const override;
  NumbersLater numbers_later() const override;
  std::vector<int> own_elements() const override;
  std::vector<SurfaceTable> surfaces() const override;

 protected:
  void start(std::unique_ptr<Flow> flow);  // with the initial state
  void end() { flow_.reset(); }            // destroys the flow before its executor
  Case case_;
  const GalerkinOptions& options_;
  Domain domain_;
  Limits limits_;

 private:
  const WallState& wall_state() const;  // after the last step
  void forget_numbers();                // those of the last step
  void add_body_force(WallState& state) const;
  void sample_surfaces();
  void sample_force_parts();
  void watch_speed();
  Sample described(const std::string& name, const std::string& unit, int components) const;
  std::vector<double> at_points(std::vector<double> nodes) const;  // values at all points of the output
  std::vector<double> nodal(const std::string& field, int component) const;
  std::vector<double> pressure() const;
  NodalState nodal_state() const;
  void remove_level(std::vector<double>& values) const;
  void add_errors(std::vector<Number>& results, double time) const;

  std::unique_ptr<Flow> flow_;
  WallForces forces_;
  SurfaceStatistics surfaces_;
  mutable KeptWalls kept_walls_{forces_, surfaces_};
  MomentumBalance momentum_;
  double dt_ = 0;
  double last_dt_ = 0;        // the last time step; 0 before the first
  double fastest_ = 0;        // largest speed at the last check, m/s
  std::int64_t steps_ = 0;    // steps since this process started
  std::int64_t waited_ = 0;   // steps since surfaces were sampled
  std::int64_t samples_ = 0;  // samples due by [statistics]; forces are split at every tenth
  ForceParts parts_;
  mutable WallState wall_state_;
  mutable bool knows_wall_state_ = false;               // whether wall_state_ is that of the last step
  mutable std::optional<std::vector<Number>> numbers_;  // those of the last step
};

}  // namespace eddy::galerkin
