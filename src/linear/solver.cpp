#include "linear/solver.hpp"

#include "base/error.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"

namespace eddy {

void refuse_no_source() {
  throw Error(Exit::usage,
              "linear.norm = \"source\" measures the residual by the sum of all sources and fluxes, which is 0 here. "
              "Take linear.norm = \"relative\".");
}

std::string unsolved_text(bool single) {
  return std::string(
             "nothing was solved: the residual of the linear system is not a finite number. Values, sources or "
             "coefficients are beyond what ") +
         (single ? "single precision holds. Take run.precision = \"double\", or other units."
                 : "double precision holds. Look at them, or take other units.");
}

std::string shortfall_text(const Shortfall& s, const std::string& of, const std::string& key, double tolerance,
                           bool single) {
  if (s.solutions == 0) return "";
  return "the residual of " + of + " came to " + readable(s.worst) + ", not to " + key + " = " +
         number_text(tolerance) +
         (s.solutions > 1 ? ", at the worst of " + std::to_string(s.solutions) + " steps" : "") + ": " +
         (single ? "single" : "double") + " precision allows no better.";
}

}  // namespace eddy
