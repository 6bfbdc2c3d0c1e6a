#include "exec/opencl/transform_source.hpp"

#include <fmt/format.h>

#include "exec/opencl/source_parts.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

static std::string kind_text(const Recording& r, int number) {
  const Part& slots = r[fmt::format("slots {}", number)];
  const Names numbers{"item", "stride", "length", "table"}, slot = numbered_names("slot", slots.results());
  Names z;
  for (int n = 0; n < slots.results(); ++n)
    for (int part : {0, 1}) z.push_back(fmt::format("memory[2 * (base + slot{0} + (slot{0} >> 3)) + {1}]", n, part));
  return fmt::format("    if (kind == {}) for (int n = t; n < items * mine; n += {}) {{\n", number, transform_group) +
         "    const int pair = n / items, item = n - pair * items, base = pair * room;\n" +
         fmt::format("    int {};\n", fmt::join(slot, ", ")) + part_text(slots, numbers, slot) +
         part_text(r[fmt::format("work {}", number)], numbers + z, z) + "    }\n";
}

// A loop over all cells of the group's lines; neighbouring work-items have neighbouring cells.
static std::string each_cell(const Recording& r, const Part& place, const std::string& what) {
  const char a = "ijk"[r.axis], p = "ijk"[across_first(r.axis)], q = "ijk"[across_second(r.axis)];
  return fmt::format("  for (int n = t; n < ({0}1 - {0}0) * mine; n += {1}) {{\n", a, transform_group) +
         (r.axis == 0 ? fmt::format("    const int pair = n / ({0}1 - {0}0), {0} = {0}0 + n % ({0}1 - {0}0);\n", a)
                      : fmt::format("    const int pair = n % mine, {0} = {0}0 + n / mine;\n", a)) +
         fmt::format("    const int {0} = {0}0 + (int)get_group_id(1);\n", q) +
         fmt::format(
             "    const int {0} = {0}0 + 2 * ((int)get_group_id(0) * pairs + pair), w = min({0} + 1, {0}1 - 1);\n", p) +
         "    int slot;\n" + part_text(place, {}, {"slot"}) +
         "    const int to = 2 * (pair * room + slot + (slot >> 3));\n" + what + "  }\n";
}

std::string opencl_transform_source(const Recording& r) {
  const Names z{"memory[to]", "memory[to + 1]"};
  std::string kinds;
  for (int n = 0; r.has(fmt::format("slots {}", n)); ++n) kinds += kind_text(r, n);
  return source_head(r, false) +
         fmt::format(
             "__kernel __attribute__((reqd_work_group_size({}, 1, 1))) void run({}, __global const int* steps, "
             "const int count, const int pairs, const int room, __local {}* memory) {{\n",
             transform_group, source_arguments(r), type_name(r.type)) +
         "  const int t = (int)get_local_id(0);\n" +
         fmt::format("  const int mine = min(pairs, ({0}1 - {0}0 + 1) / 2 - (int)get_group_id(0) * pairs);\n",
                     "ijk"[across_first(r.axis)]) +
         each_cell(r, r["place_in"], part_text(r["bring"], {}, z)) +
         "  for (int s = 0; s < count; ++s) {\n"
         "    const int kind = steps[5 * s], items = steps[5 * s + 1], stride = steps[5 * s + 2], length = steps[5 * s "
         "+ "
         "3], table = steps[5 * s + 4];\n"
         "    barrier(CLK_LOCAL_MEM_FENCE);\n" +
         kinds + "  }\n  barrier(CLK_LOCAL_MEM_FENCE);\n" + each_cell(r, r["place_out"], part_text(r["give"], z, {})) +
         "}\n";
}

}  // namespace eddy
