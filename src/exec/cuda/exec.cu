// The executor of CUDA: memory, events and graphs, and the part of a launch that does not depend on the kernel.
#include <algorithm>
#include <cstring>
#include <utility>

#include "exec/core/devices.hpp"
#include "exec/core/shape.hpp"
#include "exec/core/sum.hpp"
#include "exec/cuda/check.hpp"
#include "exec/cuda/exec.hpp"

namespace eddy {

using detail::blocks;
using detail::check;
static cudaStream_t stream_of(void* s) { return static_cast<cudaStream_t>(s); }

std::vector<Device> cuda_devices(std::string& why_none) {
  int n = 0;
  const cudaError_t e = cudaGetDeviceCount(&n);
  if (e != cudaSuccess) {
    cudaGetLastError();
    why_none = cudaGetErrorString(e);
    return {};
  }
  std::vector<Device> all;
  for (int d = 0; d < n; ++d) {
    cudaDeviceProp p;
    if (cudaGetDeviceProperties(&p, d) != cudaSuccess) continue;
    int driver = 0;
    cudaDriverGetVersion(&driver);
    all.push_back({SpaceKind::cuda, d, p.name,
                   "compute " + std::to_string(p.major) + "." + std::to_string(p.minor) + ", driver " +
                       std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10),
                   true, p.totalGlobalMem, "", ""});
  }
  if (all.empty()) why_none = "no CUDA device";
  return all;
}

void wait_for_device(const Device& d) {
  if (d.space != SpaceKind::cuda) return;
  check(cudaSetDevice(d.number), "the device could not be opened");
  check(cudaDeviceSynchronize(), "waiting for the device");
}

struct Exec<Cuda>::Events {  // start and end of timed launches, read when asked for
  std::vector<cudaEvent_t> pool;
  std::vector<std::pair<KernelId, std::pair<cudaEvent_t, cudaEvent_t>>> open;
  cudaEvent_t get() {
    if (pool.empty()) {
      cudaEvent_t e;
      check(cudaEventCreate(&e), "an event could not be made");
      return e;
    }
    cudaEvent_t e = pool.back();
    pool.pop_back();
    return e;
  }
  void settle(Timers& timers) {
    for (auto& [kernel, pair] : open) {
      check(cudaEventSynchronize(pair.second), kernel.name);
      float ms = 0;
      check(cudaEventElapsedTime(&ms, pair.first, pair.second), kernel.name);
      timers[kernel].seconds += 1e-3 * static_cast<double>(ms);
      pool.push_back(pair.first), pool.push_back(pair.second);
    }
    open.clear();
  }
  ~Events() {
    for (auto e : pool) cudaEventDestroy(e);
  }
};

Exec<Cuda>::Exec(int device, Parts shares) : ExecBase(std::move(shares)), device_(device), events_(new Events) {
  beside_host = true;
  check(cudaSetDevice(device), "the device could not be opened");
  cudaStream_t s;
  check(cudaStreamCreate(&s), "a stream could not be made");
  stream_ = s;
  check(cudaDeviceGetAttribute(&processors_, cudaDevAttrMultiProcessorCount, device), "the device could not be asked");
}
Exec<Cuda>::~Exec() {
  forget_replays();
  delete events_;
  for (auto& s : parts.staging) cudaFree(s.memory);
  cudaFree(partials_);
  cudaFreeHost(pinned_);
  cudaFreeHost(staging_);
  cudaFree(arrived_);
  cudaStreamDestroy(stream_of(stream_));
}

void* Exec<Cuda>::allocate(std::size_t bytes) {
  void* p = nullptr;
  const cudaError_t e = cudaMalloc(&p, bytes);
  if (e == cudaErrorMemoryAllocation) {
    cudaGetLastError();
    std::size_t free = 0, all = 0;
    cudaMemGetInfo(&free, &all);
    throw Error(Exit::missing, "the CUDA device has no memory for another " + std::to_string(bytes >> 20) +
                                   " MiB (free: " + std::to_string(free >> 20) +
                                   " MiB). Use fewer cells or single precision.");
  }
  check(e, "memory could not be had");
  check(cudaMemsetAsync(p, 0, bytes, stream_of(stream_)), "memory could not be cleared");
  return p;
}
void Exec<Cuda>::release(void* p, std::size_t bytes) noexcept {
  std::erase_if(gathered_, [&](const detail::UploadedPart& part) {  // nothing is put into memory that is gone
    const auto* const at = reinterpret_cast<const char*>(part.to);
    return at >= static_cast<char*>(p) && at < static_cast<char*>(p) + bytes;
  });
  if (const auto at = tables_.find(p); at != tables_.end()) {  // another table may get the same address
    if (at->second.asked) forget_replays();
    tables_.erase(at);
  }
  cudaStreamSynchronize(stream_of(stream_));
  cudaFree(p);
}
void* Exec<Cuda>::allocate_on_host(std::size_t bytes) {
  void* p = nullptr;
  check(cudaMallocHost(&p, bytes), "memory of the host could not be had");
  return p;
}
void Exec<Cuda>::release_on_host(void* p) noexcept { cudaFreeHost(p); }
void Exec<Cuda>::upload(void* to, const void* from, std::size_t bytes) {
  upload_gathered();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream_of(stream_)), "upload");
  wait();
}
// By way of pinned memory, so that nothing waits for the device. From other memory the runtime has its own copy when the
// call returns.
void Exec<Cuda>::upload(void* to, const void* from, const UploadedRows& rows) {
  constexpr std::size_t word = sizeof(unsigned), most_parts = 65535;  // of a launch: the limit of grid.y
  const std::size_t bytes = rows.bytes * rows.count;
  const bool words = (rows.bytes | rows.offset | rows.pitch) % word == 0;
  if (bytes <= staging_bytes / 2) {
    if (gathered_.size() == most_parts) upload_gathered();
    if (staged_ + bytes + (gathered_.size() + 16) * sizeof(detail::UploadedPart) > staging_bytes) wait();
    if (gathering_ && words) {
      if (gathered_.empty()) first_gathered_ = staged_;
      gathered_.push_back({static_cast<unsigned*>(to) + rows.offset / word, rows.pitch / word, unsigned(staged_ / word),
                           unsigned(rows.bytes / word), unsigned(bytes / word)});
      stage(from, bytes);
      return;
    }
    from = stage(from, bytes);
  }
  upload_gathered();
  check(cudaMemcpy2DAsync(static_cast<char*>(to) + rows.offset, rows.pitch, from, rows.bytes, rows.bytes, rows.count,
                          cudaMemcpyHostToDevice, stream_of(stream_)),
        "upload");
}
void Exec<Cuda>::download(const void* from, void* to, std::size_t bytes) {
  upload_gathered();
  check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream_of(stream_)), "download");
  wait();
}
unsigned char* Exec<Cuda>::stage(const void* from, std::size_t bytes) {
  constexpr std::size_t line = 256;
  if (!staging_) check(cudaMallocHost(&staging_, staging_bytes), "memory for uploads");
  unsigned char* const copy = staging_ + staged_;
  std::memcpy(copy, from, bytes);
  staged_ += (bytes + line - 1) / line * line;
  return copy;
}

static __global__ void put_parts(const detail::UploadedPart* parts, const unsigned* arrived) {
  const detail::UploadedPart p = parts[blockIdx.y];
  for (unsigned n = blockIdx.x * blockDim.x + threadIdx.x; n < p.words; n += gridDim.x * blockDim.x)
    p.to[n / p.row * p.pitch + n % p.row] = arrived[p.from + n];
}
// One transfer of all that is gathered and the list of its parts, and one kernel that puts them into their places.
void Exec<Cuda>::upload_gathered() {
  constexpr unsigned threads = 256, most_blocks = 16;
  if (gathered_.empty()) return;
  if (!arrived_) check(cudaMalloc(&arrived_, staging_bytes), "memory for uploads");
  unsigned largest = 0;
  for (const auto& p : gathered_) largest = std::max(largest, p.words);
  const std::size_t list =
      std::size_t(stage(gathered_.data(), gathered_.size() * sizeof(detail::UploadedPart)) - staging_);
  check(cudaMemcpyAsync(arrived_ + first_gathered_, staging_ + first_gathered_, staged_ - first_gathered_,
                        cudaMemcpyHostToDevice, stream_of(stream_)),
        "upload");
  const dim3 grid(std::min((largest + threads - 1) / threads, most_blocks), unsigned(gathered_.size()));
  put_parts<<<grid, threads, 0, stream_of(stream_)>>>(reinterpret_cast<const detail::UploadedPart*>(arrived_ + list),
                                                      reinterpret_cast<const unsigned*>(arrived_));
  check(cudaGetLastError(), "upload");
  gathered_.clear();
}
void Exec<Cuda>::wait() {
  upload_gathered();
  check(cudaStreamSynchronize(stream_of(stream_)), "waiting for the device");
  staged_ = 0;
  events_->settle(timers);
}

void Exec<Cuda>::before(const KernelId& kernel, const Set& set, int sweeps) {
  upload_gathered();
  Timing& t = (capturing_ ? graph_counts_[captured_key_] : timers)[kernel];
  ++t.launches;
  t.cells += set.box.cells() * sweeps;
  if (!timing || capturing_) return;
  events_->open.push_back({kernel, {events_->get(), events_->get()}});
  check(cudaEventRecord(events_->open.back().second.first, stream_of(stream_)), kernel.name);
}
void Exec<Cuda>::after(const char* name) {
  check(cudaGetLastError(), name);
  if (!timing || capturing_) return;
  check(cudaEventRecord(events_->open.back().second.second, stream_of(stream_)), name);
  if (events_->open.size() > 4096) events_->settle(timers);
}

// The number is kept per device and per address of a kernel: a template is another kernel in each translation unit.
int Exec<Cuda>::resident_blocks(const void* kernel, int threads, int shared_bytes, const char* name) {
  int& resident = resident_[{kernel, threads}];
  if (resident) return resident;
  int blocks = 0;
  check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes), name);
  check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes), name);
  return resident = std::max(1, processors_ * blocks);
}

Partial* Exec<Cuda>::partials(int blocks) {
  if (room_ < blocks) {
    cudaFree(partials_);
    cudaFreeHost(pinned_);
    partials_ = pinned_ = nullptr;
    check(cudaMalloc(&partials_, sizeof(Partial) * blocks), "memory for sums");
    check(cudaMallocHost(&pinned_, sizeof(Partial) * blocks), "memory for sums");
    room_ = blocks;
  }
  return partials_;
}
std::vector<Partial> Exec<Cuda>::fetch_partials(int blocks) {
  check(cudaMemcpyAsync(pinned_, partials_, sizeof(Partial) * blocks, cudaMemcpyDeviceToHost, stream_of(stream_)),
        "sums");
  wait();
  return {pinned_, pinned_ + blocks};
}

// Launches a kernel. Its arguments are the set, what the kind of launch adds, the functor, and the addresses of fields.
static void start(const detail::KernelCall& call, dim3 grid, dim3 threads, const Set& set,
                  std::initializer_list<void*> added, void* stream, int shared_bytes = 0) {
  detail::Range range(set);
  std::vector<void*> arguments{&range};
  arguments.insert(arguments.end(), added);
  arguments.push_back(const_cast<void*>(call.functor));
  for (int n = 0; n < call.views; ++n) arguments.push_back(const_cast<void**>(&call.at[n]));
  check(cudaLaunchKernel(call.code, grid, threads, arguments.data(), shared_bytes, stream_of(stream)), call.id.name);
}

// Cuts a set into slabs across y. Blocks run plane by plane, and a kernel of many fields finds the previous planes in
// the second-level cache only if they fit: in a slab, `planes` planes, as many as the momentum equation reads, fit into
// half of the cache of an H200. Thinner slabs are slower (measured).
static std::vector<Set> in_slabs(const Set& set, int bytes) {
  constexpr std::int64_t cache = 24 << 20, planes = 4, least = 64;
  const std::int64_t row = std::int64_t(set.box.extent(0)) * bytes * planes;
  const int rows = static_cast<int>(std::max(least, cache / std::max<std::int64_t>(row, 1) / least * least));
  std::vector<Set> all;
  for (Set slab = set; slab.box.lo[1] < set.box.hi[1]; slab.box.lo[1] = slab.box.hi[1]) {
    slab.box.hi[1] = set.box.hi[1] - slab.box.lo[1] < rows + rows / 2 ? set.box.hi[1] : slab.box.lo[1] + rows;
    all.push_back(slab);
  }
  return all;
}

void Exec<Cuda>::run_cells(const detail::KernelCall& call, const Set& set, bool takes_rows) {
  LaunchShape s = launch_shape(DeviceKind::gpu, set, call.id);
  if (!takes_rows) s.rows = 1;
  before(call.id, set);
  const bool slabs = set.box.extent(2) > 4 && set.colour < 0 && !takes_rows;
  for (const Set& slab : slabs ? in_slabs(set, call.bytes) : std::vector{set})
    for (const Set& part : launchable(slab, s)) {
      const Box& b = part.box;
      const int y = s.y * (set.dimensions == 2 ? s.rows : 1), z = s.z * (set.dimensions == 3 ? s.rows : 1);
      const dim3 grid(blocks(set.colour < 0 ? b.extent(0) : (b.extent(0) + 1) / 2, s.x), blocks(b.extent(1), y),
                      blocks(b.extent(2), z));
      start(call, grid, dim3(s.x, s.y, s.z), part, {&s.rows}, stream_);
    }
  after(call.id.name);
}

constexpr int most_partials = 528;  // enough blocks to fill the device, few enough to fetch and merge their results
static dim3 threads_of_reduce(const Set& set) { return set.dimensions == 1 ? dim3(256, 1) : dim3(64, 4); }
static dim3 grid_of_reduce(const Set& set, int groups_at_once) {
  const Box& b = set.box;
  const int most = most_partials;
  const dim3 threads = threads_of_reduce(set);
  dim3 grid(std::min(blocks(b.extent(0), int(threads.x) * groups_at_once), most), 1, 1);
  const int groups = b.extent(set.dimensions - 1) / group_rows(set.dimensions) + 1;
  grid.y = std::clamp(most / int(grid.x), 1, blocks(set.dimensions == 2 ? groups : b.extent(1), int(threads.y)));
  grid.z = std::clamp(most / int(grid.x * grid.y), 1, set.dimensions == 3 ? groups : 1);
  return grid;
}

std::vector<Partial> Exec<Cuda>::run_reduce(const detail::KernelCall& call, const Set& set, int groups_at_once,
                                            bool negate) {
  take_posted();
  const dim3 grid = grid_of_reduce(set, groups_at_once);
  const int n = int(grid.x * grid.y * grid.z);
  Partial* out = partials(n);
  before(call.id, set);
  start(call, grid, threads_of_reduce(set), set, {&out, &negate}, stream_);
  after(call.id.name);
  return fetch_partials(n);
}

auto Exec<Cuda>::post_reduce(const detail::KernelCall& call, const Set& set, int groups_at_once, bool negate)
    -> PostedPart {
  constexpr int room = 32 * most_partials;
  const dim3 grid = grid_of_reduce(set, groups_at_once);
  const int n = int(grid.x * grid.y * grid.z);
  if (posted_ + n > room) take_posted();
  Partial* out = partials(room) + posted_;
  before(call.id, set);
  start(call, grid, threads_of_reduce(set), set, {&out, &negate}, stream_);
  after(call.id.name);
  const PostedPart part{static_cast<int>(fetched_.size()) + posted_, n};
  posted_ += n;
  return part;
}
void Exec<Cuda>::take_posted() {
  if (posted_ == 0) return;
  const std::vector<Partial> all = fetch_partials(posted_);
  fetched_.insert(fetched_.end(), all.begin(), all.end());
  posted_ = 0;
}
std::vector<Partial> Exec<Cuda>::fetch_posted() {
  take_posted();
  return std::exchange(fetched_, {});
}

void Exec<Cuda>::run_march(const detail::KernelCall& call, const Set& set, const March& march) {
  int planes = march.planes;
  before(call.id, set);
  start(call, dim3(march.grid[0], march.grid[1], march.grid[2]), dim3(32, march.rows), set, {&planes}, stream_,
        march.shared_bytes);
  after(call.id.name);
}

void Exec<Cuda>::note(const KernelId& kernel, const Set& set, const void* functor, std::size_t bytes) {
  const auto* first = static_cast<const unsigned char*>(functor);
  before(kernel, set);
  notes_->push_back({&kernel, detail::Range(set), {first, first + bytes}});
}

bool Exec<Cuda>::replay_known(std::uint64_t key) const { return graphs_.count(key) != 0; }
bool Exec<Cuda>::begin_capture(std::uint64_t key) {
  if (capturing_) return false;  // a series within a series is part of the outer one
  check(cudaStreamBeginCapture(stream_of(stream_), cudaStreamCaptureModeThreadLocal), "a graph could not be begun");
  captured_key_ = key;
  graph_counts_[key].clear();
  capturing_ = true;
  return true;
}
void Exec<Cuda>::end_capture(std::uint64_t key) {
  capturing_ = false;
  cudaGraph_t graph;
  check(cudaStreamEndCapture(stream_of(stream_), &graph), "a graph could not be ended");
  cudaGraphExec_t run;
  check(cudaGraphInstantiate(&run, graph, 0), "a graph could not be made");
  cudaGraphDestroy(graph);
  graphs_[key] = run;
}
void Exec<Cuda>::replay_launch(std::uint64_t key) {
  check(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graphs_.at(key)), stream_of(stream_)),
        "a graph could not be launched");
  for (const auto& [kernel, t] : graph_counts_[key]) {
    timers[kernel].launches += t.launches;
    timers[kernel].cells += t.cells;
  }
}
void Exec<Cuda>::forget_replays() {
  for (auto& [key, g] : graphs_) cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(g));
  graphs_.clear();
}

}  // namespace eddy
