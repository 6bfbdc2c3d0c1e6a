// How long a run will take, as far as that can be known before it: a few steps are taken, and a few files written.
#pragma once
#include <optional>
#include <string>

#include "solver/simulation.hpp"

namespace eddy {

struct Duration {
  std::optional<double> seconds;  // none: nobody knows
  std::string words;              // with what it rests on, or why nobody knows
  std::optional<double> dt;       // the first step, exactly as the run will take it; none: it was not asked for
};
// The same case on a mesh of so many cells at most, without probes. None: coordinates that are given one by one cannot
// be thinned out.
std::optional<Case> coarsened(const Case& c, double most);
Duration duration_of(const Case& c, const Grid& grid, const Facts& facts, const Device& device);

}  // namespace eddy
