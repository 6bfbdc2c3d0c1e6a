// Estimates how long a run will take: takes a few steps, and writes a few files.
#pragma once
#include <optional>
#include <string>

#include "solver/simulation.hpp"

namespace eddy {

struct Duration {
  std::optional<double> seconds;  // none: not known
  std::string words;              // the estimate with its basis, or why it is not known
  std::optional<double> dt;       // the first step of the run, exactly; none: not computed
};
// The same case on a mesh of at most `most` cells, without probes. None where coordinates are given one by one, which
// cannot be thinned out.
std::optional<Case> coarsened(const Case& c, double most);
Duration duration_of(const Case& c, const Grid& grid, const Facts& facts, const Device& device);

}  // namespace eddy
