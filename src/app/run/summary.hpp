// Makes the summary of a finished run: summary.json, and a few lines for the user.
#pragma once
#include <string>

#include "app/run/session.hpp"

namespace eddy {

struct Pace {
  double wall_seconds = 0;  // of the whole run
  double loop_seconds = 0;  // from the first step to the last, with the output in between
  double updates = 0;       // of each cell
  double bytes = 0;         // read and written by kernels in the loop; NaN: not known
};

std::string summary_json(Session& session, const Outcome& outcome, const Pace& pace);
std::string result_text(const Session& session, const Outcome& outcome, const std::filesystem::path& folder);

}  // namespace eddy
