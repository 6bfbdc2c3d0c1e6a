// Formulas that are functions of the program which uses eddy as a library: how a case names them.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "case/formula.hpp"

namespace eddy {

inline constexpr std::string_view function_word = "python ";  // then its name

// Throws Error(usage) where nobody has given a function of this name.
std::shared_ptr<FormulaFunction> named_function(const std::string& name, const std::optional<Where>& where);

}  // namespace eddy
