// Throws where a function of CUDA fails; for the files that nvcc compiles and that launch no kernels themselves.
#pragma once
#include <cuda_runtime.h>

#include <string>

#include "base/error.hpp"

namespace eddy::detail {

inline void check(cudaError_t e, const char* what) {
  if (e == cudaSuccess) return;
  cudaGetLastError();
  throw Error(e == cudaErrorMemoryAllocation ? Exit::missing : Exit::fault,
              std::string("CUDA: ") + what + ": " + cudaGetErrorString(e) + ".");
}

}  // namespace eddy::detail
