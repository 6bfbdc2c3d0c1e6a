// The OpenCL executor: its kernels are written from recordings, built once per device, and kept on disk (XDG cache).
// This header needs none of OpenCL's.
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
#include "exec/core/kernel_words.hpp"
#include "exec/core/sum.hpp"
#include "exec/ranks/parts.hpp"
#include "exec/record/kernels.hpp"

namespace eddy {

struct Argument {  // the value of one bindable member
  Access access;
  const Binding* binding = nullptr;
  std::size_t bytes = 0;  // of a parameter
  const void* value = nullptr;
};

struct OpenClLaunch {
  const KernelId& kernel;
  const Recording& recording;
  Set set;                                    // the launch is checked once per set and place of its fields
  int form = 0;                               // tells apart the texts that are made from one recording
  std::int64_t cells = set.box.cells();       // for the timers
  std::function<std::string()> text{};        // makes the text; called once per form
  std::array<std::size_t, 3> group{1, 1, 1};  // work-items of a group
  struct Range {
    Set set;
    std::array<std::size_t, 3> items;
  };
  std::vector<Range> ranges{};
  struct More {  // an argument after those of the members
    std::size_t bytes;
    const void* value;  // null: local memory
  };
  std::vector<More> more{};
};
struct TilePass {     // one pass of several sweeps
  int read, written;  // numbers of the members of the iterated field
  int levels;         // sweeps, or colours of sweeps
  bool coloured;
  Box result;  // the cells of the set that are written
  Binding to;  // the field to which they are written
};
template <class S>
struct TransformPlan;

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
  void upload(void* to, const void* from, const UploadedRows& rows);
  template <class Work>
  void upload_together(const Work& work) {
    gather_uploads(*this, work);
  }
  void begin_gathering();
  void end_gathering();
  void upload_gathered();
  void download(const void* from, void* to, std::size_t bytes);
  void wait();
  template <class Work>
  void replay(std::uint64_t, const Work& work) {
    work();
  }

  std::size_t local_memory() const;
  void run_cells(const KernelId& kernel, const Recording& r, const Set& set, const std::vector<Argument>& arguments);
  std::array<std::int64_t, 4> run_reduce(const KernelId& kernel, const Recording& r, ReductionKind reduction,
                                         const Set& set, const std::vector<Argument>& arguments);  // see to_numbers
  void run_tiles(const KernelId& kernel, const Recording& r, const Set& set, const std::vector<Argument>& arguments,
                 const TilePass& tiles);
  void run_lines(const KernelId& kernel, const Recording& r, const Set& set, const std::vector<Argument>& arguments);
  void run_transform(const KernelId& kernel, const Recording& r, const Set& set, const std::vector<Argument>& arguments,
                     const TransformPlan<OpenCl>& plan);

  bool tiles;  // whether to make several sweeps per pass: on GPUs, or if EDDY_TILES is set

 private:
  void run(const OpenClLaunch& launch, const std::vector<Argument>& arguments);  // all launches end here
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
void launch(Exec<OpenCl>& exec, const Set& set, const F& f, int) {
  exec.run_cells(id_of<F>, detail::listed<F>(), set, detail::arguments_of(f));
}
template <ReductionKind R, class F>
Accumulated<R> launch_reduce(Exec<OpenCl>& exec, const Set& set, const F& f) {
  Accumulated<R> all;
  from_numbers(exec.run_reduce(id_of<F>, detail::listed<F>(), R, set, detail::arguments_of(f)).data(), all);
  return all;
}

}  // namespace eddy
