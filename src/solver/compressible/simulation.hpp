// The compressible solver on the host for any scheme, space and precision: it serves the time loop and the watchers.
#pragma once
#include <limits>
#include <memory>

#include "solver/compressible/flow.hpp"
#include "solver/compressible/walls.hpp"
#include "solver/simulation.hpp"

namespace eddy::compressible {

struct Watch {  // the convergence of a steady run
  std::int64_t iterations = 0;
  double residual = 1, best = std::numeric_limits<double>::infinity();
  int idle = 0;
  bool converged = false, stagnated = false;
  std::vector<double> rates, scales;  // per variable
  // `swings`: the residuals oscillate around a shock while the forces hardly change. `lowest` and `highest` are the
  // extremes of the forces since the residuals last fell.
  bool swings = false;
  std::vector<double> lowest, highest;
  double swing() const;  // the largest change of a force, over the largest force
};

class CompressibleSimulation : public Simulation {
 public:
  CompressibleSimulation(const Case& c, const Grid& grid);
  double next_dt() const override;
  void step(double time, double dt) override;
  Status status() const override;
  Remarks remarks() const override;
  double largest_value() const override { return flow_->largest_value(); }
  std::vector<Number> results(double time) const override;
  void state(Archive& archive) override;
  ExecBase& executor() const override { return flow_->executor(); }
  std::vector<std::string> fields() const override;
  Sample sample(const std::string& field, const std::optional<Box>& cells) const override;
  Sample sample_at(const std::string& field, const CellLists& cells) const override;
  std::vector<Number> numbers() const override;
  std::vector<SurfaceTable> surfaces() const override;
  bool set_cfl(double cfl) override;

 protected:
  void start(std::unique_ptr<Flow> flow);  // with the initial state
  void refuse_unstable();                  // throws if run.dt is too long for the initial state
  void end() { flow_.reset(); }            // before the executor goes
  Case case_;
  const CompressibleOptions& options_;
  Grid grid_;
  Domain domain_;
  Scales scales_;

 private:
  bool steady() const { return case_.run.steady.has_value(); }
  void measure_residuals();
  void watch_swing();
  std::vector<double> judged() const;  // the forces, or mass and energy if the case has none
  std::vector<HostState> states_at(const std::vector<std::int64_t>& places) const;
  Sample sample_of_points(const std::string& field, const CellLists& points) const;
  Sample described(const std::string& name, const std::string& unit, int components) const;
  std::vector<double> variable(int number) const;  // its values on all ranks, in the order of output
  std::vector<double> derived(const std::string& field) const;
  void add_forces(std::vector<Number>& all) const;
  void add_flows(std::vector<Number>& all) const;
  void add_errors(std::vector<Number>& results, double time) const;
  std::string trouble() const;
  void keep_mended(Archive& archive);

  std::vector<BlockValues> initial_;  // the initial state, until the flow takes it
  std::unique_ptr<Flow> flow_;
  Watch watch_;
  double time_ = 0;
  // The number of states mended before the run was resumed, and the fraction of all cells in which this happened; the
  // fraction at the last call of numbers().
  double mended_before_ = 0, part_before_ = 0;
  mutable double part_mended_ = 0;
};

}  // namespace eddy::compressible
