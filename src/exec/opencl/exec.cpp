// Launches in OpenCL: devices, queues, compiled kernels.
#define CL_TARGET_OPENCL_VERSION 120
#include "exec/opencl/exec.hpp"

#include <CL/cl.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <set>

#include "base/error.hpp"
#include "exec/core/devices.hpp"
#include "exec/core/shape.hpp"
#include "exec/opencl/kernel_cache.hpp"
#include "exec/opencl/source.hpp"
#include "exec/opencl/tiles_source.hpp"
#include "exec/record/analysis.hpp"

namespace eddy {

static void check(cl_int e, const char* what) {
  if (e == CL_SUCCESS) return;
  const bool memory = e == CL_MEM_OBJECT_ALLOCATION_FAILURE || e == CL_OUT_OF_RESOURCES || e == CL_OUT_OF_HOST_MEMORY;
  throw Error(memory ? Exit::missing : Exit::fault,
              std::string("OpenCL: ") + what +
                  (memory ? ": the device is out of memory. Use fewer cells." : ": error " + std::to_string(e) + "."));
}

template <class T>
static T info(cl_device_id d, cl_device_info what) {
  T v{};
  clGetDeviceInfo(d, what, sizeof v, &v, nullptr);
  return v;
}
static std::string text(cl_device_id d, cl_device_info what) {
  std::size_t n = 0;
  if (clGetDeviceInfo(d, what, 0, nullptr, &n) != CL_SUCCESS || n == 0) return "";
  std::string s(n, '\0');
  clGetDeviceInfo(d, what, n, s.data(), nullptr);
  s.resize(n - 1);
  return s;
}

static std::string name_of(cl_platform_id p) {
  char name[256] = "";
  clGetPlatformInfo(p, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
  return name;
}

static std::vector<cl_device_id> all_devices() {
  cl_uint n = 0;
  if (clGetPlatformIDs(0, nullptr, &n) != CL_SUCCESS || n == 0) return {};
  std::vector<cl_platform_id> platforms(n);
  clGetPlatformIDs(n, platforms.data(), nullptr);
  std::vector<cl_device_id> all;
  for (auto p : platforms) {
    cl_uint m = 0;
    if (clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, 0, nullptr, &m) != CL_SUCCESS || m == 0) continue;
    std::vector<cl_device_id> here(m);
    clGetDeviceIDs(p, CL_DEVICE_TYPE_ALL, m, here.data(), nullptr);
    all.insert(all.end(), here.begin(), here.end());
  }
  return all;
}

// One answer needs correctly rounded division and square root, denormals, and double precision for sums.
static void judge(cl_device_id id, Device& d) {
  const auto fp64 = info<cl_device_fp_config>(id, CL_DEVICE_DOUBLE_FP_CONFIG);
  const auto fp32 = info<cl_device_fp_config>(id, CL_DEVICE_SINGLE_FP_CONFIG);
  if (!fp64)
    d.refusal_double = "it has no double precision";
  else if (!(fp64 & CL_FP_DENORM))
    d.refusal_double = "it flushes small numbers to zero, so that answers would differ from the CPU's";
  d.refusal_single = fp64 ? "" : "it has no double precision, which sums need";
  if (!(fp32 & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT))
    d.refusal_single = "its division is not correctly rounded, so that answers would differ from the CPU's";
  if (!(fp32 & CL_FP_DENORM))
    d.refusal_single = "it flushes small numbers to zero, so that answers would differ from the CPU's";
}

std::vector<Device> opencl_devices(std::string& why_none) {
  std::vector<Device> all;
  for (cl_device_id id : all_devices()) {
    Device d;
    d.space = SpaceKind::opencl;
    d.number = static_cast<int>(all.size());
    d.name = text(id, CL_DEVICE_NAME);
    d.detail = text(id, CL_DEVICE_VERSION) + ", driver " + text(id, CL_DRIVER_VERSION);
    d.gpu = info<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
    d.memory = info<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    judge(id, d);
    all.push_back(d);
  }
  if (all.empty()) why_none = "no OpenCL platform is registered (pocl-opencl-icd brings one for the CPU)";
  return all;
}

struct Exec<OpenCl>::State {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem partials = nullptr;
  bool gpu = false, keeps_kernels = false;  // the second: the driver does it, on disk
  int group = 64, most_groups = 256;
  std::map<std::pair<const Recording*, int>, cl_kernel> kernels;  // int: plain, coloured, or a reduction
  std::vector<std::pair<KernelId, cl_event>> open;

  ~State() {
    for (auto& [kernel, e] : open) clReleaseEvent(e);
    for (auto& [key, k] : kernels) clReleaseKernel(k);
    if (partials) clReleaseMemObject(partials);
    if (queue) clReleaseCommandQueue(queue);
    if (context) clReleaseContext(context);
  }
  cl_kernel build(const std::string& source, const char* name);
  void look_at(const Recording& r, const Set& set, const std::vector<Argument>& arguments,
               const std::function<void()>& check_it);
  void enqueue(cl_kernel k, const KernelId& kernel, const std::size_t* global, const std::size_t* local, bool timing);
  std::set<std::vector<std::int64_t>> checked;  // launches that were looked at: kernel, set, and where its fields lie
  cl_uint bind(cl_kernel k, const Set& set, const std::vector<Argument>& arguments) const;  // how many
};

Exec<OpenCl>::Exec(int number, Parts shares) : ExecBase(std::move(shares)), state_(std::make_unique<State>()) {
  const auto all = all_devices();
  if (number < 0 || number >= static_cast<int>(all.size()))
    throw Error(Exit::missing, "there is no OpenCL device " + std::to_string(number) + ".");
  State& s = *state_;
  s.device = all[number];
  s.gpu = info<cl_device_type>(s.device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
  // PoCL does; and to hand out what it compiled, it compiles it once more, for groups of any size.
  s.keeps_kernels =
      name_of(info<cl_platform_id>(s.device, CL_DEVICE_PLATFORM)).starts_with("Portable Computing Language");
  tiles = s.gpu || std::getenv("EDDY_TILES");  // elsewhere slower: for a test
  cl_int e = CL_SUCCESS;
  s.context = clCreateContext(nullptr, 1, &s.device, nullptr, nullptr, &e);
  check(e, "the device could not be opened");
  s.queue = clCreateCommandQueue(s.context, s.device, CL_QUEUE_PROFILING_ENABLE, &e);
  check(e, "a queue could not be made");
  s.group = s.gpu ? 256 : 16;
  s.most_groups = s.gpu ? 1056 : 64;
  s.partials = clCreateBuffer(s.context, CL_MEM_READ_WRITE, s.most_groups * 4 * sizeof(cl_long), nullptr, &e);
  check(e, "memory for sums");
}
Exec<OpenCl>::~Exec() {
  for (auto& s : parts.staging)
    if (s.memory) release(s.memory, s.bytes);
}

void* Exec<OpenCl>::allocate(std::size_t bytes) {
  const auto most = info<cl_ulong>(state_->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  if (bytes > most)
    throw Error(Exit::missing, "the OpenCL device allows " + std::to_string(most >> 20) +
                                   " MiB per field, this case needs " + std::to_string(bytes >> 20) +
                                   " MiB. Use fewer cells or single precision.");
  cl_int e = CL_SUCCESS;
  cl_mem m = clCreateBuffer(state_->context, CL_MEM_READ_WRITE, bytes, nullptr, &e);
  check(e, "memory could not be had");
  static const std::vector<char> zeros(1 << 20);
  if (bytes <= zeros.size()) {  // as an upload, which oclgrind counts as a value
    upload(m, zeros.data(), bytes);
    return m;
  }
  const cl_uchar zero = 0;
  check(clEnqueueFillBuffer(state_->queue, m, &zero, 1, 0, bytes, 0, nullptr, nullptr), "memory could not be cleared");
  return m;
}
void Exec<OpenCl>::release(void* p, std::size_t) noexcept {
  clFinish(state_->queue);
  clReleaseMemObject(static_cast<cl_mem>(p));
}
void Exec<OpenCl>::upload(void* to, const void* from, std::size_t bytes) {
  check(clEnqueueWriteBuffer(state_->queue, static_cast<cl_mem>(to), CL_TRUE, 0, bytes, from, 0, nullptr, nullptr),
        "upload");
}
void Exec<OpenCl>::download(const void* from, void* to, std::size_t bytes) {
  check(clEnqueueReadBuffer(state_->queue, static_cast<cl_mem>(const_cast<void*>(from)), CL_TRUE, 0, bytes, to, 0,
                            nullptr, nullptr),
        "download");
}
void Exec<OpenCl>::wait() {
  check(clFinish(state_->queue), "waiting for the device");
  for (auto& [kernel, event] : state_->open) {
    cl_ulong from = 0, to = 0;
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof from, &from, nullptr);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof to, &to, nullptr);
    timers[kernel].seconds += 1e-9 * static_cast<double>(to - from);
    clReleaseEvent(event);
  }
  state_->open.clear();
}

static cl_program program_from_binary(cl_context context, cl_device_id device, const std::string& binary) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(binary.data());
  const std::size_t n = binary.size();
  cl_int status = CL_SUCCESS, e = CL_SUCCESS;
  cl_program p = clCreateProgramWithBinary(context, 1, &device, &n, &bytes, &status, &e);
  if (e != CL_SUCCESS || status != CL_SUCCESS || clBuildProgram(p, 1, &device, "", nullptr, nullptr) != CL_SUCCESS) {
    if (p) clReleaseProgram(p);
    return nullptr;
  }
  return p;
}

static cl_program program_from_source(cl_context context, cl_device_id device, const std::string& source,
                                      const std::string& options, const char* name) {
  const char* s = source.c_str();
  cl_int e = CL_SUCCESS;
  cl_program p = clCreateProgramWithSource(context, 1, &s, nullptr, &e);
  check(e, name);
  if (clBuildProgram(p, 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    std::string log(16384, '\0');
    std::size_t n = 0;
    clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), &n);
    log.resize(n ? n - 1 : 0);
    clReleaseProgram(p);
    throw Error(Exit::fault, std::string("OpenCL: kernel '") + name + "' does not build:\n" + log + "\n" + source);
  }
  return p;
}

static std::string binary_of(cl_program p) {
  std::size_t n = 0;
  if (clGetProgramInfo(p, CL_PROGRAM_BINARY_SIZES, sizeof n, &n, nullptr) != CL_SUCCESS || n == 0) return "";
  std::string bytes(n, '\0');
  unsigned char* to = reinterpret_cast<unsigned char*>(bytes.data());
  return clGetProgramInfo(p, CL_PROGRAM_BINARIES, sizeof to, &to, nullptr) == CL_SUCCESS ? bytes : "";
}

cl_kernel Exec<OpenCl>::State::build(const std::string& source, const char* name) {
  std::string options = "-cl-std=CL1.2";
  if (source.find("float") != std::string::npos) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  const std::string key = text(device, CL_DEVICE_NAME) + "\n" + text(device, CL_DEVICE_VERSION) + "\n" +
                          text(device, CL_DRIVER_VERSION) + "\n" + options + "\n" + source;
  const std::string kept = keeps_kernels ? "" : cached_kernel(key);
  cl_program p = kept.empty() ? nullptr : program_from_binary(context, device, kept);
  if (!p) {
    p = program_from_source(context, device, source, options, name);
    if (!keeps_kernels) keep_kernel(key, binary_of(p));
  }
  cl_int e = CL_SUCCESS;
  cl_kernel k = clCreateKernel(p, "run", &e);
  clReleaseProgram(p);
  check(e, name);
  return k;
}

void Exec<OpenCl>::State::look_at(const Recording& r, const Set& set, const std::vector<Argument>& arguments,
                                  const std::function<void()>& check_it) {
  std::vector<std::int64_t> key{reinterpret_cast<std::intptr_t>(&r), set.colour};
  auto add = [&](const Box& b) {
    key.insert(key.end(), b.lo.begin(), b.lo.end());
    key.insert(key.end(), b.hi.begin(), b.hi.end());
  };
  add(set.box);
  for (const Argument& a : arguments)
    if (a.binding) add(a.binding->bounds);
  if (checked.count(key)) return;
  check_it();
  checked.insert(std::move(key));
}

cl_uint Exec<OpenCl>::State::bind(cl_kernel k, const Set& set, const std::vector<Argument>& arguments) const {
  cl_uint n = 0;
  auto put = [&](std::size_t bytes, const void* value) {
    check(clSetKernelArg(k, n++, bytes, value), "a kernel argument");
  };
  for (int v : {set.box.lo[0], set.box.lo[1], set.box.lo[2], set.box.hi[0], set.box.hi[1], set.box.hi[2], set.colour})
    put(sizeof v, &v);
  for (const Argument& a : arguments) {
    if (a.access == Access::param) {
      put(a.bytes, a.value);
      continue;
    }
    const cl_mem m = static_cast<cl_mem>(a.binding->memory);
    const cl_long origin = a.binding->origin;
    put(sizeof m, &m);
    put(sizeof origin, &origin);
    if (a.access == Access::line) continue;
    put(sizeof(int), &a.binding->sy);
    put(sizeof(int), &a.binding->sz);
  }
  return n;
}

void Exec<OpenCl>::State::enqueue(cl_kernel k, const KernelId& kernel, const std::size_t* global,
                                  const std::size_t* local, bool timing) {
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(queue, k, 3, nullptr, global, local, 0, nullptr, timing ? &event : nullptr),
        kernel.name);
  if (timing) open.emplace_back(kernel, event);
}

static void count(Timers& timers, const KernelId& kernel, const Set& set) {
  Timing& t = timers[kernel];
  ++t.launches;
  t.cells += set.box.cells();
}

void Exec<OpenCl>::run(const KernelId& kernel, const Recording& r, const Set& set,
                       const std::vector<Argument>& arguments, int) {
  const char* const name = kernel.name;
  count(timers, kernel, set);
  const LaunchShape s = launch_shape(state_->gpu ? DeviceKind::gpu : DeviceKind::cpu, set, kernel);
  const int shape = s.rows + 8 * (s.x + 2048 * (s.y + 1024 * s.z));  // the text has it
  cl_kernel& k = state_->kernels[{&r, (set.colour < 0 ? 0 : 1) + 2 * shape}];
  state_->look_at(r, set, arguments, [&] { check_launch(name, r, set, arguments); });
  if (!k) {
    k = state_->build(opencl_source(r, {set.dimensions, set.colour >= 0, s.rows, {s.x, s.y, s.z}}), name);
  }
  auto up = [](int n, int m) { return static_cast<std::size_t>((n + m - 1) / m * m); };
  for (const Set& part : launchable(set, s)) {
    state_->bind(k, part, arguments);
    const int nx = set.colour < 0 ? part.box.extent(0) : (part.box.extent(0) + 1) / 2;
    const std::size_t local[3] = {std::size_t(s.x), std::size_t(s.y), std::size_t(s.z)};
    auto threads = [&](int axis) {
      return axis == set.dimensions - 1 ? (part.box.extent(axis) + s.rows - 1) / s.rows : part.box.extent(axis);
    };
    const std::size_t global[3] = {up(nx, s.x), up(threads(1), s.y), up(threads(2), s.z)};
    state_->enqueue(k, kernel, global, local, timing);
  }
  if (state_->open.size() > 1024) wait();
}

std::size_t Exec<OpenCl>::local_memory() const { return info<cl_ulong>(state_->device, CL_DEVICE_LOCAL_MEM_SIZE); }

void Exec<OpenCl>::run(const OpenClLaunch& launch, const std::vector<Argument>& arguments) {
  const char* const name = launch.kernel.name;
  count(timers, launch.kernel, launch.set);
  cl_kernel& k = state_->kernels[{&launch.key, 0}];
  state_->look_at(launch.key, launch.set, arguments, launch.check);
  if (!k) k = state_->build(launch.text(), name);
  cl_uint n = state_->bind(k, launch.set, arguments);
  if (launch.buffer) {
    const cl_mem m = static_cast<cl_mem>(launch.buffer);
    check(clSetKernelArg(k, n++, sizeof m, &m), name);
    for (const int v : launch.numbers) check(clSetKernelArg(k, n++, sizeof v, &v), name);
    check(clSetKernelArg(k, n++, launch.local_bytes, nullptr), name);
  }
  state_->enqueue(k, launch.kernel, launch.global.data(), launch.local.data(), timing);
  if (state_->open.size() > 1024) wait();
}

template <class A>
static std::array<std::int64_t, 4> merged(const std::vector<cl_long>& partials) {
  static_assert(sizeof(cl_long) == sizeof(std::int64_t));
  std::int64_t total[4];
  to_numbers(A(), total);
  for (std::size_t n = 0; n < partials.size(); n += 4) {
    std::int64_t one[4];
    std::copy_n(partials.begin() + static_cast<std::ptrdiff_t>(n), 4, one);
    merge_numbers<A>(total, one);
  }
  return std::to_array(total);
}

std::array<std::int64_t, 4> Exec<OpenCl>::run_reduce(const KernelId& kernel, const Recording& r,
                                                     ReductionKind reduction, const Set& set,
                                                     const std::vector<Argument>& arguments) {
  const char* const name = kernel.name;
  count(timers, kernel, set);
  State& s = *state_;
  cl_kernel& k = s.kernels[{&r, 2 + static_cast<int>(reduction)}];
  s.look_at(r, set, arguments, [&] { check_launch(name, r, set, arguments); });
  if (!k) {
    k = s.build(
        opencl_reduce_source(r, reduction, {set.dimensions, false, s.gpu ? LaunchShape::several : 1, {s.group, 1, 1}}),
        name);
  }
  s.bind(k, set, arguments);
  cl_uint last = 0;
  clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof last, &last, nullptr);
  check(clSetKernelArg(k, last - 1, sizeof s.partials, &s.partials), name);
  const int d = set.dimensions;
  const std::int64_t groups = set.box.extent(d - 1) / group_rows(d) + 1;
  const std::int64_t units = d == 1 ? 1 : d == 2 ? groups : groups * set.box.extent(1);
  const std::size_t across = std::clamp<std::size_t>((set.box.extent(0) + s.group - 1) / s.group, 1, s.most_groups);
  const std::size_t down = std::clamp<std::size_t>(s.most_groups / across, 1, static_cast<std::size_t>(units));
  const std::size_t global[2] = {across * s.group, down}, local[2] = {std::size_t(s.group), 1};
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(s.queue, k, 2, nullptr, global, local, 0, nullptr, timing ? &event : nullptr), name);
  if (timing) s.open.emplace_back(kernel, event);
  std::vector<cl_long> partials(across * down * 4);
  check(clEnqueueReadBuffer(s.queue, s.partials, CL_TRUE, 0, partials.size() * sizeof(cl_long), partials.data(), 0,
                            nullptr, nullptr),
        name);
  return reduction == ReductionKind::sum ? merged<Sum>(partials) : merged<Extreme>(partials);
}

void Exec<OpenCl>::run_tiles(const KernelId& kernel, const Recording& r, const Set& set,
                             const std::vector<Argument>& arguments, const Tiles& tiles) {
  const char* const name = kernel.name;
  const Box& result = tiles.result;
  count(timers, kernel, Set(result, set.dimensions));
  timers[kernel].cells += result.cells() * (tiles.levels - 1);
  State& s = *state_;
  const int d = set.dimensions, L = tiles.levels, march = d - 1;
  TileSource t{d, tiles.read, tiles.written, L, tiles.coloured, s.gpu ? 256 : 64, 1};
  if (d == 3) t.x = s.gpu ? 32 : 16, t.y = 16;
  cl_kernel& k = s.kernels[{&r, -(2 * L + tiles.coloured)}];
  const Set looked = tiles.coloured ? set.coloured(0) : set;
  s.look_at(r, looked, arguments, [&] { check_launch(name, r, looked, arguments); });
  if (!k) k = s.build(opencl_tile_source(r, t), name);
  s.bind(k, set, arguments);
  auto up = [](int n, int m) { return (n + m - 1) / m; };
  const int across = up(result.extent(0), t.x - 2 * L), down = d == 3 ? up(result.extent(1), t.y - 2 * L) : 1;
  const int parts = std::clamp(4 * s.most_groups / (across * down), 1, up(result.extent(march), 4 * L));
  const int rows = up(result.extent(march), parts);
  cl_uint n = 0;
  clGetKernelInfo(k, CL_KERNEL_NUM_ARGS, sizeof n, &n, nullptr);
  const cl_mem to = static_cast<cl_mem>(tiles.to.memory);
  const cl_long origin = tiles.to.origin;
  check(clSetKernelArg(k, n - 11, sizeof rows, &rows), name);
  for (cl_uint a = 0; a < 3; ++a) {
    check(clSetKernelArg(k, n - 10 + a, sizeof(int), &result.lo[a]), name);
    check(clSetKernelArg(k, n - 7 + a, sizeof(int), &result.hi[a]), name);
  }
  check(clSetKernelArg(k, n - 4, sizeof to, &to), name);
  check(clSetKernelArg(k, n - 3, sizeof origin, &origin), name);
  check(clSetKernelArg(k, n - 2, sizeof(int), &tiles.to.sy), name);
  check(clSetKernelArg(k, n - 1, sizeof(int), &tiles.to.sz), name);
  const std::size_t local[3] = {std::size_t(t.x), std::size_t(t.y), 1};
  std::size_t global[3] = {std::size_t(across) * local[0], std::size_t(down) * local[1], 1};
  global[march] *= std::size_t(up(result.extent(march), rows));
  cl_event event = nullptr;
  check(clEnqueueNDRangeKernel(s.queue, k, 3, nullptr, global, local, 0, nullptr, timing ? &event : nullptr), name);
  if (timing) s.open.emplace_back(kernel, event);
}

}  // namespace eddy
