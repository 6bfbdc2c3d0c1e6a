#include "exec/record/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <tuple>

#include "base/error.hpp"
#include "exec/opencl/exec.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

bool Touch::plain() const {
  for (int a = 0; a < 3; ++a) {
    const Affine& f = at[a];
    if (!f.known || f.axis != a || f.factor != 1 || f.divisor != 1) return false;
  }
  return true;
}
std::array<int, 3> Touch::offset() const { return {at[0].shift, at[1].shift, at[2].shift}; }

static Affine affine(const Part& p, int id) {
  const Operation& n = p.nodes[id];
  auto unknown = Affine{-1, 0, 1, 0, false};
  if (n.op == Op::constant) return {-1, 0, 1, static_cast<int>(static_cast<std::int64_t>(n.bits)), true};
  if (n.op == Op::index) return {n.a, 1, 1, 0, true};
  if (n.op != Op::add && n.op != Op::sub && n.op != Op::mul && n.op != Op::div) return unknown;
  Affine a = affine(p, n.a);
  Affine b = affine(p, n.b);
  if (n.op != Op::sub && n.op != Op::div && a.axis < 0) std::swap(a, b);
  if (!a.known || !b.known || b.axis >= 0) return unknown;
  const int by = b.shift;
  switch (n.op) {
    case Op::add:
      a.shift += by * a.divisor;
      break;
    case Op::sub:
      a.shift -= by * a.divisor;
      break;
    case Op::mul:
      if (a.divisor != 1) return unknown;
      a.factor *= by;
      a.shift *= by;
      break;
    default:
      if (by <= 0) return unknown;
      a.divisor *= by;
  }
  return a;
}

static void add_touches(std::vector<Touch>& all, const Part& p, int pass = 0) {
  std::vector<bool> needed(p.nodes.size(), false);
  for (std::size_t n = p.nodes.size(); n-- > 0;) {
    const Operation& v = p.nodes[n];
    if (v.op == Op::store || v.op == Op::result) needed[n] = true;
    if (!needed[n] || v.op == Op::index) continue;
    for (int o : {v.a, v.b, v.c, v.d})
      if (o >= 0) needed[o] = true;
  }
  for (std::size_t n = 0; n < p.nodes.size(); ++n) {
    const Operation& v = p.nodes[n];
    if (needed[n] && (v.op == Op::load || v.op == Op::store))
      all.push_back({v.member, {affine(p, v.a), affine(p, v.b), affine(p, v.c)}, v.op == Op::store, pass});
  }
}

static std::vector<Touch> touches_of(const Recording& r) {
  std::vector<Touch> all;
  if (r.kind == KernelKind::cells) add_touches(all, r["cell"]);
  if (r.kind == KernelKind::lines) {
    for (const char* at_ends : {"start", "turn"}) add_touches(all, r[at_ends], -1);
    for (const char* upwards : {"take", "keep"}) add_touches(all, r[upwards], 0);
    for (const char* downwards : {"recall", "give"}) add_touches(all, r[downwards], 1);
  }
  if (r.kind == KernelKind::transform) {
    for (const char* part : {"bring", "give"}) add_touches(all, r[part]);
    // Both lines of a pair do the same: an access to the second counts as one to the first.
    for (Touch& t : all)
      if (Affine& across = t.at[across_first(r.axis)]; across.axis == index_second) across.axis = across_first(r.axis);
  }
  return all;
}

// Ghost layers that an index reaches into. For (f·i + s) / d with i in [0, n), the field is taken to hold [0, f·n / d).
static int layers(const Affine& a, int cut) {
  if (!a.known || a.axis < 0) return 0;
  const int below = a.shift < 0 ? (-a.shift + a.divisor - 1) / a.divisor : 0;
  const int shift = std::max(0, a.shift - cut);
  const int above = shift > 0 ? std::max(0, (shift - (a.factor - 1) + a.divisor - 1) / a.divisor) : 0;
  return std::max(below, above);
}

static void find_reach(Analysis& a, const Recording& r, int cut) {
  for (const Touch& t : a.touches)
    for (int n = 0; n < 3; ++n) a.ghosts = std::max(a.ghosts, layers(t.at[n], n == r.axis ? cut : 0));
}

Set usual_set(int dimensions, bool coloured, int layer_axis) {
  Box box;
  for (int a = 0; a < dimensions; ++a) box.hi[a] = a == layer_axis ? 1 : 64;
  return Set(box, dimensions, coloured ? 0 : -1);
}

void find_steering(Analysis& a, const Recording& once, Recording (*again)(int shift)) {
  for (int shift : {1, -1, 2, 5, 1000})
    if (const std::string d = difference(once, again(shift)); !d.empty()) {
      a.faults.push_back("what it does depends on a plain member (" + d + "): make it a Param or a template parameter");
      break;
    }
}

static std::string show(const std::array<int, 3>& d) { return fmt::format("({}, {}, {})", d[0], d[1], d[2]); }

// Whether an access is at i + shift along each axis, or at a shift from one end of a line.
static bool plain_or_at_end(const Touch& t) {
  for (int a = 0; a < 3; ++a) {
    const Affine& f = t.at[a];
    const bool own = f.axis == a || f.axis == index_first || f.axis == index_last;
    if (!f.known || !own || f.factor != 1 || f.divisor != 1) return false;
  }
  return true;
}

// Whether two different cells of the set can be `d` apart; for lines and transforms, two different lines.
static bool apart(const Recording& r, const Set& s, std::array<int, 3> d) {
  if (r.kind != KernelKind::cells) d[r.axis] = 0;
  if (d == std::array<int, 3>{0, 0, 0}) return false;
  for (int a = 0; a < 3; ++a)
    if (std::abs(d[a]) >= s.box.extent(a)) return false;
  return s.colour < 0 || (d[0] + d[1] + d[2]) % 2 == 0;
}

static void find_race(Analysis& a, const Recording& r, const Declared& declared, const Touch& w, const Touch& t) {
  const std::string& field = a.members[w.member].name;
  const char* const does = t.writes ? "writes" : "reads";
  if (!plain_or_at_end(t)) {
    a.faults.push_back("race: it gathers from '" + field + "', which the same launch writes");
    return;
  }
  std::array<int, 3> d;
  for (int n = 0; n < 3; ++n) d[n] = t.offset()[n] - w.offset()[n];
  const int far = std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]);
  if (apart(r, declared.set, d)) {
    if (declared.ordered && !t.writes && far == 1) return;  // the order says which cell is first
    const bool cells = r.kind == KernelKind::cells;
    if (!cells) d[r.axis] = 0;
    a.faults.push_back(
        fmt::format("race: a {0} {1} '{2}' at {3} of itself, which another {0} of the same launch writes",
                    cells ? "cell" : "line", does, field, show(d)));
  } else if (r.kind == KernelKind::lines && t.pass == w.pass && w.pass >= 0 && d[r.axis] != 0 &&
             far == std::abs(d[r.axis])) {
    a.faults.push_back(fmt::format("race: it {} '{}' {} cells along its line from where the same pass writes it", does,
                                   field, d[r.axis]));
  }
}

// Whether each cell writes a point of its own: itself, or a cell at a fixed shift. A transform, which has read whole
// lines before it writes, may write without a shift only.
static bool writes_own_point(const Recording& r, const Touch& w) {
  const bool moved = w.offset() != std::array<int, 3>{0, 0, 0};
  return plain_or_at_end(w) && !(r.kind == KernelKind::transform && moved);
}

// Whether an access is at an index that depends on data; in a listed kernel it comes from the list.
static bool is_by_table(const Touch& w) {
  return std::any_of(w.at.begin(), w.at.end(), [](const Affine& f) { return !f.known; });
}

static void find_races(Analysis& a, const Recording& r, const Declared& declared) {
  for (const Touch& w : a.touches) {
    if (!w.writes || (r.listed && is_by_table(w))) continue;
    if (writes_own_point(r, w)) {
      for (const Touch& t : a.touches)
        if (t.member == w.member) find_race(a, r, declared, w, t);
    } else {
      a.faults.push_back("it writes '" + a.members[w.member].name +
                         "' at an index other than its own cell's, shifted: two cells may write one point");
    }
  }
}

static bool is_written(const Member& m) { return m.access == Access::out || m.access == Access::in_out; }

static void find_unwritten(Analysis& a) {
  for (std::size_t m = 0; m < a.members.size(); ++m) {
    if (!is_written(a.members[m])) continue;
    const bool written = std::any_of(a.touches.begin(), a.touches.end(),
                                     [&](const Touch& t) { return t.writes && t.member == static_cast<int>(m); });
    if (!written) a.faults.push_back("output '" + a.members[m].name + "' is never written");
  }
}

// The functions between loading and storing must not access fields, and the recurrence of a line not even tables.
static void find_memory_between(Analysis& a, const Recording& r) {
  for (const auto& [name, part] : r.parts) {
    const bool recurrence = name == "forward" || name == "backward";
    const bool step = name.starts_with("slots ") || name.starts_with("work ");
    if (!recurrence && !step) continue;
    for (const Operation& n : part.nodes)
      if (n.op == Op::load || n.op == Op::store || (recurrence && n.op == Op::load_line))
        a.faults.push_back(fmt::format("{} touches '{}': only {} may", recurrence ? "its recurrence" : "a step",
                                       a.members[n.member].name,
                                       recurrence ? "take, keep, recall and give" : "bring and give"));
  }
}

void find_tile_faults(Analysis& a, int reach) {
  const auto count = [&](auto&& what) { return std::count_if(a.members.begin(), a.members.end(), what); };
  const auto in_place = count([](const Member& m) { return m.access == Access::in_out; });
  const auto read = count([](const Member& m) { return m.iterated; });
  if (count(is_written) != std::max<std::ptrdiff_t>(read, 1))
    a.faults.push_back("several sweeps per pass: it does not write what it iterates, and that alone");
  if (read + in_place == 0 || in_place > 1 || (in_place && read))
    a.faults.push_back("several sweeps per pass: it does not say what it iterates (Previous, or one InOut)");
  for (const Touch& t : a.touches) {
    const Member& m = a.members[t.member];
    if (!m.iterated && !is_written(m)) continue;
    const auto o = t.offset();
    const int far = std::abs(o[0]) + std::abs(o[1]) + std::abs(o[2]);
    const bool straight = std::max({std::abs(o[0]), std::abs(o[1]), std::abs(o[2])}) == far;
    if (!t.plain() || !straight || far > (t.writes ? 0 : reach))
      a.faults.push_back(fmt::format("several sweeps per pass: it {} '{}' at {} of a cell, beyond {}",
                                     t.writes ? "writes" : "reads", m.name, show(o),
                                     t.writes     ? "itself"
                                     : reach == 1 ? "the next cells along the axes"
                                                  : fmt::format("the next {} cells along the axes", reach)));
  }
}

int size_of(Type t) { return t == Type::real64 ? 8 : 4; }

static double flops(const Part& p) {
  double all = 0;
  for (const Operation& n : p.nodes) {
    if (n.type == Type::integer || n.type == Type::truth) continue;
    if (n.op == Op::add || n.op == Op::sub || n.op == Op::mul || n.op == Op::div || n.op == Op::sqrt) all += 1;
    if (n.op == Op::fma) all += 2;
  }
  return all;
}

static double flops(const Recording& r) {  // per cell; without a transform's steps, which depend on its plan
  if (r.kind == KernelKind::transform) return (flops(r["bring"]) + flops(r["give"])) / 2;
  double all = 0;
  for (const auto& [name, part] : r.parts)
    if (name != "start" && name != "turn") all += flops(part);
  return all;
}

static void count_work(Analysis& a, const Recording& r) {
  std::set<std::tuple<int, int, bool>> moved;  // member, pass, written: per pass, one read and one write count
  for (const Touch& t : a.touches)
    if (t.pass >= 0) moved.insert({t.member, t.pass, t.writes});
  for (const auto& [member, pass, writes] : moved) a.bytes += size_of(a.members[member].type);
  a.flops = flops(r);
}

Analysis analyse(const Recording& r, const Declared& declared) {
  Analysis a;
  a.members = r.members;
  a.touches = touches_of(r);
  find_reach(a, r, declared.cut);
  find_races(a, r, declared);
  find_memory_between(a, r);
  find_unwritten(a);
  count_work(a, r);
  std::sort(a.faults.begin(), a.faults.end());
  a.faults.erase(std::unique(a.faults.begin(), a.faults.end()), a.faults.end());
  return a;
}

static void find_outside(Analysis& a, const Set& set, const std::vector<Argument>& arguments) {
  for (const Touch& t : a.touches) {
    if (!plain_or_at_end(t)) continue;
    Box reach = set.box;
    for (int n = 0; n < 3; ++n) {
      if (t.at[n].axis == index_first) reach.hi[n] = reach.lo[n] + 1;
      if (t.at[n].axis == index_last) reach.lo[n] = reach.hi[n] - 1;
      reach = reach.shifted(n, t.offset()[n]);
    }
    if (!arguments[t.member].binding->bounds.holds(reach))
      a.faults.push_back(fmt::format("it reaches '{}' at {} of a cell, outside the field and its ghosts",
                                     a.members[t.member].name, show(t.offset())));
  }
}

void check_launch(const char* name, const Recording& r, const Set& set, const std::vector<Argument>& arguments) {
  Analysis a = analyse(r, {set});
  find_outside(a, set, arguments);
  if (!a.faults.empty()) throw Error(Exit::fault, fmt::format("kernel '{}': {}.", name, a.faults.front()));
}

}  // namespace eddy
