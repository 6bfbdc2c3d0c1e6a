// A connection with limits: for the bytes and seconds of a request, and for the seconds of its answer.
#pragma once
#include <httplib.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <string>

namespace eddy::view {

class LimitedStream final : public httplib::Stream {
 public:
  static constexpr std::size_t most_bytes = 32 << 10;  // of a request, headers and body together
  static constexpr std::chrono::seconds request_time{5}, answer_time{20};

  LimitedStream(socket_t socket, const std::atomic<bool>& over) : socket_(socket), over_(over) {}

  bool wait_for_request(std::chrono::milliseconds patience) const { return ready(POLLIN, patience); }
  void begin() {  // begins a request
    left_ = most_bytes;
    end_ = Clock::now() + request_time;
    answering_ = false;
  }
  bool exceeded() const { return exceeded_; }

  bool is_readable() const override { return left_ > 0 && ready(POLLIN, remaining()); }
  bool is_writable() const override { return ready(POLLOUT, remaining()); }
  ssize_t read(char* to, std::size_t size) override {
    if (at_ == end_of_chunk_ && !fill()) return -1;
    const std::size_t count = std::min(size, end_of_chunk_ - at_);
    std::copy_n(chunk_.data() + at_, count, to);
    at_ += count;
    return static_cast<ssize_t>(count);
  }
  ssize_t write(const char* from, std::size_t size) override {
    if (!answering_) end_ = Clock::now() + answer_time;
    answering_ = true;
    if (!ready(POLLOUT, remaining())) return -1;
    return ::send(socket_, from, size, MSG_NOSIGNAL);
  }
  void get_remote_ip_and_port(std::string&, int&) const override {}
  void get_local_ip_and_port(std::string&, int&) const override {}
  socket_t socket() const override { return socket_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool fill() {  // reads a chunk, because the library reads byte by byte
    if (left_ == 0 || !ready(POLLIN, remaining())) {
      exceeded_ = true;
      return false;
    }
    const ssize_t got = ::recv(socket_, chunk_.data(), std::min(left_, chunk_.size()), 0);
    if (got <= 0) return false;
    left_ -= static_cast<std::size_t>(got);
    at_ = 0;
    end_of_chunk_ = static_cast<std::size_t>(got);
    return true;
  }
  std::chrono::milliseconds remaining() const {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now());
    return std::max(left, std::chrono::milliseconds(0));
  }
  bool ready(short what, std::chrono::milliseconds patience) const {
    if (what == POLLIN && at_ < end_of_chunk_) return true;
    constexpr std::chrono::milliseconds slice{50};
    for (; !over_; patience -= slice) {
      pollfd one{socket_, what, 0};
      if (::poll(&one, 1, static_cast<int>(std::min(patience, slice).count())) > 0) return true;
      if (patience <= slice) return false;
    }
    return false;
  }

  socket_t socket_;
  const std::atomic<bool>& over_;  // the server is to end, and nothing waits any more
  std::array<char, 4096> chunk_;
  std::size_t at_ = 0, end_of_chunk_ = 0, left_ = most_bytes;
  Clock::time_point end_{};
  bool answering_ = false, exceeded_ = false;
};

}  // namespace eddy::view
