// Evaluates formulas with muParser, which only this file uses.
#include "case/formula.hpp"

#include <muParser.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/formula_function.hpp"
#include "case/problems.hpp"

namespace eddy {
namespace {

constexpr std::size_t longest_formula = 4000;  // hostile text must not cost time or stack
constexpr int deepest_formula = 50;

double if_else(double condition, double yes, double no) { return condition != 0 ? yes : no; }
double step(double v) { return v >= 0 ? 1.0 : 0.0; }
double floor_of(double v) { return std::floor(v); }
double ceil_of(double v) { return std::ceil(v); }
double mod(double a, double b) { return std::fmod(a, b); }
double erf_of(double v) { return std::erf(v); }
double erfc_of(double v) { return std::erfc(v); }

struct BadFormula {
  std::string sentence;
  std::size_t position;
};

std::string with_caret(const std::string& text, const BadFormula& bad) {
  std::string line = text;
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  constexpr std::size_t margin = 60;  // only the surroundings of the error are shown
  std::size_t at = std::min(bad.position, line.size());
  if (at > margin) {
    line = "…" + line.substr(at - margin);
    at = margin + 1;
  }
  const std::size_t ellipsis_bytes = line.starts_with("…") ? 2 : 0;
  if (line.size() > at + margin) line = line.substr(0, at + ellipsis_bytes + margin);
  return bad.sentence + "\n    " + line + "\n    " + std::string(at, ' ') + "^";
}

bool is_comparison(const std::string& text, std::size_t at) {
  const char before = at > 0 ? text[at - 1] : ' ';
  const char after = at + 1 < text.size() ? text[at + 1] : ' ';
  return before == '=' || before == '<' || before == '>' || before == '!' || after == '=';
}

// Refuses text that muParser would accept, but eddy does not: assignments, strings, other alphabets, unlimited size.
void check_text(const std::string& text) {
  if (text.size() > longest_formula)
    throw BadFormula{"The formula is longer than " + std::to_string(longest_formula) + " characters.", 0};
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw BadFormula{"The formula is empty.", 0};
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    const bool known =
        std::isalnum(c) || std::string_view("_+-*/^().,<>=!&|?: \t\r\n").find(text[i]) != std::string_view::npos;
    if (c >= 128 || !known) throw BadFormula{"A formula cannot hold this character.", i};
    if (c == '=' && !is_comparison(text, i)) throw BadFormula{"A formula cannot assign; use == to compare.", i};
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (depth > deepest_formula) throw BadFormula{"The formula is nested too deeply.", i};
  }
}

std::vector<std::string> known_names(const mu::Parser& parser) {
  std::vector<std::string> names{"pi", "e"};
  for (const auto& [name, place] : parser.GetVar()) names.push_back(name);
  for (const auto& [name, function] : parser.GetFunDef()) names.push_back(name);
  return names;
}

BadFormula translate(const mu::Parser& parser, const mu::ParserError& error, const std::string& text) {
  const std::size_t at = error.GetPos() < 0 ? text.size() : static_cast<std::size_t>(error.GetPos());
  const std::string token = error.GetToken();
  switch (error.GetCode()) {
    case mu::ecUNASSIGNABLE_TOKEN: {
      std::string name;
      for (std::size_t i = at; i < text.size() && (std::isalnum(static_cast<unsigned char>(text[i])) || text[i] == '_');
           ++i)
        name += text[i];
      if (name.empty()) return {"Unexpected '" + token.substr(0, 20) + "' in the formula.", at};
      return {"Unknown name '" + name + "' in the formula." + did_you_mean(name, known_names(parser)), at};
    }
    case mu::ecUNEXPECTED_EOF:
      return {"The formula ends too early.", text.size()};
    case mu::ecMISSING_PARENS:
      return {"A parenthesis is not closed in the formula.", text.size()};
    case mu::ecTOO_MANY_PARAMS:
      return {"Too many arguments in the formula.", at};
    case mu::ecTOO_FEW_PARAMS:
      return {"Too few arguments in the formula.", at};
    default:
      if (token.empty()) return {"Syntax error in the formula.", at};
      return {"Unexpected '" + token.substr(0, 20) + "' in the formula.", at};
  }
}

}  // namespace

struct Formula::Program {
  mu::Parser parser;
  std::array<double, 4> variables{};
  std::array<bool, 4> used{};

  Program(const std::string& text, const FormulaVariables& names) {
    define(names);
    compile(text);
  }

  void define(const FormulaVariables& names) {
    for (int i = 0; i < 4; ++i)
      if (*names[i]) parser.DefineVar(names[i], &variables[i]);
    parser.DefineConst("pi", std::numbers::pi);
    parser.DefineConst("e", std::numbers::e);
    parser.DefineFun("if", if_else);
    parser.DefineFun("step", step);
    parser.DefineFun("floor", floor_of);
    parser.DefineFun("ceil", ceil_of);
    parser.DefineFun("mod", mod);
    parser.DefineFun("erf", erf_of);
    parser.DefineFun("erfc", erfc_of);
  }

  void compile(const std::string& text) {
    check_text(text);
    try {
      parser.SetExpr(text);
      parser.Eval();
      if (parser.GetNumResults() != 1)
        throw BadFormula{"A formula gives one number; this has a comma too many.", text.find(',')};
      for (const auto& [name, place] : parser.GetUsedVar())
        used[static_cast<std::size_t>(place - variables.data())] = true;
    } catch (const mu::ParserError& error) {
      throw translate(parser, error, text);
    }
  }
};

Formula::Formula(double value) : value_(value), text_(number_text(value)) {}

Formula::Formula(const std::string& text, std::optional<Where> where, const FormulaVariables& variables)
    : number_(false), text_(text), where_(std::move(where)), variables_(&variables) {
  if (text.starts_with(function_word)) {
    function_ = named_function(text.substr(function_word.size()), where_);
    used_ = function_->uses();
    return;
  }
  try {
    program_ = std::make_unique<Program>(text, variables);
  } catch (const BadFormula& bad) {
    throw Error(Exit::usage, (where_ ? where_->text() + " error: " : "") + with_caret(text, bad));
  }
  used_ = program_->used;
  if (!constant()) return;
  value_ = program_->parser.Eval();
  program_.reset();
}

Formula::Formula(const Formula& other)
    : value_(other.value_),
      number_(other.number_),
      text_(other.text_),
      where_(other.where_),
      variables_(other.variables_),
      used_(other.used_),
      function_(other.function_) {}
Formula::Formula(Formula&& other) noexcept = default;
Formula::~Formula() = default;

Formula& Formula::operator=(Formula other) noexcept {
  std::swap(value_, other.value_);
  std::swap(number_, other.number_);
  std::swap(text_, other.text_);
  std::swap(where_, other.where_);
  std::swap(variables_, other.variables_);
  std::swap(used_, other.used_);
  std::swap(function_, other.function_);
  std::swap(program_, other.program_);
  return *this;
}

double Formula::operator()(double x, double y, double z, double t) const {
  if (constant()) return value_;
  if (function_) return function_->value({x, y, z}, t);
  if (!program_) program_ = std::make_unique<Program>(text_, *variables_);
  program_->variables = {x, y, z, t};
  return program_->parser.Eval();
}

bool Formula::uses(char variable) const {
  const auto at = std::string_view("xyzt").find(variable);
  return at != std::string_view::npos && used_[at];
}

std::string formula_problem(const std::string& text) {
  try {
    Formula formula(text);
    return "";
  } catch (const Error& error) {
    return error.what();
  }
}

namespace {

double checked(double value, const Formula& formula, const std::string& what, const std::array<double, 3>& p,
               double t) {
  if (std::isfinite(value)) return value;
  const std::string text = what + " = \"" + formula.text() + "\" gives " + number_text(value) +
                           " at x = " + number_text(p[0]) + ", y = " + number_text(p[1]) +
                           ", z = " + number_text(p[2]) + ", t = " + number_text(t) +
                           ". It must be a finite number in the whole domain.";
  if (formula.where()) throw ErrorAt(*formula.where(), text);
  throw Error(Exit::usage, "error: " + text);
}

std::vector<double> checked(std::vector<double> values, const Formula& formula, const std::string& what,
                            std::span<const std::array<double, 3>> points, double t) {
  for (std::size_t n = 0; n < values.size(); ++n) checked(values[n], formula, what, points[n], t);
  return values;
}

// The values at place(n) for all n below `count`; many values are computed by threads, each with a copy of the formula.
template <class PlaceOf>
std::vector<double> values_at(const Formula& formula, std::size_t count, double t, const PlaceOf& place) {
  std::vector<double> values(count);
  const bool many = count > 20'000 && !formula.constant();
  const std::vector<Formula> copies(many ? static_cast<std::size_t>(omp_get_max_threads()) : 0, formula);
  for (const Formula& f : copies) f(0, 0, 0, 0);  // the first call compiles the copy
#pragma omp parallel for schedule(static) if (many)
  for (std::size_t n = 0; n < count; ++n) {
    const Formula& f = many ? copies[static_cast<std::size_t>(omp_get_thread_num())] : formula;
    const std::array<double, 3> p = place(n);
    values[n] = f(p[0], p[1], p[2], t);
  }
  return values;
}

std::vector<std::array<double, 3>> product(const std::array<std::span<const double>, 3>& axes) {
  std::vector<std::array<double, 3>> points;
  points.reserve(axes[0].size() * axes[1].size() * axes[2].size());
  for (const double z : axes[2])
    for (const double y : axes[1])
      for (const double x : axes[0]) points.push_back({x, y, z});
  return points;
}

}  // namespace

std::vector<double> values_on_used(const Formula& formula, const std::array<std::span<const double>, 3>& axes,
                                   double t) {
  std::array<std::span<const double>, 3> used = axes;
  for (int a = 0; a < 3; ++a)
    if (!formula.uses("xyz"[a])) used[a] = used[a].first(1);
  const std::size_t nx = used[0].size(), ny = used[1].size(), nz = used[2].size();
  if (formula.function()) return formula.function()->values(product(used), {nx, ny, nz}, t);
  return values_at(formula, nx * ny * nz, t, [&](std::size_t n) {
    return std::array<double, 3>{used[0][n % nx], used[1][n / nx % ny], used[2][n / (nx * ny)]};
  });
}

double evaluate(const Formula& formula, const std::string& what, const std::array<double, 3>& point, double t) {
  return checked(formula(point[0], point[1], point[2], t), formula, what, point, t);
}

std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             std::span<const std::array<double, 3>> points, double t) {
  if (formula.function())
    return checked(formula.function()->values({points.begin(), points.end()}, {points.size(), 1, 1}, t), formula, what,
                   points, t);
  return checked(values_at(formula, points.size(), t, [&](std::size_t n) { return points[n]; }), formula, what, points,
                 t);
}

std::vector<double> evaluate(const Formula& formula, const std::string& what,
                             const std::array<std::span<const double>, 3>& axes, double t) {
  const std::size_t nx = axes[0].size(), ny = axes[1].size(), nz = axes[2].size();
  if (nx * ny * nz == 0) return {};
  if (formula.function()) {
    const std::vector<std::array<double, 3>> points = product(axes);
    return checked(formula.function()->values(points, {nx, ny, nz}, t), formula, what, points, t);
  }
  const std::size_t ex = formula.uses('x') ? nx : 1, ey = formula.uses('y') ? ny : 1, ez = formula.uses('z') ? nz : 1;
  std::vector<double> few = values_on_used(formula, axes, t);
  for (std::size_t n = 0; n < few.size(); ++n)
    checked(few[n], formula, what, {axes[0][n % ex], axes[1][n / ex % ey], axes[2][n / (ex * ey)]}, t);
  if (few.size() == nx * ny * nz) return few;
  std::vector<double> values(nx * ny * nz);
  for (std::size_t k = 0, at = 0; k < nz; ++k)
    for (std::size_t j = 0; j < ny; ++j)
      for (std::size_t i = 0; i < nx; ++i, ++at)
        values[at] = few[(ex > 1 ? i : 0) + ex * ((ey > 1 ? j : 0) + ey * (ez > 1 ? k : 0))];
  return values;
}

}  // namespace eddy
