// Every optional word that a kernel, its variant or a member may say, and the trait that reads it.
//
// A kernel, as `static constexpr …`:
//   bool coloured         it works in place on one colour of the checkerboard (of cells, or of lines) at a time  [is_coloured]
//   bool rare             it is launched seldom or over few cells, and takes them row by row  [is_rare]
//   int pointwise         it is reduced, and reads so many fields at its own cell and nothing else  [is_pointwise]
//   bool listed           it works on a list: it writes at places that a table names. Who makes the table sees to it
//                         that they are distinct, and that none is read for another entry of the list  [is_listed]
//   bool gathers          it reads at indices that it computes: CUDA fetches nothing for it ahead  [is_gathering]
//   int fewest_axes, most_axes   as of a variant, below
//   int cut               its lines end so many cells before their fields do  [cut_of]
//   int reach             how far a cell reads the iterated fields, along the axes  [tile::reach]
//   int inner_reach       the same of a cell that sees no end of the set
//   int edge              cells at each end of the set that are not like the others  [tile::edge]
//   bool tabled           what a cell needs of the system comes from Lines alone  [tile::tabled]
//   int sweeps_at_once    sweeps in one pass on a device, at most  [tile::limited]
// and by what it has: Given, Own, sweep, Inner (exec/shapes/tile_view.hpp); Taken, Kept, Carry, Recalled, Given, turn
// (exec/shapes/lines.hpp); kinds, width (exec/shapes/transform.hpp).
//
// A variant:
//   name, or words        what tables call it; the words are joined by commas  [variant_name]
//   int axis              along which it works  [fewest_axes]
//   int fewest_axes       that it makes sense with  [fewest_axes]
//   int most_axes         likewise: 1 for what works on lists  [most_axes]
//   bool layer            it is launched over one layer of cells, across its axis  [layer_axis, layer_of]
//
// A member:
//   bool bundle           an aggregate of members  [members::Bundle]
//   bool iterated         the field that a sweep reads and the next one finds changed: a Previous  [tile::is_read]
#pragma once
#include <array>
#include <string_view>
#include <type_traits>

#include "exec/core/timers.hpp"

namespace eddy {

namespace detail {
template <class V>
constexpr std::size_t joined_size() {
  std::size_t n = 0;
  for (std::string_view word : V::words) n += word.size() + 2;
  return n;
}
template <class V>
inline constexpr auto joined_words = [] {  // "first, second", with a zero at the end
  std::array<char, joined_size<V>()> all{};
  std::size_t n = 0;
  for (std::string_view word : V::words) {
    if (word.empty()) continue;
    if (n > 0) {
      all[n++] = ',';
      all[n++] = ' ';
    }
    for (char c : word) all[n++] = c;
  }
  return all;
}();

template <class V>
constexpr const char* variant_name() {  // a second precision is a variant, too
  if constexpr (std::is_floating_point_v<V>)
    return sizeof(V) == 4 ? "single" : "double";
  else if constexpr (requires { V::words; })
    return joined_words<V>.data();
  else
    return V::name;
}
template <class F>
struct Identified;
template <template <class, class, int> class K, class S, class T, int D>
struct Identified<K<S, T, D>> {
  static constexpr KernelId id{K<S, T, D>::name, "", D, sizeof(T)};
};
template <template <class, class, int, class> class K, class S, class T, int D, class V>
struct Identified<K<S, T, D, V>> {
  static constexpr KernelId id{K<S, T, D, V>::name, variant_name<V>(), D, sizeof(T)};
};
}  // namespace detail
template <class F>
inline constexpr KernelId id_of = detail::Identified<F>::id;

template <class F>
inline constexpr bool is_coloured = requires {
  F::coloured;
};
// It needs so little that a thread can take many cells at once. (The analysis looks whether it is true.)
template <class F>
inline constexpr bool is_pointwise = requires {
  F::pointwise;
};
template <class F>
inline constexpr bool is_listed = requires {
  F::listed;
};
template <class F>
inline constexpr bool is_gathering = is_listed<F> || requires {
  F::gathers;
};
template <class F>
inline constexpr int cut_of = 0;
template <class F>
requires requires { F::cut; }
inline constexpr int cut_of<F> = F::cut;

template <class V>
constexpr int find_fewest_axes() {
  int n = 1;
  if constexpr (requires { V::fewest_axes; }) n = V::fewest_axes;
  if constexpr (requires { V::axis; }) n = V::axis < n ? n : V::axis + 1;
  return n;
}
template <class V>
inline constexpr int fewest_axes = find_fewest_axes<V>();

template <class V>
inline constexpr int most_axes = 3;
template <class V>
requires requires { V::most_axes; }
inline constexpr int most_axes<V> = V::most_axes;

template <class V>
inline constexpr int layer_axis = -1;  // −1: launched over all cells
template <class V>
requires(V::layer) inline constexpr int layer_axis<V> = V::axis;
template <class F>
inline constexpr int layer_of = -1;  // the same of a kernel
template <template <class, class, int, class> class K, class S, class T, int D, class V>
inline constexpr int layer_of<K<S, T, D, V>> = layer_axis<V>;

// Row by row takes longer per cell, and a third of the time to compile. All that work on a layer are of this kind.
template <class F>
inline constexpr bool is_rare = requires {
  F::rare;
};
template <class F>
requires(layer_of<F> >= 0) inline constexpr bool is_rare<F> = true;

namespace tile {

template <class F>
inline constexpr bool tabled = false;
template <class F>
requires requires { F::tabled; }
inline constexpr bool tabled<F> = F::tabled;

// One coloured sweep of a kernel that says how often it is swept at once is a pass, too.
template <class F>
inline constexpr bool says_how_often = requires {
  F::sweeps_at_once;
};
template <class F>
constexpr int limited(int most) {
  if constexpr (says_how_often<F>) return most < F::sweeps_at_once ? most : F::sweeps_at_once;
  return most;
}

template <class F>
inline constexpr int reach = 1;
template <class F>
requires requires { F::reach; }
inline constexpr int reach<F> = F::reach;
template <class F>
inline constexpr int edge = 0;
template <class F>
requires requires { F::edge; }
inline constexpr int edge<F> = F::edge;

}  // namespace tile

}  // namespace eddy
