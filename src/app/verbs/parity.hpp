// Compares two runs bit for bit.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "app/run/runner.hpp"

namespace eddy {

struct Difference {
  std::int64_t cells = 0;    // number of values of fields that differ
  std::int64_t numbers = 0;  // number of results that differ
  std::string first;         // the first difference: field, cell and both values, or result and both values
  bool any() const { return cells > 0 || numbers > 0 || !first.empty(); }
};

// Places are described by the grid, if one is given. NaNs are equal to each other.
void compare_field(Difference& difference, const Sample& expected, const Sample& found, const Grid* grid = nullptr);
Difference difference(const Outcome& expected, const Outcome& found, const Grid* grid = nullptr);

// The precisions to compare: both, or the one of -s run.precision.
std::vector<bool> singles(const CaseArguments& a, const Case& c);
Exit parity_of_ranks(const ParityArguments& a, const Talk& talk);

}  // namespace eddy
