// Many ranks, one grid. All ranks run the same text on the same global indices; a launch over a set becomes one over
// what this rank owns of it. A field is held by each rank as far as it owns it, with a halo of what others own:
//
//     rank 0                    │ rank 1                        own: up to the cut; at an end of the domain all that is
//     ghosts 0 1 2 … c−2 c−1    │ c  c+1 …   n−1 ghosts         beyond it, too, so that ghosts and the last face belong
//                    halo  c c+1│ …                             to exactly one rank
//                   c−2 c−1     │ halo
//
// What a launch writes makes the halos of its fields stale. What it reads beside its own cells, the kernel analysis
// knows: halos that are stale are fetched before, all fields of the launch in one message per neighbour.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/members.hpp"
#include "exec/core/timers.hpp"
#include "exec/core/view.hpp"
#include "exec/record/record.hpp"

namespace eddy {

class Partition {  // who owns which indices
 public:
  static constexpr int far = 1 << 28;  // beyond every index

  Partition() = default;
  Partition(std::array<std::vector<int>, 3> begins, int halo) : begins_(std::move(begins)), halo_(halo) {}
  int parts(int axis) const { return static_cast<int>(begins_[axis].size()); }
  int ranks() const { return parts(0) * parts(1) * parts(2); }
  int halo() const { return halo_; }  // layers that its fields have
  const std::vector<int>& begins(int axis) const { return begins_[axis]; }
  std::array<int, 3> place(int rank) const {
    return {rank % parts(0), rank / parts(0) % parts(1), rank / parts(0) / parts(1)};
  }
  int rank(const std::array<int, 3>& place) const {  // −1: there is none
    for (int a = 0; a < 3; ++a)
      if (place[a] < 0 || place[a] >= parts(a)) return -1;
    return place[0] + parts(0) * (place[1] + parts(1) * place[2]);
  }
  Box own(int rank) const;
  bool operator==(const Partition&) const = default;

 private:
  std::array<std::vector<int>, 3> begins_{std::vector{-far}, std::vector{-far}, std::vector{-far}};
  int halo_ = 0;
};

// The cuts of a grid: as little surface as can be, or as many parts along each axis as wished. Cuts along the last axis
// lie between groups of rows (exec/core/sum.hpp). A periodic axis that is cut is cut at its ends, too.
Partition cut(const std::array<int, 3>& cells, int dimensions, int ranks, const std::vector<int>& wish,
              const std::array<bool, 3>& periodic = {});
// Another grid whose cell c begins where cell first[c] of this one does, per axis; none given: the same along it.
Partition coarsened(const Partition& fine, const std::array<const std::vector<int>*, 3>& first);

// A neighbour is −1, 0 or 1 away along each axis: (x + 1) + 3 (y + 1) + 9 (z + 1).
inline constexpr int directions = 27;
inline std::array<int, 3> step_of(int direction) {
  return {direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
}

struct Held {                       // what a rank knows of a field
  const Partition* part = nullptr;  // null: every rank has the whole
  Box bounds;                       // of the whole field, ghosts included
  Binding binding;
  int dimensions = 3, value_bytes = 8;
  std::array<signed char, directions> valid{};  // layers of the halo that are as their owner has them

  Box own(int rank) const { return part ? part->own(rank).common(bounds) : bounds; }
  // What `rank` has of its neighbour that way.
  Box halo(int rank, int direction, int width) const;
  void set_valid(int layers) { valid.fill(static_cast<signed char>(layers)); }
};

inline constexpr Box no_cells{{0, 0, 0}, {0, 0, 0}};

struct Need {  // a halo that is to be fetched
  Held* held;
  int width;
  unsigned directions;
  Box without;  // of these cells nothing is wanted
};
struct Plan {
  Set here{Box{}, 3};
  std::vector<Need> needs;
  std::vector<Held*> written;
  const Partition* part = nullptr;      // null: every rank does the whole
  std::array<int, 3> below{}, above{};  // how far beside a cell a halo may be looked into
  bool overlaps = false;                // what needs no halo may go before they come
};

class Parts {
 public:
  Parts() = default;
  explicit Parts(Partition finest);
  bool many() const { return many_; }
  const Partition& finest() const { return *all_.front(); }
  const Partition* kept(const Partition& p);  // the same one for equal ones

  // Fields that are made while it lives are shared out in another way, or not at all.
  class Scope {
   public:
    Scope(Parts& parts, const Partition* p) : parts_(parts), before_(parts.current_) { parts.current_ = p; }
    ~Scope() { parts_.current_ = before_; }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Parts& parts_;
    const Partition* before_;
  };
  const Partition* current() const { return current_; }

  // While it lives, each rank asks for the values of other cells: what it owns, and what lies `around` cells beside it.
  class Apart {
   public:
    explicit Apart(Parts& parts) : parts_(parts) { parts.apart_ = true; }
    ~Apart() { parts_.apart_ = false; }
    Apart(const Apart&) = delete;
    Apart& operator=(const Apart&) = delete;

   private:
    Parts& parts_;
  };
  static constexpr int around = 2;
  bool apart() const { return apart_; }

  void keep(const Held& held) { held_[held.binding.buffer] = held; }
  void forget(const void* buffer) { held_.erase(buffer); }
  Held* find(const void* buffer) {
    const auto at = held_.find(buffer);
    return at == held_.end() ? nullptr : &at->second;
  }
  bool splits(const void* buffer, int axis) {  // a field along an axis
    const Held* h = many_ ? find(buffer) : nullptr;
    return h && h->part && h->part->parts(axis) > 1;
  }

  // What this rank does of a launch. `sweeps` of a kernel that reaches so far: one after the other without messages
  // between them, on what shrinks by its reach with every sweep.
  Plan plan(const KernelId& kernel, const members::Uses& uses, const Set& set, int sweeps = 1, int reach = 1);
  void wrote(const Plan& plan);
  Plan plan_around(Held& held) const;  // what lies around this rank's part of a field

  struct Staging {  // memory of the device for messages; its owner lets go of it
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  std::array<Staging, 2> staging{};

 private:
  struct Reach {  // of a member
    bool anywhere = false;
    std::vector<std::array<int, 3>> offsets;
  };
  const std::vector<Reach>& reaches(const KernelId& kernel, std::size_t members);
  void add_need(Plan& plan, Held& held, const Reach& reach, const Set& set, int more,
                const Box& without = no_cells) const;

  bool many_ = false, apart_ = false;
  const Partition* current_ = nullptr;
  std::vector<std::unique_ptr<Partition>> all_;
  std::unordered_map<const void*, Held> held_;
  std::unordered_map<const void*, std::vector<Reach>> reaches_;  // by kernel
};

}  // namespace eddy
