// Two runs compared bit for bit.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/run/runner.hpp"

namespace eddy {

struct Difference {
  std::int64_t cells = 0;    // values of fields that differ
  std::int64_t numbers = 0;  // results that differ
  std::string first;         // field, cell, both values; or number, both values
  bool any() const { return cells > 0 || numbers > 0 || !first.empty(); }
};

// Places are told in the words of the grid, where one is given. NaNs are equal to each other.
void compare_field(Difference& difference, const Sample& expected, const Sample& found, const Grid* grid = nullptr);
Difference difference(const Outcome& expected, const Outcome& found, const Grid* grid = nullptr);

std::vector<bool> singles(const CaseArguments& a, const Case& c);  // both, or what -s run.precision asks for
Exit parity_of_ranks(const ParityArguments& a, const Talk& talk);

}  // namespace eddy
