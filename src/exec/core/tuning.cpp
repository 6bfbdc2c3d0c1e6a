#include "exec/core/tuning.hpp"

#include <cctype>
#include <fstream>
#include <sstream>

#include "base/cache_folder.hpp"
#include "base/error.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;

fs::path folder() { return cache_folder("tuning"); }

struct Present {
  Tuning known;
  std::optional<Tuned> tried;
  unsigned changes = 0;
};
Present& present() {
  static Present p;
  return p;
}

bool sane(const Tuned& t) { return t.launch.sane() && t.block >= Tuned::one_sweep && t.block < block_shapes; }

}  // namespace

std::string tuning_key(const KernelId& k) {
  return std::string(k.name) + " " + std::to_string(k.dimensions) + "D " + k.precision();
}

std::string tuning_file(const std::string& device) {
  std::string name;
  for (char c : device) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  return folder().empty() ? "" : (folder() / (name + ".txt")).string();
}

// Each line holds name, dimensions, precision, x, y, z, rows, block.
Tuning read_tuning(const std::string& device) {
  Tuning all;
  std::ifstream in(tuning_file(device));
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string name, dimensions, precision;
    Tuned t;
    if (words >> name >> dimensions >> precision >> t.launch.x >> t.launch.y >> t.launch.z >> t.launch.rows >>
            t.block &&
        sane(t))
      all[name + " " + dimensions + " " + precision] = t;
  }
  return all;
}

void keep_tuning(const std::string& device, const Tuning& tuning) {
  const std::string file = tuning_file(device);
  std::error_code e;
  if (!file.empty()) fs::create_directories(fs::path(file).parent_path(), e);
  std::ofstream out(file);
  for (const auto& [key, t] : tuning)
    out << key << ' ' << t.launch.x << ' ' << t.launch.y << ' ' << t.launch.z << ' ' << t.launch.rows << ' ' << t.block
        << '\n';
  if (file.empty() || !out.flush())
    throw Error(Exit::missing, "the shapes that were found cannot be kept in '" + file +
                                   "'. Set XDG_CACHE_HOME to a folder that can be written.");
}

void use_tuning(const std::string& device) {
  present().known = read_tuning(device);
  ++present().changes;
}
void try_shape(const std::optional<Tuned>& shape) {
  present().tried = shape;
  ++present().changes;
}
unsigned tuning_changes() { return present().changes; }
const Tuned* tuned(const KernelId& kernel) {
  const Present& p = present();
  if (p.tried) return &*p.tried;
  if (p.known.empty()) return nullptr;
  const auto found = p.known.find(tuning_key(kernel));
  return found == p.known.end() ? nullptr : &found->second;
}

}  // namespace eddy
