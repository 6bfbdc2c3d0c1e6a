// Files that a case names must be in its folder or below: a case from another person must not read or copy files that
// are not its own.
#include <algorithm>
#include <filesystem>

#include "case/keys_read.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;

bool starts_with(const fs::path& path, const fs::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

bool leaves(const fs::path& file) { return std::find(file.begin(), file.end(), "..") != file.end(); }

// Whether a path leads out of the folder when links are followed. A file that does not exist leads nowhere.
bool leads_out(const fs::path& folder, const fs::path& file) {
  std::error_code failed;
  const fs::path home = fs::canonical(folder.empty() ? "." : folder, failed);
  if (failed) return false;
  const fs::path target = fs::weakly_canonical(home / file, failed);
  return failed || !starts_with(target, home);
}

}  // namespace

// Paths given on the command line are the user's own decision and are accepted.
bool ReadKeys::stays_beside(const Node& node, const std::string& what) {
  const fs::path file = node.text, folder = fs::path(root_.where.file).parent_path();
  if (node.by_user) return true;
  const char* why = file.is_absolute()        ? "is an absolute path"
                    : leaves(file)            ? "leaves the folder of the case"
                    : leads_out(folder, file) ? "is a link that leads out of the folder of the case"
                                              : nullptr;
  if (!why) return true;
  problems_.add(node.where, what + " = '" + node.text.substr(0, 60) + "' " + why +
                                ". Put the file beside the case or below, or name it on the command line: -s " + what +
                                "=FILE.");
  return false;
}

}  // namespace eddy
