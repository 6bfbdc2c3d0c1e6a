// Throughput of the heat kernels: what is measured, per space and precision. bench_impl.hpp is compiled once for each.
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
  double seconds = 25;  // for all kernels of one precision; setting up comes on top
};

struct Timed {  // seconds of one run
  double median = 0, best = 0;
};

struct Row {  // one kernel, and the copy kernel in turn with it
  KernelId kernel;
  std::string method;
  Size size;
  int passes = 1;  // over the box: red and black make two
  Timed own, copy;
};

struct SmallRow {      // 100 red-black sweeps with ω = 1
  int side = 0;        // cells per side
  int batch = 0;       // sweeps handed to the device at once
  double seconds = 0;  // best
};

struct SweepRow {
  std::string method;
  Size size;
  int at_once = 1;     // sweeps that are asked for together: as many of them per pass over memory as the device likes
  double seconds = 0;  // of one sweep, best
  double copy = 0;     // of one copy
};

struct HeatBench {  // of one space and precision; `opening`: number of the device, or threads on the host
  std::vector<Row> (*kernels)(int opening, const Plan& plan);
  std::vector<SmallRow> (*small_grids)(int opening, const std::vector<int>& sides, double budget);
  std::vector<SweepRow> (*sweeps)(int opening, const std::vector<Size>& sizes, double budget);
};

}  // namespace eddy::bench
