// A number of a case: a constant, or a formula of x, y, z and t. Evaluated on the host only.
#pragma once
#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "case/where.hpp"

namespace eddy {

// What the four numbers of a formula are called; "": it has fewer.
using FormulaVariables = std::array<const char*, 4>;
inline constexpr FormulaVariables place_and_time{"x", "y", "z", "t"};
inline constexpr FormulaVariables place_in_block{"xi", "eta", "zeta", ""};
inline constexpr FormulaVariables place_on_edge{"s", "", "", ""};

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

 private:
  struct Program;
  double value_ = 0;
  bool number_ = true;
  std::string text_;
  std::optional<Where> where_;
  const FormulaVariables* variables_ = &place_and_time;
  std::array<bool, 4> used_{};  // x, y, z, t
  mutable std::unique_ptr<Program>
      program_;  // a copy compiles its own when it is first called: most are only passed on
};

// What is wrong with a formula's text: one sentence, then the text and a caret under the place; empty when nothing is.
std::string formula_problem(const std::string& text);

// These throw Error(usage) that names place, formula and point where the value is not finite. `what` is the key:
// "material.source".
double evaluate(const Formula& formula, const std::string& what, const std::array<double, 3>& point, double t);
std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             std::span<const std::array<double, 3>> points, double t);
// On the product of three lists of coordinates, x fastest; quick where the formula does not use every axis.
std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             const std::array<std::span<const double>, 3>& axes, double t);

}  // namespace eddy
