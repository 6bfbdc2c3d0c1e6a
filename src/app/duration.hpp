// How long a run will take, as far as that can be known before it.
#pragma once
#include <optional>
#include <string>

#include "solver/simulation.hpp"

namespace eddy {

struct Duration {
  double seconds = 0;
  std::string words;  // with what it rests on
};
// The same case on a mesh of so many cells at most, without probes. None: coordinates that are given one by one cannot
// be thinned out.
std::optional<Case> coarsened(const Case& c, double most);
// None: nothing can be said, as of runs on a device, which would first have to be opened.
std::optional<Duration> duration_of(const Case& c, const Grid& grid, const Facts& facts, const Device& device);

}  // namespace eddy
