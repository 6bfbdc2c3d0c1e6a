#include "exec/ranks/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "exec/core/sum.hpp"
#include "exec/record/kernels.hpp"

namespace eddy {
namespace {

constexpr int least_cells = 4;               // the fewest cells of a part along an axis that is cut
constexpr int room = 8;                      // layers of a halo where the parts are large enough
constexpr int list_reach = 4;                // layers that plan_around fetches; no halo has fewer
constexpr int gather_reach = Parts::around;  // how far beyond its own cells a kernel that computes its indices reads

int group_of(int axis, int dimensions) { return axis == dimensions - 1 ? group_rows(dimensions) : 1; }

std::vector<int> begins_of(int cells, int parts, int group) {
  std::vector<int> all{-Partition::far};
  for (int p = 1; p < parts; ++p) {
    const int even = static_cast<int>(std::int64_t(cells) * p / parts);
    all.push_back((even + group / 2) / group * group);
  }
  return all;
}

int smallest(const std::vector<int>& begins, int cells) {
  if (begins.size() == 1) return std::numeric_limits<int>::max();
  int least = std::min(begins[1], cells - begins.back());
  for (std::size_t p = 2; p < begins.size(); ++p) least = std::min(least, begins[p] - begins[p - 1]);
  return least;
}

std::string text_of(const std::array<int, 3>& n, int dimensions) {
  std::string text = std::to_string(n[0]);
  for (int a = 1; a < dimensions; ++a) text += " × " + std::to_string(n[a]);
  return text;
}

Partition cut_into(const std::array<int, 3>& cells, int dimensions, const std::array<int, 3>& parts) {
  std::array<std::vector<int>, 3> begins;
  int least = std::numeric_limits<int>::max();
  for (int a = 0; a < 3; ++a) {
    begins[a] = begins_of(cells[a], parts[a], a < dimensions ? group_of(a, dimensions) : 1);
    least = std::min(least, smallest(begins[a], cells[a]));
  }
  // Thin parts get thin halos, which cost less memory.
  const int halo = std::clamp(least / 16, std::min(least_cells, least), room);
  return Partition(std::move(begins), halo);
}

bool fits(const std::array<int, 3>& cells, int dimensions, const std::array<int, 3>& parts) {
  for (int a = 0; a < 3; ++a) {
    if (parts[a] == 1) continue;
    if (a >= dimensions) return false;
    if (smallest(begins_of(cells[a], parts[a], group_of(a, dimensions)), cells[a]) < least_cells) return false;
  }
  return true;
}

// Finds the parts with the least surface between them. Cuts along the last axis are preferred to cuts along the first,
// where a face is scattered in memory.
std::array<int, 3> choose_parts(const std::array<int, 3>& cells, int dimensions, int ranks,
                                const std::array<bool, 3>& periodic = {}) {
  std::array<int, 3> best{0, 0, 0};
  double least = std::numeric_limits<double>::max();
  for (int z = 1; z <= (dimensions > 2 ? ranks : 1); ++z)
    for (int y = 1; y <= (dimensions > 1 ? ranks / z : 1); ++y) {
      const std::array<int, 3> parts{ranks / y / z, y, z};
      if (parts[0] * y * z != ranks || !fits(cells, dimensions, parts)) continue;
      double surface = 0;
      for (int a = 0; a < dimensions; ++a) {
        double face = a == 0 ? 1.001 : a == 1 ? 1.0005 : 1;
        for (int b = 0; b < dimensions; ++b)
          if (b != a) face *= cells[b];
        surface += (periodic[a] && parts[a] > 1 ? parts[a] : parts[a] - 1) * face;
      }
      if (surface < least) {
        least = surface;
        best = parts;
      }
    }
  return best;
}

// The nearest numbers of ranks, below and above, for which the cells can be cut.
std::string good_ranks(const std::array<int, 3>& cells, int dimensions, int near) {
  int below = near - 1, above = near + 1;
  while (below > 1 && choose_parts(cells, dimensions, below)[0] == 0) --below;
  while (above < 2 * near && choose_parts(cells, dimensions, above)[0] == 0) ++above;
  return std::to_string(below) + (above < 2 * near ? " or " + std::to_string(above) : "");
}

}  // namespace

Box Partition::own(int rank) const {
  const std::array<int, 3> at = place(rank);
  Box b;
  for (int a = 0; a < 3; ++a) b.set(a, begins_[a][at[a]], at[a] + 1 < parts(a) ? begins_[a][at[a] + 1] : far);
  return b;
}

Partition cut(const std::array<int, 3>& cells, int dimensions, int ranks, const std::vector<int>& wish,
              const std::array<bool, 3>& periodic) {
  std::array<int, 3> parts{1, 1, 1};
  if (!wish.empty()) {
    constexpr std::int64_t endless = std::int64_t(1) << 31;
    std::int64_t product = 1;
    for (std::size_t a = 0; a < wish.size() && a < 3; ++a) product = std::min(endless, product * (parts[a] = wish[a]));
    if (static_cast<int>(wish.size()) != dimensions)
      throw Error(Exit::usage, fmt::format("run.ranks has {} numbers, and the mesh has {} axes. Give one number of "
                                           "parts per axis.",
                                           wish.size(), dimensions));
    if (product != ranks)
      throw Error(
          Exit::usage,
          fmt::format("run.ranks = [{}] makes {} parts, and {} ranks were started. Start as many, or "
                      "leave run.ranks out.",
                      fmt::join(wish, ", "), product < endless ? std::to_string(product) : "far too many", ranks));
    if (!fits(cells, dimensions, parts))
      throw Error(Exit::usage, fmt::format("run.ranks = [{}] is too many for {} cells: a part needs {} along each axis "
                                           "that is cut. Take fewer ranks, or leave run.ranks out.",
                                           fmt::join(wish, ", "), text_of(cells, dimensions), least_cells));
  } else {
    parts = choose_parts(cells, dimensions, ranks, periodic);
    if (parts[0] == 0)
      throw Error(Exit::usage,
                  fmt::format("{} cells cannot be cut for {} ranks: a part needs {} along each axis that is cut, and "
                              "along the last one whole groups of {}. Start {}.",
                              text_of(cells, dimensions), ranks, least_cells, group_rows(dimensions),
                              good_ranks(cells, dimensions, ranks)));
  }
  return cut_into(cells, dimensions, parts);
}

Partition coarsened(const Partition& fine, const std::array<const std::vector<int>*, 3>& first) {
  std::array<std::vector<int>, 3> begins;
  int least = fine.halo();
  for (int a = 0; a < 3; ++a) {
    begins[a] = fine.begins(a);
    if (!first[a]) continue;
    for (int p = 1; p < fine.parts(a); ++p)
      begins[a][p] =
          static_cast<int>(std::lower_bound(first[a]->begin(), first[a]->end(), fine.begins(a)[p]) - first[a]->begin());
    least = std::min(least, smallest(begins[a], static_cast<int>(first[a]->size())));
  }
  return Partition(std::move(begins), least);
}

Box Held::halo(int rank, int direction, int width) const {
  const Box mine = part->own(rank);
  const std::array<int, 3> step = step_of(direction);
  Box b = mine;
  for (int a = 0; a < 3; ++a) {
    if (step[a] > 0) b.set(a, mine.hi[a], mine.hi[a] + width);
    if (step[a] < 0) b.set(a, mine.lo[a] - width, mine.lo[a]);
  }
  return b.common(bounds);
}

Parts::Parts(Partition finest) : many_(finest.ranks() > 1) {
  all_.push_back(std::make_unique<Partition>(std::move(finest)));
  current_ = all_.front().get();
}

const Partition* Parts::kept(const Partition& p) {
  for (const auto& known : all_)
    if (*known == p) return known.get();
  all_.push_back(std::make_unique<Partition>(p));
  return all_.back().get();
}

const std::vector<Parts::Reach>& Parts::reaches(const KernelId& kernel, std::size_t members) {
  const auto known = reaches_.find(&kernel);
  if (known != reaches_.end()) return known->second;
  std::vector<Reach> all(members);
  const Analysis* const found = kernel_list().find(kernel);
  std::vector<std::size_t> view;  // of each member: its place among those that are not parameters
  std::size_t views = 0;
  for (std::size_t m = 0; found && m < found->members.size(); ++m) {
    view.push_back(views);
    views += found->members[m].access != Access::param;
  }
  if (!found || views != members)
    throw Error(Exit::fault,
                fmt::format("the list of kernels does not know '{}' ({}, {}D) as it is launched: how far it "
                            "reads is not known.",
                            kernel.name, kernel.variant, kernel.dimensions));
  for (const Touch& t : found->touches) {
    if (t.writes) continue;
    Reach& r = all[view[static_cast<std::size_t>(t.member)]];
    if (!t.plain())
      r.anywhere = true;
    else if (std::find(r.offsets.begin(), r.offsets.end(), t.offset()) == r.offsets.end())
      r.offsets.push_back(t.offset());
  }
  return reaches_[&kernel] = std::move(all);
}

// A halo is needed where a cut lies between a cell of the set and one that it reads; all ranks come to the same answer.
void Parts::add_need(Plan& plan, Held& held, const Reach& reach, const Set& set, int more, const Box& without) const {
  const Partition& p = *held.part;
  unsigned wanted = 0;
  int width = 0;
  const auto crosses = [&](int a, int from, int to) {  // does a cut part the set from cells at these offsets?
    for (int n = 1; n < p.parts(a); ++n)
      if (const int c = p.begins(a)[n]; c > set.box.lo[a] + std::min(from, 0) && c < set.box.hi[a] + std::max(to, 0))
        return true;
    return false;
  };
  const auto add = [&](const std::array<int, 3>& low, const std::array<int, 3>& high) {
    for (int d = 0; d < directions; ++d) {
      const std::array<int, 3> step = step_of(d);
      bool needed = d != directions / 2;
      for (int a = 0; a < 3 && needed; ++a) {
        if (step[a] < 0) needed = low[a] < 0 && crosses(a, low[a], 0);
        if (step[a] > 0) needed = high[a] > 0 && crosses(a, 0, high[a]);
      }
      if (!needed) continue;
      wanted |= 1u << d;
      for (int a = 0; a < 3; ++a) {
        if (step[a] < 0) {
          width = std::max(width, -low[a]);
          plan.below[a] = std::max(plan.below[a], -low[a]);
        }
        if (step[a] > 0) {
          width = std::max(width, high[a]);
          plan.above[a] = std::max(plan.above[a], high[a]);
        }
      }
    }
  };
  if (reach.anywhere) {
    const int n = std::min(p.halo(), gather_reach + more);
    for (int d = 0; d < directions; ++d) {
      const std::array<int, 3> step = step_of(d);
      bool there = d != directions / 2;
      for (int a = 0; a < 3; ++a) there = there && (step[a] == 0 || p.parts(a) > 1);
      if (!there) continue;
      wanted |= 1u << d;
      width = n;
    }
    for (int a = 0; a < 3; ++a) plan.below[a] = plan.above[a] = std::max(plan.below[a], n);
  }
  for (const auto& o : reach.offsets) {
    std::array<int, 3> low = o, high = o;
    for (int a = 0; a < 3; ++a) {
      low[a] -= more;
      high[a] += more;
    }
    add(low, high);
  }
  if (width > p.halo())
    throw Error(Exit::fault,
                fmt::format("a kernel reads {} cells beyond its own part, and the halo has {}.", width, p.halo()));
  unsigned stale = 0;
  for (int d = 0; d < directions; ++d)
    if ((wanted >> d & 1u) && held.valid[d] < width) stale |= 1u << d;
  if (!stale) return;
  for (Need& n : plan.needs)
    if (n.held == &held) {
      n.width = std::max(n.width, width);
      n.directions |= stale;
      n.without = n.without.common(without);
      return;
    }
  plan.needs.push_back({&held, width, stale, without});
}

Plan Parts::plan(const KernelId& kernel, const members::Uses& uses, const Set& set, int sweeps, int reach) {
  Plan plan;
  plan.here = set;
  const std::vector<Reach>& reads = reaches(kernel, uses.size());
  const auto is_written = [](const members::Use& u) { return u.access == Access::out || u.access == Access::in_out; };
  for (const members::Use& u : uses) {
    if (!is_written(u)) continue;
    Held* const h = find(u.buffer);
    if (!h) continue;
    if (!plan.written.empty() && plan.part != h->part)
      throw Error(Exit::fault, fmt::format("kernel '{}' writes fields that are shared out in two ways.", kernel.name));
    plan.written.push_back(h);
    plan.part = h->part;
  }
  const bool reduces = plan.written.empty();
  const int more = (sweeps - 1) * reach;
  for (std::size_t m = 0; m < uses.size(); ++m) {
    Held* const h = uses.all[m].access == Access::line ? nullptr : find(uses.all[m].buffer);
    if (!h || !h->part) continue;
    if (reduces && !plan.part) plan.part = h->part;
    if (!plan.part)
      throw Error(Exit::fault,
                  fmt::format("kernel '{}' makes a whole field from one that is shared out.", kernel.name));
    if (uses.all[m].access != Access::out)
      add_need(plan, *h, reads[m], set, more);
    else if (sweeps > 1)  // the second sweep reads it, beyond the set with the values that it has now
      add_need(plan, *h, {false, {{0, 0, 0}}}, set, more, set.box);
  }
  if (!plan.part) return plan;
  Box own = plan.part->own(ranks::here());
  for (int a = 0; a < set.dimensions; ++a) own.grow(a, more);
  plan.here.box = set.box.common(own);
  return plan;
}

Plan Parts::plan_around(Held& held) const {
  Plan plan;
  if (held.part) add_need(plan, held, {true, {}}, Set(held.bounds, held.dimensions), list_reach - gather_reach);
  return plan;
}

void Parts::wrote(const Plan& plan) {
  for (Held* h : plan.written)
    if (h->part) h->set_valid(0);
}

}  // namespace eddy
