// The steps of a whole-line kernel (exec/shapes/transform.hpp), and the places of its slots in fast memory.
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
  int stride, length, table;  // the kernel decides what they mean
};

template <class S>
struct TransformNumbers {  // those of a step, as the kernel sees them
  Index<S> stride, length, table;
};

// One slot of padding follows every eighth: slots at a stride of 2ⁿ then do not fall into one memory bank.
FN constexpr int transform_place(int slot) { return slot + (slot >> 3); }

template <class S>
struct TransformPlan {
  std::vector<TransformStep> steps;
  int slots = 0;
  Buffer<S> device;  // a copy of the steps in the memory of the space

  TransformPlan() = default;
  TransformPlan(Exec<S>& exec, std::vector<TransformStep> all, int n) : steps(std::move(all)), slots(n) {
    std::vector<TransformStep> copy = steps;
    if (copy.empty()) copy.push_back({-1, 0, 1, 1, 0});  // a buffer must not be empty
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
