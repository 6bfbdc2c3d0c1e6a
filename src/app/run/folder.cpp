// Makes, opens and locks folders of runs.
#include "app/run/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <set>
#include <utility>

#include "app/run/origin.hpp"
#include "base/error.hpp"
#include "output/checkpoint.hpp"
#include "output/collection.hpp"
#include "output/file.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;

constexpr const char* lock_name = ".lock";

bool holds_files(const fs::path& path) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().filename() != lock_name) return true;
  if (error) throw_file_error("read folder", path, error.value());
  return false;
}

// Removes the files of an earlier run, and no others.
void remove_run(const fs::path& path) {
  for (const fs::path& file : checkpoints(path)) remove_file(file);
  for (const char* name : {"case.used.toml", "history.csv", "probes.csv", "summary.json", "log.txt", "fields.pvd",
                           "diverged.png", "csv-metadata.json"})
    remove_file(path / name);
}

int highest_number(const fs::path& parent, const std::string& name) {
  int highest = 0;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string other = entry.path().filename().string();
    if (!other.starts_with(name + "-")) continue;
    const std::string digits = other.substr(name.size() + 1);
    if (digits.empty() || digits.size() > 8 || digits.find_first_not_of("0123456789") != digits.npos) continue;
    highest = std::max(highest, std::stoi(digits));
  }
  return highest;
}

}  // namespace

void refuse_no_folder(const fs::path& path) {
  std::error_code ignored;
  if (!fs::is_directory(path, ignored))
    throw Error(Exit::missing,
                fmt::format("there is no run in '{}': it is not a folder. Name the folder of a run.", path.string()));
}

RunFolder::RunFolder(fs::path path) : path_(std::move(path)) {
  const fs::path file = path_ / lock_name;
  lock_ = open_own("write", file, O_RDWR | O_CREAT);
  // A file system without locks is accepted.
  if (::flock(lock_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  ::close(std::exchange(lock_, -1));
  throw Error(Exit::missing,
              fmt::format("another eddy is at work in '{}'. Wait until it ends, or stop it.", path_.string()));
}

RunFolder::RunFolder(RunFolder&& other) noexcept
    : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}

RunFolder::~RunFolder() {
  if (lock_ >= 0) ::close(lock_);
}

RunFolder RunFolder::next(const fs::path& parent, const std::string& name) {
  make_folder(parent);
  for (int number = highest_number(parent, name) + 1;; ++number) {
    const fs::path path = parent / fmt::format("{}-{:03}", name, number);
    if (::mkdir(path.c_str(), 0777) == 0) return RunFolder(path);
    // EEXIST: another process has taken the name, so the next one is tried.
    if (errno != EEXIST) throw_file_error("make folder", path, errno);
  }
}

RunFolder RunFolder::fresh(const fs::path& path, bool force) {
  make_folder(path);
  RunFolder folder(path);
  if (!holds_files(path)) return folder;
  if (!force)
    throw Error(Exit::usage,
                fmt::format("'{}' holds files already. Take another --out, or --force to overwrite them, or "
                            "'eddy resume' to go on.",
                            path.string()));
  remove_run(path);
  return folder;
}

RunFolder RunFolder::open(const fs::path& path) {
  refuse_no_folder(path);
  std::error_code ignored;
  if (!fs::exists(path / "case.used.toml", ignored) && checkpoints(path).empty())
    throw Error(Exit::missing, fmt::format("'{}' is not the folder of a run: it holds no case.used.toml and no "
                                           "checkpoint.",
                                           path.string()));
  return RunFolder(path);
}

void check_tables(const Case& c, Problems& problems) {
  std::error_code ignored;
  for (const Compare& compare : c.compare)
    if (!fs::is_regular_file(c.beside(compare.file), ignored))
      problems.at(fmt::format("compare.{}.file", compare.line),
                  fmt::format("compare.{}: there is no file '{}'.", compare.line, c.beside(compare.file).string()));
}

namespace {

// The name of a copy: "compare.wake.file" becomes compare/wake.csv, "region.fin.file" region/fin.stl.
fs::path copy_name(const std::string& key, const fs::path& file) {
  const std::size_t begin = key.find('.') + 1, end = key.rfind('.');
  std::string name = key.substr(begin, end - begin);
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_'; }, '_');
  return fs::path(key.substr(0, begin - 1)) / (name + file.extension().string());
}

}  // namespace

std::string write_used_case(const Case& c, const Device& device, const fs::path& folder) {
  std::set<fs::path> used;
  const auto keep = [&](const std::string& key, const std::string& file) {
    fs::path copy = copy_name(key, file);
    while (!used.insert(copy).second) copy.replace_filename("_" + copy.filename().string());
    make_own_folder(folder / copy.parent_path());
    write_file(folder / copy, read_file(c.beside(file)));
    return copy.string();
  };
  const std::string text = fmt::format("# {}\n# device: {}\n# All values that this run used; itself a case.\n\n{}",
                                       origin_of(c), label(device), write_case(c, solver_keys_list(), {}, keep));
  write_file(folder / "case.used.toml", text);
  return text;
}

}  // namespace eddy
