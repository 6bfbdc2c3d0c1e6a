// The spaces a kernel can run in. In Host and Cuda, values are numbers and the compiler sees plain loops; in OpenCl,
// values are symbols: a kernel is called once, and what it does is recorded (exec/record.hpp). FN: what kernels may
// call. UNROLL: before a loop over axes in a long kernel, without which the loop over cells would not vectorise.
#pragma once

#ifdef __CUDACC__
#define FN __host__ __device__ __forceinline__
#define UNROLL _Pragma("unroll")
#else
#define FN inline __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 4")
#endif

namespace eddy {

struct Host {};
struct Cuda {};
struct OpenCl {};

template <class S>
inline constexpr bool is_symbolic = false;
template <>
inline constexpr bool is_symbolic<OpenCl> = true;

}  // namespace eddy
