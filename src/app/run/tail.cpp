#include "app/run/tail.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "output/file.hpp"

namespace eddy {

Tail tail_of(const Path& file, std::int64_t from, std::int64_t most) {
  Tail tail;
  if (!is_there(file)) return tail;
  const OpenFile open(open_own("read", file, O_RDONLY));
  struct stat about {};
  if (::fstat(open, &about) != 0) return tail;
  tail.size = about.st_size;
  tail.from = from < 0 ? std::max<std::int64_t>(0, tail.size + from) : from > tail.size ? 0 : from;
  tail.text.resize(static_cast<std::size_t>(std::min(most, tail.size - tail.from)));
  const ssize_t got = ::pread(open, tail.text.data(), tail.text.size(), tail.from);
  tail.text.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  return tail;
}

}  // namespace eddy
