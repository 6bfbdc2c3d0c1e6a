// Numbers with a unit: "5 mm", "2 min", "20 degC", "1.2 kg/m^3" become numbers in the unit of their key.
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace eddy {

struct Quantity {  // a number and the unit behind it
  double number = 0;
  std::string unit{};  // as it was written
};
// None: the text is no number with a unit that is known, but perhaps a formula.
std::optional<Quantity> quantity_in(const std::string& text);
// In the unit of a key, "W/(m K)"; none: the two do not measure the same.
std::optional<double> converted(const Quantity& quantity, const std::string& unit);

struct ShownUnit {  // how a number in SI is printed
  std::string name{};
  double factor = 1, offset = 0;
  double shown(double si) const { return (si - offset) / factor; }
  double si(double shown) const { return shown * factor + offset; }
};
// The first of `units` that measures what `si` does; none: si itself. Degrees of a scale whose zero is elsewhere serve
// where a number is a temperature, not where it is a difference of two.
ShownUnit shown_unit(const std::vector<std::string>& units, const std::string& si, bool is_difference = false);
bool is_unit(const std::string& text);
bool measure_the_same(const std::string& unit, const std::string& other);

std::string unit_words();  // all that are known, for the manual

}  // namespace eddy
