// The measurements of the heat kernels. bench_impl.hpp is compiled once for each space and precision.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "exec/core/timers.hpp"

namespace eddy::bench {

struct Size {
  int dimensions = 2;
  std::array<int, 3> cells{1, 1, 1};
  double count() const { return static_cast<double>(cells[0]) * cells[1] * cells[2]; }
};

struct Plan {
  std::vector<Size> sizes;
  double seconds = 25;  // for all kernels of one precision, set-up not included
};

struct Timed {  // seconds of one run
  double median = 0, best = 0;
};

struct Row {  // one kernel, measured in turn with the copy kernel
  KernelId kernel;
  std::string method;
  Size size;
  int passes = 1;  // over the box; red-black makes two
  Timed own, copy;
};

struct SmallRow {      // 100 red-black sweeps with ω = 1
  int side = 0;        // cells per side
  int batch = 0;       // sweeps handed to the device at once
  double seconds = 0;  // the best time
};

struct SweepRow {
  std::string method;
  Size size;
  int at_once = 1;     // sweeps of one call, several of which may share a pass over memory
  double seconds = 0;  // best time of one sweep
  double copy = 0;     // time of one copy
};

struct HeatBench {  // for one space and precision; `opening`: number of the device, or of threads on the host
  std::vector<Row> (*kernels)(int opening, const Plan& plan);
  std::vector<SmallRow> (*small_grids)(int opening, const std::vector<int>& sides, double budget);
  std::vector<SweepRow> (*sweeps)(int opening, const std::vector<Size>& sizes, double budget);
};

}  // namespace eddy::bench
