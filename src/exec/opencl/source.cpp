#include "exec/opencl/source.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "exec/opencl/source_parts.hpp"

namespace eddy {

const char* type_name(Type t) {
  switch (t) {
    case Type::real64:
      return "double";
    case Type::real32:
      return "float";
    case Type::integer:
      return "int";
    default:
      return "int";
  }
}

// Literals are bit patterns, not decimals: infinities, −0 and every last bit survive in any locale.
static std::string literal(Type t, std::uint64_t bits) {
  switch (t) {
    case Type::real64:
      return fmt::format("as_double(0x{:016x}UL)", bits);
    case Type::real32:
      return fmt::format("as_float(0x{:08x}U)", bits);
    default:
      return fmt::format("({})", static_cast<std::int64_t>(bits));
  }
}

static const char* binary_operator(Op op) {
  switch (op) {
    case Op::add:
      return "+";
    case Op::sub:
      return "-";
    case Op::mul:
      return "*";
    case Op::div:
      return "/";
    case Op::less:
      return "<";
    case Op::less_equal:
      return "<=";
    case Op::equal:
      return "==";
    case Op::not_equal:
      return "!=";
    case Op::and_:
      return "&&";
    case Op::or_:
      return "||";
    default:
      return nullptr;
  }
}

std::string source_place(const Operation& n, const Suffix& s) {
  return fmt::format("m{0}[o{0} + v{1}{4} + (long)v{2}{4} * y{0} + (long)v{3}{4} * z{0}]", n.member, n.a, n.b, n.c, s);
}

std::string source_expression(const Operation& n, const Suffix& s) {
  const auto v = [&](int node) { return fmt::format("v{}{}", node, s); };
  if (const char* op = binary_operator(n.op)) return fmt::format("{} {} {}", v(n.a), op, v(n.b));
  switch (n.op) {
    case Op::constant:
      return literal(n.type, n.bits);
    case Op::index:
      return "ijkflw"[n.a] + s;  // f, l: first and last cell of a line; w: the second line of a pair
    case Op::param:
      return fmt::format("m{}", n.member);
    case Op::load:
      return source_place(n, s);
    case Op::input:
      return fmt::format("in{}", n.member);
    case Op::load_line:
      return fmt::format("m{0}[o{0} + {1}]", n.member, v(n.a));
    case Op::neg:
      return "-" + v(n.a);
    case Op::not_:
      return "!" + v(n.a);
    case Op::fma:
      return fmt::format("fma({}, {}, {})", v(n.a), v(n.b), v(n.c));
    case Op::sqrt:
      return fmt::format("sqrt({})", v(n.a));
    case Op::abs:
      return (n.type == Type::integer ? "(int)abs(" : "fabs(") + v(n.a) + ")";
    case Op::min:
      return fmt::format("least({}, {})", v(n.a), v(n.b));
    case Op::max:
      return fmt::format("-least(-{}, -{})", v(n.a), v(n.b));
    case Op::convert:
      return fmt::format("({}){}", type_name(n.type), v(n.a));
    case Op::exponent:
      return fmt::format("ilogb({})", v(n.a));
    case Op::scale:
      return fmt::format("ldexp({}, {})", v(n.a), v(n.b));
    case Op::select:
      return fmt::format("{} ? {} : {}", v(n.a), v(n.b), v(n.c));
    default:
      throw Error(Exit::fault, "a recording holds an operation that has no OpenCL text.");
  }
}

std::vector<bool> used_nodes(const Part& part) {
  std::vector<bool> used(part.nodes.size(), false);
  for (std::size_t n = part.nodes.size(); n-- > 0;) {
    const Operation& v = part.nodes[n];
    if (v.op == Op::store || v.op == Op::result) used[n] = true;
    if (!used[n] || v.op == Op::index) continue;
    for (int operand : {v.a, v.b, v.c, v.d})
      if (operand >= 0) used[operand] = true;
  }
  return used;
}

// The loads from members that are only read, at places that need no arithmetic but that of indices. Of several rows,
// the loads of all rows come first.
static std::vector<bool> early_nodes(const Recording& r) {
  const Part& part = r["cell"];
  std::vector<bool> early(part.nodes.size(), false);
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    const Operation& v = part.nodes[n];
    if (v.op == Op::index) {
      early[n] = true;
      continue;
    }
    bool possible = v.op == Op::constant || v.op == Op::param || v.op == Op::load_line ||
                    (v.op == Op::load && r.members[v.member].access == Access::in) ||
                    (v.type == Type::integer && v.op != Op::load && v.op != Op::store);
    for (int operand : {v.a, v.b, v.c, v.d})
      if (operand >= 0 && !early[operand]) possible = false;
    early[n] = possible;
  }
  return early;
}

enum class Which { all, early, late };
static std::string body(const Recording& r, Which which = Which::all, const Suffix& suffix = "") {
  std::string text;
  const Part& part = r["cell"];
  const auto used = used_nodes(part), early = early_nodes(r);
  for (std::size_t n = 0; n < part.nodes.size(); ++n) {
    const Operation& v = part.nodes[n];
    if (!used[n] || (which != Which::all && early[n] != (which == Which::early))) continue;
    if (v.op == Op::store)
      text += fmt::format("  {} = v{}{};\n", source_place(v, suffix), v.d, suffix);
    else if (v.op == Op::result)
      text += fmt::format("  const double value{0} = (double)v{1}{0};\n", suffix, v.a);
    else
      text += fmt::format("  const {} v{}{} = {};\n", type_name(v.type), n, suffix, source_expression(v, suffix));
  }
  return text;
}

// The text of several rows: first the loads of all rows, then the computations row by row, each followed by `after`.
static std::string rows_body(const Recording& r, int rows, int last, const std::string& after) {
  std::string text;
  for (int row = 0; row < rows; ++row) {
    const Suffix s = fmt::format("r{}", row);
    for (int a = 0; a < 3; ++a)
      text += a == last ? fmt::format("  const int {0}{1} = {0}base + {2};\n", "ijk"[a], s, row)
                        : fmt::format("  const int {0}{1} = {0};\n", "ijk"[a], s);
    text += body(r, Which::early, s);
  }
  for (int row = 0; row < rows; ++row) {
    const Suffix s = fmt::format("r{}", row);
    text += body(r, Which::late, s) + (after.empty() ? "" : fmt::format("  {}(value{});\n", after, s));
  }
  return text;
}

static bool uses(const Recording& r, Type t) {
  const auto has_type = [&](const Operation& n) { return n.type == t; };
  return std::any_of(r.parts.begin(), r.parts.end(), [&](const auto& named) {
    return std::any_of(named.second.nodes.begin(), named.second.nodes.end(), has_type);
  });
}

std::string source_head(const Recording& r, bool reduces) {
  std::string text;
  if (reduces || uses(r, Type::real64)) text += "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n";
  text += "#pragma OPENCL FP_CONTRACT OFF\n";
  for (const char* t : {"float", "double"}) {  // the same as min in exec/core/math.hpp
    if (!uses(r, t[0] == 'd' ? Type::real64 : Type::real32)) continue;
    text += fmt::format(
        "static inline {0} __attribute__((overloadable)) least({0} a, {0} b) {{\n"
        "  const {0} l = a < b ? a : b < a ? b : signbit(a) ? a : b;\n"
        "  return a != a ? a : b != b ? b : l;\n}}\n",
        t);
  }
  return text;
}

std::string source_arguments(const Recording& r) {
  std::string text =
      "const int i0, const int j0, const int k0, const int i1, const int j1, const int k1, const int colour";
  for (std::size_t n = 0; n < r.members.size(); ++n) {
    const Member& m = r.members[n];
    const char* type = type_name(m.type);
    if (m.access == Access::param)
      text += fmt::format(", const {} m{}", type, n);
    else if (m.access == Access::line)
      text += fmt::format(", __global const {0}* restrict m{1}, const long o{1}", type, n);
    else
      text += fmt::format(", __global {2}{0}* {3}m{1}, const long o{1}, const int y{1}, const int z{1}", type, n,
                          m.access == Access::in ? "const " : "", m.access == Access::in_out ? "" : "restrict ");
  }
  return text;
}

// The compiler is told the size of a work-group, and so knows how many registers a work-item may have.
static std::string signature(const Recording& r, const KernelShape& shape, const char* more) {
  return fmt::format("__kernel __attribute__((reqd_work_group_size({}, {}, {}))) void run({}{})", shape.group[0],
                     shape.group[1], shape.group[2], source_arguments(r), more);
}

std::string opencl_source(const Recording& r, const KernelShape& shape) {
  const std::string text = body(r);
  const char* first =
      shape.coloured ? "i0 + 2 * (int)get_global_id(0) + ((i0 + j + k + colour) & 1)" : "i0 + (int)get_global_id(0)";
  const char last = "ijk"[shape.dimensions - 1];
  const std::string start = fmt::format("  const int {0}base = {0}0 + {1} * (int)get_global_id({2});\n", last,
                                        shape.rows, shape.dimensions - 1);
  std::string all = source_head(r, false) + signature(r, shape, "") + " {\n";
  if (shape.rows == 1)
    return all +
           fmt::format("  const int k = k0 + (int)get_global_id(2), j = j0 + (int)get_global_id(1), i = {};\n", first) +
           "  if (i >= i1 || j >= j1 || k >= k1) return;\n" + text + "}\n";
  all += fmt::format("  const int i = {}{};\n", first,
                     shape.dimensions == 3 ? ", j = j0 + (int)get_global_id(1)" : ", k = k0");
  all += start + fmt::format("  if (i >= i1 || j{0} >= j1 || k{1} >= k1) return;\n",
                             shape.dimensions == 2 ? "base" : "", shape.dimensions == 3 ? "base" : "");
  all += fmt::format("  if ({0}base + {1} <= {0}1) {{\n", last, shape.rows);
  all += rows_body(r, shape.rows, shape.dimensions - 1, "");
  return all + fmt::format("  }} else for (int {0} = {0}base; {0} < {0}1; ++{0}) {{\n", last) + text + "  }\n}\n";
}

// Sum and Extreme of exec/core/sum.hpp: their steps are the same text, which CMake puts into sum_steps_text.h.
static const char* const sum_steps =
#include "sum_steps_text.h"
    ;
static const char* const steps_names = R"(
#define FN static inline
#define int64_t long
#define uint64_t ulong
#define to_bits as_long
#define from_high_bits(b) as_double((long)(b) << 32)
)";
static const char* const sum_text = R"(
typedef SumBins Acc;
static inline Acc empty(void) { return empty_sum(); }
static inline void add(Acc* a, double v) { add_to_sum(a, v); }
static inline void merge(Acc* a, long4 q) {
  Acc other = {(int)q.x, q.y, q.z, q.w};
  merge_sums(a, other);
}
static inline long4 packed(Acc a) { return (long4)(a.top, a.p0, a.p1, a.p2); }
)";
static const char* const extreme_text = R"(
typedef struct { long key; } Acc;
static inline Acc empty(void) { Acc a = {LONG_MIN}; return a; }
static inline void add(Acc* a, double v) { a->key = max(a->key, ordered_key(v)); }
static inline void merge(Acc* a, long4 q) { a->key = max(a->key, q.x); }
static inline long4 packed(Acc a) { return (long4)(a.key, 0, 0, 0); }
)";

std::string opencl_reduce_source(const Recording& r, ReductionKind reduction, const KernelShape& shape) {
  const bool adds = reduction == ReductionKind::sum;
  const int threads = shape.group[0];
  const char* sign = reduction == ReductionKind::min ? "-" : "";
  const int rows = group_rows(shape.dimensions);
  const char last = "ijk"[shape.dimensions - 1];
  const std::string text = body(r), take = "TAKE(value);";
  const std::string each = rows_body(r, rows, shape.dimensions - 1, "TAKE");
  const std::string guarded =
      fmt::format("      for (int row = 0; row < {1}; ++row) {{ const int {0} = {0}base + row;\n", last, rows) +
      fmt::format("      if ({0} < {0}0 || {0} >= {0}1) continue;\n", last) + text + "      " + take + "}\n";
  const bool unrolled = shape.rows > 1 && rows > 1;
  const std::string down = shape.dimensions == 3 ? "j1 - j0" : "1", across = shape.dimensions == 1 ? "base" : "";
  return source_head(r, true) + steps_names + sum_steps + (adds ? sum_text : extreme_text) +
         (adds ? "#define TAKE(v) group += v\n" : fmt::format("#define TAKE(v) add(&mine, {}v)\n", sign)) +
         signature(r, shape, ", __global long4* out") + " {\n" + "  Acc mine = empty();\n" +
         fmt::format("  const int begin = {0}0 & -{1}, groups = {2}, down = {3};\n", last, rows,
                     shape.dimensions == 1 ? "1" : fmt::format("({0}1 - begin + {1}) / {2}", last, rows - 1, rows),
                     down) +
         "  for (long unit = get_group_id(1); unit < (long)groups * down; unit += get_num_groups(1)) {\n" +
         (shape.dimensions == 1 ? "    const int j = 0, k = 0;\n"
          : shape.dimensions == 2
              ? fmt::format("    const int k = 0, jbase = begin + {} * (int)unit;\n", rows)
              : fmt::format("    const int j = j0 + (int)(unit % down), kbase = begin + {} * (int)(unit / down);\n",
                            rows)) +
         fmt::format("    for (int i{0} = i0 + (int)get_global_id(0); i{0} < i1; i{0} += (int)get_global_size(0)) {{\n",
                     across) +
         (adds ? "      double group = 0;\n" : "") +
         (unrolled ? fmt::format("      if ({0}base >= {0}0 && {0}base + {1} <= {0}1) {{\n", last, rows) + each +
                         "      } else\n"
                   : "") +
         guarded + (adds ? "      add(&mine, group);\n" : "") + "    }\n  }\n" +
         fmt::format(
             "  __local long4 shared[{}];\n  const int t = (int)get_local_id(0);\n  shared[t] = packed(mine);\n",
             threads) +
         fmt::format("  for (int half_size = {}; half_size > 0; half_size /= 2) {{\n", threads / 2) +
         "    barrier(CLK_LOCAL_MEM_FENCE);\n"
         "    if (t < half_size) { merge(&mine, shared[t + half_size]); shared[t] = packed(mine); }\n  }\n"
         "  if (t == 0) out[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = packed(mine);\n}\n";
}

}  // namespace eddy
