#include "exec/record.hpp"

#include "base/error.hpp"

namespace eddy {

Recording*& Recording::current() {
  static thread_local Recording* recording = nullptr;
  return recording;
}

int Recording::add(const Operation& node) {
  const int here = static_cast<int>(nodes.size());
  if (node.op == Op::store) {
    if (last_store_.size() <= static_cast<std::size_t>(node.member)) last_store_.resize(node.member + 1, -1);
    last_store_[node.member] = here;
  } else if (node.op != Op::result) {
    const bool loads = node.op == Op::load;
    const int from =
        loads && static_cast<std::size_t>(node.member) < last_store_.size() ? last_store_[node.member] : -1;
    for (int n = here - 1; n > from; --n)
      if (nodes[n] == node) return n;
  }
  nodes.push_back(node);
  return here;
}

}  // namespace eddy
