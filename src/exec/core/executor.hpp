// for_each and reduce: they take fields, build the kernel with views of these, and launch it over a set of cells.
//
//   for_each<Jacobi>(exec, cells, phi, rhs, next, h2);       Jacobi<S, T, D>, one call per cell of the set
//   double r = reduce<SquaredResidual>(exec, Reduction::sum, cells, phi, rhs);
//
// S is that of the executor, T that of the first field, D that of the set. A variant V of a kernel is a type:
// for_each<Jacobi, V>.
#pragma once
#include <concepts>
#include <utility>

#include "exec/core/members.hpp"
#include "exec/host/cells.hpp"
#include "exec/ranks/halo.hpp"
#ifdef __CUDACC__
#include "exec/cuda/cells.hpp"
#else
#include "exec/opencl/exec.hpp"
#endif

namespace eddy {

namespace detail {
template <class... A>
struct FirstValue;
template <class A, class... B>
struct FirstValue<A, B...> : FirstValue<B...> {};
template <class A, class... B>
requires requires { typename std::remove_cvref_t<A>::value_type; }
struct FirstValue<A, B...> {
  using type = typename std::remove_cvref_t<A>::value_type;
};
template <class... A>
using first_value = typename FirstValue<A...>::type;

void refuse_colour(const char* kernel, bool coloured, const Set& set);

[[noreturn]] void refuse_dimensions(int dimensions, int fewest);

// Calls call(d) with the number of axes as a constant expression; it is compiled for Fewest to Most axes only.
template <int Fewest = 1, int Most = 3, class Call>
auto with_dimension(int d, Call&& call) {
  if (d < Fewest || d > Most) refuse_dimensions(d, Fewest);
  if constexpr (Fewest < Most)
    if (d == Fewest) return call(std::integral_constant<int, Fewest>());
  if constexpr (Fewest + 1 < Most)
    if (d == Fewest + 1) return call(std::integral_constant<int, Fewest + 1>());
  return call(std::integral_constant<int, Most>());
}
// Calls call(a) with the axis, one of D, as a constant expression.
template <int D, class Call>
void with_axis(int axis, Call&& call) {
  if (axis == 0) return call(std::integral_constant<int, 0>());
  if constexpr (D > 1)
    if (axis == 1) return call(std::integral_constant<int, 1>());
  if constexpr (D > 2)
    if (axis == 2) return call(std::integral_constant<int, 2>());
}
class RunPart {  // refers to a function that launches over a set; the function must outlive it
 public:
  template <class Run>
  RunPart(const Run& run) : run_(&run), call_([](const void* r, const Set& s) { (*static_cast<const Run*>(r))(s); }) {}
  void operator()(const Set& part) const { call_(run_, part); }

 private:
  const void* run_;
  void (*call_)(const void*, const Set&);
};
// Fetches the halos that a launch needs and does this rank's part of it; `run` launches over a set.
template <class S>
void launch_part(Exec<S>& exec, const Plan& plan, const RunPart& run);

template <class S, class F>
void launch_shared(Exec<S>& exec, const Set& set, const F& f, int bytes) {
  const auto run = [&](const Set& part) { launch(exec, part, f, bytes); };
  if (!exec.parts.many()) return run(set);
  Plan plan = exec.parts.plan(id_of<F>, members::uses_of(f), set);
  plan.overlaps = !std::is_same_v<S, Host>;  // on the host, messages make no progress while it computes
  launch_part<S>(exec, plan, run);
}

void merge_over_ranks(Sum& sum);
void merge_over_ranks(Extreme& extreme);

template <ReductionKind R, class S, class F>
double reduce_shared(Exec<S>& exec, const Set& set, const F& f) {
  refuse_colour(F::name, false, set);
  if (!exec.parts.many()) return value_of<R>(launch_reduce<R>(exec, set, f));
  const Plan plan = exec.parts.plan(id_of<F>, members::uses_of(f), set);
  Accumulated<R> all;
  launch_part<S>(exec, plan, [&](const Set& part) { all.merge(launch_reduce<R>(exec, part, f)); });
  if (plan.part) merge_over_ranks(all);
  return value_of<R>(all);
}
}  // namespace detail

template <template <class, class, int> class K, class S, class... A>
void for_each(Exec<S>& exec, const Set& set, A&&... args) {
  if (set.box.empty()) return;
  using InPlane = K<S, detail::first_value<A...>, 2>;
  detail::with_dimension<fewest_axes<InPlane>, most_axes<InPlane>>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    detail::refuse_colour(f.name, is_coloured<std::remove_const_t<decltype(f)>>, set);
    detail::launch_shared(exec, set, f, sizeof(detail::first_value<A...>));
  });
}
template <template <class, class, int, class> class K, class V, class S, class... A>
void for_each(Exec<S>& exec, const Set& set, A&&... args) {
  if (set.box.empty()) return;
  detail::with_dimension<fewest_axes<V>, most_axes<V>>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    detail::refuse_colour(f.name, is_coloured<std::remove_const_t<decltype(f)>>, set);
    detail::launch_shared(exec, set, f, sizeof(detail::first_value<A...>));
  });
}

template <template <class, class, int> class K, class S, ReductionKind R, class... A>
double reduce(Exec<S>& exec, ReductionTag<R>, const Set& set, A&&... args) {
  return detail::with_dimension(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    return detail::reduce_shared<R>(exec, set, f);
  });
}
template <template <class, class, int, class> class K, class V, class S, ReductionKind R, class... A>
double reduce(Exec<S>& exec, ReductionTag<R>, const Set& set, A&&... args) {
  return detail::with_dimension<fewest_axes<V>, most_axes<V>>(set.dimensions, [&](auto d) {
    const K<S, detail::first_value<A...>, decltype(d)::value, V> f{std::forward<A>(args)...};
    members::refuse_aliases(f, f.name);
    return detail::reduce_shared<R>(exec, set, f);
  });
}

}  // namespace eddy
