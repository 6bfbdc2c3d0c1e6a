// Messages between ranks: MPI, or one rank alone behind the same words. MPI is started only under a launcher (mpirun,
// srun), so that a serial start stays instant. All ranks run the same program; what is called collective here must be
// called by all of them, in the same order.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace eddy::ranks {

int count();        // of all ranks; 1 without a launcher
int here();         // this rank, from 0
int local_count();  // ranks on this machine
int local();        // this rank among them
inline bool many() { return count() > 1; }
inline bool speaks() { return here() == 0; }  // one rank speaks and writes
bool built_in();                              // MPI is there
int launched();                               // ranks that a launcher says it has started; 1: there is none
bool device_memory();                         // MPI says that messages may lie in the memory of CUDA devices

class Lifetime {  // of the messages between ranks: from the start of the program to its end
 public:
  Lifetime();
  ~Lifetime();
  Lifetime(const Lifetime&) = delete;
  Lifetime& operator=(const Lifetime&) = delete;
};

class Alone {  // while it lives, this rank takes itself for the only one: for what ranks measure beside each other
 public:
  Alone();
  ~Alone();
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

 private:
  int count_, here_;
};

// At the end of the program. False: this rank has failed, and the others know nothing of it: they would wait forever,
// and must be ended.
bool leave_together(bool failed);
[[noreturn]] void end_all(int code);
// A wish of any other rank, of which rank 0 hears when it comes; nobody waits for it.
void ask_to_stop();
bool asked_to_stop();

// Collective.
void broadcast(void* data, std::size_t bytes);                    // from rank 0
void all_gather(const void* mine, std::size_t bytes, void* all);  // as many bytes of each
std::vector<std::byte> all_gather(const std::vector<std::byte>& mine,
                                  std::vector<std::size_t>& sizes);  // one after the other
// Work without messages: where it fails on one rank, it fails on all, with that one's message.
void together(const std::function<void()>& work);
using Merge = void (*)(std::int64_t* into, const std::int64_t* other);  // of four numbers, in any order
void all_merge(std::array<std::int64_t, 4>& values, Merge merge);

struct Message {
  int rank;
  void* data;
  std::size_t bytes;
};
class Messages {  // under way from the start to wait()
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
