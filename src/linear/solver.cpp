#include "linear/solver.hpp"

#include "base/error.hpp"

namespace eddy {

void refuse_no_source() {
  throw Error(Exit::usage,
              "linear.norm = \"source\" measures the residual by the sum of all sources and fluxes, which is 0 here. "
              "Take linear.norm = \"relative\".");
}

}  // namespace eddy
