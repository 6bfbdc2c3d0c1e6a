// Incompressible flow in time on a staggered grid, by projection. See README.md beside this file.
#pragma once
#include <optional>

#include "base/worker.hpp"
#include "linear/solver.hpp"
#include "solver/projection/averages.hpp"
#include "solver/projection/forces.hpp"
#include "solver/projection/implicit.hpp"
#include "solver/projection/kernels_project.hpp"
#include "solver/projection/placed.hpp"
#include "solver/projection/rules.hpp"
#include "solver/projection/sharp_fields.hpp"
#include "solver/projection/sides.hpp"
#include "solver/projection/stage.hpp"
#include "solver/projection/thermal.hpp"
#include "solver/simulation.hpp"

namespace eddy {

template <class S, class T>
class ProjectionSolver final : public Simulation {
 public:
  ProjectionSolver(const Case& c, const Grid& grid, const Device& device);

  double next_dt() const override;
  void step(double time, double dt) override;
  Status status() const override {
    return {finished(), steady_ ? watch_.change : watch_.residual, {}, setup_, trouble(), impossible()};
  }
  Remarks remarks() const override;
  double largest_value() const override { return std::isnan(watch_.residual) ? watch_.residual : watch_.rate * dt_; }
  std::vector<Number> results(double time) const override;
  std::vector<std::string> fields() const override;
  Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const override;
  Sample sample_at(const std::string& field, const CellLists& cells) const override;
  bool set_cfl(double cfl) override;
  std::vector<Number> numbers() const override;
  void state(Archive& archive) override;
  ExecBase& executor() const override { return exec_; }

 private:
  using Velocity = PerAxis<FaceField<S, T>>;
  struct Watch {  // numbers of the last step
    int iterations = 0;
    double residual = 0, divergence = 0, rate = 0;
    double eddy = 0;                                          // the largest eddy viscosity, m²/s
    double change = 1;                                        // the largest |∂u/∂t| in units of velocity²/length
    double pressure_size = 0;                                 // ‖V ∇²p‖₂
    double energy = 0, dissipation = 0, dissipation_max = 0;  // per volume, if track.energy asks
    bool unsolved = false;
    std::int64_t steps = 0, failed = 0;  // failed: steps that were unsolved
    Shortfall shortfall;
  };
  Velocity& star() { return second_; }                // u*, within a step
  const Velocity& before() const { return second_; }  // between steps: the velocity before the last step
  Velocity make_velocity(const char* name);
  void make_metric();
  void find_flags(const Box& cells) const;  // of faces of some cells, and the volume of the fluid
  void complete_metric() const;             // what of it depends on bodies that have moved, and steps do not need
  void place_bodies(double t);  // moves bodies, and renews what stages need of their place, except field values
  projection::PlacedLayouts placed_layouts() const;
  void take_guess(double t);
  void guess_next();
  void finish_placing();  // what the flow through faces, and the pressure, need of the bodies' place
  void fill_opened();     // gives values to cells that bodies have left
  void make_system();
  void make_implicit();
  void set_numbers(double time, double dt);
  void start();
  const Velocity& carrying(const Velocity& u);
  void fill_inside(int n, Velocity& u);  // values inside sharp bodies after a stage
  void stage(int n, const Velocity& from, Velocity& to, double share, double time);
  void implicit_stage(int n, const Velocity& from, Velocity& to, double time, double dt);
  void stages(double time, double dt);
  void fill_ghosts(Velocity& u) const;  // also the values inside sharp bodies
  void find_right_side();
  void solve_pressure(double dt, double target);
  void correct();
  std::vector<double> initial_velocity(int component) const;
  void find_divergence();
  void fill_during(Velocity& u, double part);
  void add_friction_of_change();
  void measure(double dt);
  double target(double dt) const;
  double reduce_right_side() const;
  template <template <class, class, int, class> class K, class R, class... A>
  double reduced(R reduction, const A&... args) const;
  template <template <class, class, int, class> class K, class... A>
  void each(A&&... args);
  bool finished() const;
  std::string trouble() const;
  std::string impossible() const;  // why no next step can be made; empty: it can
  std::string advice() const;
  Sample sample_of(const std::string& field, const Box& cells) const;
  Sample sample_of_velocity(const std::string& field, const Box& cells) const;  // from ghosts filled for output
  Sample node_velocity(int component, const Box& cells) const;
  const CellField<S, T>& pressure_now() const;  // Pa
  void average(double time, double dt);
  std::vector<Number> forces() const;
  std::array<double, 2> temperature_extremes() const;
  void add_errors(std::vector<Number>& results, double time) const;
  void complete_restored();

  Case case_;
  const ProjectionOptions& options_;
  projection::Model model_;
  const Grid& grid_;  // the grid of the model
  projection::Bodies bodies_;
  projection::Driving driving_;
  mutable Exec<S> exec_;
  int d_;
  Set set_;
  bool steady_;
  mutable projection::MetricFields<S, T> metric_;
  static constexpr Box no_cells{{0, 0, 0}, {0, 0, 0}};
  mutable Box outdated_ = no_cells;                // cells that bodies have moved through since metric_ was complete
  std::unique_ptr<projection::Placed<T>> placed_;  // where bodies are, until finish_placing; null: all of it is done
  Box doubtful_ = no_cells;                        // cells of places that were not finished
  std::vector<std::unique_ptr<Renewal>> unused_;   // of such places
  mutable projection::Sides<S, T> sides_;
  mutable Velocity u_;         // mutable, because its ghosts are changed for output and back
  Velocity second_, spare_;    // second_: see star() and before(); spare_: result of the middle stage
  CellField<S, T> p_, psi_;    // p over the density, at the middle of the last step; ψ = Δt (pⁿ⁺½ − pⁿ⁻½)
  mutable CellField<S, T> b_;  // the right-hand side; free for other use between steps
  CellField<S, T> scratch_;    // work space for implicit friction around bodies
  mutable std::unique_ptr<projection::Thermal<S, T>> thermal_;    // null: no temperature
  mutable std::unique_ptr<projection::SharpFields<S, T>> sharp_;  // null: no bodies, or a staircase
  mutable std::unique_ptr<projection::Forces<S, T>> forces_;      // null: not needed so far, or bodies have moved
  projection::RowList<S, T> opened_;                              // cells that bodies have left in this step
  std::unique_ptr<projection::Implicit<S, T, false>> implicit_;   // null: friction is explicit
  std::unique_ptr<projection::Turbulence<S, T>> turbulence_;      // null: no model
  std::unique_ptr<projection::ForceField<S, T>> force_field_;     // null: the force is uniform in space
  std::unique_ptr<projection::Averages<S, T>> averages_;          // null: no [statistics]
  LineField<S, T> numbers_of_step_;
  System<S, T> system_;
  std::unique_ptr<Solver<S, T>> linear_;
  PerAxisValues<int> closed_;
  double setup_ = 0, floor_ = 0;
  double time_ = 0, dt_ = 0, last_dt_ = 0;  // end of the last step; its length; length of the step before
  double force_time_ = 0;                   // the time at which the force of the last step was evaluated
  Watch watch_;
  mutable std::optional<std::vector<Number>> numbers_;
  mutable std::array<double, 5> free_step_{};  // what the last free step was found from, and the step
  // Where bodies may be after the next step, found by a thread while a GPU is at this one.
  std::unique_ptr<projection::Placed<T>> guess_;
  std::unique_ptr<Worker> second_worker_, worker_;  // null: bodies are placed when their step begins
};

}  // namespace eddy
