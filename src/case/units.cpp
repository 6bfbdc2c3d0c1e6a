#include "case/units.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <vector>

namespace eddy {
namespace {

using Powers = std::array<int, 4>;  // exponents of m, kg, s, K

struct Unit {
  const char* name;
  double factor;
  Powers powers;
  double offset = 0;  // of degC: added after the factor
};

constexpr Powers length{1, 0, 0, 0}, mass{0, 1, 0, 0}, duration{0, 0, 1, 0}, temperature{0, 0, 0, 1};
constexpr Powers force{1, 1, -2, 0}, pressure{-1, 1, -2, 0}, energy{2, 1, -2, 0}, power{2, 1, -3, 0};
constexpr Powers frequency{0, 0, -1, 0}, volume{3, 0, 0, 0}, speed{1, 0, -1, 0}, number{0, 0, 0, 0};

const std::vector<Unit>& units() {
  static const std::vector<Unit> all{{"m", 1, length},
                                     {"mm", 1e-3, length},
                                     {"cm", 1e-2, length},
                                     {"km", 1e3, length},
                                     {"um", 1e-6, length},
                                     {"µm", 1e-6, length},
                                     {"nm", 1e-9, length},
                                     {"inch", 0.0254, length},
                                     {"ft", 0.3048, length},
                                     {"s", 1, duration},
                                     {"ms", 1e-3, duration},
                                     {"us", 1e-6, duration},
                                     {"min", 60, duration},
                                     {"h", 3600, duration},
                                     {"d", 86400, duration},
                                     {"kg", 1, mass},
                                     {"g", 1e-3, mass},
                                     {"mg", 1e-6, mass},
                                     {"K", 1, temperature},
                                     {"degC", 1, temperature, 273.15},
                                     {"°C", 1, temperature, 273.15},
                                     {"N", 1, force},
                                     {"kN", 1e3, force},
                                     {"Pa", 1, pressure},
                                     {"hPa", 1e2, pressure},
                                     {"kPa", 1e3, pressure},
                                     {"MPa", 1e6, pressure},
                                     {"bar", 1e5, pressure},
                                     {"mbar", 1e2, pressure},
                                     {"atm", 101325, pressure},
                                     {"J", 1, energy},
                                     {"kJ", 1e3, energy},
                                     {"MJ", 1e6, energy},
                                     {"W", 1, power},
                                     {"mW", 1e-3, power},
                                     {"kW", 1e3, power},
                                     {"MW", 1e6, power},
                                     {"Hz", 1, frequency},
                                     {"kHz", 1e3, frequency},
                                     {"l", 1e-3, volume},
                                     {"kmh", 1 / 3.6, speed},
                                     {"%", 1e-2, number}};
  return all;
}

struct Measure {  // the SI value of a product of units
  double factor = 1, offset = 0;
  Powers powers{};
};

class UnitReader {  // parses "W/(m K)", "kg/m^3", "m²/s"
 public:
  explicit UnitReader(const std::string& text) : text_(text) {}
  std::optional<Measure> read() {
    Measure all;
    const bool good = product(all, 1) && at_ == text_.size() && any_;
    return good ? std::optional(all) : std::nullopt;
  }

 private:
  void skip() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '*')) ++at_;
    if (text_.compare(at_, 2, "·") == 0) {
      at_ += 2;
      skip();
    }
  }
  // Successive units are multiplied; a slash divides by the unit or the bracket that follows it.
  bool product(Measure& all, int sign) {
    for (skip(); at_ < text_.size() && text_[at_] != ')'; skip()) {
      int way = sign;
      if (text_[at_] == '/') {
        way = -sign;
        ++at_;
        skip();
      }
      if (!factor(all, way)) return false;
    }
    return true;
  }
  bool factor(Measure& all, int sign) {
    if (at_ < text_.size() && text_[at_] == '(') {
      ++at_;
      return product(all, sign) && at_ < text_.size() && text_[at_++] == ')';
    }
    if (text_.compare(at_, 1, "1") == 0 && !any_) {  // "1/s"
      ++at_;
      return at_ < text_.size() && text_[at_] == '/';
    }
    const Unit* const found = longest();
    if (!found) return false;
    at_ += std::string(found->name).size();
    any_ = true;
    const int times = sign * exponent();
    all.factor *= std::pow(found->factor, times);
    all.offset += found->offset;
    for (std::size_t k = 0; k < all.powers.size(); ++k) all.powers[k] += times * found->powers[k];
    return true;
  }
  const Unit* longest() const {
    const Unit* best = nullptr;
    for (const Unit& u : units()) {
      const std::string name = u.name;
      const bool here = text_.compare(at_, name.size(), name) == 0;
      const char behind = at_ + name.size() < text_.size() ? text_[at_ + name.size()] : ' ';
      if (here && !std::isalpha(static_cast<unsigned char>(behind)) &&
          (!best || name.size() > std::string(best->name).size()))
        best = &u;
    }
    return best;
  }
  int exponent() {
    for (const auto& [mark, value] : {std::pair{"²", 2}, {"³", 3}, {"^2", 2}, {"^3", 3}, {"2", 2}, {"3", 3}})
      if (text_.compare(at_, std::string(mark).size(), mark) == 0) {
        at_ += std::string(mark).size();
        return value;
      }
    return 1;
  }

  std::string text_;
  std::size_t at_ = 0;
  bool any_ = false;
};

}  // namespace

std::optional<Quantity> quantity_in(const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || !std::isfinite(value)) return {};
  std::string unit(end);
  while (!unit.empty() && unit.front() == ' ') unit.erase(0, 1);
  while (!unit.empty() && unit.back() == ' ') unit.pop_back();
  if (unit.empty() || unit.front() == '*' || unit.front() == '/' || unit.front() == '(') return {};
  if (!UnitReader(unit).read()) return {};
  return Quantity{value, unit};
}

std::optional<double> converted(const Quantity& quantity, const std::string& unit) {
  const auto given = UnitReader(quantity.unit).read();
  const auto wanted = unit.empty() ? std::optional(Measure{}) : UnitReader(unit).read();
  if (!given || !wanted || given->powers != wanted->powers) return {};
  const bool offset_alone = given->powers == temperature;  // in 5 W/(m² degC) the degree is a difference
  return (quantity.number * given->factor + (offset_alone ? given->offset : 0)) / wanted->factor;
}

static std::string printed(const std::string& unit) {  // as it appears in pictures
  if (unit == "degC") return "°C";
  return unit == "um" ? "µm" : unit == "kmh" ? "km/h" : unit;
}

ShownUnit shown_unit(const std::vector<std::string>& units, const std::string& si, bool is_difference) {
  const auto wanted = UnitReader(si).read();
  if (!wanted || wanted->powers == number) return {si};
  for (const std::string& unit : units) {
    const auto given = UnitReader(unit).read();
    if (!given || given->powers != wanted->powers) continue;
    const bool moved = given->powers == temperature && given->offset != 0;
    if (moved && is_difference) continue;
    return {printed(unit), given->factor / wanted->factor, moved ? given->offset : 0};
  }
  return {si};
}

bool is_unit(const std::string& text) { return UnitReader(text).read().has_value(); }

bool measure_the_same(const std::string& unit, const std::string& other) {
  const auto one = UnitReader(unit).read(), two = UnitReader(other).read();
  return one && two && one->powers == two->powers;
}

std::string unit_words() {
  std::string words;
  for (const Unit& u : units()) words += (words.empty() ? "" : ", ") + std::string(u.name);
  return words;
}

}  // namespace eddy
