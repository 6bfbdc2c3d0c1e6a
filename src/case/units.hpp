// Numbers with a unit: "5 mm", "2 min", "20 degC", "1.2 kg/m^3" become numbers in the unit of their key.
#pragma once
#include <optional>
#include <string>

namespace eddy {

struct Quantity {  // a number and the unit behind it
  double number = 0;
  std::string unit{};  // as it was written
};
// None: the text is no number with a unit that is known, but perhaps a formula.
std::optional<Quantity> quantity_in(const std::string& text);
// In the unit of a key, "W/(m K)"; none: the two do not measure the same.
std::optional<double> converted(const Quantity& quantity, const std::string& unit);
std::string unit_words();  // all that are known, for the manual

}  // namespace eddy
