// Every optional word that a kernel, its variant or a member may declare, and the trait that reads it.
//
// A kernel, as `static constexpr …`:
//   bool coloured         each launch works in place on one colour of the checkerboard of cells or lines  [is_coloured]
//   bool rare             it is launched seldom or over few cells, and computes them row by row  [is_rare]
//   int pointwise         it is reduced, and reads this many fields at its own cell and nothing else  [is_pointwise]
//   bool listed           it works on a list: it writes at places that a table names. The maker of the table makes sure
//                         that they are distinct, and that none is read for another entry of the list  [is_listed]
//   bool gathers          it reads at indices that it computes: on CUDA nothing is prefetched for it  [is_gathering]
//   int fewest_axes, most_axes   as for a variant, below
//   int cut               its lines end this many cells before their fields do  [cut_of]
//   int reach             how many cells away along an axis it reads the iterated fields  [tile::reach]
//   int inner_reach       the same for cells away from the ends of the set
//   int edge              number of cells at each end of the set that it treats differently  [tile::edge]
//   bool tabled           its Given comes from Lines alone  [tile::tabled]
//   int sweeps_at_once    the most sweeps in one pass on a device  [tile::limited]
// It may also have types and functions: Given, Own, sweep, Inner (exec/shapes/tile_view.hpp); Taken, Kept, Carry,
// Recalled, Given, turn (exec/shapes/lines.hpp); kinds, width (exec/shapes/transform.hpp).
//
// A variant:
//   name, or words        its name in tables; the words are joined by commas  [variant_name]
//   int axis              the axis along which it works  [fewest_axes]
//   int fewest_axes       the fewest axes that it makes sense with  [fewest_axes]
//   int most_axes         the most axes that it makes sense with: 1 if it works on lists  [most_axes]
//   bool layer            it is launched over one layer of cells, perpendicular to its axis  [layer_axis, layer_of]
//
// A member:
//   bool bundle           an aggregate of members  [members::Bundle]
//   bool iterated         a Previous: the field with the values before a sweep  [tile::is_read]
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
inline constexpr auto joined_words = [] {  // "first, second", ended by a zero
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
constexpr const char* variant_name() {  // V may also be a second precision
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
// A pointwise kernel needs so few values that a thread can take many cells at once. (The analysis checks the claim.)
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
inline constexpr int layer_axis = -1;  // −1: it is launched over all cells
template <class V>
requires(V::layer) inline constexpr int layer_axis<V> = V::axis;
template <class F>
inline constexpr int layer_of = -1;  // the layer axis of a kernel's variant
template <template <class, class, int, class> class K, class S, class T, int D, class V>
inline constexpr int layer_of<K<S, T, D, V>> = layer_axis<V>;

// Computing row by row takes longer per cell, but compiles in a third of the time. All kernels on a layer do so.
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

// Of a kernel that declares sweeps_at_once, a single coloured sweep can be a pass, too.
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
