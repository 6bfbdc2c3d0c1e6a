// The tree of a case, and its changes by the command line and by [small].
#include "case/tree.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {

Node* Node::find(std::string_view key) {
  const auto at = std::find_if(items.begin(), items.end(), [&](const Node& item) { return item.name == key; });
  return is_table() && at != items.end() ? &*at : nullptr;
}

Node& Node::add(std::string_view key) {
  if (Node* there = find(key)) return *there;
  items.emplace_back().name = key;
  return items.back();
}

std::string Node::describe() const {
  switch (kind) {
    case Kind::none:
      return "nothing";
    case Kind::boolean:
      return boolean ? "true" : "false";
    case Kind::integer:
      return std::to_string(integer);
    case Kind::number:
      return number_text(number);
    case Kind::text:
      return "the string '" + (text.size() > 60 ? text.substr(0, 57) + "..." : text) + "'";
    case Kind::date:
      return "a date";
    case Kind::array:
      return "a list";
    case Kind::table:
      return "a table";
  }
  return "";
}

namespace {
template <class Value>
Node make(Node::Kind kind, Value Node::*part, std::type_identity_t<Value> value) {
  Node node;
  node.kind = kind;
  node.*part = std::move(value);
  return node;
}
}  // namespace

Node empty_table() { return make(Node::Kind::table, &Node::text, ""); }
Node make_text(const std::string& text) { return make(Node::Kind::text, &Node::text, text); }
Node make_number(double number) { return make(Node::Kind::number, &Node::number, number); }
Node make_integer(std::int64_t number) { return make(Node::Kind::integer, &Node::integer, number); }
Node make_boolean(bool value) { return make(Node::Kind::boolean, &Node::boolean, value); }
Node make_array(std::vector<Node> items) { return make(Node::Kind::array, &Node::items, std::move(items)); }

namespace {

void say_by_user(Node& node, const Where& where) {
  node.where = node.key_where = where;
  node.by_user = true;
  for (Node& item : node.items) say_by_user(item, where);
}

// Finds the table for the last part of a path; creates missing tables.
Node& holder(Node& root, const std::vector<std::string>& parts, const Where& where) {
  Node* table = &root;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    Node& next = table->add(parts[i]);
    if (next.kind == Node::Kind::none) {
      next.kind = Node::Kind::table;
      next.where = next.key_where = where;
    }
    if (!next.is_table())
      throw Error(Exit::usage, where.text() + " error: '" + parts[i] + "' is not a table in this case.");
    table = &next;
  }
  return *table;
}

void put(Node& root, const std::string& path, Node value, const Where& where) {
  const auto parts = split(path, '.');
  constexpr std::size_t deepest_path = 8;
  const bool odd =
      parts.size() > deepest_path || std::any_of(parts.begin(), parts.end(), [](auto& p) { return p.empty(); });
  if (odd) throw Error(Exit::usage, where.text() + " error: '" + path + "' is not the name of a key.");
  Node& table = holder(root, parts, where);
  if (value.kind == Node::Kind::none) {
    std::erase_if(table.items, [&](const Node& item) { return item.name == parts.back(); });
    return;
  }
  value.name = parts.back();
  table.add(parts.back()) = std::move(value);
}

Node override_value(const std::string& text) {
  if (text.find_first_not_of(" \t") == std::string::npos) return {};
  try {
    const Node parsed = parse_toml("v = " + text, "");
    if (parsed.items.size() == 1 && parsed.items[0].name == "v") return parsed.items[0];
  } catch (const Error&) {  // not TOML: taken as a string, so that run.device=opencl needs no quotes
  }
  return make_text(text);
}

void merge(Node& target, const Node& changes) {
  for (const Node& change : changes.items) {
    if (change.name.find('.') != std::string::npos) {
      put(target, change.name, change, change.where);
      continue;
    }
    Node& place = target.add(change.name);
    if (change.is_table() && !change.is_inline && place.is_table())
      merge(place, change);
    else
      place = change;
  }
}

}  // namespace

void apply_override(Node& root, const std::string& assignment) {
  const Where where{"-s " + assignment};
  const auto equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(Exit::usage, where.text() + " error: an override is written key=value, for instance -s run.cfl=0.4.");
  std::string path = assignment.substr(0, equals);
  while (!path.empty() && path.back() == ' ') path.pop_back();
  Node value = override_value(assignment.substr(equals + 1));
  say_by_user(value, where);
  put(root, path, std::move(value), where);
}

void apply_small(Node& root) {
  const Node* small = root.find("small");
  if (!small || !small->is_table()) return;
  Node changes = *small;
  if (changes.find("expect")) std::erase_if(root.items, [](const Node& item) { return item.name == "expect"; });
  std::erase_if(root.items, [](const Node& item) { return item.name == "small"; });
  merge(root, changes);
}

}  // namespace eddy
