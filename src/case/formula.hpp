// A number of a case: a constant, or a formula of x, y, z and t; evaluated on the host only.
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

// The names of a formula's variables; "" for those that it does not have.
using FormulaVariables = std::array<const char*, 4>;
inline constexpr FormulaVariables place_and_time{"x", "y", "z", "t"};
inline constexpr FormulaVariables place_in_block{"xi", "eta", "zeta", ""};
inline constexpr FormulaVariables place_on_edge{"s", "", "", ""};

// A function of a program that uses eddy as a library, such as a Python script; it is called for many points at once.
class FormulaFunction {
 public:
  using Point = std::array<double, 3>;
  using Shape = std::array<std::size_t, 3>;  // extents if the points form a grid, x fastest; else {n, 1, 1}
  virtual ~FormulaFunction() = default;

  // Each list of points is computed once per time; all steps are expected to ask for the same lists.
  std::vector<double> values(std::vector<Point> points, const Shape& shape, double t);
  double value(const Point& point, double t);  // points that are requested one by one are collected in a list
  // Called before a step that starts at `time`: computes what the step will request, so that errors show now.
  void prepare(double time, double dt);
  virtual std::array<bool, 4> uses() const { return {true, true, true, true}; }  // x, y, z, t

 protected:
  virtual std::vector<double> compute(const std::vector<Point>& points, const Shape& shape, double t) = 0;

 private:
  struct List {
    std::vector<Point> points;
    Shape shape;
    std::vector<std::pair<double, std::vector<double>>> known;  // (time, values) of the last few times
  };
  const std::vector<double>& at(List& list, double t);
  std::vector<List> lists_;
  List single_;                            // the points that are requested one by one
  std::map<Point, std::size_t> number_{};  // index of each of these points
  std::array<double, 3> step_{};           // times within the step: start, middle, end
  std::array<bool, 3> asked_{};            // which of these times were requested
  bool begun_ = false;
};
// Registers a function under a name as long as this object lives: the formula "python NAME" calls it.
class NamedFunction {
 public:
  NamedFunction(std::string name, std::shared_ptr<FormulaFunction> function);
  ~NamedFunction();
  NamedFunction(const NamedFunction&) = delete;
  NamedFunction& operator=(const NamedFunction&) = delete;

 private:
  std::string name_;
};

// Copies are independent, so that each thread can have its own; threads must not share a Formula.
class Formula {
 public:
  Formula() : Formula(0.0) {}
  Formula(double value);
  // Throws Error(usage) with a line that marks the error by a caret.
  explicit Formula(const std::string& text, std::optional<Where> where = {},
                   const FormulaVariables& variables = place_and_time);
  Formula(const Formula& other);
  Formula(Formula&& other) noexcept;
  Formula& operator=(Formula other) noexcept;
  ~Formula();

  double operator()(double x, double y, double z, double t) const;  // the four variables, whatever their names
  bool constant() const { return used_ == std::array<bool, 4>{}; }
  bool uses(char variable) const;  // 'x', 'y', 'z' or 't' stands for the first, second, third or fourth variable
  bool uses_time() const { return uses('t'); }
  bool is_number() const { return number_; }  // given as a number, not as a string
  const std::string& text() const { return text_; }
  const std::optional<Where>& where() const { return where_; }
  void set_where(Where where) { where_ = std::move(where); }
  FormulaFunction* function() const { return function_.get(); }  // null for a number or a text

 private:
  struct Program;
  double value_ = 0;
  bool number_ = true;
  std::string text_;
  std::optional<Where> where_;
  const FormulaVariables* variables_ = &place_and_time;
  std::array<bool, 4> used_{};                 // x, y, z, t
  std::shared_ptr<FormulaFunction> function_;  // shared by copies
  mutable std::unique_ptr<Program>
      program_;  // a copy compiles its own at its first call, since most copies are never called
};

// What is wrong with a formula: one sentence, then the text with a caret below the error; empty if it is right.
std::string formula_problem(const std::string& text);

// Values on the product of three lists of coordinates, x fastest. Where the formula does not use a variable, only the
// first coordinate of its list is taken. Values may be infinite or NaN.
std::vector<double> values_on_used(const Formula& formula, const std::array<std::span<const double>, 3>& axes,
                                   double t);

// These functions throw Error(usage) with place, formula and point if a value is not finite. `what` is the key:
// "material.source".
double evaluate(const Formula& formula, const std::string& what, const std::array<double, 3>& point, double t);
std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             std::span<const std::array<double, 3>> points, double t);
// On the product of three lists of coordinates, x fastest; faster if the formula does not use all variables.
std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             const std::array<std::span<const double>, 3>& axes, double t);

}  // namespace eddy
