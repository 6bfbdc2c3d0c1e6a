// The spaces and precisions that tests of kernels are compiled for: all, or in the short suite only the host in double
// precision. It must agree with eddy_test_kernels in tests/CMakeLists.txt.
#pragma once
#include <gtest/gtest.h>

#include "base/modules.hpp"

namespace eddy::tests {

inline void load_records() {  // for all kernels, or in the short suite for those whose recorded form it builds
#ifdef EDDY_TESTS_ALL
  load_all_records();
#else
  for (const char* part : {"heat", "linear", "multigrid"}) load_module(part, "recorded");
#endif
}

// Of the heat solver and of all linear solvers: the kernels that exec_spaces runs and `bench heat` measures. Those of flow
// solvers are compared by `eddy parity`, and measured in whole steps.
inline void load_heat_records() {
  for (const char* part : {"heat", "linear", "multigrid", "mixed", "tdma", "fft"}) load_module(part, "recorded");
}

#ifdef EDDY_TESTS_ALL
using Precisions = testing::Types<double, float>;
#else
using Precisions = testing::Types<double>;
#endif

}  // namespace eddy::tests

#if defined(EDDY_TESTS_ALL) && defined(EDDY_HAS_OPENCL)
#define EDDY_TEST_OPENCL 1
#endif
#if defined(EDDY_TESTS_ALL) && defined(EDDY_HAS_CUDA)
#define EDDY_TEST_CUDA 1
#endif
