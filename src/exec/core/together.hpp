// Several reductions that wait for the device only once. The work that makes them is called twice: first to launch them
// all, then with their results. Which reductions it makes must not depend on the results. Only one Together may work at
// a time.
//
//   Together<S> sums(exec);
//   const double r = sums.of([&] { return sums.template reduced<K, V>(Reduction::sum, cells, phi) + …; });
//
// The arguments and the bits are those of reduce().
#pragma once
#include <vector>

#include "exec/core/executor.hpp"

namespace eddy {

template <class S>
class Together {
 public:
  explicit Together(Exec<S>& exec) : exec_(&exec) {}

  template <class Work>
  auto of(const Work& work) {
    next_ = launching;
    values_.clear();
    work();
    finish();
    next_ = 0;
    return work();
  }

  template <template <class, class, int> class K, ReductionKind R, class... A>
  double reduced(ReductionTag<R> reduction, const Set& set, A&&... args) {
    if (next_ != launching) return values_[next_++];
#ifdef __CUDACC__
    if (at_once()) {
      detail::with_dimension(set.dimensions, [&](auto d) {
        post<R>(set, K<S, detail::first_value<A...>, decltype(d)::value>{std::forward<A>(args)...});
      });
      return 0;
    }
#endif
    values_.push_back(reduce<K>(*exec_, reduction, set, std::forward<A>(args)...));
    return 0;
  }
  template <template <class, class, int, class> class K, class V, ReductionKind R, class... A>
  double reduced(ReductionTag<R> reduction, const Set& set, A&&... args) {
    if (next_ != launching) return values_[next_++];
#ifdef __CUDACC__
    if (at_once()) {
      detail::with_dimension<fewest_axes<V>, most_axes<V>>(set.dimensions, [&](auto d) {
        post<R>(set, K<S, detail::first_value<A...>, decltype(d)::value, V>{std::forward<A>(args)...});
      });
      return 0;
    }
#endif
    values_.push_back(reduce<K, V>(*exec_, reduction, set, std::forward<A>(args)...));
    return 0;
  }

 private:
  static constexpr std::size_t launching = ~std::size_t(0);
#ifdef __CUDACC__
  struct Posted {
    std::size_t place;
    Exec<Cuda>::PostedPart part;
    double (*merge)(const Partial*, int);
  };
  bool at_once() const { return std::is_same_v<S, Cuda> && !exec_->parts.many(); }
  template <ReductionKind R, class F>
  void post(const Set& set, const F& f) {
    if constexpr (std::is_same_v<S, Cuda>) {
      using Total = Accumulated<R>;
      members::refuse_aliases(f, f.name);
      const detail::Launched<F, detail::PickReduce<Total>> reduction(f);
      const auto part = exec_->post_reduce(reduction, set, detail::groups_at_once<Total, F>(), R == ReductionKind::min);
      values_.push_back(0);
      posted_.push_back({values_.size() - 1, part, [](const Partial* p, int blocks) {
                           Total total;
                           for (int n = 0; n < blocks; ++n) {
                             Total one;
                             detail::unpack(p[n], one);
                             total.merge(one);
                           }
                           return value_of<R>(total);
                         }});
    }
  }
  void finish() {
    if constexpr (std::is_same_v<S, Cuda>) {
      if (posted_.empty()) return;
      const std::vector<Partial> all = exec_->fetch_posted();
      for (const Posted& p : posted_) values_[p.place] = p.merge(all.data() + p.part.first, p.part.blocks);
      posted_.clear();
    }
  }
  std::vector<Posted> posted_;
#else
  void finish() {}
#endif
  Exec<S>* exec_;
  std::size_t next_ = launching;
  std::vector<double> values_;
};

}  // namespace eddy
