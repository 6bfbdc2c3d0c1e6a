// A state of a run, finished or in progress, with the fields that can be shown.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/run/stored.hpp"
#include "case/case.hpp"
#include "mesh/grid.hpp"
#include "output/file.hpp"

namespace eddy {

struct RunState {
  Case c;
  Grid grid;
  Moment moment;
  std::shared_ptr<const Watched> fields;  // fields of a solver that has restored the state, or of a file
};

// The newest state that has the fields, or, with a time, the stored state nearest to it.
std::shared_ptr<const RunState> state_of_run(const Path& folder, const std::vector<std::string>& fields,
                                             std::optional<double> time);

}  // namespace eddy
