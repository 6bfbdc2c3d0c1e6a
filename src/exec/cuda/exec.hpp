// One CUDA device with one stream: memory, copies, events, graphs. Declared without CUDA's headers; defined in exec.cu.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/buffer.hpp"
#include "exec/core/exec_base.hpp"
#include "exec/core/space.hpp"
#include "exec/core/tuning.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

struct Partial {  // the result of one block of a reduction: a Sum, or the key of an Extreme in `top`
  long long top, part[3];
};

namespace detail {
struct Range {  // a Set, as a kernel argument
  int lo[3], hi[3], colour;
  Range(const Set& s)
      : lo{s.box.lo[0], s.box.lo[1], s.box.lo[2]}, hi{s.box.hi[0], s.box.hi[1], s.box.hi[2]}, colour(s.colour) {}
};
struct KernelCall {
  const void* code;     // takes a Range, what the launch adds, the functor, and the addresses of its views
  const void* functor;  // must outlive the call, like the addresses
  void* const* at;
  int views, bytes;  // number of views; bytes per cell, read and written
  const KernelId& id;
};
struct UploadedPart {  // of the device's memory; all in words of four bytes
  unsigned* to;
  std::size_t pitch;          // from row to row
  unsigned from, row, words;  // the first one in the staging memory; of one row; of all rows
};
inline int blocks(int cells, int size) { return (cells + size - 1) / size; }
}  // namespace detail

template <>
class Exec<Cuda> : public ExecBase {
 public:
  explicit Exec(int device, Parts shares = {});
  ~Exec();
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  void* allocate(std::size_t bytes);
  void release(void* p, std::size_t bytes) noexcept;
  static void* allocate_on_host(std::size_t bytes);  // pages are locked
  static void release_on_host(void* p) noexcept;
  void upload(void* to, const void* from, std::size_t bytes);
  void upload(void* to, const void* from, const UploadedRows& rows);
  template <class Work>
  void upload_together(const Work& work) {
    gather_uploads(*this, work);
  }
  void begin_gathering() { gathering_ = true; }
  void end_gathering() { gathering_ = false; }
  void upload_gathered();
  void download(const void* from, void* to, std::size_t bytes);
  void wait();
  void* stream() const { return stream_; }

  // Runs a series of launches that is always the same: it is recorded once under its key, then replayed as one graph.
  // The launches must not wait for the device, and their buffers must be those of the first time.
  template <class Work>
  void replay(std::uint64_t key, const Work& work) {
    if (timing || parts.many()) return work();  // kernels are timed one by one; messages are not recorded
    if (!capturing_) upload_gathered();         // no part of the series
    key += tuning_changes() * 0x9e3779b97f4a7c15u;
    if (!replay_known(key)) {
      if (graphs_.size() >= most_graphs) forget_replays();  // those of former solvers, too
      if (begin_capture(key)) {
        work();
        end_capture(key);
      } else {
        return work();
      }
    }
    replay_launch(key);
  }
  void forget_replays();

  // Called around every launch: they count it, and its cells once per sweep, time it if `timing`, and check for errors.
  void before(const KernelId& kernel, const Set& set, int sweeps = 1);
  void after(const char* name);
  // The number of blocks of a kernel that the device holds at once. It also grants the kernel its shared memory.
  int resident_blocks(const void* kernel, int threads, int shared_bytes, const char* name);
  int processors() const { return processors_; }
  // run_cells has one thread per cell or, if the kernel takes rows, per cells of a few rows. The threads of run_reduce
  // take whole groups of rows (exec/core/sum.hpp), several at once; it returns the result of each block.
  void run_cells(const detail::KernelCall& call, const Set& set, bool takes_rows);
  std::vector<Partial> run_reduce(const detail::KernelCall& call, const Set& set, int groups_at_once, bool negate);
  // A reduction without waiting: fetch_posted returns the results of the blocks of all reductions posted before.
  struct PostedPart {
    int first, blocks;  // its place in the result of fetch_posted
  };
  PostedPart post_reduce(const detail::KernelCall& call, const Set& set, int groups_at_once, bool negate);
  std::vector<Partial> fetch_posted();
  // Launches blocks of 32 × rows columns, each of which marches over `planes` planes (exec/cuda/assembly.hpp).
  struct March {
    std::array<int, 3> grid;
    int rows, planes, shared_bytes;
  };
  void run_march(const detail::KernelCall& call, const Set& set, const March& march);
  // Launches that are only noted, to be made together later (exec/cuda/series.hpp).
  struct Noted {
    const KernelId* id;
    detail::Range range;
    std::vector<unsigned char> functor;
  };
  void note_launches(std::vector<Noted>* into) { notes_ = into; }  // null: launches are made at once again
  bool notes_launches() const { return notes_ != nullptr; }
  void note(const KernelId& kernel, const Set& set, const void* functor, std::size_t bytes);

  // Keeps where a table, which only the host writes, is constant. Recorded launches may depend on it once it was asked
  // for: they are forgotten when it changes.
  void keep_table(const void* buffer, const EvenPart& part) {
    const auto [at, fresh] = tables_.try_emplace(buffer, Table{part});
    if (fresh || at->second.part == part) return;
    at->second.part = part;
    if (at->second.asked) forget_replays();
  }
  EvenPart table(const void* buffer) const {
    const auto at = tables_.find(buffer);
    if (at == tables_.end()) return {};
    at->second.asked = true;
    return at->second.part;
  }

  bool tiles_always = false;  // makes several sweeps per pass also on small sets, where they do not pay

 private:
  static constexpr std::size_t most_graphs = 256;
  struct Events;
  struct Table {
    EvenPart part{};
    bool asked = false;
  };
  bool replay_known(std::uint64_t key) const;
  bool begin_capture(std::uint64_t key);
  void end_capture(std::uint64_t key);
  void replay_launch(std::uint64_t key);
  Partial* partials(int blocks);  // device memory for a reduction
  std::vector<Partial> fetch_partials(int blocks);
  void take_posted();  // copies the posted results from the device

  unsigned char* stage(const void* from, std::size_t bytes);  // copies it into the staging memory

  static constexpr std::size_t staging_bytes = 8 << 20;

  int device_, processors_ = 1;
  void* stream_ = nullptr;
  unsigned char* staging_ = nullptr;  // pinned memory that the device copies from
  std::size_t staged_ = 0;            // how much of it may still be copied
  unsigned char* arrived_ = nullptr;  // on the device, what is gathered, at the same places as in staging_
  bool gathering_ = false;
  std::size_t first_gathered_ = 0;  // in staging_
  std::vector<detail::UploadedPart> gathered_;
  Partial* partials_ = nullptr;
  Partial* pinned_ = nullptr;
  int room_ = 0;
  int posted_ = 0;                // number of results on the device that wait to be fetched
  std::vector<Partial> fetched_;  // posted results that were fetched
  bool capturing_ = false;
  std::uint64_t captured_key_ = 0;
  Events* events_ = nullptr;
  std::map<std::pair<const void*, int>, int> resident_;  // by kernel and threads
  mutable std::map<const void*, Table> tables_;
  std::vector<Noted>* notes_ = nullptr;
  std::map<std::uint64_t, void*> graphs_;
  std::map<std::uint64_t, Timers> graph_counts_;
};

}  // namespace eddy
