// The whole state of a run in one HDF5 file. A file that is not complete and sound is refused.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "case/options.hpp"
#include "output/mark.hpp"

namespace eddy {

struct CheckpointArray {  // i fastest, without ghost cells, so that any device and any number of ranks can read it
  std::string name;
  std::array<int, 3> size{1, 1, 1};
  int components = 1;
  Precision precision = Precision::double_;
  std::vector<std::byte> bytes;  // the values, exactly as on the device
};

struct Checkpoint {
  std::int64_t step = 0;
  double time = 0, dt = 0;
  std::string case_text;  // the whole of case.used.toml
  std::string version;    // version of the program that wrote it
  std::map<std::string, double> scalars;
  std::vector<CheckpointArray> arrays;
  FileMarks files{};        // marks of the files that a resumed run appends to
  bool knows_files = true;  // false: written by an old version that did not mark files

  const CheckpointArray& array(const std::string& name) const;  // throws if there is none
  double scalar(const std::string& name) const;
};

struct GoodCheckpoint {
  Checkpoint checkpoint;
  Path path;
  std::vector<std::string> messages;  // one for each newer checkpoint that cannot be used
};
using Fits = std::function<std::string(const Checkpoint&)>;  // why a sound checkpoint cannot be used; "": it can

Path checkpoint_path(const Path& folder, std::int64_t step);              // checkpoint-000000200.h5
std::vector<Path> checkpoints(const Path& folder);                        // newest first
Path write_checkpoint(const Path& folder, const Checkpoint& checkpoint);  // and removes all but the newest three
Checkpoint read_checkpoint(const Path& path);
[[noreturn]] void refuse_checkpoint(const Path& path, const std::string& why);
GoodCheckpoint newest_good(const Path& folder, const Fits& fits = {});

}  // namespace eddy
