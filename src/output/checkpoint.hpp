// The whole state of a run in one HDF5 file. It is complete and checked, or it is refused.
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

struct CheckpointArray {  // natural order, i fastest, no ghosts: any device and any number of ranks can take it up
  std::string name;
  std::array<int, 3> size{1, 1, 1};
  int components = 1;
  Precision precision = Precision::double_;
  std::vector<std::byte> bytes;  // exactly as on the device
};

struct Checkpoint {
  std::int64_t step = 0;
  double time = 0, dt = 0;
  std::string case_text;  // the whole of case.used.toml
  std::string version;    // of the program that wrote it
  std::map<std::string, double> scalars;
  std::vector<CheckpointArray> arrays;
  FileMarks files{};        // that a resumed run goes on from
  bool knows_files = true;  // false: written by an eddy that did not look at them yet

  const CheckpointArray& array(const std::string& name) const;  // throws where it is missing
  double scalar(const std::string& name) const;
};

struct GoodCheckpoint {
  Checkpoint checkpoint;
  Path path;
  std::vector<std::string> messages;  // one for each newer one that cannot be used
};
using Fits = std::function<std::string(const Checkpoint&)>;  // why a whole one cannot be used; empty: it can

Path checkpoint_path(const Path& folder, std::int64_t step);              // checkpoint-000000200.h5
std::vector<Path> checkpoints(const Path& folder);                        // newest first
Path write_checkpoint(const Path& folder, const Checkpoint& checkpoint);  // then removes all but the newest three
Checkpoint read_checkpoint(const Path& path);
[[noreturn]] void refuse_checkpoint(const Path& path, const std::string& why);
GoodCheckpoint newest_good(const Path& folder, const Fits& fits = {});

}  // namespace eddy
