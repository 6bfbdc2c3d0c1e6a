#include "exec/record/record.hpp"

#include "base/error.hpp"

namespace eddy {

Recording*& Recording::current() {
  static thread_local Recording* recording = nullptr;
  return recording;
}

std::size_t Recording::Hash::operator()(const Operation& o) const {
  std::uint64_t hash = o.bits;
  for (const int part : {int(o.op), int(o.type), o.a, o.b, o.c, o.d, o.member})
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9e3779b97f4a7c15u, hash ^= hash >> 29;
  return static_cast<std::size_t>(hash);
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
    if (const auto known = known_.find(node); known != known_.end() && known->second > from) return known->second;
    known_[node] = here;
  }
  nodes.push_back(node);
  return here;
}

}  // namespace eddy
