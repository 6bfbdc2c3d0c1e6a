// Records a kernel: calls its functor once with symbols in place of values.
#pragma once
#include <string>
#include <type_traits>
#include <utility>

#include "exec/core/kernel_words.hpp"
#include "exec/core/member_names.hpp"
#include "exec/record/record.hpp"

namespace eddy {

namespace detail {

template <class M>
concept Iterated = requires {
  M::iterated;
};

template <class M>
void enlist(M& m, const std::string& name, std::vector<Member>& members) {
  if constexpr (members::Bindable<M>) {
    m.member = static_cast<int>(members.size());
    members.push_back({name, M::access, type_of<typename M::value_type>(), Iterated<M>});
    if constexpr (M::access == Access::param)
      m.node = Part::current()->add({Op::param, type_of<typename M::value_type>(), -1, -1, -1, -1, m.member});
  }
}

inline std::string entry_name(int a) { return a < 3 ? std::string(1, "xyz"[a]) : std::to_string(a); }

template <class F, std::size_t... N>
void enlist_all(F& f, const std::string& prefix, std::vector<Member>& members, std::index_sequence<N...>) {
  std::size_t n = 0;
  const std::string names[] = {members::name_of<F, N>()...};
  members::each(f, [&](auto& m) {
    using M = std::remove_cvref_t<decltype(m)>;
    const std::string name = prefix + names[n++];
    if constexpr (members::Bundle<M>)
      enlist_all(m, name + ".", members, std::make_index_sequence<members::count<M>()>());
    else if constexpr (members::axes<M> > 0) {
      for (int a = 0; a < members::axes<M>; ++a) enlist(m.of[a], name + "." + entry_name(a), members);
    } else
      enlist(m, name, members);
  });
}

inline void add_result(int node, int number = -1) {
  Part& part = *Part::current();
  part.add({Op::result, part.nodes[node].type, node, -1, -1, -1, number});
}

}  // namespace detail

template <class F>
class Recorder {
 public:
  Recorder(const F& functor, int shift) : functor_(functor), shift_(shift) {}
  Recording recording;

  template <class Call>
  void part(std::string name, const Call& call) {  // records what `call` does with the functor
    Part part;
    const RecordInto into(part);
    call(ready());
    recording.parts.emplace_back(std::move(name), std::move(part));
  }

 private:
  F ready() {  // the functor, with symbols for its members
    F f = functor_;
    recording.members.clear();
    detail::enlist_all(f, "", recording.members, std::make_index_sequence<members::count<F>()>());
    members::leaves(f, [&](auto& m) {
      using M = std::remove_cvref_t<decltype(m)>;
      if constexpr (std::is_arithmetic_v<M> || std::is_enum_v<M>) m = static_cast<M>(static_cast<int>(m) + shift_);
    });
    return f;
  }
  F functor_;
  int shift_;
};

// Lines and transforms have functions of their own: lines_record.hpp, transform_record.hpp.
template <class F>
void record_parts(Recorder<F>& r) {
  r.part("cell", [](const F& f) {
    if constexpr (std::is_void_v<decltype(f(Cell<OpenCl>::here()))>)
      f(Cell<OpenCl>::here());
    else
      detail::add_result(f(Cell<OpenCl>::here()).node);
  });
}

// `shift` is added to every plain member: two recordings with different shifts must be the same.
template <class F>
Recording record(const F& f = {}, int shift = 0) {
  Recorder<F> r(f, shift);
  r.recording.listed = is_listed<F>;
  record_parts(r);
  return r.recording;
}

namespace detail {
// One recording per type: the operations of a kernel must not depend on its values (the kernel analysis checks this).
template <class F>
[[gnu::noinline]] const Recording& recorded() {
  static const Recording r = record<F>();
  return r;
}
}  // namespace detail

}  // namespace eddy
