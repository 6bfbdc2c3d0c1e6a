// Requests to stop: signals set a flag, which the time loop asks for between steps.
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "app/runner.hpp"

namespace eddy {
namespace {

std::atomic<int> interrupts = 0, terminations = 0;
static_assert(std::atomic<int>::is_always_lock_free);
struct sigaction old_interrupt, old_terminate;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

void note(int signal) {
  if (signal == SIGTERM) terminations.fetch_add(1);
  if (signal == SIGINT && interrupts.fetch_add(1) > 0) _exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

StopRequest::StopRequest(std::optional<double> wall_seconds) : wall_(wall_seconds), start_(now()) {
  interrupts = terminations = 0;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(SIGINT, &action, &old_interrupt);
  ::sigaction(SIGTERM, &action, &old_terminate);
}

StopRequest::~StopRequest() {
  ::sigaction(SIGINT, &old_interrupt, nullptr);
  ::sigaction(SIGTERM, &old_terminate, nullptr);
}

double StopRequest::elapsed() const { return now() - start_; }

// Asked once per step: the time between two questions is that of a step with its output. Long ones are forgotten
// slowly, so that a step that writes files is still remembered when the next one comes.
bool StopRequest::wanted() const {
  const double at = elapsed();
  if (last_ >= 0) longest_ = std::max(at - last_, 0.999 * longest_);
  last_ = at;
  timed_out_ = timed_out_ || (wall_ && at + longest_ > *wall_);
  return timed_out_ || interrupts > 0 || terminations > 0;
}

std::string StopRequest::reason() const {
  if (interrupts > 0) return "interrupted";
  return terminations > 0 ? "terminated" : "time limit";
}

}  // namespace eddy
