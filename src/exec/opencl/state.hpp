// The state of an OpenCL executor, for the files that call OpenCL.
#pragma once
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exec/opencl/exec.hpp"

namespace eddy {

void check_opencl(cl_int error, const char* what);  // throws unless it is CL_SUCCESS
std::vector<cl_device_id> all_opencl_devices();
template <class T>
T opencl_info(cl_device_id d, cl_device_info what) {
  T v{};
  clGetDeviceInfo(d, what, sizeof v, &v, nullptr);
  return v;
}
std::string opencl_text(cl_device_id d, cl_device_info what);

struct Exec<OpenCl>::State {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_mem partials = nullptr;
  struct UploadedPart {
    cl_mem to;
    std::size_t from;  // in `staging`
    UploadedRows rows;
  };
  bool gathering = false;
  std::vector<UploadedPart> gathered;
  std::vector<unsigned char> staging;  // what is gathered
  cl_mem arrived = nullptr;            // the same on the device
  std::size_t room = 0;                // of `arrived`
  bool gpu = false;
  bool keeps_kernels = false;  // the driver itself keeps built kernels on disk
  int group = 64, most_groups = 256;
  std::map<std::pair<const Recording*, int>, cl_kernel> kernels;  // int: the form of the text
  std::vector<std::pair<KernelId, cl_event>> open;                // launches whose time is not known yet
  std::set<std::vector<std::int64_t>> checked;  // launches without faults: recording, set, and bounds of the fields

  ~State();
  cl_kernel build(const std::string& source, const char* name);
  void check_once(const OpenClLaunch& launch, const std::vector<Argument>& arguments);
  cl_uint bind(cl_kernel k, const Set& set, const std::vector<Argument>& arguments) const;  // number of arguments
};

}  // namespace eddy
