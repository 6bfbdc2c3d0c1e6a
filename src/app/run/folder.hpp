// The folder of a run: made or opened, locked while a run is in it, with the case as it is used.
#pragma once
#include <filesystem>
#include <string>

#include "case/case.hpp"
#include "exec/core/devices.hpp"

namespace eddy {

void refuse_no_folder(const std::filesystem::path& path);  // throws if it is not a folder

class RunFolder {
 public:
  static RunFolder next(const std::filesystem::path& parent, const std::string& name);  // parent/name-001, -002, …
  static RunFolder fresh(const std::filesystem::path& path,
                         bool force);                        // a folder that holds files is refused without force
  static RunFolder open(const std::filesystem::path& path);  // the folder of an earlier run
  ~RunFolder();
  RunFolder(RunFolder&& other) noexcept;
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  explicit RunFolder(std::filesystem::path path);  // takes the lock
  std::filesystem::path path_;
  int lock_ = -1;
};

// Writes case.used.toml, the case with all defaults, and returns its text. Files that it names (tables to compare with,
// surfaces) are copied beside it, so that the folder is complete, wherever it is moved to.
std::string write_used_case(const Case& c, const Device& device, const std::filesystem::path& folder);
void check_tables(const Case& c, Problems& problems);  // checks that the files of [compare] exist

}  // namespace eddy
