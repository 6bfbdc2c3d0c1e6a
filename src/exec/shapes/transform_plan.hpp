// What happens to a whole line in fast memory, step by step, and where a slot lies there.
#pragma once
#include <array>
#include <utility>
#include <vector>

#include "exec/core/buffer.hpp"
#include "exec/shapes/line_set.hpp"

namespace eddy {

template <class F>
concept TransformKernel = requires {
  F::kinds;
};

template <class V>
struct Complex {
  V re, im;
  FN friend Complex operator+(const Complex& a, const Complex& b) { return {a.re + b.re, a.im + b.im}; }
  FN friend Complex operator-(const Complex& a, const Complex& b) { return {a.re - b.re, a.im - b.im}; }
};

struct TransformStep {
  int kind, items;
  int stride, length, table;  // what they mean is the kernel's affair
};

template <class S>
struct TransformNumbers {  // of a step, as the kernel sees them
  Index<S> stride, length, table;
};

// Room after every eighth slot: steps with strides of 2ⁿ then do not meet in one bank.
FN constexpr int transform_place(int slot) { return slot + (slot >> 3); }

template <class S>
struct TransformPlan {
  std::vector<TransformStep> steps;
  int slots = 0;
  Buffer<S> device;  // the steps once more

  TransformPlan() = default;
  TransformPlan(Exec<S>& exec, std::vector<TransformStep> all, int n) : steps(std::move(all)), slots(n) {
    std::vector<TransformStep> copy = steps;
    if (copy.empty()) copy.push_back({-1, 0, 1, 1, 0});  // a buffer is never empty
    device = Buffer<S>(exec, copy.size() * sizeof(TransformStep));
    device.upload(copy.data());
  }
  int room() const { return transform_place(slots) + 1; }
};

namespace detail {
template <int N, class Call>
FN void for_constant(Call&& call) {
  [&]<int... M>(std::integer_sequence<int, M...>) __attribute__((always_inline)) {
    (call(std::integral_constant<int, M>()), ...);
  }
  (std::make_integer_sequence<int, N>());
}
}  // namespace detail

}  // namespace eddy
