#include "exec/record/lines_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "exec/opencl/exec.hpp"
#include "exec/opencl/lines_source.hpp"

namespace eddy {

namespace {

struct LineTouch {
  Touch touch;
  int pass;  // 0 upwards, 1 downwards; −1: at the ends of the line
};

std::vector<const Recording*> parts(const LineRecording& r) {
  return {&r.start, &r.take, &r.forward, &r.keep, &r.turn, &r.recall, &r.backward, &r.give};
}

std::vector<LineTouch> line_touches(const LineRecording& r) {
  std::vector<LineTouch> all;
  auto add = [&](const Recording& part, int pass) {
    for (const Touch& t : recorded_touches(part)) all.push_back({t, pass});
  };
  add(r.start, -1), add(r.take, 0), add(r.keep, 0);
  add(r.turn, -1), add(r.recall, 1), add(r.give, 1);
  return all;
}

// i + shift across; along the line i + shift, or a place at one of its ends.
bool plain(const Touch& t, int axis) {
  for (int a = 0; a < 3; ++a) {
    const Affine& f = t.at[a];
    const bool own = f.axis == a || (a == axis && (f.axis == index_first || f.axis == index_last));
    if (!f.known || !own || f.factor != 1 || f.divisor != 1) return false;
  }
  return true;
}

// Can two lines of the set be `d` apart?
bool lines_apart(const Set& s, int axis, const std::array<int, 3>& d) {
  const int p = across_first(axis), q = across_second(axis);
  if (d[p] == 0 && d[q] == 0) return false;
  if (std::abs(d[p]) >= s.box.extent(p) || std::abs(d[q]) >= s.box.extent(q)) return false;
  return s.colour < 0 || (d[p] + d[q]) % 2 == 0;
}

void find_line_races(Analysis& a, const std::vector<LineTouch>& touches, int axis, const Set& set) {
  for (const LineTouch& w : touches) {
    if (!w.touch.writes) continue;
    const std::string& field = a.members[w.touch.member].name;
    if (!plain(w.touch, axis)) {
      a.faults.push_back("it writes '" + field +
                         "' at an index other than its own cell's, shifted: two cells may write one point");
      continue;
    }
    for (const LineTouch& t : touches) {
      if (t.touch.member != w.touch.member) continue;
      if (!plain(t.touch, axis)) {
        a.faults.push_back("race: it gathers from '" + field + "', which the same launch writes");
        continue;
      }
      std::array<int, 3> d;
      for (int n = 0; n < 3; ++n) d[n] = t.touch.offset()[n] - w.touch.offset()[n];
      if (lines_apart(set, axis, d)) {
        d[axis] = 0;
        a.faults.push_back(
            fmt::format("race: a line {} '{}' at ({}, {}, {}) of itself, which another line of the same launch writes",
                        t.touch.writes ? "writes" : "reads", field, d[0], d[1], d[2]));
      } else if (t.pass == w.pass && w.pass >= 0 && d[axis] != 0 && d[across_first(axis)] == 0 &&
                 d[across_second(axis)] == 0) {
        a.faults.push_back(fmt::format("race: it {} '{}' {} cells along its line from where the same pass writes it",
                                       t.touch.writes ? "writes" : "reads", field, d[axis]));
      }
    }
  }
}

void find_memory_in_recurrence(Analysis& a, const LineRecording& r) {
  for (const Recording* part : {&r.forward, &r.backward})
    for (const Operation& n : part->nodes)
      if (n.op == Op::load || n.op == Op::store || n.op == Op::load_line)
        a.faults.push_back("its recurrence touches '" + a.members[n.member].name +
                           "': only take, keep, recall and give may");
}

void count_line_work(Analysis& a, const LineRecording& r, const std::vector<LineTouch>& touches) {
  for (std::size_t m = 0; m < a.members.size(); ++m) {
    bool seen[2][2] = {};
    for (const LineTouch& t : touches)
      if (t.pass >= 0 && t.touch.member == static_cast<int>(m)) seen[t.pass][t.touch.writes] = true;
    for (bool s : {seen[0][0], seen[0][1], seen[1][0], seen[1][1]}) a.bytes += s * size_of(a.members[m].type);
  }
  for (const Recording* part : {&r.take, &r.forward, &r.keep, &r.recall, &r.backward, &r.give}) a.flops += flops(*part);
}

}  // namespace

Analysis analyse(const LineRecording& r, const Declared& declared) {
  Analysis a;
  a.members = r.take.members;
  const auto touches = line_touches(r);
  for (const LineTouch& t : touches) {
    a.touches.push_back(t.touch);
    int& shift = a.touches.back().at[r.axis].shift;
    if (shift > 0) shift = std::max(0, shift - declared.cut);
  }
  find_reach(a);
  for (std::size_t n = 0; n < touches.size(); ++n) a.touches[n] = touches[n].touch;
  find_line_races(a, touches, r.axis, declared.set);
  find_memory_in_recurrence(a, r);
  find_unwritten(a);
  count_line_work(a, r, touches);
  std::sort(a.faults.begin(), a.faults.end());
  a.faults.erase(std::unique(a.faults.begin(), a.faults.end()), a.faults.end());
  return a;
}

std::string difference(const LineRecording& a, const LineRecording& b) {
  const auto of_a = parts(a), of_b = parts(b);
  for (std::size_t n = 0; n < of_a.size(); ++n)
    if (const std::string d = difference(*of_a[n], *of_b[n]); !d.empty()) return d;
  return "";
}

void check_lines(const char* name, const LineRecording& r, const Set& set, const std::vector<Argument>& arguments) {
  Analysis a = analyse(r, {set});
  for (const Touch& t : a.touches) {
    if (!plain(t, r.axis)) continue;
    Box reach = set.box;
    for (int n = 0; n < 3; ++n) {
      if (t.at[n].axis == index_first) reach.hi[n] = reach.lo[n] + 1;
      if (t.at[n].axis == index_last) reach.lo[n] = reach.hi[n] - 1;
      reach = reach.shifted(n, t.offset()[n]);
    }
    if (!arguments[t.member].binding->bounds.holds(reach))
      a.faults.push_back(fmt::format("it reaches '{}' at ({}, {}, {}) of a cell, outside the field and its ghosts",
                                     a.members[t.member].name, t.offset()[0], t.offset()[1], t.offset()[2]));
  }
  if (!a.faults.empty()) throw Error(Exit::fault, fmt::format("kernel '{}': {}.", name, a.faults.front()));
}

}  // namespace eddy
