// There is one work-item per column of a tile; a group marches along the last axis as on CUDA
// (exec/cuda/tile_march.hpp). A work-item keeps the last three rows of its column after each sweep: low, mid, new; its
// neighbours across the tile come through local memory.
#include "exec/opencl/tiles_source.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "exec/opencl/source_parts.hpp"

namespace eddy {

static int shift_of(const Part& part, int id, int axis) {  // how far an index is from the cell's own
  const Operation& n = part.nodes[id];
  if (n.op == Op::index && n.a == axis) return 0;
  if ((n.op == Op::add || n.op == Op::sub) && part.nodes[n.b].op == Op::constant) {
    const int by = static_cast<int>(static_cast<std::int64_t>(part.nodes[n.b].bits));
    return shift_of(part, n.a, axis) + (n.op == Op::add ? by : -by);
  }
  throw Error(Exit::fault,
              "a kernel of several sweeps per pass reads the iterated field at other than its neighbours.");
}

// The name of the iterated field's value at a neighbour, before sweep `level`.
static std::string neighbour(const Part& part, const Operation& n, const TileSource& t, int level) {
  const int s[3] = {shift_of(part, n.a, 0), shift_of(part, n.b, 1), shift_of(part, n.c, 2)};
  const int march = t.dimensions - 1, before = level - 1;
  int far = 0;
  for (int a : {0, 1, 2}) far += std::abs(s[a]);
  if (far == 0) return fmt::format("mid{}", before);
  if (far > 1)
    throw Error(Exit::fault, "a kernel of several sweeps per pass reads the iterated field beyond its neighbours.");
  if (s[march]) return fmt::format("{}{}", s[march] < 0 ? "low" : "new", before);
  return fmt::format("t[turn ^ 1][{}][ty + {}][tx + {}]", before, t.dimensions == 3 ? 1 + s[1] : 0, 1 + s[0]);
}

static std::string sweep_text(const Part& part, const TileSource& t, int level) {
  std::string text;
  const auto used = used_nodes(part);
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    const Operation& v = part.nodes[n];
    if (!used[n]) continue;
    if (v.op == Op::store)
      text += fmt::format("      swept = v{};\n", v.d);
    else
      text += fmt::format("      const {} v{} = {};\n", type_name(v.type), n,
                          v.op == Op::load && v.member == t.read ? neighbour(part, v, t, level) : source_expression(v));
  }
  return text;
}

static std::string level_text(const Recording& r, const TileSource& t, int level, const char* type) {
  const char m = "ijk"[t.dimensions - 1];
  std::string text =
      fmt::format("    {{\n      const int row = m - {0}, {1} = clamp(row, {1}0, {1}1 - 1);\n", level, m);
  text += fmt::format("      {} swept;\n", type) + sweep_text(r["cell"], t, level);
  text += fmt::format("      const {} value = inside && row == {}{} ? swept : mid{};\n", type, m,
                      t.coloured ? fmt::format(" && !((ci + cj + row + {}) & 1)", level - 1) : "", level - 1);
  if (level < t.levels)
    text += fmt::format(
        "      low{0} = mid{0}; mid{0} = new{0}; new{0} = value;\n      t[turn][{0}][ty + {1}][tx + 1] = value;\n",
        level, t.dimensions == 3 ? 1 : 0);
  else
    text += fmt::format(
        "      if (mine && row == {0} && row >= first && row < last)\n"
        "        to[to_o + i + (long)j * to_y + (long)k * to_z] = value;\n",
        m);
  return text + "    }\n";
}

std::string opencl_tile_source(const Recording& r, const TileSource& t) {
  const char* type = type_name(r.members[t.read].type);
  const char m = "ijk"[t.dimensions - 1];
  const bool three = t.dimensions == 3;
  const int L = t.levels;
  std::string text =
      source_head(r, false) +
      fmt::format("__kernel __attribute__((reqd_work_group_size({}, {}, 1))) void run(", t.x, t.y) +
      source_arguments(r) +
      ", const int rows, const int ri0, const int rj0, const int rk0, const int ri1, const int rj1, const int rk1" +
      fmt::format(", __global {}* to, const long to_o, const int to_y, const int to_z) {{\n", type) +
      fmt::format("  __local {} t[2][{}][{}][{}];\n", type, L, three ? t.y + 2 : 1, t.x + 2) +
      "  const int tx = get_local_id(0), ty = get_local_id(1);\n" +
      fmt::format("  const int ci = ri0 + (int)get_group_id(0) * {} - {} + tx, i = clamp(ci, i0, i1 - 1);\n",
                  t.x - 2 * L, L);
  if (three)
    text += fmt::format("  const int cj = rj0 + (int)get_group_id(1) * {} - {} + ty, j = clamp(cj, j0, j1 - 1);\n",
                        t.y - 2 * L, L);
  else
    text += "  const int cj = 0, k = 0;\n";
  text += fmt::format("  const int inside = ci == i{};\n", three ? " && cj == j" : "");
  text += fmt::format("  const int mine = ci < ri1 && tx >= {0} && tx < {1}", L, t.x - L) +
          (three ? fmt::format(" && cj < rj1 && ty >= {0} && ty < {1};\n", L, t.y - L) : ";\n");
  text += fmt::format("  const int first = r{0}0 + (int)get_group_id({1}) * rows, last = min(first + rows, r{0}1);\n",
                      m, t.dimensions - 1);
  text += fmt::format("  const long column = o{0} + clamp(ci, i0 - 1, i1)", t.read) +
          (three ? fmt::format(" + (long)clamp(cj, j0 - 1, j1) * y{0};\n", t.read) : ";\n");
  for (int l = 0; l < L; ++l) text += fmt::format("  {0} low{1} = 0, mid{1} = 0, new{1} = 0;\n", type, l);
  text += fmt::format(
      "  for (int m = first - {0}; m < last + {0}; ++m) {{\n    const int turn = (m - first + {0}) & 1;\n", L);
  text += fmt::format(
      "    low0 = mid0; mid0 = new0; new0 = m{0}[column + (long)clamp(m, {1}0 - 1, {1}1) * {2}{0}];\n"
      "    t[turn][0][ty + {3}][tx + 1] = new0;\n",
      t.read, m, three ? 'z' : 'y', three ? 1 : 0);
  for (int l = 1; l <= L; ++l) text += level_text(r, t, l, type);
  return text + "    barrier(CLK_LOCAL_MEM_FENCE);\n  }\n}\n";
}

}  // namespace eddy
