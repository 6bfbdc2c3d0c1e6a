// A loop with threads for the geometry of bodies.
#pragma once
#include <omp.h>

#include <cstddef>
#include <exception>

namespace eddy::projection {

// Loops with threads (0: all of the machine); an error in one of them is thrown after the loop.
template <class Call>
void in_threads(std::size_t count, int threads, const Call& call) {
  std::exception_ptr error;
  if (threads == 0) threads = omp_get_max_threads();
#pragma omp parallel for schedule(dynamic, 8) num_threads(threads) if (threads > 1 && count > 100)
  for (std::size_t n = 0; n < count; ++n) {
    try {
      call(n);
    } catch (...) {
#pragma omp critical
      error = std::current_exception();
    }
  }
  if (error) std::rethrow_exception(error);
}
}  // namespace eddy::projection
