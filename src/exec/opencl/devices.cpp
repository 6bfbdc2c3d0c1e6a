// The OpenCL devices of this machine, and which of them give the same bits as the CPU.
#include "exec/core/devices.hpp"

#include "base/error.hpp"
#include "exec/opencl/state.hpp"

namespace eddy {

void check_opencl(cl_int e, const char* what) {
  if (e == CL_SUCCESS) return;
  const bool memory = e == CL_MEM_OBJECT_ALLOCATION_FAILURE || e == CL_OUT_OF_RESOURCES || e == CL_OUT_OF_HOST_MEMORY;
  throw Error(memory ? Exit::missing : Exit::fault,
              std::string("OpenCL: ") + what +
                  (memory ? ": the device is out of memory. Use fewer cells." : ": error " + std::to_string(e) + "."));
}

std::string opencl_text(cl_device_id d, cl_device_info what) {
  std::size_t n = 0;
  if (clGetDeviceInfo(d, what, 0, nullptr, &n) != CL_SUCCESS || n == 0) return "";
  std::string s(n, '\0');
  clGetDeviceInfo(d, what, n, s.data(), nullptr);
  s.resize(n - 1);
  return s;
}

std::vector<cl_device_id> all_opencl_devices() {
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

// The same bits as on the CPU need correctly rounded division and square root, denormals, and sums in double precision.
static void judge(cl_device_id id, Device& d) {
  const auto fp64 = opencl_info<cl_device_fp_config>(id, CL_DEVICE_DOUBLE_FP_CONFIG);
  const auto fp32 = opencl_info<cl_device_fp_config>(id, CL_DEVICE_SINGLE_FP_CONFIG);
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
  for (cl_device_id id : all_opencl_devices()) {
    Device d;
    d.space = SpaceKind::opencl;
    d.number = static_cast<int>(all.size());
    d.name = opencl_text(id, CL_DEVICE_NAME);
    d.detail = opencl_text(id, CL_DEVICE_VERSION) + ", driver " + opencl_text(id, CL_DRIVER_VERSION);
    d.gpu = opencl_info<cl_device_type>(id, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_GPU;
    d.memory = opencl_info<cl_ulong>(id, CL_DEVICE_GLOBAL_MEM_SIZE);
    judge(id, d);
    all.push_back(d);
  }
  if (all.empty()) why_none = "no OpenCL platform is registered (pocl-opencl-icd brings one for the CPU)";
  return all;
}

}  // namespace eddy
