// What a kernel does, read off its recording: fields, offsets, ghost layers, bytes and flops per cell, and its faults.
#pragma once
#include <array>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/timers.hpp"
#include "exec/record/record.hpp"
#include "exec/record/recorded.hpp"
#include "exec/shapes/tile_view.hpp"

namespace eddy {

struct Argument;

// An index as it was used: (factor · i + shift) / divisor along one axis, or something that only the data know (a
// gather).
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
  std::string name;
  Set set;
  int ghosts = 1;        // layers that the fields have
  bool ordered = false;  // lexicographic order: a cell may read what earlier cells have written
  int cut = 0;           // of lines: cells by which they end before their fields do
};

Analysis analyse(const Recording& r, const Declared& declared);
void find_tile_faults(Analysis& a, int reach = 1);  // what keeps a kernel from being swept several times per pass
std::string difference(const Recording& a, const Recording& b);  // empty: the same
void check_launch(const char* name, const Recording& r, const Set& set, const std::vector<Argument>& arguments);

// What the analyses of all shapes share.
std::vector<Touch> recorded_touches(const Recording& r);
void find_reach(Analysis& a, const Declared& declared);
void find_unwritten(Analysis& a);
void find_outside(Analysis& a, const Set& set, const std::vector<Argument>& arguments);
int size_of(Type t);
double flops(const Recording& r);

template <class Difference>
void add_steering(Analysis& a, const Difference& difference_of) {
  for (int shift : {1, -1, 2, 5, 1000})
    if (const std::string d = difference_of(shift); !d.empty()) {
      a.faults.push_back("what it does depends on a plain member (" + d + "): make it a Param or a template parameter");
      break;
    }
}

template <class F>
Analysis analyse(const Declared& declared) {
  const Recording& once = detail::recorded<F>();
  Analysis a = analyse(once, declared);
  add_steering(a, [&](int shift) { return difference(once, record<F>({}, shift)); });
  if (is_pointwise<F> && a.ghosts > 0) a.faults.push_back("it says that it is pointwise, and reads other cells");
  return a;
}

// The one list of the program's kernels: everything that is launched must be in it.
struct ListedKernel {
  KernelId id;
  Declared declared;
  Analysis analysis;
};
class KernelList {
 public:
  template <template <class, class, int> class K>
  void add(int ghosts, int colour = -1) {
    for_all([&]<class T, int D>() { add_one<K<OpenCl, T, D>>(ghosts, colour, false); });
  }
  template <template <class, class, int, class> class K, class V>
  void add(int ghosts, int colour = -1, bool ordered = false) {
    for_all([&]<class T, int D>() {
      if constexpr (makes_sense<T, D, V>()) add_one<K<OpenCl, T, D, V>>(ghosts, colour, ordered, layer_axis<V>);
    });
  }
  // Not with fewer axes than there must be, nor with a second precision finer than the first.
  template <class T, int D, class V>
  static constexpr bool makes_sense() {
    if constexpr (std::is_floating_point_v<V>)
      return sizeof(V) <= sizeof(T);
    else if constexpr (requires { typename V::Real; })
      return sizeof(typename V::Real) <= sizeof(T);
    else
      return fewest_axes<V> <= D;
  }
  // Of what is in the list: it is swept several times per pass (exec/shapes/tiles.hpp).
  template <template <class, class, int, class> class K, class V>
  void tiled() {
    for_all([&]<class T, int D>() {
      if constexpr (makes_sense<T, D, V>())
        for (ListedKernel& k : kernels)
          if (k.id == id_of<K<OpenCl, T, D, V>> && !k.declared.ordered)
            find_tile_faults(k.analysis, tile::reach<K<OpenCl, T, D, V>>);
    });
  }
  const Analysis* find(const KernelId& id) const;  // null: not listed; bytes and flops do not depend on the set
  std::vector<ListedKernel> kernels;

 private:
  template <class Add>
  static void for_all(const Add& add) {  // both precisions in one, two and three dimensions
    [&]<int... N>(std::integer_sequence<int, N...>) {
      (add.template operator()<double, N + 1>(), ...);
      (add.template operator()<float, N + 1>(), ...);
    }
    (std::make_integer_sequence<int, 3>());
  }
  template <class F>
  void add_one(int ghosts, int colour, bool ordered, int layer = -1) {
    const KernelId id = id_of<F>;
    Box box;
    for (int a = 0; a < id.dimensions; ++a) box.hi[a] = a == layer ? 1 : 64;
    const Declared declared{id.name, Set(box, id.dimensions, colour), ghosts, ordered};
    kernels.push_back({id, declared, analyse<F>(declared)});
  }
};

}  // namespace eddy
