#include "exec/core/executor.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace eddy {

void members::refuse_aliases(const Uses& uses, const char* kernel) {
  if (uses.count > Uses::most) throw Error(Exit::fault, std::string("kernel '") + kernel + "' has too many fields.");
  for (const Use& w : uses) {
    if (w.access != Access::out && w.access != Access::in_out) continue;
    if (std::count_if(uses.begin(), uses.end(), [&](const Use& u) { return u.buffer == w.buffer; }) > 1)
      throw Error(Exit::fault,
                  std::string("kernel '") + kernel + "': one buffer is written and bound to another member.");
  }
}

void detail::refuse_colour(const char* kernel, bool coloured, const Set& set) {
  if (coloured != (set.colour >= 0))
    throw Error(Exit::fault, std::string("kernel '") + kernel + "' works on " +
                                 (set.colour < 0 ? "one colour at a time." : "all cells, not on one colour."));
}

void detail::refuse_dimensions(int dimensions, int fewest) {
  throw Error(Exit::fault, "a kernel of at least " + std::to_string(fewest) + " dimensions was launched in " +
                               std::to_string(dimensions) + ".");
}

}  // namespace eddy
