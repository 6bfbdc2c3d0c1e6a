// The spaces in which a kernel can run. In Host and Cuda, values are numbers and the compiler sees plain loops; in
// OpenCl, values are symbols: a kernel is called once and its operations are recorded (exec/record/record.hpp).
//
//   FN           marks a function that kernels may call
//   INLINED      stands before the body of a lambda in a kernel: g++ does not inline a long lambda into the loop over
//                cells, which then does not vectorise
//   UNROLL       stands before a loop over axes in a long kernel, for the same reason
//   UNROLL_ALL   stands before a loop of at most eight turns
//   ROLLED       stands before a loop whose body is long and need not be fast
#pragma once

#ifdef __CUDACC__
#define FN __host__ __device__ __forceinline__
#define INLINED
#define UNROLL _Pragma("unroll")
#define UNROLL_ALL _Pragma("unroll")
#define ROLLED _Pragma("unroll 1")
#elif defined(EDDY_CALLS)  // where speed does not matter, but the time to compile one long function does
#define FN inline
#define INLINED
#define UNROLL
#define UNROLL_ALL
#define ROLLED
#else
#define FN inline __attribute__((always_inline))
#define INLINED __attribute__((always_inline))
#define UNROLL _Pragma("GCC unroll 4")
#define UNROLL_ALL _Pragma("GCC unroll 8")
#define ROLLED _Pragma("GCC unroll 1")
#endif

namespace eddy {

struct Host {};
struct Cuda {};
struct OpenCl {};

// The end of the names of the modules for a space and a precision (base/modules.hpp).
template <class S, class T>
inline constexpr const char* place = "recorded";
template <>
inline constexpr const char* place<Host, double> = "cpu.double";
template <>
inline constexpr const char* place<Host, float> = "cpu.single";
template <>
inline constexpr const char* place<Cuda, double> = "cuda.double";
template <>
inline constexpr const char* place<Cuda, float> = "cuda.single";

template <class S>
inline constexpr bool is_symbolic = false;
template <>
inline constexpr bool is_symbolic<OpenCl> = true;

}  // namespace eddy
