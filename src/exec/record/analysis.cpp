#include "exec/record/analysis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

#include "base/error.hpp"
#include "exec/opencl/exec.hpp"

namespace eddy {

bool Touch::plain() const {
  for (int a = 0; a < 3; ++a) {
    const Affine& f = at[a];
    if (!f.known || f.axis != a || f.factor != 1 || f.divisor != 1) return false;
  }
  return true;
}
std::array<int, 3> Touch::offset() const { return {at[0].shift, at[1].shift, at[2].shift}; }

static Affine affine(const Recording& r, int id) {
  const Operation& n = r.nodes[id];
  auto unknown = Affine{-1, 0, 1, 0, false};
  if (n.op == Op::constant) return {-1, 0, 1, static_cast<int>(static_cast<std::int64_t>(n.bits)), true};
  if (n.op == Op::index) return {n.a, 1, 1, 0, true};
  if (n.op != Op::add && n.op != Op::sub && n.op != Op::mul && n.op != Op::div) return unknown;
  Affine a = affine(r, n.a), b = affine(r, n.b);
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
      a.factor *= by, a.shift *= by;
      break;
    default:
      if (by <= 0) return unknown;
      a.divisor *= by;
  }
  return a;
}

std::vector<Touch> recorded_touches(const Recording& r) {
  std::vector<Touch> all;
  std::vector<bool> needed(r.nodes.size(), false);
  for (std::size_t n = r.nodes.size(); n-- > 0;) {
    const Operation& v = r.nodes[n];
    if (v.op == Op::store || v.op == Op::result) needed[n] = true;
    if (!needed[n] || v.op == Op::index) continue;
    for (int o : {v.a, v.b, v.c, v.d})
      if (o >= 0) needed[o] = true;
  }
  for (std::size_t n = 0; n < r.nodes.size(); ++n) {
    const Operation& v = r.nodes[n];
    if (needed[n] && (v.op == Op::load || v.op == Op::store))
      all.push_back({v.member, {affine(r, v.a), affine(r, v.b), affine(r, v.c)}, v.op == Op::store});
  }
  return all;
}

// Layers beyond the range that the set maps to. With (f·i + s) / d over [0, n), the field is taken to hold [0, f·n /
// d).
static int layers(const Affine& a) {
  if (!a.known || a.axis < 0) return 0;
  const int below = a.shift < 0 ? (-a.shift + a.divisor - 1) / a.divisor : 0;
  const int above = a.shift > 0 ? std::max(0, (a.shift - (a.factor - 1) + a.divisor - 1) / a.divisor) : 0;
  return std::max(below, above);
}

void find_reach(Analysis& a) {
  for (const Touch& t : a.touches)
    for (const Affine& f : t.at) a.ghosts = std::max(a.ghosts, layers(f));
}

Set usual_set(int dimensions, bool coloured, int layer_axis) {
  Box box;
  for (int a = 0; a < dimensions; ++a) box.hi[a] = a == layer_axis ? 1 : 64;
  return Set(box, dimensions, coloured ? 0 : -1);
}

void find_steering(Analysis& a, const std::function<std::string(int shift)>& again) {
  for (int shift : {1, -1, 2, 5, 1000})
    if (const std::string d = again(shift); !d.empty()) {
      a.faults.push_back("what it does depends on a plain member (" + d + "): make it a Param or a template parameter");
      break;
    }
}

static std::string show(const std::array<int, 3>& d) { return fmt::format("({}, {}, {})", d[0], d[1], d[2]); }

// Can two different cells of the set be `d` apart?
static bool apart(const Set& s, const std::array<int, 3>& d) {
  if (d == std::array<int, 3>{0, 0, 0}) return false;
  for (int a = 0; a < 3; ++a)
    if (std::abs(d[a]) >= s.box.extent(a)) return false;
  return s.colour < 0 || (d[0] + d[1] + d[2]) % 2 == 0;
}

static void find_races(Analysis& a, const Declared& declared) {
  for (const Touch& w : a.touches) {
    if (!w.writes) continue;
    const std::string& field = a.members[w.member].name;
    if (!w.plain()) {
      a.faults.push_back("it writes '" + field +
                         "' at an index other than its own cell's, shifted: two cells may write one point");
      continue;
    }
    for (const Touch& t : a.touches) {
      if (t.member != w.member) continue;
      if (!t.plain()) {
        a.faults.push_back("race: it gathers from '" + field + "', which the same launch writes");
        continue;
      }
      std::array<int, 3> d;
      for (int n = 0; n < 3; ++n) d[n] = t.offset()[n] - w.offset()[n];
      if (!apart(declared.set, d)) continue;
      if (declared.ordered && !t.writes && std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2]) == 1)
        continue;  // the order says who is first
      a.faults.push_back(
          fmt::format("race: a cell {} '{}' at {} of itself, which another cell of the same launch writes",
                      t.writes ? "writes" : "reads", field, show(d)));
    }
  }
}

void find_unwritten(Analysis& a) {
  for (std::size_t m = 0; m < a.members.size(); ++m) {
    if (a.members[m].access != Access::out && a.members[m].access != Access::in_out) continue;
    const bool written = std::any_of(a.touches.begin(), a.touches.end(),
                                     [&](const Touch& t) { return t.writes && t.member == static_cast<int>(m); });
    if (!written) a.faults.push_back("output '" + a.members[m].name + "' is never written");
  }
}

static bool is_written(const Member& m) { return m.access == Access::out || m.access == Access::in_out; }

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

double flops(const Recording& r) {
  double all = 0;
  for (const Operation& n : r.nodes) {
    if (n.type == Type::integer || n.type == Type::truth) continue;
    if (n.op == Op::add || n.op == Op::sub || n.op == Op::mul || n.op == Op::div || n.op == Op::sqrt) all += 1;
    if (n.op == Op::fma) all += 2;
  }
  return all;
}

static void count_work(Analysis& a, const Recording& r) {
  std::vector<int> read(a.members.size(), 0), written(a.members.size(), 0);
  for (const Touch& t : a.touches) (t.writes ? written : read)[t.member] = 1;
  for (std::size_t m = 0; m < a.members.size(); ++m) a.bytes += size_of(a.members[m].type) * (read[m] + written[m]);
  a.flops = flops(r);
}

Analysis analyse(const Recording& r, const Declared& declared) {
  Analysis a;
  a.members = r.members;
  a.touches = recorded_touches(r);
  find_reach(a);
  find_races(a, declared);
  find_unwritten(a);
  count_work(a, r);
  std::sort(a.faults.begin(), a.faults.end());
  a.faults.erase(std::unique(a.faults.begin(), a.faults.end()), a.faults.end());
  return a;
}

std::string difference(const Recording& a, const Recording& b) {
  for (std::size_t n = 0; n < std::min(a.nodes.size(), b.nodes.size()); ++n)
    if (!(a.nodes[n] == b.nodes[n])) return fmt::format("operation {} differs", n);
  return a.nodes.size() == b.nodes.size() ? ""
                                          : fmt::format("{} operations against {}", a.nodes.size(), b.nodes.size());
}

void find_outside(Analysis& a, const Set& set, const std::vector<Argument>& arguments) {
  for (const Touch& t : a.touches) {
    if (!t.plain()) continue;
    Box reach = set.box;
    for (int n = 0; n < 3; ++n) reach = reach.shifted(n, t.offset()[n]);
    if (!arguments[t.member].binding->bounds.holds(reach))
      a.faults.push_back(fmt::format("it reaches '{}' at {} of a cell, outside the field and its ghosts",
                                     a.members[t.member].name, show(t.offset())));
  }
}

// Before a kernel is built for a launch: no race in this very set, and no reach outside the fields it was given.
void check_launch(const char* name, const Recording& r, const Set& set, const std::vector<Argument>& arguments) {
  Analysis a = analyse(r, {set});
  find_outside(a, set, arguments);
  if (!a.faults.empty()) throw Error(Exit::fault, fmt::format("kernel '{}': {}.", name, a.faults.front()));
}

}  // namespace eddy
