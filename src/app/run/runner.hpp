// Runs a case from start to end, with its watchers; what run, resume, converge and parity share.
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
  bool converged = true;  // and nothing else to complain about
  std::string trouble;    // why not
  bool stopped = false;   // on request; resume to continue
  Moment last;
  std::vector<Number> results;  // what summary.json and [expect] know
  Reasons unknown;              // results that a signal could not give
  std::string mesh{};           // its cells, in words
  std::vector<Sample> fields;   // of the final state, where asked for
};

void add_signals(SignalNumbers signals, Outcome& outcome);

// In memory only: no files. For converge, parity and tests.
Outcome run_in_memory(const Case& c, bool keep_fields, bool with_signals = false);

// Checks that the case fits into the memory of its device: Error(usage) with how much it needs and the largest mesh
// that fits.
Memory memory_of(const Case& c, const Grid& grid,
                 const Device& device);  // on the CPU everything counts as the device's
void refuse_too_large(const Case& c, const Grid& grid, const Device& device);
void check_lines(const Case& c, Problems& problems);  // all lines of output together, against the host's memory
Grid make_grid_that_fits(const Case& c, const Device& device);

// A point in time when somebody wants to stop: Ctrl-C, SIGTERM, SIGHUP (a terminal or connection that was closed;
// not under nohup), --wall. A second Ctrl-C, half a second later or more, exits at once with 130.
class StopRequest {
 public:
  enum class Signals { heard, left_alone };  // left alone: the program around eddy has its own ways
  explicit StopRequest(std::optional<double> wall_seconds, Signals signals = Signals::heard);
  ~StopRequest();
  bool wanted() const;
  bool overdue() const;        // the wish is so old that output must not go on for long
  bool signalled() const;      // to this rank
  std::string reason() const;  // "interrupted", "terminated", "hung up", "time limit"
  double elapsed() const;      // s since it was made

 private:
  void listen() const;

  std::optional<double> wall_;
  Signals signals_;
  double start_ = 0;  // s
  mutable double last_ = -1, longest_ = 0;
  mutable std::optional<double> wished_;  // when overdue() first saw a wish, s
  mutable bool timed_out_ = false;
};

}  // namespace eddy
