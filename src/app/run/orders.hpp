// What is asked of a run while it goes on, "stop" or "set run.end_time=2": by files in its folder (eddy control), or by
// a page.
//
//   DIR/control/order-…     written by who asks, taken away by the run between two steps
//   DIR/control/answer-…    written by the run, taken away by who asked
#pragma once
#include <atomic>
#include <chrono>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace eddy {

struct Answer {
  bool done = true;
  std::string text;  // what was done, or why not
};

struct Order {
  std::string words;
  std::function<void(const Answer&)> reply;
};

class Orders {  // from any thread to the time loop
 public:
  void put(Order order);
  std::optional<Order> next();

 private:
  std::atomic<int> count_ = 0;
  std::mutex mutex_;
  std::deque<Order> all_;
};

class OrderFolder {  // of a run; looked at a few times per second
 public:
  explicit OrderFolder(std::filesystem::path run);
  ~OrderFolder();
  void collect(Orders& orders);  // new ones, oldest first

 private:
  void remove_all(const std::string& prefix) const;

  std::filesystem::path folder_;
  std::chrono::steady_clock::time_point next_{};
};

bool goes_on(const std::filesystem::path& run);  // whether somebody holds the lock of the folder
// Waits for the answer; Error(missing) where no run goes on, or none answers in time: the order then stays.
Answer ask_run(const std::filesystem::path& run, const std::string& words, double patience_seconds);

}  // namespace eddy
