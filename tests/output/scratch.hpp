// Shared by the tests of output/: temporary folders, small grids, fields from functions, a formula in place of a
// solver.
#pragma once
#include <gtest/gtest.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cmath>
#include <functional>

#include "base/error.hpp"
#include "field/watcher.hpp"
#include "mesh/grid.hpp"
#include "output/file.hpp"

namespace eddy {

class Scratch {
 public:
  Scratch() {
    const bool memory = ::access("/dev/shm", W_OK) == 0;  // where syncing costs nothing
    const Path home = memory ? Path("/dev/shm") : std::filesystem::temp_directory_path();
    std::string name = (home / "eddy-XXXXXX").string();
    path = ::mkdtemp(name.data());
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  Path path;
  Path operator/(const std::string& name) const { return path / name; }
};

class SmallDisk {  // a file system of a few kilobytes, if mounting is allowed
 public:
  SmallDisk(Path where, const char* size) : path(std::move(where)) {
    std::filesystem::create_directory(path);
    mounted = ::mount("tmpfs", path.c_str(), "tmpfs", 0, size) == 0;
  }
  ~SmallDisk() {
    if (mounted) ::umount(path.c_str());
  }
  Path path;
  bool mounted = false;
};

inline std::vector<std::string> names_in(const Path& folder) {
  std::vector<std::string> names;
  for (const auto& e : std::filesystem::recursive_directory_iterator(folder))
    if (e.is_regular_file()) names.push_back(std::filesystem::relative(e.path(), folder).string());
  std::sort(names.begin(), names.end());
  return names;
}

inline std::string message_of(const std::function<void()>& action, Exit expected = Exit::missing) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), expected) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "no error was thrown";
  return "";
}

#define EXPECT_HAS(text, part) \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << "'" << (text) << "' lacks '" << (part) << "'"

inline Grid box(int dimensions, std::array<int, 3> cells, bool stretched = false) {
  Grid grid;
  grid.dimensions = dimensions;
  for (int axis = 0; axis < 3; ++axis) {
    const int n = axis < dimensions ? cells[axis] : 1;
    for (int i = 0; i <= n; ++i) {
      const double u = double(i) / n;
      grid.nodes[axis].push_back(axis >= dimensions ? u : -0.5 + (axis + 1) * (stretched ? u * (0.4 + 0.6 * u) : u));
    }
    if (stretched && axis < dimensions) grid.uniform[axis] = false;
  }
  return grid;
}

using Function = std::function<double(double, double, double)>;

inline Sample sampled(const Grid& grid, const std::string& name, const std::vector<Function>& parts,
                      Location location = Location::cell) {
  Sample s;
  s.name = name;
  s.unit = std::string("K");
  s.location = location;
  s.components = static_cast<int>(parts.size());
  for (int a = 0; a < 3; ++a) s.size[a] = a >= grid.dimensions ? 1 : grid.cells(a) + at_ends(location, a);
  const auto at = [&](int a, int i) { return at_ends(location, a) ? grid.nodes[a][i] : grid.centre(a, i); };
  for (int k = 0; k < s.size[2]; ++k)
    for (int j = 0; j < s.size[1]; ++j)
      for (int i = 0; i < s.size[0]; ++i)
        for (const Function& f : parts) s.values.push_back(f(at(0, i), at(1, j), at(2, k)));
  return s;
}

class Formula2D : public Watched {  // temperature = x + 2y + step, velocity = (x, −y)
 public:
  explicit Formula2D(Grid g) : grid(std::move(g)) {}
  std::vector<std::string> fields() const override { return {"temperature", "velocity"}; }
  Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const override {
    return cells ? part_of(whole(field), *cells, grid.dimensions) : whole(field);
  }
  Sample whole(const std::string& field) const {
    if (field == "temperature")
      return sampled(grid, field, {[this](double x, double y, double) { return x + 2 * y + double(step); }});
    return sampled(grid, field,
                   {[](double x, double, double) { return x; }, [](double, double y, double) { return -y; }});
  }
  std::vector<Number> numbers() const override {
    return {{"residual", "", 1.0 / (1.0 + double(step))}, {"heat", "W", 0.1 * double(step)}};
  }

  Grid grid;
  std::int64_t step = 0;
};

}  // namespace eddy
