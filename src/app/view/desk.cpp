#include "app/view/desk.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy::view {
namespace {

constexpr double share = 0.02;           // share of the loop's time; the server's threads take a little more
constexpr double longest_credit = 0.05;  // s that may be spent at once after a time without requests

}  // namespace

Seen look(const Watched& run, const MeshPoints& mesh, const Moment& now, const Wanted& wanted) {
  Seen seen;
  seen.moment = now;
  try {
    const std::vector<std::string> fields = run.fields();
    if (std::find(fields.begin(), fields.end(), wanted.field) == fields.end())
      throw Error(Exit::usage, fmt::format("there is no field '{}'.{} Fields: {}.", wanted.field,
                                           did_you_mean(wanted.field, fields), join(fields)));
    seen.sample = wanted.lists ? run.sample_at(wanted.field, *wanted.lists) : run.sample(wanted.field, wanted.cells);
    seen.sample.name = wanted.field;  // the solver may have stored it under another name
    for (const Point& point : wanted.probes)
      seen.probes.push_back(mesh.contains(point) ? mesh.at(run, wanted.field, point).values : std::vector<double>());
  } catch (const Error& error) {
    seen.fault = error.what();
  }
  return seen;
}

Moment Desk::moment() const { return {.step = step_, .time = time_, .dt = dt_}; }

std::optional<Seen> Desk::ask(const Wanted& wanted, std::chrono::milliseconds patience) {
  Request request{wanted, {}};
  std::unique_lock lock(mutex_);
  if (closed_) return {};
  requests_.push_back(&request);
  waiting_ = static_cast<int>(requests_.size());
  done_.wait_for(lock, patience, [&] { return request.seen || closed_; });
  while (request.taken && !request.seen) done_.wait(lock);  // the loop is working on the request
  requests_.remove(&request);
  waiting_ = static_cast<int>(requests_.size());
  return std::move(request.seen);
}

bool Desk::may_spend(bool paused) {
  const Clock::time_point now = Clock::now();
  allowance_ += share * std::chrono::duration<double>(now - last_).count();
  allowance_ = std::min(allowance_, longest_credit);
  last_ = now;
  return paused || allowance_ > 0;
}

void Desk::serve(const Watched& run, const MeshPoints& mesh, const Moment& now, bool paused) {
  step_.store(now.step, std::memory_order_relaxed);
  time_.store(now.time, std::memory_order_relaxed);
  dt_.store(now.dt, std::memory_order_relaxed);
  paused_.store(paused, std::memory_order_relaxed);
  if (waiting_ == 0 || !may_spend(paused)) return;
  while (Request* next = take_next(now)) {
    hand_out(run, mesh, now, *next, paused);
    if (!may_spend(paused)) return;
  }
}

Desk::Request* Desk::take_next(const Moment& now) {
  const std::lock_guard lock(mutex_);
  const auto next = std::find_if(requests_.begin(), requests_.end(),
                                 [&](const Request* r) { return !r->taken && r->wanted.after != now.step; });
  if (next == requests_.end()) return nullptr;
  (*next)->taken = true;
  return *next;
}

void Desk::hand_out(const Watched& run, const MeshPoints& mesh, const Moment& now, Request& request, bool paused) {
  const Clock::time_point begin = Clock::now();
  Seen seen = look(run, mesh, now, request.wanted);
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  if (!paused) allowance_ -= seconds;
  if (request.wanted.lists) {
    const double per_value = seconds / std::max(1.0, static_cast<double>(seen.sample.values.size()));
    seconds_per_value_ = seconds_per_value_ + 0.3 * (per_value - seconds_per_value_);  // single frames differ much
  }
  const std::lock_guard lock(mutex_);
  request.seen = std::move(seen);
  done_.notify_all();
}

void Desk::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  done_.notify_all();
}

}  // namespace eddy::view
