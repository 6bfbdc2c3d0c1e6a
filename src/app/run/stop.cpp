// Requests to stop: signals set a flag, which the time loop asks for between steps.
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "app/run/runner.hpp"
#include "base/ranks.hpp"

namespace eddy {
namespace {

std::atomic<std::int64_t> first_interrupt = 0;  // monotonic, ns; 0: none yet
std::atomic<bool> terminated = false, hung_up = false;
static_assert(std::atomic<std::int64_t>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);
constexpr std::array stopping{SIGINT, SIGTERM, SIGHUP};
std::array<struct sigaction, stopping.size()> before;  // earlier action of each signal

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

// One request to stop may arrive as several signals: timeout(1), for one, sends to the process and then to its group.
// Only a signal that arrives later than such an echo is a second Ctrl-C.
constexpr std::int64_t echo = 500'000'000;  // ns

void note(int signal) {
  if (signal == SIGTERM) terminated = true;
  if (signal == SIGHUP) hung_up = true;
  if (signal != SIGINT) return;
  timespec t;
  ::clock_gettime(CLOCK_MONOTONIC, &t);  // allowed in a signal handler
  const std::int64_t now = std::int64_t(t.tv_sec) * 1'000'000'000 + t.tv_nsec;
  std::int64_t first = 0;
  if (!first_interrupt.compare_exchange_strong(first, now) && now - first >= echo)
    ::_exit(static_cast<int>(Exit::interrupted));
}

}  // namespace

StopRequest::StopRequest(std::optional<double> wall_seconds, Signals signals)
    : wall_(wall_seconds), signals_(signals), start_(now()) {
  if (signals_ == Signals::left_alone) return;
  first_interrupt = 0;
  terminated = false;
  hung_up = false;
  for (std::size_t i = 0; i < stopping.size(); ++i) ::sigaction(stopping[i], nullptr, &before[i]);
  listen();
}

StopRequest::~StopRequest() {
  if (signals_ == Signals::left_alone) return;
  for (std::size_t i = 0; i < stopping.size(); ++i) ::sigaction(stopping[i], &before[i], nullptr);
}

// Repeated after every step, because the compiler inside an OpenCL driver (LLVM) replaces the handlers by its own.
void StopRequest::listen() const {
  if (signals_ == Signals::left_alone) return;
  struct sigaction action {};
  action.sa_handler = note;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < stopping.size(); ++i) {
    const bool not_ours = stopping[i] == SIGHUP && before[i].sa_handler == SIG_IGN;  // nohup
    ::sigaction(stopping[i], not_ours ? &before[i] : &action, nullptr);
  }
}

double StopRequest::elapsed() const { return now() - start_; }

// Called once per step, so the time between two calls is that of a step with its output. The longest time decays
// slowly, so that a step that writes files is still remembered when the next one comes.
bool StopRequest::wanted() const {
  listen();
  const double at = elapsed();
  if (last_ >= 0) longest_ = std::max(at - last_, 0.999 * longest_);
  last_ = at;
  timed_out_ = timed_out_ || (wall_ && at + longest_ > *wall_);
  return timed_out_ || signalled() || ranks::asked_to_stop();
}

// After a signal output may take a little longer; a time limit is strict.
bool StopRequest::overdue() const {
  constexpr double patience = 2;  // s
  const double at = elapsed();
  if (wall_ && at > *wall_) return true;
  if (!wished_ && (signalled() || ranks::asked_to_stop())) wished_ = at;
  return wished_ && at - *wished_ > patience;
}

bool StopRequest::signalled() const {
  return signals_ == Signals::heard && (first_interrupt != 0 || terminated || hung_up);
}

std::string StopRequest::reason() const {
  if (first_interrupt != 0) return "interrupted";
  if (hung_up) return "hung up";
  return terminated || ranks::asked_to_stop() ? "terminated" : "time limit";
}

}  // namespace eddy
