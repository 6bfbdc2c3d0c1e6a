#include "exec/host.hpp"

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/error.hpp"

namespace eddy {

Exec<Host>::Exec(int threads) : threads_(threads > 0 ? threads : omp_get_max_threads()) {}

void* Exec<Host>::allocate(std::size_t bytes) {
  void* p = std::aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!p) throw Error(Exit::missing, "the CPU has no memory for another " + std::to_string(bytes >> 20) + " MiB. Use fewer cells.");
  auto* bytes_of = static_cast<unsigned char*>(p);
  const std::int64_t pages = static_cast<std::int64_t>((bytes + 4095) / 4096);
#pragma omp parallel for num_threads(threads_) schedule(static)   // first touch: pages go to the threads that will use them
  for (std::int64_t n = 0; n < pages; ++n)
    std::memset(bytes_of + n * 4096, 0, std::min<std::size_t>(4096, bytes - static_cast<std::size_t>(n) * 4096));
  return p;
}
void Exec<Host>::release(void* p, std::size_t) noexcept { std::free(p); }
void Exec<Host>::upload(void* to, const void* from, std::size_t bytes) { std::memcpy(to, from, bytes); }
void Exec<Host>::download(const void* from, void* to, std::size_t bytes) { std::memcpy(to, from, bytes); }

}  // namespace eddy
