// Heat conduction:  ρc ∂T/∂t = ∇·(k ∇T) + q,  by the θ-scheme, or its steady state; see README.md in this folder.
#pragma once
#include <optional>

#include "field/statistics.hpp"
#include "linear/solver.hpp"
#include "solver/heat/hole_fields.hpp"
#include "solver/heat/kernels.hpp"
#include "solver/heat/model.hpp"
#include "solver/simulation.hpp"

namespace eddy {

template <class S, class T>
class HeatSolver final : public Simulation {
 public:
  HeatSolver(const Case& c, const Grid& grid, const Device& device);

  double next_dt() const override { return dt_; }
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
  void step_explicit(double time, double dt);
  void step_theta(double time, double dt);
  void step_steady();
  double residual_of_even(const std::vector<double>& initial, bool sources);
  bool finished() const;
  std::string trouble() const;
  std::string advice() const;
  bool lost_in_rounding() const;
  void set_boundary(double time);
  void set_rate(double rate);
  void close_holes();                      // resets edited values in closed cells
  std::array<double, 2> extremes() const;  // of the temperature
  Sample plain_sample(const std::string& field, const std::optional<Box>& cells) const;
  void fill_closed(Sample& s, const Box& cells) const;
  void choose_dt(const std::vector<double>& initial);
  void warn_of_swings(double explicit_limit, const std::vector<double>& initial);
  void find_right_side(const CellField<S, T>& temperature, double dt);
  void fix_mean();
  double mean(const std::vector<double>& values) const;  // weighted by volume
  void complete_restored();
  void measure_edited();  // the residual of a temperature that has been edited
  const CellField<S, T>& next_source() const { return model_.source_varies() ? next_source_ : source_; }
  double through(const CellField<S, T>& temperature, int side) const;
  template <class Call>
  auto visit(const Call& call) const;  // as System::visit, with the heat capacity of the material
  template <template <class, class, int, class> class K, class... A>
  void each(A&&... args);
  template <template <class, class, int, class> class K, class R, class... A>
  double total(R reduction, const Set& set, A&&... args) const;

  const Case case_;
  const HeatOptions& options_;
  const Grid grid_;
  heat::Model model_;
  mutable Exec<S> exec_;
  Box cells_;
  int d_;
  CellField<S, T> temperature_, previous_, source_, next_source_, b_;
  System<S, T> system_;
  mutable heat::HoleFields<S, T> holes_;
  std::unique_ptr<Solver<S, T>> solver_;
  Statistics<S, T> statistics_;
  Solution solution_;
  Shortfall shortfall_;
  std::vector<std::string> warnings_;
  double setup_ = 0;
  bool steady_;
  double dt_ = 0, stable_ = 0;
  double time_ = 0, last_dt_ = 0;  // of the last step, from time_ to time_ + last_dt_
  mutable std::optional<std::vector<Number>> numbers_;
};

}  // namespace eddy
