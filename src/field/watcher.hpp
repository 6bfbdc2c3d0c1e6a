// One time loop and a list of watchers: output, pictures, histories, the guard. They read the solver, never change it.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "field/cell_lists.hpp"
#include "field/sample.hpp"

namespace eddy {

struct Moment {
  std::int64_t step = 0;
  double time = 0;
  double dt = 0;  // of the step just done
};

struct Number {  // one column of history.csv, one entry of summary.json
  std::string name, unit;
  double value = 0;
};

inline std::optional<double> find(const std::vector<Number>& all, const std::string& name) {
  for (const Number& n : all)
    if (n.name == name) return n.value;
  return {};
}

struct ShareOrder {   // what each rank is to write of its own share of the cells
  std::string index;  // the file that will name the files of all
  double time = 0;
  std::vector<std::string> fields;
};

struct RankShares {                                // of many ranks; one rank alone has none
  std::vector<Box> pieces;                         // the cells that each of them has; of hexahedra empty boxes
  std::function<void(const ShareOrder&)> write{};  // all write theirs
};

struct SurfaceTable {  // values along a wall, from one end to the other
  std::string name;
  std::vector<std::string> columns;  // with units: "x[m]", "y[m]", "s[m]", "cp", "cf", "heat_flux[W/m²]"
  std::vector<std::vector<double>> rows;
  std::string along{};  // the column that the others are drawn against; none: the coordinate that runs most
  // Of a surface in space, where row n is of face n: drawn unfolded, and written as a mesh of its own
  std::vector<std::array<double, 3>> nodes{};
  std::vector<std::array<int, 4>> faces{};
};

class Watched {  // what a watcher may ask of a solver
 public:
  virtual ~Watched() = default;
  virtual std::vector<std::string> fields() const = 0;
  // Copied from the device: the whole field, or only the points of some cells.
  virtual Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const = 0;
  // Of a box: the first point of each of these cells. Solvers that can gather them on the device do so.
  virtual Sample sample_at(const std::string& field, const CellLists& cells) const {
    return picked(sample(field, hull(cells)), cells);
  }
  virtual std::vector<Number> numbers() const = 0;  // of the step just done; the same names in the same order each time
  virtual RankShares rank_shares() const { return {}; }
  virtual std::vector<int> own_elements() const {
    return {};
  }  // of hexahedra on many ranks: those of this rank's piece
  virtual std::vector<SurfaceTable> surfaces() const { return {}; }  // asked for at the end of a run
};

class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void begin(const Watched&, const Moment&) {}  // before the first step; after a resume: before the next one
  virtual void after_step(const Watched&, const Moment&) {}
  virtual void finish(const Watched&, const Moment&) {}  // the run is over, however it ended
};

}  // namespace eddy
