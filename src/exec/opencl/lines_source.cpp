#include "exec/opencl/lines_source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exec/opencl/source_parts.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

Names numbered_names(const char* stem, int n) {
  Names all;
  for (int m = 0; m < n; ++m) all.push_back(fmt::format("{}{}", stem, m));
  return all;
}
Names operator+(Names a, const Names& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
static std::string declared(Type t, const Names& names) {
  return fmt::format("  {} {};\n", type_name(t), fmt::join(names, ", "));
}

std::string part_text(const Part& part, const Names& inputs, const Names& results) {
  std::string text = "  {\n";
  const auto used = used_nodes(part);
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    const Operation& v = part.nodes[n];
    if (!used[n]) continue;
    if (v.op == Op::store)
      text += fmt::format("    {} = v{};\n", source_place(v), v.d);
    else if (v.op == Op::input)
      text += fmt::format("    const {} v{} = {};\n", type_name(v.type), n, inputs[v.member]);
    else if (v.op != Op::result)
      text += fmt::format("    const {} v{} = {};\n", type_name(v.type), n, source_expression(v));
  }
  for (const Operation& v : part.nodes)
    if (v.op == Op::result) text += fmt::format("    {} = v{};\n", results[v.member], v.a);
  return text + "  }\n";
}

struct Counts {  // numbers of values that the parts of a line kernel hand on
  int carried, taken, kept, recalled, given;
  explicit Counts(const Recording& r)
      : carried(r["start"].results()),
        taken(r["take"].results()),
        kept(r["forward"].results() - carried),
        recalled(r["recall"].results()),
        given(r.has("backward") ? r["backward"].results() - carried : 0) {}
};

static std::string place_of_line(const Recording& r, const std::string& first, const std::string& second) {
  const char p = "ijk"[across_first(r.axis)], q = "ijk"[across_second(r.axis)];
  return fmt::format(
      "  const int {1} = {1}0 + {3}, {0} = {0}0 + (colour < 0 ? {2} : 2 * ({2}) + (({0}0 + {1} + colour) & 1));\n", p,
      q, first, second);
}

static std::string along_lines(const Recording& r) {
  const char a = "ijk"[r.axis], p = "ijk"[across_first(r.axis)], q = "ijk"[across_second(r.axis)];
  const Counts n(r);
  const Names s = numbered_names("s", n.carried), t = numbered_names("t", n.taken), k = numbered_names("k", n.kept),
              h = numbered_names("h", n.recalled), g = numbered_names("g", n.given);
  std::string text = place_of_line(r, "(int)get_global_id(0)", "(int)get_global_id(1)") +
                     fmt::format("  if ({0} >= {0}1 || {1} >= {1}1) return;\n", p, q) +
                     fmt::format("  const int f = {0}0, l = {0}1 - 1;\n", a) + declared(r.type, s) +
                     part_text(r["start"], {}, s);
  text += fmt::format("  for (int {0} = f; {0} <= l; ++{0}) {{\n", a) + declared(r.type, t + k) +
          part_text(r["take"], {}, t) + part_text(r["forward"], t + s, k + s) + part_text(r["keep"], k, {}) + "  }\n";
  if (r.has("turn")) text += part_text(r["turn"], s, s);
  if (!r.has("backward")) return text;
  return text + fmt::format("  for (int {0} = l; {0} >= f; --{0}) {{\n", a) + declared(r.type, h + g) +
         part_text(r["recall"], {}, h) + part_text(r["backward"], h + s, g + s) + part_text(r["give"], g, {}) + "  }\n";
}

static Names slots(int n, const char* line, const char* cell) {
  Names all;
  for (int m = 0; m < n; ++m)
    all.push_back(fmt::format("tile[({} * {} + {}) * {} + {}]", m, line_tile_lines, line, line_tile_cells + 1, cell));
  return all;
}

// One pass along the lines of a group, tile by tile: `in` fills a tile, `next` goes along it, `out` stores it.
static std::string through_tiles(const Recording& r, bool down, const Part& in, int come, const Part& next, int go,
                                 const Part& out) {
  const Names s = numbered_names("s", Counts(r).carried);
  const std::string each_cell =
      fmt::format("    for (int n = t; n < {}; n += {}) {{\n", line_tile_lines * line_tile_cells, line_tile_group) +
      fmt::format("  const int line = n / {0}, cell = n % {0}, i = from + cell;\n", line_tile_cells) +
      place_of_line(r, "base + line", "(int)get_group_id(1)") + "  if (i < i1 && j < j1 && k < k1)\n";
  const char* fence = "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n";
  return fmt::format(
             "  for (int n_tile = 0; n_tile < tiles; ++n_tile) {{\n"
             "    const int from = i0 + {1} * {0}, count = min({0}, i1 - from);\n",
             line_tile_cells, down ? "(tiles - 1 - n_tile)" : "n_tile") +
         each_cell + part_text(in, {}, slots(come, "line", "cell")) + "    }\n" + fence +
         fmt::format("    if (goes) for (int m = 0; m < count; ++m) {{ const int cell = {};\n",
                     down ? "count - 1 - m" : "m") +
         part_text(next, slots(come, "t", "cell") + s, slots(go, "t", "cell") + s) + "    }\n" + fence + each_cell +
         part_text(out, slots(go, "line", "cell"), {}) + "    }\n" + fence + "  }\n";
}

static std::string by_tiles(const Recording& r) {
  const Counts counts(r);
  const Names s = numbered_names("s", counts.carried);
  const std::string mine = place_of_line(r, "base + t", "(int)get_group_id(1)");
  const int n = std::max({counts.taken, counts.kept, counts.recalled, counts.given});
  std::string text =
      fmt::format("  __local {} tile[{}];\n", type_name(r.type), n * line_tile_lines * (line_tile_cells + 1)) +
      fmt::format("  const int t = (int)get_local_id(0), base = (int)get_group_id(0) * {};\n", line_tile_lines) + mine +
      fmt::format("  const int goes = t < {} && j < j1 && k < k1;\n", line_tile_lines) +
      fmt::format("  const int f = i0, l = i1 - 1, tiles = (i1 - i0 + {0} - 1) / {0};\n", line_tile_cells) +
      declared(r.type, s) + "  if (goes)\n" + part_text(r["start"], {}, s) +
      through_tiles(r, false, r["take"], counts.taken, r["forward"], counts.kept, r["keep"]);
  if (r.has("turn")) text += "  if (goes)\n" + part_text(r["turn"], s, s);
  if (!r.has("backward")) return text;
  return text + "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);\n" +
         through_tiles(r, true, r["recall"], counts.recalled, r["backward"], counts.given, r["give"]);
}

std::string opencl_line_source(const Recording& r) {
  const std::string group =
      r.axis == 0 ? fmt::format("__attribute__((reqd_work_group_size({}, 1, 1))) ", line_tile_group) : "";
  return source_head(r, false) + "__kernel " + group + "void run(" + source_arguments(r) + ") {\n" +
         (r.axis == 0 ? by_tiles(r) : along_lines(r)) + "}\n";
}

}  // namespace eddy
