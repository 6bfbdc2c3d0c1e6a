// Selects template arguments at run time.
//
//   with([&]<class M, class C>() { … }, metric, convection);      // metric: for example Choice<Uniform, Stretched>
//
// calls the lambda with the types that the choices select. All combinations of them are compiled.
#pragma once

namespace eddy {

template <class... Types>
struct Choice {
  int picked;  // index of the selected type
};

template <class... Picked, class Call>
auto with(const Call& call) {
  return call.template operator()<Picked...>();
}
template <class... Picked, class Call, class First, class... Others, class... Rest>
auto with(const Call& call, Choice<First, Others...> choice, Rest... rest) {
  if constexpr (sizeof...(Others) > 0)
    if (choice.picked > 0) return with<Picked...>(call, Choice<Others...>{choice.picked - 1}, rest...);
  return with<Picked..., First>(call, rest...);
}

}  // namespace eddy
