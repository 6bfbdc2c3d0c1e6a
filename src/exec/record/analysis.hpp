// What a kernel does, read off its recording: fields, offsets, ghost layers, bytes and flops per cell, and its faults.
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

// An index as it was used: (factor · i + shift) / divisor along one axis, or something that only the data know (a gather).
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
  int pass = 0;        // of a line: 0 upwards, 1 downwards, −1 at its ends
  bool plain() const;  // i + shift along each axis
  std::array<int, 3> offset() const;
};

struct Analysis {
  std::vector<Member> members;
  std::vector<Touch> touches;
  int ghosts = 0;               // layers that the footprint needs around the set
  double bytes = 0, flops = 0;  // per cell: each field once in, once out; + − × √ ÷ 1 each, fma 2
  std::vector<std::string> faults;
};

struct Declared {  // what a launch promises
  Set set;
  bool ordered = false;  // lexicographic order: a cell may read what earlier cells have written
  int cut = 0;           // of lines: cells by which they end before their fields do
};
// The set that a kernel is analysed for where no launch says which: 64 cells along each axis, one across a layer.
Set usual_set(int dimensions, bool coloured, int layer_axis);

Analysis analyse(const Recording& r, const Declared& declared);
void find_tile_faults(Analysis& a, int reach = 1);  // what keeps a kernel from being swept several times per pass
// Before a kernel is built for a launch: no race in this very set, and no reach outside the fields it was given.
void check_launch(const char* name, const Recording& r, const Set& set, const std::vector<Argument>& arguments);
int size_of(Type t);

// Records the kernel again with other plain members: it must do the same.
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
