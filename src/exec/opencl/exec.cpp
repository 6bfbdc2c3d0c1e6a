// The OpenCL executor: its memory, and how a launch is built, checked, bound and enqueued.
#include "exec/opencl/exec.hpp"

#include <cstdlib>

#include "base/error.hpp"
#include "exec/opencl/kernel_cache.hpp"
#include "exec/opencl/state.hpp"

namespace eddy {

static std::string name_of(cl_platform_id p) {
  char name[256] = "";
  clGetPlatformInfo(p, CL_PLATFORM_NAME, sizeof name - 1, name, nullptr);
  return name;
}

Exec<OpenCl>::State::~State() {
  for (auto& [kernel, e] : open) clReleaseEvent(e);
  for (auto& [key, k] : kernels) clReleaseKernel(k);
  if (partials) clReleaseMemObject(partials);
  if (arrived) clReleaseMemObject(arrived);
  if (queue) clReleaseCommandQueue(queue);
  if (context) clReleaseContext(context);
}

Exec<OpenCl>::Exec(int number, Parts shares) : ExecBase(std::move(shares)), state_(std::make_unique<State>()) {
  const auto all = all_opencl_devices();
  if (number < 0 || number >= static_cast<int>(all.size()))
    throw Error(Exit::missing, "there is no OpenCL device " + std::to_string(number) + ".");
  State& s = *state_;
  s.device = all[number];
  s.gpu = opencl_info<cl_device_type>(s.device, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
  // PoCL keeps kernels itself; to hand out a binary, it would compile the kernel once more, for groups of any size.
  s.keeps_kernels =
      name_of(opencl_info<cl_platform_id>(s.device, CL_DEVICE_PLATFORM)).starts_with("Portable Computing Language");
  beside_host = s.gpu;
  tiles = s.gpu || std::getenv("EDDY_TILES");  // slower on CPUs: EDDY_TILES is for tests
  cl_int e = CL_SUCCESS;
  s.context = clCreateContext(nullptr, 1, &s.device, nullptr, nullptr, &e);
  check_opencl(e, "the device could not be opened");
  s.queue = clCreateCommandQueue(s.context, s.device, CL_QUEUE_PROFILING_ENABLE, &e);
  check_opencl(e, "a queue could not be made");
  s.group = s.gpu ? 256 : 16;
  s.most_groups = s.gpu ? 1056 : 64;
  s.partials = clCreateBuffer(s.context, CL_MEM_READ_WRITE, s.most_groups * 4 * sizeof(cl_long), nullptr, &e);
  check_opencl(e, "memory for sums");
}
Exec<OpenCl>::~Exec() {
  for (auto& s : parts.staging)
    if (s.memory) release(s.memory, s.bytes);
}

void* Exec<OpenCl>::allocate(std::size_t bytes) {
  const auto most = opencl_info<cl_ulong>(state_->device, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  if (bytes > most)
    throw Error(Exit::missing, "the OpenCL device allows " + std::to_string(most >> 20) +
                                   " MiB per field, this case needs " + std::to_string(bytes >> 20) +
                                   " MiB. Use fewer cells or single precision.");
  cl_int e = CL_SUCCESS;
  cl_mem m = clCreateBuffer(state_->context, CL_MEM_READ_WRITE, bytes, nullptr, &e);
  check_opencl(e, "memory could not be had");
  static const std::vector<char> zeros(1 << 20);
  if (bytes <= zeros.size()) {  // as an upload, since oclgrind takes only that for initialised memory
    upload(m, zeros.data(), bytes);
    return m;
  }
  const cl_uchar zero = 0;
  check_opencl(clEnqueueFillBuffer(state_->queue, m, &zero, 1, 0, bytes, 0, nullptr, nullptr),
               "memory could not be cleared");
  return m;
}
void Exec<OpenCl>::release(void* p, std::size_t) noexcept {
  auto& gathered = state_->gathered;  // nothing is put into memory that is gone
  std::erase_if(gathered, [&](const State::UploadedPart& part) { return part.to == p; });
  clFinish(state_->queue);
  clReleaseMemObject(static_cast<cl_mem>(p));
}
void Exec<OpenCl>::upload(void* to, const void* from, std::size_t bytes) {
  upload_gathered();
  check_opencl(
      clEnqueueWriteBuffer(state_->queue, static_cast<cl_mem>(to), CL_TRUE, 0, bytes, from, 0, nullptr, nullptr),
      "upload");
}
void Exec<OpenCl>::begin_gathering() { state_->gathering = true; }
void Exec<OpenCl>::end_gathering() { state_->gathering = false; }
// One transfer of all that is gathered, and copies on the device.
void Exec<OpenCl>::upload_gathered() {
  State& s = *state_;
  if (s.gathered.empty()) return;
  if (s.room < s.staging.size()) {
    if (s.arrived) clReleaseMemObject(s.arrived);
    cl_int e = CL_SUCCESS;
    s.room = 2 * s.staging.size();
    s.arrived = clCreateBuffer(s.context, CL_MEM_READ_WRITE, s.room, nullptr, &e);
    check_opencl(e, "memory for uploads");
  }
  check_opencl(
      clEnqueueWriteBuffer(s.queue, s.arrived, CL_TRUE, 0, s.staging.size(), s.staging.data(), 0, nullptr, nullptr),
      "upload");
  for (const auto& [to, from, rows] : s.gathered) {
    const std::size_t here[3] = {rows.offset % rows.pitch, rows.offset / rows.pitch, 0}, there[3] = {from, 0, 0},
                      size[3] = {rows.bytes, rows.count, 1};
    check_opencl(clEnqueueCopyBufferRect(s.queue, s.arrived, to, there, here, size, rows.bytes, 0, rows.pitch, 0, 0,
                                         nullptr, nullptr),
                 "upload");
  }
  s.gathered.clear();
  s.staging.clear();
}
void Exec<OpenCl>::upload(void* to, const void* from, const UploadedRows& rows) {
  if (state_->gathering) {
    const auto* const first = static_cast<const unsigned char*>(from);
    state_->gathered.push_back({static_cast<cl_mem>(to), state_->staging.size(), rows});
    state_->staging.insert(state_->staging.end(), first, first + rows.bytes * rows.count);
    return;
  }
  const std::size_t here[3] = {rows.offset % rows.pitch, rows.offset / rows.pitch, 0}, there[3] = {0, 0, 0},
                    size[3] = {rows.bytes, rows.count, 1};
  check_opencl(clEnqueueWriteBufferRect(state_->queue, static_cast<cl_mem>(to), CL_TRUE, here, there, size, rows.pitch,
                                        0, rows.bytes, 0, from, 0, nullptr, nullptr),
               "upload");
}
void Exec<OpenCl>::download(const void* from, void* to, std::size_t bytes) {
  upload_gathered();
  check_opencl(clEnqueueReadBuffer(state_->queue, static_cast<cl_mem>(const_cast<void*>(from)), CL_TRUE, 0, bytes, to,
                                   0, nullptr, nullptr),
               "download");
}
void Exec<OpenCl>::wait() {
  check_opencl(clFinish(state_->queue), "waiting for the device");
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

static std::string build_log(cl_program p, cl_device_id device) {
  std::size_t n = 0;
  clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &n);
  std::string log(n, '\0');
  clGetProgramBuildInfo(p, device, CL_PROGRAM_BUILD_LOG, n, log.data(), nullptr);
  return log.c_str();  // up to its terminating zero
}

static cl_program program_from_source(cl_context context, cl_device_id device, const std::string& source,
                                      const std::string& options, const char* name) {
  const char* s = source.c_str();
  cl_int e = CL_SUCCESS;
  cl_program p = clCreateProgramWithSource(context, 1, &s, nullptr, &e);
  check_opencl(e, name);
  if (clBuildProgram(p, 1, &device, options.c_str(), nullptr, nullptr) != CL_SUCCESS) {
    const std::string log = build_log(p, device);
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
  const std::string key = opencl_text(device, CL_DEVICE_NAME) + "\n" + opencl_text(device, CL_DEVICE_VERSION) + "\n" +
                          opencl_text(device, CL_DRIVER_VERSION) + "\n" + options + "\n" + source;
  const std::string kept = keeps_kernels ? "" : cached_kernel(key);
  cl_program p = kept.empty() ? nullptr : program_from_binary(context, device, kept);
  if (!p) {
    p = program_from_source(context, device, source, options, name);
    if (!keeps_kernels) keep_kernel(key, binary_of(p));
  }
  cl_int e = CL_SUCCESS;
  cl_kernel k = clCreateKernel(p, "run", &e);
  clReleaseProgram(p);
  check_opencl(e, name);
  return k;
}

void Exec<OpenCl>::State::check_once(const OpenClLaunch& launch, const std::vector<Argument>& arguments) {
  std::vector<std::int64_t> key{reinterpret_cast<std::intptr_t>(&launch.recording), launch.set.colour};
  auto add = [&](const Box& b) {
    key.insert(key.end(), b.lo.begin(), b.lo.end());
    key.insert(key.end(), b.hi.begin(), b.hi.end());
  };
  add(launch.set.box);
  for (const Argument& a : arguments)
    if (a.binding) add(a.binding->bounds);
  if (checked.count(key)) return;
  check_launch(launch.kernel.name, launch.recording, launch.set, arguments);
  checked.insert(std::move(key));
}

cl_uint Exec<OpenCl>::State::bind(cl_kernel k, const Set& set, const std::vector<Argument>& arguments) const {
  cl_uint n = 0;
  auto put = [&](std::size_t bytes, const void* value) {
    check_opencl(clSetKernelArg(k, n++, bytes, value), "a kernel argument");
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

std::size_t Exec<OpenCl>::local_memory() const {
  return opencl_info<cl_ulong>(state_->device, CL_DEVICE_LOCAL_MEM_SIZE);
}

void Exec<OpenCl>::run(const OpenClLaunch& launch, const std::vector<Argument>& arguments) {
  upload_gathered();
  const char* const name = launch.kernel.name;
  Timing& timer = timers[launch.kernel];
  ++timer.launches;
  timer.cells += launch.cells;
  State& s = *state_;
  cl_kernel& k = s.kernels[{&launch.recording, launch.form}];
  s.check_once(launch, arguments);
  if (!k) k = s.build(launch.text(), name);
  for (const auto& [set, items] : launch.ranges) {
    cl_uint n = s.bind(k, set, arguments);
    for (const auto& [bytes, value] : launch.more) check_opencl(clSetKernelArg(k, n++, bytes, value), name);
    cl_event event = nullptr;
    check_opencl(clEnqueueNDRangeKernel(s.queue, k, 3, nullptr, items.data(), launch.group.data(), 0, nullptr,
                                        timing ? &event : nullptr),
                 name);
    if (timing) s.open.emplace_back(launch.kernel, event);
  }
  if (s.open.size() > 1024) wait();
}

}  // namespace eddy
