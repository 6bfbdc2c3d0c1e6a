#include "base/ranks.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <utility>

#include "base/error.hpp"
#include "base/traffic.hpp"
#ifdef EDDY_HAS_MPI
#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif
#endif

namespace eddy::ranks {
namespace {

struct World {
  int count = 1, here = 0, local_count = 1, local = 0;
} world;
Traffic sent;

int number(const char* name) {
  const char* text = std::getenv(name);
  return text ? std::atoi(text) : 0;
}

}  // namespace

int count() { return world.count; }
int here() { return world.here; }
int local_count() { return world.local_count; }
int local() { return world.local; }
const Traffic& traffic() { return sent; }

Alone::Alone() : count_(std::exchange(world.count, 1)), here_(std::exchange(world.here, 0)) {}
Alone::~Alone() {
  world.count = count_;
  world.here = here_;
}

void together(const std::function<void()>& work) {
  if (!many()) return work();
  Exit code = Exit::done;
  std::string text;
  try {
    work();
  } catch (const Error& error) {
    code = error.code();
    text = error.what();
  } catch (const std::exception& error) {
    code = Exit::fault;
    text = error.what();
  }
  std::vector<Exit> codes(static_cast<std::size_t>(count()));
  all_gather(&code, sizeof code, codes.data());
  const auto failed = std::find_if(codes.begin(), codes.end(), [](Exit c) { return c != Exit::done; });
  if (failed == codes.end()) return;
  std::vector<std::size_t> sizes;
  const auto* const letters = reinterpret_cast<const std::byte*>(text.data());
  const std::vector<std::byte> all = all_gather(std::vector<std::byte>(letters, letters + text.size()), sizes);
  const std::size_t first = static_cast<std::size_t>(failed - codes.begin());  // earlier ranks sent no text
  throw Error(*failed, "rank " + std::to_string(first) + " of " + std::to_string(count()) + ": " +
                           std::string(reinterpret_cast<const char*>(all.data()), sizes[first]));
}

// Reads the environment that Open MPI, MPICH and their relatives, and Slurm with either give to the processes they
// start.
int launched() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (const int n = number(name); n > 0) return n;
  if (std::getenv("PMIX_RANK") || std::getenv("PMI_RANK"))
    if (const int n = number("SLURM_NTASKS"); n > 0) return n;
  return 1;
}

#ifdef EDDY_HAS_MPI

namespace {

MPI_Comm leaving = MPI_COMM_NULL;  // a communicator of its own, whose messages cannot be confused with others
MPI_Datatype four = MPI_DATATYPE_NULL;
bool asking = false;  // a request to stop was sent from here, or has reached rank 0
constexpr int tag = 7;

void check(int error) {
  if (error == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(error, text, &length);
  throw Error(Exit::missing, std::string("MPI: ") + std::string(text, static_cast<std::size_t>(length)) + ".");
}

// MPI counts in ints: longer messages are sent in pieces.
constexpr std::size_t most = std::size_t(1) << 30;

template <class Call>
void in_pieces(std::size_t bytes, const Call& call) {
  for (std::size_t at = 0; at < bytes; at += most) call(at, static_cast<int>(std::min(most, bytes - at)));
}

Merge merging = nullptr;
void merge_all(void* from, void* into, int* n, MPI_Datatype*) {
  for (int m = 0; m < *n; ++m)
    merging(static_cast<std::int64_t*>(into) + 4 * m, static_cast<std::int64_t*>(from) + 4 * m);
}

}  // namespace

bool built_in() { return true; }

bool device_memory() {
#if defined(MPIX_CUDA_AWARE_SUPPORT) && MPIX_CUDA_AWARE_SUPPORT
  return MPIX_Query_cuda_support() == 1;
#else
  return false;
#endif
}

Lifetime::Lifetime() {
  if (launched() < 2) return;
  int provided = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided));
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_size(MPI_COMM_WORLD, &world.count);
  MPI_Comm_rank(MPI_COMM_WORLD, &world.here);
  if (world.count != launched()) {  // otherwise each would act as the only rank
    const int found = std::exchange(world.count, 1);
    MPI_Finalize();
    throw Error(Exit::missing, std::to_string(launched()) + " MPI ranks were started, but eddy's MPI knows of " +
                                   std::to_string(found) +
                                   ". Start it with the mpirun of the MPI that it was built with, see 'eddy doctor'.");
  }
  MPI_Comm machine;
  check(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine));
  MPI_Comm_size(machine, &world.local_count);
  MPI_Comm_rank(machine, &world.local);
  MPI_Comm_free(&machine);
  check(MPI_Comm_dup(MPI_COMM_WORLD, &leaving));
  check(MPI_Type_contiguous(4, MPI_INT64_T, &four));
  check(MPI_Type_commit(&four));
}

Lifetime::~Lifetime() {
  int open = 0, over = 0;
  MPI_Initialized(&open);
  if (open) MPI_Finalized(&over);
  if (!open || over) return;
  MPI_Type_free(&four);
  MPI_Comm_free(&leaving);
  MPI_Finalize();
}

bool leave_together(bool failed) {
  if (!many()) return true;
  constexpr auto patience = std::chrono::seconds(2);
  MPI_Request request;
  if (MPI_Ibarrier(leaving, &request) != MPI_SUCCESS) return false;
  const auto start = std::chrono::steady_clock::now();
  while (!failed || std::chrono::steady_clock::now() - start < patience) {
    int done = 0;
    if (MPI_Test(&request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (done) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return false;
}

void end_all(int code) {
  if (many()) MPI_Abort(MPI_COMM_WORLD, code);
  std::_Exit(code);
}

void ask_to_stop() {
  if (world.here == 0 || std::exchange(asking, true)) return;
  MPI_Request request;
  check(MPI_Isend(nullptr, 0, MPI_BYTE, 0, tag, leaving, &request));
  check(MPI_Request_free(&request));
}

bool asked_to_stop() {
  if (!many() || asking) return asking;
  int there = 0;
  check(MPI_Iprobe(MPI_ANY_SOURCE, tag, leaving, &there, MPI_STATUS_IGNORE));
  if (there) check(MPI_Recv(nullptr, 0, MPI_BYTE, MPI_ANY_SOURCE, tag, leaving, MPI_STATUS_IGNORE));
  return asking = there;
}

void broadcast(void* data, std::size_t bytes) {
  if (!many()) return;
  in_pieces(bytes, [&](std::size_t at, int n) {
    check(MPI_Bcast(static_cast<char*>(data) + at, n, MPI_BYTE, 0, MPI_COMM_WORLD));
  });
}

void all_gather(const void* mine, std::size_t bytes, void* all) {
  if (!many()) {
    std::memcpy(all, mine, bytes);
    return;
  }
  check(MPI_Allgather(mine, static_cast<int>(bytes), MPI_BYTE, all, static_cast<int>(bytes), MPI_BYTE, MPI_COMM_WORLD));
}

std::vector<std::byte> all_gather(const std::vector<std::byte>& mine, std::vector<std::size_t>& sizes) {
  sizes.assign(static_cast<std::size_t>(count()), 0);
  const std::size_t n = mine.size();
  all_gather(&n, sizeof n, sizes.data());
  std::vector<Message> receive, send;
  std::size_t sum = 0;
  for (const std::size_t s : sizes) sum += s;
  std::vector<std::byte> all(sum);
  std::size_t at = 0;
  for (int r = 0; r < count(); at += sizes[static_cast<std::size_t>(r++)]) {
    if (r == here()) {
      if (n) std::memcpy(all.data() + at, mine.data(), n);
      continue;
    }
    receive.push_back({r, all.data() + at, sizes[static_cast<std::size_t>(r)]});
    send.push_back({r, const_cast<std::byte*>(mine.data()), n});
  }
  Messages(receive, send).wait();
  return all;
}

void all_merge(std::array<std::int64_t, 4>& values, Merge merge) {
  if (!many()) return;
  static MPI_Op op = [] {
    MPI_Op made;
    check(MPI_Op_create(merge_all, 1, &made));
    return made;
  }();
  merging = merge;
  ++sent.merges;
  const std::array<std::int64_t, 4> mine = values;
  check(MPI_Allreduce(mine.data(), values.data(), 1, four, op, MPI_COMM_WORLD));
}

struct Messages::State {
  std::vector<MPI_Request> open;
};

Messages::Messages(const std::vector<Message>& receive, const std::vector<Message>& send) : state_(new State) {
  for (const Message& m : receive)
    in_pieces(m.bytes, [&](std::size_t at, int n) {
      check(MPI_Irecv(static_cast<char*>(m.data) + at, n, MPI_BYTE, m.rank, tag, MPI_COMM_WORLD,
                      &state_->open.emplace_back()));
    });
  for (const Message& m : send) {
    ++sent.messages;
    sent.bytes += static_cast<std::int64_t>(m.bytes);
    in_pieces(m.bytes, [&](std::size_t at, int n) {
      check(MPI_Isend(static_cast<char*>(m.data) + at, n, MPI_BYTE, m.rank, tag, MPI_COMM_WORLD,
                      &state_->open.emplace_back()));
    });
  }
}
void Messages::wait() {
  check(MPI_Waitall(static_cast<int>(state_->open.size()), state_->open.data(), MPI_STATUSES_IGNORE));
  state_->open.clear();
}
Messages::~Messages() { delete state_; }

#else

bool built_in() { return false; }
bool device_memory() { return false; }
Lifetime::Lifetime() {
  if (const int n = launched(); n > 1)
    throw Error(Exit::missing,
                std::to_string(n) +
                    " MPI ranks were started, but eddy was built without MPI. Install libopenmpi-dev and "
                    "build again, or start it without mpirun.");
}
Lifetime::~Lifetime() = default;
bool leave_together(bool) { return true; }
void end_all(int code) { std::_Exit(code); }
void ask_to_stop() {}
bool asked_to_stop() { return false; }
void broadcast(void*, std::size_t) {}
void all_gather(const void* mine, std::size_t bytes, void* all) { std::memcpy(all, mine, bytes); }
std::vector<std::byte> all_gather(const std::vector<std::byte>& mine, std::vector<std::size_t>& sizes) {
  sizes = {mine.size()};
  return mine;
}
void all_merge(std::array<std::int64_t, 4>&, Merge) {}
struct Messages::State {};
Messages::Messages(const std::vector<Message>&, const std::vector<Message>&) : state_(nullptr) {}
void Messages::wait() {}
Messages::~Messages() = default;

#endif

}  // namespace eddy::ranks
