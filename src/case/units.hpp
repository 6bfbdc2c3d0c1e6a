// Converts numbers with a unit ("5 mm", "2 min", "20 degC", "1.2 kg/m^3") to the unit of their key.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace eddy {

struct Quantity {  // a number and its unit
  double number = 0;
  std::string unit{};  // as written
};
// Empty if the text is not a number with a known unit; it may be a formula.
std::optional<Quantity> quantity_in(const std::string& text);
// The number in the unit of a key, such as "W/(m K)"; empty if the two do not measure the same.
std::optional<double> converted(const Quantity& quantity, const std::string& unit);

struct ShownUnit {  // the conversion of a number in SI for display
  std::string name{};
  double factor = 1, offset = 0;
  double shown(double si) const { return (si - offset) / factor; }
  double si(double shown) const { return shown * factor + offset; }
};
// The first of `units` that measures the same as `si`; if none does, `si` itself. Units with an offset (degC) are used
// for temperatures, but not for differences of temperatures.
ShownUnit shown_unit(const std::vector<std::string>& units, const std::string& si, bool is_difference = false);
bool is_unit(const std::string& text);
bool measure_the_same(const std::string& unit, const std::string& other);

std::string unit_words();  // all known units, for the manual

}  // namespace eddy
