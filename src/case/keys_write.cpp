// Writes options into a tree.
#include "case/keys_write.hpp"

namespace eddy {
namespace {

Node node_of(bool value) { return make_boolean(value); }
Node node_of(int value) { return make_integer(value); }
Node node_of(std::int64_t value) { return make_integer(value); }
Node node_of(double value) { return make_number(value); }
Node node_of(const std::string& value) { return make_text(value); }
Node node_of(const Formula& value) {
  return value.is_number() ? make_number(value(0, 0, 0, 0)) : make_text(value.text());
}

template <class T>
Node node_of(const std::vector<T>& values) {
  std::vector<Node> items;
  for (const T& value : values) items.push_back(node_of(value));
  return items.empty() ? Node{} : make_array(std::move(items));
}

void put(Node& table, const std::string& key, Node value) {
  value.name = key;
  table.add(key) = std::move(value);
}

// The number of dimensions, from the number of the patch's values: 0 if none of its keys is per axis.
int dimensions_of(const Patch& patch, const BoundaryKind& kind) {
  int fixed = 0, lists = 0;
  for (const BoundaryValue& value : kind.values)
    (value.components == per_axis ? lists : fixed) += std::abs(value.components);
  return lists > 0 ? (static_cast<int>(patch.values.size()) - fixed) / lists : 0;
}

Node node_of(const std::vector<PatchRange>& ranges) {
  if (ranges.size() == 1 && ranges[0].to.empty()) return node_of(ranges[0].name);
  std::vector<Node> items;
  for (const PatchRange& range : ranges) {
    Node& item = items.emplace_back(empty_table());
    item.is_inline = true;
    put(item, "name", node_of(range.name));
    if (range.to.empty()) continue;
    put(item, "from", node_of(range.from));
    put(item, "to", node_of(range.to));
  }
  return items.empty() ? Node{} : make_array(std::move(items));
}

Node patch_node(const Patch& patch, const BoundaryKind& kind, int dimensions) {
  Node node = empty_table();
  node.is_inline = true;
  put(node, "kind", make_text(kind.name));
  auto at = patch.values.begin();
  for (const BoundaryValue& value : kind.values) {
    if (value.components == 1) {
      put(node, value.key, node_of(*at++));
      continue;
    }
    const auto end = at + (value.components == per_axis ? dimensions : value.components);
    put(node, value.key, node_of(std::vector<Formula>(at, end)));
    at = end;
  }
  if (patch.where) put(node, "where", node_of(*patch.where));
  if (!patch.name.empty()) put(node, "name", make_text(patch.name));
  return node;
}

Node patch_node(const Patch& patch, const BoundaryKinds& kinds, const BoundaryKinds& heat, int dimensions) {
  Node node = patch_node(patch, kinds[patch.kind], dimensions);
  for (const Patch& inner : patch.heat) put(node, "heat", patch_node(inner, heat[inner.kind], dimensions));
  return node;
}

}  // namespace

Node slot_node(const Slot& slot) {
  return std::visit(
      [](auto from) {
        if constexpr (!std::is_same_v<decltype(from), EnumSlot>) {
          return node_of(*from);
        } else {
          for (const EnumWord& entry : *from.words)
            if (entry.value == *from.number) return make_text(entry.word);
          return Node{};
        }
      },
      slot);
}

bool WriteKeys::value(const char* name, Slot slot, const KeyInfo& info, bool has, bool) {
  Node node = has ? slot_node(slot) : Node{};
  if (has && info.file && file_name_) node.text = file_name_(path_ + name, node.text);
  if (node.kind != Node::Kind::none) put(*table_, name, std::move(node));
  return false;
}

void WriteKeys::inside(Node& table, const std::string& name, const std::function<void()>& visit) {
  Node* const outer = table_;
  const std::string outer_path = path_;
  table_ = &table;
  path_ += name + ".";
  ++depth_;
  visit();
  --depth_;
  path_ = outer_path;
  table_ = outer;
}

void WriteKeys::table(const char* name, const char*, const Describe& describe) {
  Node inner = table_->find(name) ? *table_->find(name) : empty_table();
  inner.is_inline = depth_ > 0;
  inside(inner, name, [&] { describe(*this); });
  if (!inner.items.empty()) put(*table_, name, std::move(inner));
}

void WriteKeys::list(const List& list) {
  Node all = list.named ? empty_table() : make_array({});
  for (std::size_t i = 0; i < list.count; ++i) {
    Node item = empty_table();
    item.is_inline = list.one_line;
    item.name = list.name_of(i);
    inside(item, list.name + ("." + item.name), [&] { list.describe(*this, i); });
    all.items.push_back(std::move(item));
  }
  if (list.count > 0) put(*table_, list.name, std::move(all));
}

void WriteKeys::boundary(Boundaries& boundaries, const BoundaryKinds& kinds, const BoundaryKinds& heat) {
  Node table = empty_table();
  int dimensions = 0;
  for (int side = 0; side < 6; ++side)
    if (!boundaries[side].empty()) dimensions = side / 2 + 1;
  for (int side = 0; side < 6; ++side) {
    std::vector<Node> patches;
    for (const Patch& patch : boundaries[side]) patches.push_back(patch_node(patch, kinds, heat, dimensions));
    if (patches.size() == 1)
      put(table, side_names[side], patches[0]);
    else if (!patches.empty())
      put(table, side_names[side], make_array(patches));
  }
  put(root_, "boundary", table);
}

void WriteKeys::boundary(NamedConditions& conditions, const BoundaryKinds& kinds) {
  Node table = empty_table();
  for (const NamedCondition& condition : conditions) {
    std::vector<Node> patches;
    for (const Patch& patch : condition.patches)
      patches.push_back(patch_node(patch, kinds[patch.kind], dimensions_of(patch, kinds[patch.kind])));
    put(table, condition.name, patches.size() == 1 ? patches[0] : make_array(patches));
  }
  put(root_, "boundary", table);
}

}  // namespace eddy
