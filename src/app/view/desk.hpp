// Passes requests for values of the running simulation from pages to the time loop, which answers between two steps.
// The loop never waits, and spends at most a small part of its time here.
#pragma once
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "output/mesh_points.hpp"

namespace eddy::view {

struct Wanted {
  std::string field;               // a whole field: components are chosen later
  std::optional<Box> cells;        // ask for all points of these cells
  std::optional<CellLists> lists;  // or for one point of each of these
  std::vector<Point> probes;
  std::int64_t after = -1;  // ask for a state later than this step
};

struct Seen {
  Moment moment;
  Sample sample;
  std::vector<std::vector<double>> probes;  // the components at each probe
  std::string fault;                        // why there are no values
};

Seen look(const Watched& run, const MeshPoints& mesh, const Moment& now, const Wanted& wanted);

class Desk {
 public:
  // Called on the threads of the server. None: there was no new state in time.
  std::optional<Seen> ask(const Wanted& wanted, std::chrono::milliseconds patience);
  double seconds_per_value() const { return seconds_per_value_; }  // in the loop, of the last frames
  Moment moment() const;
  bool paused() const { return paused_; }

  void serve(const Watched& run, const MeshPoints& mesh, const Moment& now, bool paused);  // called by the time loop
  void close();                                                                            // ends all requests

 private:
  struct Request {
    const Wanted& wanted;
    std::optional<Seen> seen;
    bool taken = false;
  };
  using Clock = std::chrono::steady_clock;
  void hand_out(const Watched& run, const MeshPoints& mesh, const Moment& now, Request& request, bool paused);
  Request* take_next(const Moment& now);  // null: no request waits for this state
  bool may_spend(bool paused);

  std::atomic<int> waiting_ = 0;
  std::atomic<bool> paused_ = false, closed_ = false;
  std::atomic<double> seconds_per_value_ = 4e-9;
  std::atomic<std::int64_t> step_ = 0;
  std::atomic<double> time_ = 0, dt_ = 0;
  std::mutex mutex_;
  std::condition_variable done_;
  std::list<Request*> requests_;
  double allowance_ = 0;  // s
  Clock::time_point last_ = Clock::now();
};

}  // namespace eddy::view
