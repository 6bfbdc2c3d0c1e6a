// Named timing of every kernel: how often it was launched, over how many cells, and for how long.
#pragma once
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace eddy {

struct KernelId {  // one kernel as it was compiled, whatever its space: bytes and flops per cell follow from it
  const char* name = "";
  const char* variant = "";  // of the coefficients, for kernels that have several
  int dimensions = 0;
  int value_bytes = 0;  // 8: double precision, 4: single

  const char* precision() const { return value_bytes == 4 ? "single" : "double"; }
  auto key() const { return std::tuple(std::string_view(name), std::string_view(variant), dimensions, value_bytes); }
  bool operator<(const KernelId& other) const { return key() < other.key(); }
  bool operator==(const KernelId& other) const { return key() == other.key(); }
};

namespace detail {
template <class V>
constexpr const char* variant_name() {  // a variant says its name; a second precision is one, too
  if constexpr (std::is_floating_point_v<V>)
    return sizeof(V) == 4 ? "single" : "double";
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
// A kernel that works in place on one colour of the checkerboard (of cells, or of lines) at a time says
// `static constexpr bool coloured = true`.
template <class F>
inline constexpr bool is_coloured = requires {
  F::coloured;
};
// A kernel that is reduced, reads a field or two at its own cell and nothing else, says how many: `static constexpr int
// pointwise = 2`. It needs so little that a thread can take many cells at once. (The analysis looks whether it is
// true.)
template <class F>
inline constexpr bool is_pointwise = requires {
  F::pointwise;
};
// The fewest axes that a variant makes sense with.
template <class V>
constexpr int find_fewest_axes() {
  int n = 1;
  if constexpr (requires { V::fewest_axes; }) n = V::fewest_axes;
  if constexpr (requires { V::axis; }) n = V::axis < n ? n : V::axis + 1;
  return n;
}
template <class V>
inline constexpr int fewest_axes = find_fewest_axes<V>();

// Of a variant that is launched over one layer of cells: across which axis it lies. −1: over all cells.
template <class V>
inline constexpr int layer_axis = -1;
template <class V>
requires(V::layer) inline constexpr int layer_axis<V> = V::axis;
template <class F>
inline constexpr int layer_of = -1;  // the same of a kernel
template <template <class, class, int, class> class K, class S, class T, int D, class V>
inline constexpr int layer_of<K<S, T, D, V>> = layer_axis<V>;
// A line kernel whose lines end before their fields do says by how many cells: `static constexpr int cut = 1`.
template <class F>
inline constexpr int cut_of = 0;
template <class F>
requires requires { F::cut; }
inline constexpr int cut_of<F> = F::cut;

// A kernel that is launched seldom or over few cells takes them row by row, everywhere: longer per cell, and a third of
// the time to compile. All that work on a layer are of this kind; others say `static constexpr bool rare = true`.
template <class F>
inline constexpr bool is_rare = requires {
  F::rare;
};
template <class F>
requires(layer_of<F> >= 0) inline constexpr bool is_rare<F> = true;

template <class F>
inline constexpr KernelId id_of = detail::Identified<F>::id;

struct Timing {
  std::int64_t launches = 0;
  std::int64_t cells = 0;  // of the boxes launched over: one colour counts as a pass over its box
  double seconds = 0;      // Host: always; devices: only while timing is switched on, since events cost time
};
using Timers = std::map<KernelId, Timing>;

}  // namespace eddy
