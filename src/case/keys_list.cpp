// Makes an entry of the manual for each key.
#include "case/keys_list.hpp"

#include <algorithm>

#include "case/keys_write.hpp"
#include "case/tree.hpp"

namespace eddy {
namespace {

std::string type_of(bool*) { return "true or false"; }
std::string type_of(int*) { return "whole number"; }
std::string type_of(std::int64_t*) { return "whole number"; }
std::string type_of(double*) { return "number"; }
std::string type_of(std::string*) { return "string"; }
std::string type_of(Formula*) { return "number or formula"; }
std::string type_of(const EnumSlot&) { return "word"; }
std::string type_of(std::vector<int>*) { return "list of whole numbers"; }
std::string type_of(std::vector<double>*) { return "list of numbers"; }
std::string type_of(std::vector<std::string>*) { return "list of strings"; }
std::string type_of(std::vector<Formula>*) { return "list of numbers or formulas"; }
std::string type_of(std::vector<std::vector<double>>*) { return "list of points"; }
std::string type_of(std::vector<PatchRange>*) { return "string, or list of { name, from, to }"; }

std::string length_text(int length) {
  return length == per_axis ? ", one per axis" : length > 0 ? ", " + std::to_string(length) + " of them" : "";
}

}  // namespace

ManualEntry& ListKeys::add(const std::string& path, const std::string& type, const std::string& doc) {
  ManualEntry& entry = entries_.emplace_back();
  entry.path = path;
  entry.type = type;
  entry.doc = doc;
  entry.solver = solver_;
  return entry;
}

bool ListKeys::value(const char* name, Slot slot, const KeyInfo& info, bool has, bool optional) {
  const bool points = std::holds_alternative<std::vector<std::vector<double>>*>(slot);
  const std::string type = std::visit([](auto to) { return type_of(to); }, slot) +
                           (points ? ", " + std::to_string(info.length) + " numbers each" : length_text(info.length));
  ManualEntry& entry = add(path_of(name), type, info.doc);
  entry.unit = info.unit;
  entry.limit = info.limit.any() ? "" : info.limit.text();
  entry.required = info.required;
  const Node fallback = has && !optional && !info.required ? slot_node(slot) : Node{};
  if (fallback.kind != Node::Kind::none) entry.fallback = toml_value_text(fallback);
  if (const EnumSlot* choice = std::get_if<EnumSlot>(&slot))
    for (const EnumWord& word : *choice->words) entry.choices.push_back({word.word, word.doc});
  return false;
}

void ListKeys::inside(const std::string& path, const std::function<void()>& visit) {
  const std::string outer = path_;
  path_ = path;
  visit();
  path_ = outer;
}

void ListKeys::table(const char* name, const char* doc, const Describe& describe) {
  const std::string path = path_of(name);
  const auto same = [&](const ManualEntry& entry) { return entry.path == path; };
  if (std::none_of(entries_.begin(), entries_.end(), same)) add(path, "table", doc);
  inside(path, [&] { describe(*this); });
}

void ListKeys::list(const List& list) {
  const std::string path = path_of(list.name);
  add(path, list.named ? "named tables" : "list of tables", list.doc);
  inside(list.named ? path + ".NAME" : path, [&] { list.describe(*this, list.count); });
}

void ListKeys::boundary(NamedConditions&, const BoundaryKinds& kinds) {
  Boundaries none;
  boundary(none, kinds, {});
}

void ListKeys::boundary(Boundaries&, const BoundaryKinds& kinds, const BoundaryKinds& heat) {
  add("boundary", "table",
      "A condition per side: left, right, bottom, top, front, back, or per patch of a mesh of blocks; others for the "
      "rest.");
  add("boundary.SIDE", "table, or list of tables",
      "{ kind = … } for the whole side; in a list, those after the first hold where their formula is not zero.");
  add_kinds("boundary.SIDE", "Which condition.", kinds);
  add("boundary.SIDE.where", "formula",
      "Patch of the side: where this is not zero at face centres; later patches win.");
  if (heat.empty()) return;
  add("boundary.SIDE.heat", "table", "What the temperature does there, with a table [heat]; none: insulated.");
  add_kinds("boundary.SIDE.heat", "Which condition of the temperature.", heat);
  add("boundary.SIDE.heat.name", "text", "In history.csv: nusselt_NAME; none: that of the side.");
}

void ListKeys::add_kinds(const std::string& path, const char* doc, const BoundaryKinds& kinds) {
  ManualEntry& kind = add(path + ".kind", "word", doc);
  kind.required = true;
  for (const BoundaryKind& each : kinds) kind.choices.push_back({each.name, each.doc});
  for (const BoundaryKind& each : kinds)
    for (const BoundaryValue& value : each.values) {
      ManualEntry& entry =
          add(path + "." + value.key, value.components == 1 ? "number or formula" : "list of numbers or formulas",
              "Kind " + each.name + ": " + value.doc + ".");
      entry.unit = value.unit;
      entry.limit = value.limit.any() ? "" : value.limit.text();
      entry.required = !value.fallback;
      if (value.fallback) entry.fallback = toml_value_text(make_number(*value.fallback));
    }
}

}  // namespace eddy
