// The list of the program's kernels. Every kernel that is launched in recorded form adds itself, by a static
// initialiser where its launch is compiled; it is analysed when it is first asked for.
#pragma once
#include <map>
#include <mutex>
#include <vector>

#include "exec/record/analysis.hpp"

namespace eddy {

struct ListedKernel {
  KernelId id;
  bool coloured;  // launched over one colour of the checkerboard at a time
  const Analysis& analysis;
};

class KernelList {  // it may grow whenever a library is loaded, on any thread
 public:
  using Analyse = Analysis (*)();
  bool add(const KernelId& id, bool coloured, Analyse analyse);  // false: it is listed already
  bool add_sweeps(const KernelId& id, int reach);                // marks it as swept several times per pass
  const Analysis* find(const KernelId& id) const;  // null: not listed; bytes and flops do not depend on the set
  std::vector<ListedKernel> all() const;           // sorted by name, variant, dimensions and precision

 private:
  struct Entry {
    bool coloured = false;
    Analyse analyse = nullptr;
    int reach = 0;  // of a sweep; 0: it is not swept several times per pass
    mutable std::once_flag analysed;
    mutable Analysis analysis;
  };
  const Analysis& analysis_of(const Entry& entry) const;
  mutable std::mutex mutex_;
  std::map<KernelId, Entry> entries_;
};

KernelList& kernel_list();
double bytes_per_cell(const KernelId& kernel);  // read and written; NaN: it is not listed
double bytes_of(const Timers& timers);          // of all launches

namespace detail {

template <class F, KernelList::Analyse analyse>
struct Listed {
  static inline const bool done = kernel_list().add(id_of<F>, is_coloured<F>, analyse);
};
template <class F>
struct ListedSweeps {
  static inline const bool done = kernel_list().add_sweeps(id_of<F>, tile::reach<F>);
};

// The compiler emits the variable's initialiser only because the variable is named here.
template <class F>
const Recording& listed() {
  static_cast<void>(&Listed<F, analyse_usual<F>>::done);
  return recorded<F>();
}
template <class F>
const Recording& listed_sweeps() {
  static_cast<void>(&ListedSweeps<F>::done);
  return listed<F>();
}

}  // namespace detail

}  // namespace eddy
