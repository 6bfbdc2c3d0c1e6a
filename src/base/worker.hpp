// A thread beside the caller's, which does one job at a time.
#pragma once
#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace eddy {

class Worker {
 public:
  Worker() = default;
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;
  ~Worker() {  // after its job
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
    if (thread_.joinable()) thread_.join();
  }

  void start(std::function<void()> job) {  // after the one before; the thread begins with the first
    wait();
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    {
      const std::lock_guard lock(mutex_);
      job_ = std::move(job);
      failed_ = nullptr;
    }
    changed_.notify_all();
  }
  std::exception_ptr wait() {  // for the end of the job; returns what it threw
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return !job_; });
    return failed_;
  }

 private:
  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return job_ || ends_; });
      if (!job_) return;
      lock.unlock();
      std::exception_ptr failed;
      try {
        job_();
      } catch (...) {
        failed = std::current_exception();
      }
      lock.lock();
      failed_ = failed;
      job_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> job_;  // empty: none, or done
  std::exception_ptr failed_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace eddy
