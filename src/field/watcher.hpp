// The interface of watchers (output, pictures, histories, the guard), and what they may ask of a solver. They read the
// solver and never change it.
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
  double dt = 0;  // of the last step
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

struct ShareOrder {   // tells each rank what to write of its share of the cells
  std::string index;  // the file that will list the files of all ranks
  double time = 0;
  std::vector<std::string> fields;
};

struct RankShares {                                // for many ranks; empty on one rank
  std::vector<Box> pieces;                         // the cells of each rank; for hexahedra, empty boxes
  std::function<void(const ShareOrder&)> write{};  // every rank writes its share
};

struct SurfaceTable {  // values along a wall, from one end to the other
  std::string name;
  std::vector<std::string> columns;  // with units: "x[m]", "y[m]", "s[m]", "cp", "cf", "heat_flux[W/m²]"
  std::vector<std::vector<double>> rows;
  std::string along{};  // the abscissa of drawings; empty: the coordinate with the longest extent
  // Only for a surface in space: row n belongs to face n. It is drawn unfolded, and written as a mesh of its own.
  std::vector<std::array<double, 3>> nodes{};
  std::vector<std::array<int, 4>> faces{};
};

struct NumbersLater {
  std::function<std::vector<Number>()> take;
  // Set where there is work left. Then it is called before `take`, by the thread of the time loop, and brings from the
  // device what `take` needs; any thread may take the numbers after that.
  std::function<void()> fetch{};
};

class Watched {  // the questions that a watcher may ask of a solver
 public:
  virtual ~Watched() = default;
  virtual std::vector<std::string> fields() const = 0;
  // Copies from the device: the whole field, or only the points of some cells.
  virtual Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const = 0;
  // The first point of each of these cells of a box. Solvers that can gather them on the device override this.
  virtual Sample sample_at(const std::string& field, const CellLists& cells) const {
    return picked(sample(field, hull(cells)), cells);
  }
  virtual std::vector<Number> numbers() const = 0;  // of the last step; always the same names in the same order
  // The same, for somebody who can wait: a solver on a device need not stop for them, and finds those of many steps at
  // once when the first of them is asked for.
  virtual NumbersLater numbers_later() const {
    return {.take = [all = numbers()] { return all; }};
  }
  virtual RankShares rank_shares() const { return {}; }
  virtual std::vector<int> own_elements() const {
    return {};
  }  // hexahedra of this rank's piece, if there are many ranks
  virtual std::vector<SurfaceTable> surfaces() const { return {}; }  // called at the end of a run
};

class Watcher {
 public:
  virtual ~Watcher() = default;
  virtual void begin(const Watched&, const Moment&) {}  // before the first step of the run, or after a resume
  virtual void after_step(const Watched&, const Moment&) {}
  virtual void finish(const Watched&, const Moment&) {}  // called when the run is over, however it ended
};

}  // namespace eddy
