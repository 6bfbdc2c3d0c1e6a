#include "exec/record/transform_analysis.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "exec/opencl/exec.hpp"
#include "exec/opencl/transform_source.hpp"

namespace eddy {

static std::vector<const Recording*> parts(const WholeRecording& r) {
  std::vector<const Recording*> all{&r.bring, &r.place_in, &r.place_out, &r.give};
  for (const auto& k : r.kinds) all.push_back(&k.slots), all.push_back(&k.work);
  return all;
}

// What both lines of a pair do is the same: the second line's touches count as the first one's.
static std::vector<Touch> whole_touches(const WholeRecording& r) {
  std::vector<Touch> all;
  for (const Recording* part : {&r.bring, &r.give})
    for (Touch t : recorded_touches(*part)) {
      Affine& across = t.at[across_first(r.axis)];
      if (across.axis == index_second) across.axis = across_first(r.axis);
      all.push_back(t);
    }
  return all;
}

// A line's cells are all there before the first is given back; other lines may be at any point of their way.
static void find_pair_races(Analysis& a, const WholeRecording& r, const Set& set) {
  for (const Touch& w : a.touches) {
    if (!w.writes) continue;
    const std::string& field = a.members[w.member].name;
    if (!w.plain() || w.offset() != std::array<int, 3>{0, 0, 0})
      a.faults.push_back("it writes '" + field + "' at an index other than its own cell's");
    for (const Touch& t : a.touches) {
      if (t.member != w.member || &t == &w) continue;
      const auto d = t.offset();
      const int p = across_first(r.axis), q = across_second(r.axis);
      const bool other = std::abs(d[p]) < set.box.extent(p) && std::abs(d[q]) < set.box.extent(q) && (d[p] || d[q]);
      if (!t.plain() || other)
        a.faults.push_back(
            fmt::format("race: a line reads '{}' at ({}, {}, {}) of itself, which another line of the "
                        "same launch writes",
                        field, d[0], d[1], d[2]));
    }
  }
}

static void find_memory_in_steps(Analysis& a, const WholeRecording& r) {
  for (const auto& k : r.kinds)
    for (const Recording* part : {&k.slots, &k.work})
      for (const Operation& n : part->nodes)
        if (n.op == Op::load || n.op == Op::store)
          a.faults.push_back("a step touches '" + a.members[n.member].name + "': only bring and give may");
}

static void count_pair_work(Analysis& a, const WholeRecording& r) {  // the steps' flops depend on the plan
  for (std::size_t m = 0; m < a.members.size(); ++m) {
    bool seen[2] = {};
    for (const Touch& t : a.touches)
      if (t.member == static_cast<int>(m)) seen[t.writes] = true;
    a.bytes += size_of(a.members[m].type) * (seen[0] + seen[1]);
  }
  a.flops = (flops(r.bring) + flops(r.give)) / 2;
}

Analysis analyse(const WholeRecording& r, const Declared& declared) {
  Analysis a;
  a.members = r.bring.members;
  a.touches = whole_touches(r);
  find_reach(a);
  find_pair_races(a, r, declared.set);
  find_memory_in_steps(a, r);
  find_unwritten(a);
  count_pair_work(a, r);
  std::sort(a.faults.begin(), a.faults.end());
  a.faults.erase(std::unique(a.faults.begin(), a.faults.end()), a.faults.end());
  return a;
}

std::string difference(const WholeRecording& a, const WholeRecording& b) {
  const auto of_a = parts(a), of_b = parts(b);
  for (std::size_t n = 0; n < of_a.size(); ++n)
    if (const std::string d = difference(*of_a[n], *of_b[n]); !d.empty()) return d;
  return "";
}

void check_whole(const char* name, const WholeRecording& r, const Set& set, const std::vector<Argument>& arguments) {
  Analysis a = analyse(r, {set});
  find_outside(a, set, arguments);
  if (!a.faults.empty()) throw Error(Exit::fault, fmt::format("kernel '{}': {}.", name, a.faults.front()));
}

}  // namespace eddy
