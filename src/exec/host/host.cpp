// Threads and memory of the host.
#include <sys/mman.h>

#include <cstdlib>
#include <cstring>
#include <new>

#include "base/error.hpp"
#include "exec/host/cells.hpp"

namespace eddy {

Exec<Host>::Exec(int threads, Parts shares)
    : ExecBase(std::move(shares)), threads_(threads > 0 ? threads : omp_get_max_threads()) {}

// Large buffers lie on huge pages, and each begins at another place within a page: streams that are read side by side
// then use different parts of the cache. The address of the whole block is stored right before the buffer.
void* Exec<Host>::allocate(std::size_t bytes) {
  constexpr std::size_t huge = std::size_t(1) << 21, stagger = 64 * 11;
  const std::size_t alignment = bytes >= huge ? huge : 64, offset = 64 + stagger * (allocations_++ % 5),
                    whole = bytes + offset;
  void* block = std::aligned_alloc(alignment, (whole + alignment - 1) / alignment * alignment);
  if (!block)
    throw Error(Exit::missing,
                "the CPU has no memory for another " + std::to_string(bytes >> 20) + " MiB. Use fewer cells.");
  if (alignment == huge) ::madvise(block, whole, MADV_HUGEPAGE);
  auto* p = static_cast<unsigned char*>(block) + offset;
  std::memcpy(p - sizeof block, &block, sizeof block);
  const std::int64_t pages = static_cast<std::int64_t>((bytes + 4095) / 4096);
#pragma omp parallel for num_threads(threads_) \
    schedule(static)  // first touch: pages go to the threads that will use them
  for (std::int64_t n = 0; n < pages; ++n)
    std::memset(p + n * 4096, 0, std::min<std::size_t>(4096, bytes - static_cast<std::size_t>(n) * 4096));
  return p;
}
void Exec<Host>::release(void* p, std::size_t) noexcept {
  void* block;
  std::memcpy(&block, static_cast<unsigned char*>(p) - sizeof block, sizeof block);
  std::free(block);
}
static void copy(void* to, const void* from, std::size_t bytes, int threads) {
  constexpr std::size_t piece = std::size_t(1) << 20;
  const std::int64_t pieces = static_cast<std::int64_t>((bytes + piece - 1) / piece);
#pragma omp parallel for num_threads(threads) schedule(static) if (pieces > 4)
  for (std::int64_t n = 0; n < pieces; ++n) {
    const std::size_t at = static_cast<std::size_t>(n) * piece;
    std::memcpy(static_cast<unsigned char*>(to) + at, static_cast<const unsigned char*>(from) + at,
                std::min(piece, bytes - at));
  }
}
void Exec<Host>::upload(void* to, const void* from, std::size_t bytes) { copy(to, from, bytes, threads_); }
void Exec<Host>::upload(void* to, const void* from, const UploadedRows& rows) {
  for (std::size_t n = 0; n < rows.count; ++n)
    std::memcpy(static_cast<char*>(to) + rows.offset + n * rows.pitch, static_cast<const char*>(from) + n * rows.bytes,
                rows.bytes);
}
void Exec<Host>::download(const void* from, void* to, std::size_t bytes) { copy(to, from, bytes, threads_); }

}  // namespace eddy
