#include "exec/record/record.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace eddy {

Part*& Part::current() {
  static thread_local Part* part = nullptr;
  return part;
}

std::size_t Part::Hash::operator()(const Operation& o) const {
  std::uint64_t hash = o.bits;
  for (const int part : {int(o.op), int(o.type), o.a, o.b, o.c, o.d, o.member}) {
    hash = (hash ^ static_cast<std::uint32_t>(part)) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 29;
  }
  return static_cast<std::size_t>(hash);
}

int Part::add(const Operation& node) {
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

int Part::results() const {
  const auto is_result = [](const Operation& o) { return o.op == Op::result; };
  return static_cast<int>(std::count_if(nodes.begin(), nodes.end(), is_result));
}

const Part& Recording::operator[](std::string_view name) const {
  static const Part none;
  for (const auto& [known, part] : parts)
    if (known == name) return part;
  return none;
}

static std::string difference(const Part& a, const Part& b) {
  for (std::size_t n = 0; n < std::min(a.nodes.size(), b.nodes.size()); ++n)
    if (!(a.nodes[n] == b.nodes[n])) return fmt::format("operation {} differs", n);
  return a.nodes.size() == b.nodes.size() ? ""
                                          : fmt::format("{} operations against {}", a.nodes.size(), b.nodes.size());
}

std::string difference(const Recording& a, const Recording& b) {
  for (const auto& [name, part] : a.parts)
    if (std::string d = difference(part, b[name]); !d.empty()) return d;
  return "";
}

}  // namespace eddy
