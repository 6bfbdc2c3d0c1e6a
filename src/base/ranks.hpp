// Messages between ranks: through MPI, or without it for a single rank with the same functions. MPI is initialised only
// under a launcher (mpirun, srun), so that a serial program starts at once. All ranks run the same program; functions
// called collective here must be called by all ranks, in the same order.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace eddy::ranks {

int count();        // number of all ranks; 1 without a launcher
int here();         // this rank, from 0
int local_count();  // number of ranks on this machine
int local();        // index of this rank among them
inline bool many() { return count() > 1; }
inline bool speaks() { return here() == 0; }  // only this rank prints and writes
bool built_in();                              // whether eddy was built with MPI
int launched();                               // number of ranks that a launcher has started; 1 without one
bool device_memory();                         // whether MPI accepts messages in the memory of CUDA devices

class Lifetime {  // initialises and finalises MPI; lives as long as the program
 public:
  Lifetime();
  ~Lifetime();
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;
};

class Alone {  // while it lives, this rank acts as the only one: for measurements that each rank makes separately
 public:
  Alone();
  ~Alone();
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  int count_, here_;
};

// At the end of the program. False: this rank has failed without the others' knowledge; they would wait forever, and
// must be ended.
bool leave_together(bool failed);
[[noreturn]] void end_all(int code);
// A request from any other rank to stop, which rank 0 finds when it arrives; no rank waits for it.
void ask_to_stop();
bool asked_to_stop();

// These functions are collective.
void broadcast(void* data, std::size_t bytes);                    // from rank 0
void all_gather(const void* mine, std::size_t bytes, void* all);  // `bytes` bytes from each rank
std::vector<std::byte> all_gather(const std::vector<std::byte>& mine,
                                  std::vector<std::size_t>& sizes);  // concatenated, in the order of the ranks
// Runs work that sends no messages: if it fails on one rank, it fails on all, with the message of that rank.
void together(const std::function<void()>& work);
using Merge = void (*)(std::int64_t* into, const std::int64_t* other);  // of four numbers; the order must not matter
void all_merge(std::array<std::int64_t, 4>& values, Merge merge);

struct Message {
  int rank;
  void* data;
  std::size_t bytes;
};
class Messages {  // sent and received between construction and wait()
 public:
  Messages(const std::vector<Message>& receive, const std::vector<Message>& send);
  ~Messages();
  Messages(const Messages&) = delete;
  Messages& operator=(const Messages&) = delete;
  void wait();

 private:
  struct State;
  State* state_;
};

}  // namespace eddy::ranks
