// A number of a case: a constant, or a formula of x, y, z and t. Evaluated on the host only.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "case/where.hpp"

namespace eddy {

// What the four numbers of a formula are called; "": it has fewer.
using FormulaVariables = std::array<const char*, 4>;
inline constexpr FormulaVariables place_and_time{"x", "y", "z", "t"};
inline constexpr FormulaVariables place_in_block{"xi", "eta", "zeta", ""};
inline constexpr FormulaVariables place_on_edge{"s", "", "", ""};

// What a program that uses eddy as a library computes itself, as a Python script does: many points at once.
class FormulaFunction {
 public:
  using Point = std::array<double, 3>;
  using Shape = std::array<std::size_t, 3>;  // of a list of points that is a grid, x fastest; a plain list: {n, 1, 1}
  virtual ~FormulaFunction() = default;

  // Each list of points is asked for once for each time; the next step asks for the same ones.
  std::vector<double> values(std::vector<Point> points, const Shape& shape, double t);
  double value(const Point& point, double t);  // points that are asked for one by one become a list
  // Before a step from `time` on: what this step will ask for, so that a function which fails does so now.
  void prepare(double time, double dt);
  virtual std::array<bool, 4> uses() const { return {true, true, true, true}; }  // x, y, z, t

 protected:
  virtual std::vector<double> compute(const std::vector<Point>& points, const Shape& shape, double t) = 0;

 private:
  struct List {
    std::vector<Point> points;
    Shape shape;
    std::vector<std::pair<double, std::vector<double>>> known;  // values by time: the last few
  };
  const std::vector<double>& at(List& list, double t);
  std::vector<List> lists_;
  List single_;                            // points that are asked for one by one
  std::map<Point, std::size_t> number_{};  // of each of them
  std::array<double, 3> step_{};           // times within the step: begin, middle, end
  std::array<bool, 3> asked_{};            // for which of them somebody asked
  bool begun_ = false;
};
// By a name, while this lives: a formula "python NAME" is then this function.
class NamedFunction {
 public:
  NamedFunction(std::string name, std::shared_ptr<FormulaFunction> function);
  ~NamedFunction();
  NamedFunction(const NamedFunction&) = delete;
  NamedFunction& operator=(const NamedFunction&) = delete;

 private:
  std::string name_;
};

// Copies are independent, so that each thread may own one; a single Formula must not be shared between threads.
class Formula {
 public:
  Formula() : Formula(0.0) {}
  Formula(double value);
  // Throws Error(usage) with a caret line.
  explicit Formula(const std::string& text, std::optional<Where> where = {},
                   const FormulaVariables& variables = place_and_time);
  Formula(const Formula& other);
  Formula(Formula&& other) noexcept;
  Formula& operator=(Formula other) noexcept;
  ~Formula();

  double operator()(double x, double y, double z, double t) const;  // or what the variables are called
  bool constant() const { return used_ == std::array<bool, 4>{}; }
  bool uses(char variable) const;  // 'x', 'y', 'z' or 't': the first, second, third or fourth
  bool uses_time() const { return uses('t'); }
  bool is_number() const { return number_; }  // given as a number, not as a string
  const std::string& text() const { return text_; }
  const std::optional<Where>& where() const { return where_; }
  void set_where(Where where) { where_ = std::move(where); }
  FormulaFunction* function() const { return function_.get(); }  // null: it is a number or a text

 private:
  struct Program;
  double value_ = 0;
  bool number_ = true;
  std::string text_;
  std::optional<Where> where_;
  const FormulaVariables* variables_ = &place_and_time;
  std::array<bool, 4> used_{};                 // x, y, z, t
  std::shared_ptr<FormulaFunction> function_;  // copies share it
  mutable std::unique_ptr<Program>
      program_;  // a copy compiles its own when it is first called: most are only passed on
};

// What is wrong with a formula's text: one sentence, then the text and a caret under the place; empty when nothing is.
std::string formula_problem(const std::string& text);

// On the product of three lists, x fastest; of a list whose variable the formula does not use the first number alone. They
// may be infinite, or no numbers.
std::vector<double> values_on_used(const Formula& formula, const std::array<std::span<const double>, 3>& axes,
                                   double t);

// These throw Error(usage) that names place, formula and point where the value is not finite. `what` is the key:
// "material.source".
double evaluate(const Formula& formula, const std::string& what, const std::array<double, 3>& point, double t);
std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             std::span<const std::array<double, 3>> points, double t);
// On the product of three lists of coordinates, x fastest; quick where the formula does not use every axis.
std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             const std::array<std::span<const double>, 3>& axes, double t);

}  // namespace eddy
