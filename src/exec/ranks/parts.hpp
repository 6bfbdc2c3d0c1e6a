// One grid on many ranks. All ranks run the same program on the same global indices; a launch over a set becomes a
// launch over the cells of it that this rank owns. A rank stores its own part of a field, and a halo of cells that
// other ranks own:
//
//     rank 0                    │ rank 1                        a rank owns the cells up to the cut, and at an end of
//     ghosts 0 1 2 … c−2 c−1    │ c  c+1 …   n−1 ghosts         the domain all that lies beyond: ghosts and the last
//                    halo  c c+1│ …                             face belong to exactly one rank
//                   c−2 c−1     │ halo
//
// A launch makes the halos of the fields that it writes stale. The kernel analysis knows which neighbours of a cell it
// reads: stale halos are fetched before the launch, those of all its fields in one message per neighbouring rank.
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

class Partition {  // which rank owns which indices
 public:
  static constexpr int far = 1 << 28;  // beyond every index

  Partition() = default;
  Partition(std::array<std::vector<int>, 3> begins, int halo) : begins_(std::move(begins)), halo_(halo) {}
  int parts(int axis) const { return static_cast<int>(begins_[axis].size()); }
  int ranks() const { return parts(0) * parts(1) * parts(2); }
  int halo() const { return halo_; }  // number of its layers
  const std::vector<int>& begins(int axis) const { return begins_[axis]; }
  std::array<int, 3> place(int rank) const {
    return {rank % parts(0), rank / parts(0) % parts(1), rank / parts(0) / parts(1)};
  }
  int rank(const std::array<int, 3>& place) const {  // −1: there is no such rank
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

// Cuts a grid so that the surface between the parts is least, or into the number of parts along each axis in `wish`.
// Cuts along the last axis lie between groups of rows (exec/core/sum.hpp). A periodic axis that is cut is also cut at
// its ends.
Partition cut(const std::array<int, 3>& cells, int dimensions, int ranks, const std::vector<int>& wish,
              const std::array<bool, 3>& periodic = {});
// The partition of a coarser grid: its cell c begins where cell (*first[axis])[c] of the fine grid does. Along an axis
// without such a list both grids are the same.
Partition coarsened(const Partition& fine, const std::array<const std::vector<int>*, 3>& first);

// A neighbour that lies x, y, z away, each −1, 0 or 1, is in direction (x + 1) + 3 (y + 1) + 9 (z + 1).
inline constexpr int directions = 27;
inline std::array<int, 3> step_of(int direction) {
  return {direction % 3 - 1, direction / 3 % 3 - 1, direction / 9 - 1};
}

struct Held {                       // a field as this rank stores it
  const Partition* part = nullptr;  // null: every rank has the whole field
  Box bounds;                       // box of the whole field on all ranks, ghosts included
  Binding binding;
  int dimensions = 3, value_bytes = 8;
  std::array<signed char, directions> valid{};  // per direction, the number of halo layers that are up to date

  Box own(int rank) const { return part ? part->own(rank).common(bounds) : bounds; }
  // The cells of the neighbour in this direction that `rank` has in its halo.
  Box halo(int rank, int direction, int width) const;
  void set_valid(int layers) { valid.fill(static_cast<signed char>(layers)); }
};

inline constexpr Box no_cells{{0, 0, 0}, {0, 0, 0}};

struct Need {  // a halo that is to be fetched
  Held* held;
  int width;
  unsigned directions;
  Box without;  // cells whose values are not needed
};
struct Plan {
  Set here{Box{}, 3};  // this rank's part of the set
  std::vector<Need> needs;
  std::vector<Held*> written;
  const Partition* part = nullptr;      // null: every rank computes the whole set
  std::array<int, 3> below{}, above{};  // how many cells below and above its own a cell may read from a halo
  bool overlaps = false;                // cells that need no halo may be computed before the halos arrive
};

class Parts {
 public:
  Parts() = default;
  explicit Parts(Partition finest);
  bool many() const { return many_; }
  const Partition& finest() const { return *all_.front(); }
  const Partition* kept(const Partition& p);  // equal partitions give the same pointer

  // Fields that are made while it lives are divided by another partition, or, if it is null, not divided at all.
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

  // While it lives, ranks may ask for the values of different cells: each for its own and for `around` cells beside
  // them.
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
  bool splits(const void* buffer, int axis) {  // whether a field is divided along an axis
    const Held* h = many_ ? find(buffer) : nullptr;
    return h && h->part && h->part->parts(axis) > 1;
  }

  // This rank's part of a launch, and the halos that it needs. Several `sweeps` of a kernel are made without messages
  // between them, on a box that shrinks by its `reach` with every sweep.
  Plan plan(const KernelId& kernel, const members::Uses& uses, const Set& set, int sweeps = 1, int reach = 1);
  void wrote(const Plan& plan);
  Plan plan_around(Held& held) const;  // the halo around this rank's part of a field

  struct Staging {  // memory of the device for messages; the executor releases it
    void* memory = nullptr;
    std::size_t bytes = 0;
  };
  std::array<Staging, 2> staging{};

 private:
  struct Reach {  // where a kernel reads a member, seen from its cell
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
