// OpenCL: kernels by recording, built once per device and kept on disk (XDG cache). No OpenCL header is needed here.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "exec/core/box.hpp"
#include "exec/core/buffer.hpp"
#include "exec/core/exec_base.hpp"
#include "exec/core/sum.hpp"
#include "exec/core/timers.hpp"
#include "exec/ranks/parts.hpp"
#include "exec/record/kernels.hpp"

namespace eddy {

struct Argument {  // the value of one bindable member
  Access access;
  const Binding* binding = nullptr;
  std::size_t bytes = 0;  // of a parameter
  const void* value = nullptr;
};

struct OpenClLaunch {  // of a kernel that brings its own text
  KernelId kernel;
  const Set& set;
  const Recording& key;  // the text and the checks are remembered by it
  std::function<std::string()> text;
  std::function<void()> check;  // once for every set and every place of the fields
  std::array<std::size_t, 3> global{1, 1, 1}, local{1, 1, 1};
  void* buffer = nullptr;       // where there is one, more arguments follow those of the members:
  std::vector<int> numbers{};   // the buffer, these numbers,
  std::size_t local_bytes = 0;  // and local memory
};
struct Tiles {  // several sweeps per pass: the members of the iterated field, the sweeps, what of the set is written,
                // where
  int read, written, levels;
  bool coloured;
  Box result;
  Binding to;
};

template <>
class Exec<OpenCl> : public ExecBase {
 public:
  explicit Exec(int device, Parts shares = {});
  ~Exec();
  Exec(const Exec&) = delete;
  Exec& operator=(const Exec&) = delete;

  void* allocate(std::size_t bytes);
  void release(void* p, std::size_t bytes) noexcept;
  void upload(void* to, const void* from, std::size_t bytes);
  void download(const void* from, void* to, std::size_t bytes);
  void wait();
  template <class Work>
  void replay(std::uint64_t, const Work& work) {
    work();
  }

  void run(const KernelId& kernel, const Recording& r, const Set& set, const std::vector<Argument>& arguments,
           int bytes_per_value);
  std::size_t local_memory() const;
  void run(const OpenClLaunch& launch, const std::vector<Argument>& arguments);
  std::array<std::int64_t, 4> run_reduce(const KernelId& kernel, const Recording& r, ReductionKind reduction,
                                         const Set& set, const std::vector<Argument>& arguments);  // see to_numbers

  void run_tiles(const KernelId& kernel, const Recording& r, const Set& set, const std::vector<Argument>& arguments,
                 const Tiles& tiles);

  bool tiles;  // several sweeps per pass: on GPUs, unless told otherwise

 private:
  struct State;
  std::unique_ptr<State> state_;
};

namespace detail {

template <class F>
std::vector<Argument> arguments_of(const F& f) {
  std::vector<Argument> all;
  members::leaves(f, [&](const auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    if constexpr (members::Bindable<M>) {
      if constexpr (M::access == Access::param)
        all.push_back({Access::param, nullptr, sizeof m.value, &m.value});
      else
        all.push_back({M::access, &m, 0, nullptr});
    }
  });
  return all;
}

}  // namespace detail

template <class F>
void launch(Exec<OpenCl>& exec, const Set& set, const F& f, int bytes_per_value) {
  exec.run(id_of<F>, detail::listed<F>(), set, detail::arguments_of(f), bytes_per_value);
}
template <ReductionKind R, class F>
Accumulated<R> launch_reduce(Exec<OpenCl>& exec, const Set& set, const F& f) {
  Accumulated<R> all;
  from_numbers(exec.run_reduce(id_of<F>, detail::listed<F>(), R, set, detail::arguments_of(f)).data(), all);
  return all;
}

}  // namespace eddy
