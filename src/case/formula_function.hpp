// How a case names functions that a program with eddy as a library provides.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "case/formula.hpp"

namespace eddy {

inline constexpr std::string_view function_word = "python ";  // followed by the function's name

// While such an object lives, a case can be read without its functions, to look at the files of its run. Evaluating a missing
// function throws Error(usage).
class WithoutFunctions {
 public:
  WithoutFunctions();
  ~WithoutFunctions();
  WithoutFunctions(const WithoutFunctions&) = delete;
  WithoutFunctions& operator=(const WithoutFunctions&) = delete;
};
int functions_missed();  // the number of missing functions that cases have named so far
bool names_functions(const std::string& case_text);

// Throws Error(usage) where nobody has given a function of this name.
std::shared_ptr<FormulaFunction> named_function(const std::string& name, const std::optional<Where>& where);

}  // namespace eddy
