// Where pages ask for values of the running simulation, and the time loop hands them out between two steps. The loop
// never waits, and spends at most a small part of its time here.
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
  std::string field;               // a whole one: its components are told apart later
  std::optional<Box> cells;        // all points of these cells
  std::optional<CellLists> lists;  // or one of each of these
  std::vector<Point> probes;
  std::int64_t after = -1;  // a state later than this step
};

struct Seen {
  Moment moment;
  Sample sample;
  std::vector<std::vector<double>> probes;  // per probe its components
  std::string fault;                        // why there is nothing
};

Seen look(const Watched& run, const MeshPoints& mesh, const Moment& now, const Wanted& wanted);

class Desk {
 public:
  // On the threads of the server. None: nothing new came in time.
  std::optional<Seen> ask(const Wanted& wanted, std::chrono::milliseconds patience);
  double seconds_per_value() const { return seconds_per_value_; }  // that the loop needed lately
  Moment moment() const;
  bool paused() const { return paused_; }

  void serve(const Watched& run, const MeshPoints& mesh, const Moment& now, bool paused);  // on that of the loop
  void close();                                                                            // nobody is served any more

 private:
  struct Request {
    const Wanted& wanted;
    std::optional<Seen> seen;
    bool taken = false;
  };
  using Clock = std::chrono::steady_clock;
  void hand_out(const Watched& run, const MeshPoints& mesh, const Moment& now, Request& request, bool paused);
  Request* take_next(const Moment& now);  // null: nobody waits for this state
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
