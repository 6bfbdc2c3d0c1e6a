// Runs a case from start to end with its watchers; shared by run, resume, converge and parity.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/verbs/verbs.hpp"
#include "case/case.hpp"
#include "field/watcher.hpp"
#include "output/signal.hpp"
#include "solver/simulation.hpp"

namespace eddy {

struct Outcome {
  bool converged = true;  // and no other fault
  std::string trouble;    // why it has not converged
  bool stopped = false;   // on request; can be resumed
  Moment last;
  std::vector<Number> results;  // the numbers of summary.json and [expect]
  Reasons unknown;              // results that could not be computed from signals
  std::string mesh{};           // its cells in words
  std::vector<Sample> fields;   // of the final state, if asked for
};

void add_signals(SignalNumbers signals, Outcome& outcome);

// Runs a case without files, for converge, parity and tests.
Outcome run_in_memory(const Case& c, bool keep_fields, bool with_signals = false);

// Checks that the case fits into the memory of its device. Throws Error(usage) with the memory that it needs and the
// largest mesh that fits.
Memory memory_of(const Case& c, const Grid& grid,
                 const Device& device);  // on the CPU all memory counts as the device's
void refuse_too_large(const Case& c, const Grid& grid, const Device& device);
void check_lines(const Case& c, Problems& problems);  // checks all lines of output together against the host's memory
Grid make_grid_that_fits(const Case& c, const Device& device);

// A request to stop: Ctrl-C, SIGTERM, SIGHUP (a terminal or connection was closed; not under nohup), --wall. A second
// Ctrl-C, half a second later or more, exits at once with 130.
class StopRequest {
 public:
  enum class Signals { heard, left_alone };  // left_alone: the program that uses eddy handles signals itself
  explicit StopRequest(std::optional<double> wall_seconds, Signals signals = Signals::heard);
  ~StopRequest();
  bool wanted() const;
  bool overdue() const;        // the request is so old that output must soon end
  bool signalled() const;      // this rank got a signal
  std::string reason() const;  // "interrupted", "terminated", "hung up", "time limit"
  double elapsed() const;      // s since construction

 private:
  void listen() const;

  std::optional<double> wall_;
  Signals signals_;
  double start_ = 0;  // s
  mutable double last_ = -1, longest_ = 0;
  mutable std::optional<double> wished_;  // when overdue() first saw a request, s
  mutable bool timed_out_ = false;
};

}  // namespace eddy
