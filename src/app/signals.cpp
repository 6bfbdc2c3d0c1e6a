// Requests to stop: signals set a flag, which the time loop asks for between steps.
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "app/runner.hpp"
#include "base/ranks.hpp"

namespace eddy {
namespace {

std::atomic<std::int64_t> first_interrupt = 0;  // monotonic, ns; 0: none yet
std::atomic<bool> terminated = false;
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
struct sigaction old_interrupt, old_terminate;

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// One wish to stop may come as several signals: timeout(1), for one, sends to the process and then to its group. Only a
// signal that comes later than any echo is a second Ctrl-C.
constexpr std::int64_t echo = 500'000'000;  // ns

void note(int signal) {
  if (signal == SIGTERM) terminated = true;
  if (signal != SIGINT) return;
  timespec t;
  ::clock_gettime(CLOCK_MONOTONIC, &t);  // safe in a handler
  const std::int64_t now = std::int64_t(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
  std::int64_t first = 0;
  if (!first_interrupt.compare_exchange_strong(first, now) && now - first >= echo)
    ::_exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

StopRequest::StopRequest(std::optional<double> wall_seconds) : wall_(wall_seconds), start_(now()) {
  first_interrupt = 0, terminated = false;
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
  return timed_out_ || signalled() || ranks::asked_to_stop();
}

// What is soon written is written; a limit of time is a limit.
bool StopRequest::overdue() const {
  constexpr double patience = 2;  // s
  const double at = elapsed();
  if (wall_ && at > *wall_) return true;
  if (!wished_ && (signalled() || ranks::asked_to_stop())) wished_ = at;
  return wished_ && at - *wished_ > patience;
}

bool StopRequest::signalled() const { return first_interrupt != 0 || terminated; }

std::string StopRequest::reason() const {
  if (first_interrupt != 0) return "interrupted";
  return terminated || ranks::asked_to_stop() ? "terminated" : "time limit";
}

}  // namespace eddy
