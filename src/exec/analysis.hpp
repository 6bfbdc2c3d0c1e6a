// What a kernel does, read off its recording: fields, offsets, ghost layers, bytes and flops per cell, and its faults.
#pragma once
#include <array>
#include <map>
#include <string>
#include <vector>

#include "exec/box.hpp"
#include "exec/record.hpp"
#include "exec/recorded.hpp"

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
};

Analysis analyse(const Recording& r, const Declared& declared);
void find_tile_faults(Analysis& a);  // what keeps a kernel from being swept several times per pass
std::string difference(const Recording& a, const Recording& b);  // empty: the same
void check_launch(const char* name, const Recording& r, const Set& set, const std::vector<Argument>& arguments);

template <class F>
Analysis analyse(const Declared& declared) {
  const Recording once = record<F>();
  Analysis a = analyse(once, declared);
  for (int shift : {1, -1, 2, 5, 1000})
    if (const std::string d = difference(once, record<F>({}, shift)); !d.empty()) {
      a.faults.push_back("what it does depends on a plain member (" + d + "): make it a Param or a template parameter");
      break;
    }
  return a;
}

// The one list of the program's kernels: everything that is launched must be in it.
struct ListedKernel {
  Declared declared;
  std::string precision;
  int dimensions;
  Analysis analysis;
  std::string variant;  // of the coefficients, for kernels that have several
};
class KernelList {
 public:
  template <template <class, class, int> class K>
  void add(int ghosts, int colour = -1) {
    add_all<K>(ghosts, colour, false);
  }
  template <template <class, class, int, class> class K, class V>
  void add(int ghosts, int colour = -1, bool ordered = false) {
    add_one<K<OpenCl, double, 1, V>>("double", 1, ghosts, colour, ordered);
    add_one<K<OpenCl, double, 2, V>>("double", 2, ghosts, colour, ordered);
    add_one<K<OpenCl, double, 3, V>>("double", 3, ghosts, colour, ordered);
    add_one<K<OpenCl, float, 1, V>>("single", 1, ghosts, colour, ordered);
    add_one<K<OpenCl, float, 2, V>>("single", 2, ghosts, colour, ordered);
    add_one<K<OpenCl, float, 3, V>>("single", 3, ghosts, colour, ordered);
  }
  void tiled(const std::string& name) {  // of the last variant: it is swept several times per pass (exec/tile.hpp)
    for (ListedKernel& k : kernels)
      if (k.declared.name == name && k.variant == variant && !k.declared.ordered) find_tile_faults(k.analysis);
  }
  std::vector<ListedKernel> kernels;
  std::string variant;  // of what is added next

 private:
  template <template <class, class, int> class K>
  void add_all(int ghosts, int colour, bool ordered) {
    add_one<K<OpenCl, double, 1>>("double", 1, ghosts, colour, ordered);
    add_one<K<OpenCl, double, 2>>("double", 2, ghosts, colour, ordered);
    add_one<K<OpenCl, double, 3>>("double", 3, ghosts, colour, ordered);
    add_one<K<OpenCl, float, 1>>("single", 1, ghosts, colour, ordered);
    add_one<K<OpenCl, float, 2>>("single", 2, ghosts, colour, ordered);
    add_one<K<OpenCl, float, 3>>("single", 3, ghosts, colour, ordered);
  }
  template <class F>
  void add_one(const char* precision, int d, int ghosts, int colour, bool ordered) {
    Box box;
    for (int a = 0; a < d; ++a) box.hi[a] = 64;
    Declared declared{F::name, Set(box, d, colour), ghosts, ordered};
    kernels.push_back({declared, precision, d, analyse<F>(declared), variant});
  }
};

}  // namespace eddy
