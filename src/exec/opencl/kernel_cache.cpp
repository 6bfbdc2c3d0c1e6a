#include "exec/opencl/kernel_cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "base/cache_folder.hpp"

namespace eddy {

namespace fs = std::filesystem;

static std::uint64_t hash(const std::string& s) {  // FNV-1a; it only names files, and the whole key is compared
  std::uint64_t h = 0xcbf29ce484222325;
  for (unsigned char c : s) h = (h ^ c) * 0x100000001b3;
  return h;
}

static fs::path cache_place() { return cache_folder("opencl"); }
static fs::path file(const std::string& key) { return cache_place() / fmt::format("{:016x}.bin", hash(key)); }

// A file has the key's length, the key, a checksum of the binary, and the binary: a damaged one is noticed and rebuilt.
std::string cached_kernel(const std::string& key) {
  if (cache_place().empty()) return "";
  std::ifstream in(file(key), std::ios::binary);
  std::ostringstream all;
  all << in.rdbuf();
  const std::string s = all.str(), head = fmt::format("eddy kernel {}\n{}\n", key.size(), key);
  if (s.size() < head.size() + 17 || s.compare(0, head.size(), head) != 0) return "";
  const std::string binary = s.substr(head.size() + 17);
  return s.compare(head.size(), 16, fmt::format("{:016x}", hash(binary))) == 0 ? binary : "";
}

void keep_kernel(const std::string& key, const std::string& binary) {
  if (cache_place().empty() || binary.empty()) return;
  std::error_code e;
  fs::create_directories(cache_place(), e);
  const fs::path to = file(key), temporary = to.string() + fmt::format(".{}", ::getpid());
  {
    std::ofstream out(temporary, std::ios::binary);
    out << fmt::format("eddy kernel {}\n{}\n{:016x}\n", key.size(), key, hash(binary)) << binary;
    if (!out.flush()) {
      fs::remove(temporary, e);
      return;
    }
  }
  fs::rename(temporary, to, e);
  if (e) fs::remove(temporary, e);
}

}  // namespace eddy
