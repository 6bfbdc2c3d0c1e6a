// Orders to a run while it goes on, such as "stop" or "set run.end_time=2", given by files in its folder (eddy control)
// or by a page.
//
//   DIR/control/order-…     written by whoever asks, removed by the run between two steps
//   DIR/control/answer-…    written by the run, removed by whoever asked
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
  std::string text;  // what was done, or why it was refused
};

struct Order {
  std::string words;
  std::function<void(const Answer&)> reply;
};

class Orders {  // a queue from any thread to the time loop
 public:
  void put(Order order);
  std::optional<Order> next();

 private:
  std::atomic<int> count_ = 0;
  std::mutex mutex_;
  std::deque<Order> all_;
};

class OrderFolder {  // the orders in the folder of a run, read a few times per second
 public:
  explicit OrderFolder(std::filesystem::path run);
  ~OrderFolder();
  void collect(Orders& orders);  // adds new orders, oldest first

 private:
  void remove_all(const std::string& prefix) const;

  std::filesystem::path folder_;
  std::chrono::steady_clock::time_point next_{};
};

bool goes_on(const std::filesystem::path& run);  // whether a process holds the lock of the folder
// Sends an order and waits for the answer. Throws Error(missing) where no run goes on, or where none answers in time;
// the order then stays in the folder.
Answer ask_run(const std::filesystem::path& run, const std::string& words, double patience_seconds);

}  // namespace eddy
