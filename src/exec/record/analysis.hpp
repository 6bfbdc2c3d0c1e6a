// The analysis of a kernel's recording: fields, offsets, ghost layers, bytes and flops per cell, and faults.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/kernel_words.hpp"
#include "exec/record/recorded.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

struct Argument;

// An index at which a field is accessed: (factor · i + shift) / divisor along one axis, or, in a gather, an unknown
// index that depends on data.
struct Affine {
  int axis = -1;  // −1: a constant
  int factor = 1, divisor = 1, shift = 0;
  bool known = true;
  bool operator==(const Affine&) const = default;
};
struct Touch {  // one access to a field
  int member;
  std::array<Affine, 3> at;
  bool writes;
  int pass = 0;        // of a line kernel: 0 upwards, 1 downwards, −1 at the ends of the line
  bool plain() const;  // it is at i + shift along each axis
  std::array<int, 3> offset() const;
};

struct Analysis {
  std::vector<Member> members;
  std::vector<Touch> touches;
  int ghosts = 0;               // layers that the stencil needs around the set
  double bytes = 0, flops = 0;  // per cell: a field is read once and written once; + − × √ ÷ count 1, fma 2
  std::vector<std::string> faults;
};

struct Declared {  // properties of a launch that its kernel is analysed for
  Set set;
  bool ordered = false;  // lexicographic order: a cell may read what earlier cells have written
  int cut = 0;           // of a line kernel: number of cells by which lines end before their fields do
};
// The set that a kernel is analysed for without a launch: 64 cells along each axis, but one along the axis of a layer.
Set usual_set(int dimensions, bool coloured, int layer_axis);

Analysis analyse(const Recording& r, const Declared& declared);
void find_tile_faults(Analysis& a, int reach = 1);  // adds the faults that forbid several sweeps per pass
// Checks a launch before its kernel is built: throws if cells of the set race, or reach outside the fields.
void check_launch(const char* name, const Recording& r, const Set& set, const std::vector<Argument>& arguments);
int size_of(Type t);

// Records the kernel again with other plain members, and adds a fault if its operations are not the same.
void find_steering(Analysis& a, const Recording& once, Recording (*again)(int shift));

template <class F>
Analysis analyse(const Declared& declared) {
  const Recording& once = detail::recorded<F>();
  Analysis a = analyse(once, declared);
  find_steering(a, once, [](int shift) { return record<F>({}, shift); });
  if (is_pointwise<F> && a.ghosts > 0) a.faults.push_back("it says that it is pointwise, and reads other cells");
  return a;
}
template <class F>
Analysis analyse_usual() {
  return analyse<F>({usual_set(id_of<F>.dimensions, is_coloured<F>, layer_of<F>), false, cut_of<F>});
}

}  // namespace eddy
