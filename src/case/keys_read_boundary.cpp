// Reads [boundary]: one condition or a list of patches per side; the solver provides the kinds.
#include <algorithm>

#include "base/text.hpp"
#include "case/keys_read.hpp"

namespace eddy {
namespace {

std::vector<std::string> names_of(const BoundaryKinds& kinds) {
  std::vector<std::string> names;
  for (const BoundaryKind& kind : kinds) names.push_back(kind.name);
  std::sort(names.begin(), names.end());
  return names;
}

std::string kinds_text(const BoundaryKinds& kinds) { return " Kinds: " + join(names_of(kinds)) + "."; }

int find_kind(const BoundaryKinds& kinds, const std::string& name) {
  const auto at = std::find_if(kinds.begin(), kinds.end(), [&](const BoundaryKind& kind) {
    return kind.name == name || (!name.empty() && kind.old_name == name);
  });
  return at == kinds.end() ? -1 : static_cast<int>(at - kinds.begin());
}

bool is_periodic(const BoundaryKinds& kinds, const Patch& patch) { return kinds[patch.kind].periodic; }

}  // namespace

bool ReadKeys::read_patch_value(Node& node, const std::string& what, const BoundaryValue& value, Patch& patch) {
  Node* given = node.find(value.key);
  const int components = value.components == per_axis ? dimensions_ : value.components;
  const KeyInfo info{.unit = value.unit.c_str(), .limit = value.limit, .length = components};
  if (!given) {
    if (value.fallback)
      patch.values.insert(patch.values.end(), components, Formula(*value.fallback));
    else
      problems_.add(node.where, what + " needs the key '" + value.key + "'.");
    return value.fallback.has_value();
  }
  given->seen = true;
  std::vector<Formula> values(1);
  const std::string path = what + ": " + value.key;
  const bool good = value.components == 1 ? read(*given, path, info, values[0]) : read(*given, path, info, values);
  patch.values.insert(patch.values.end(), values.begin(), values.end());
  return good;
}

bool ReadKeys::read_patch(Node& node, const std::string& what, const BoundaryKinds& kinds, Patch& patch) {
  node.seen = true;
  if (!node.is_table()) return wrong_type(node, what, "a table such as { kind = \"" + kinds[0].name + "\" }"), false;
  Node* kind = node.find("kind");
  if (!kind) {
    node.wrong = true;
    problems_.add(node.where, what + " needs the key 'kind'." + kinds_text(kinds));
    return false;
  }
  const int index = kind->kind == Node::Kind::text ? find_kind(kinds, kind->text) : -1;
  if (index < 0) {
    const std::string given = kind->kind == Node::Kind::text ? "'" + kind->text.substr(0, 60) + "'" : kind->describe();
    problems_.add(node.where,
                  what + " has kind " + given + "." + did_you_mean(kind->text, names_of(kinds)) + kinds_text(kinds));
    node.wrong = true;  // without a kind its keys cannot be checked
    return false;
  }
  patch.kind = index;
  patch.old_name = kind->text == kinds[index].old_name;
  kind->seen = true;
  bool good = true;
  for (const BoundaryValue& value : kinds[index].values)
    good = read_patch_value(node, what + " of kind '" + kinds[index].name + "'", value, patch) && good;
  return good;
}

bool ReadKeys::read_where(Node& node, const std::string& what, Patch& patch) {
  Node* where = node.find("where");
  if (!where) return true;
  where->seen = true;
  patch.where.emplace();
  return read(*where, what + ": where", {}, *patch.where);
}

bool ReadKeys::read_heat(Node& node, const std::string& what, const BoundaryKinds& kinds, Patch& patch) {
  Node* heat = kinds.empty() ? nullptr : node.find("heat");
  if (!heat) return true;
  Patch& inner = patch.heat.emplace_back();
  if (!read_patch(*heat, what + ": heat", kinds, inner)) return false;
  Node* name = heat->find("name");
  if (!name) return true;
  name->seen = true;
  return read(*name, what + ": heat.name", {}, inner.name);
}

bool ReadKeys::check_patches(const Node& node, const BoundaryKinds& kinds, const std::vector<Patch>& patches) {
  const std::string what = "boundary '" + node.name + "'";
  for (std::size_t i = 0; i < patches.size(); ++i) {
    const Where& place = node.kind == Node::Kind::array ? node.items[i].where : node.where;
    std::string wrong;
    if (i == 0 && patches[i].where) wrong = ": the first entry covers the whole side, so it cannot have 'where'.";
    if (i > 0 && !patches[i].where)
      wrong = ": entry " + std::to_string(i + 1) + " needs 'where', or it would hide those before it.";
    if (patches.size() > 1 && is_periodic(kinds, patches[i]))
      wrong = ": 'periodic' holds for a whole side, never for a patch.";
    if (wrong.empty()) continue;
    problems_.add(place, what + wrong);
    return false;
  }
  return true;
}

ReadKeys::SideEntry ReadKeys::read_side(Node& node, const BoundaryKinds& kinds, const BoundaryKinds& heat) {
  SideEntry side{{}, &node, true};
  node.seen = true;
  const bool is_list = node.kind == Node::Kind::array;
  if (is_list && node.items.empty()) {
    problems_.add(node.where, "boundary '" + node.name + "' is an empty list.");
    side.good = false;
  }
  const std::size_t count = is_list ? node.items.size() : 1;
  const std::string what = "boundary '" + node.name + "'";
  for (std::size_t i = 0; i < count; ++i) {
    Node& entry = is_list ? node.items[i] : node;
    Patch& patch = side.patches.emplace_back();
    side.good = read_patch(entry, what, kinds, patch) && read_where(entry, what, patch) &&
                read_heat(entry, what, heat, patch) && side.good;
  }
  if (side.good) side.good = check_patches(node, kinds, side.patches);
  return side;
}

void ReadKeys::check_periodic(const std::array<SideEntry, 6>& sides, const BoundaryKinds& kinds) {
  for (int i = 0; i < 2 * dimensions_; ++i) {
    const SideEntry &side = sides[i], &other = sides[i ^ 1];
    if (!side.good || !other.good || !is_periodic(kinds, side.patches[0]) || is_periodic(kinds, other.patches[0]))
      continue;
    problems_.add(side.node->where, std::string("boundary '") + side_names[i] + "' is periodic, but '" +
                                        side_names[i ^ 1] + "' is not: both sides of an axis or neither.");
  }
}

void ReadKeys::check_side(const Node* table, const Node* node, bool others, int side) {
  const std::string what = std::string("boundary '") + side_names[side] + "'";
  const bool absent = dimensions_ > 0 && side / 2 >= dimensions_;
  if (node && absent)
    problems_.add(node->key_where, what + " belongs to the axis " + "xyz"[side / 2] + ", which a mesh of " +
                                       std::to_string(dimensions_) + (dimensions_ == 1 ? " dimension" : " dimensions") +
                                       " does not have.");
  else if (!node && !others && side / 2 < dimensions_)
    problems_.add(table ? table->key_where : root_.key_where,
                  what + " is missing in [boundary]. Give it, or 'others' for all that are not named.");
}

void ReadKeys::boundary(Boundaries& boundaries, const BoundaryKinds& kinds, const BoundaryKinds& heat) {
  Node* table = root_.find("boundary");
  if (table) table->seen = true;
  if (table && !table->is_table()) return wrong_type(*table, "boundary", "a table");
  Node* others = table ? table->find("others") : nullptr;
  const SideEntry rest = others ? read_side(*others, kinds, heat) : SideEntry{};
  std::array<SideEntry, 6> sides;
  for (int i = 0; i < 6; ++i) {
    Node* node = table ? table->find(side_names[i]) : nullptr;
    const bool absent = dimensions_ > 0 && i / 2 >= dimensions_;
    if (node)
      sides[i] = read_side(*node, kinds, heat);
    else if (!absent && others)
      sides[i] = rest;
    check_side(table, node, others != nullptr, i);
    if (!absent) boundaries[i] = sides[i].patches;
  }
  check_periodic(sides, kinds);
}

// The names are checked later, when the mesh is known.
void ReadKeys::boundary(NamedConditions& conditions, const BoundaryKinds& kinds) {
  Node* table = root_.find("boundary");
  if (!table) return;
  table->seen = true;
  if (!table->is_table()) return wrong_type(*table, "boundary", "a table");
  for (Node& node : table->items) {
    const SideEntry entry = read_side(node, kinds, {});
    if (entry.good) conditions.push_back({node.name, entry.patches});
  }
}

}  // namespace eddy
