// Implicit stages of friction or conduction on the device; kernels_implicit.hpp has the equation.
#pragma once
#include <array>
#include <memory>
#include <type_traits>
#include <vector>

#include "field/field.hpp"
#include "solver/projection/implicit_stages.hpp"
#include "solver/projection/kernels_implicit.hpp"
#include "solver/projection/model.hpp"

namespace eddy::projection {

template <class T>
struct PartValues {  // converts to StageParts
  T of_now, of_before, diffusivity;
  template <class S>
  operator StageParts<S, T>() const {
    return {of_now, of_before, diffusivity};
  }
};
template <class T>
struct WeightValues {  // converts to GhostWeights
  T of_value, of_first, of_second;
  explicit WeightValues(const std::array<double, 3>& w) : of_value(T(w[0])), of_first(T(w[1])), of_second(T(w[2])) {}
  template <class S>
  operator GhostWeights<S, T>() const {
    return {of_value, of_first, of_second};
  }
};

class Bodies;
struct SolidHeat;

template <class S, class T, bool Scalar>
class Implicit {
 public:
  using F = std::conditional_t<Scalar, CellField<S, T>, FaceField<S, T>>;
  using Fields = PerAxis<F>;
  // `solids`: bodies that conduct heat; none: there are none.
  Implicit(Exec<S>& exec, const Model& model, const Bodies& bodies, double diffusivity,
           const SolidHeat* solids = nullptr);
  void place(const Bodies& bodies, const SolidHeat* solids = nullptr);  // walls, where bodies are

  // A stage from `u` to `next`, which is u + e at first. Sides have set the boundary values of the change before.
  void find_right_side(const Fields& u, const Fields& next, const LineField<S, T>& step, const ImplicitStage& stage);
  void solve(const Fields& u, Fields& next, const LineField<S, T>& step, const ImplicitStage& stage);

  // Around sharp bodies, once ghosts and values inside are those of `next`: its defect in the equation becomes the
  // right-hand side of a further solve. Between the two calls the change inside bodies is set to 0.
  void find_defect(const Fields& u, const Fields& next, const LineField<S, T>& step, const ImplicitStage& stage);
  void solve_more(Fields& next, const LineField<S, T>& step, const ImplicitStage& stage);

  void set_mirror(int component, int side, const std::vector<double>& values);
  Fields& before() { return before_; }  // e₋
  Fields& change() { return change_; }  // δ

 private:
  struct Ends {  // converts to LineEnds; complete on every rank
    CellField<S, T> below, above;
    std::array<double, 3> low{}, high{};
    operator LineEnds<S, T>() const { return {below, above, T(low[1]), T(low[2]), T(high[1]), T(high[2])}; }
  };
  struct Table {  // converts to SecondDifference
    PerAxis<LineField<S, T>> face_low, face_high, cell_low, cell_high;
    template <int D>
    operator SecondDifference<S, T, D>() const {
      return {face_low, face_high, cell_low, cell_high};
    }
  };
  struct Walls {  // converts to WalledDifference; by component and axis, complete on every rank
    using value_type = T;
    PerAxis<F> below, above;
    const Table* table;
    template <int D, int Fields>
    operator WalledDifference<S, T, D, Fields>() const {
      return {*table, below, above};
    }
  };
  std::unique_ptr<Walls> make_walls() const;
  void solve_lines(const LineField<S, T>& step, double beta);
  F make_field(int component, const char* name, int ghosts) const;
  Ends make_ends(int component, int axis) const;
  void make_table();
  bool along(int component, int axis) const { return !Scalar && component == axis; }
  Box unknown(int component) const;
  void solve(F& x, int component, const LineField<S, T>& step, double beta);
  void solve_axis(F& x, int component, int axis, const LineField<S, T>& step, double beta);

  Exec<S>* exec_;
  const Model* model_;
  double diffusivity_;
  int d_;
  Table table_;
  Fields before_, change_;
  Fields known_;                  // right sides, where they are needed twice
  std::unique_ptr<Walls> walls_;  // of lines; none: no bodies
  std::unique_ptr<Walls> solid_;  // of the right side, where its difference is not the plain one: bodies that conduct
  bool fitted_ = false;           // values in bodies are on polynomials
  std::vector<F> whole_;          // of a component, where lines are cut by ranks
  CellField<S, T> upper_, part_, loop_;
  std::vector<std::array<Ends, 3>> ends_;  // by component and axis
  PerAxisValues<int> closed_;
};

}  // namespace eddy::projection
