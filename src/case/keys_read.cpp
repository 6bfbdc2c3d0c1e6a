// Reads values from the tree, and reports a problem for everything that does not fit.
#include "case/keys_read.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/units.hpp"

namespace eddy {
namespace {

// A sentence about a text that begins with a number and goes on like a unit, "2 mins", but is none; else empty.
std::string unit_fault(const std::string& text, const std::string& unit) {
  char* end = nullptr;
  if (!std::isfinite(std::strtod(text.c_str(), &end)) || end == text.c_str()) return "";
  std::string given(end);
  given.erase(0, given.find_first_not_of(' '));
  const bool letters = given.find_first_of("+-*(,") == given.npos && given.find_first_not_of("/ ^0123456789.") == 0;
  if (given.size() < 2 || given == "pi" || !letters || is_unit(given)) return "";  // "2 x" and "2 pi" lack an asterisk
  std::vector<std::string> fitting;
  for (const std::string& word : split(unit_words(), ','))
    if (const std::string known = word.substr(word.find_first_not_of(' ')); measure_the_same(known, unit))
      fitting.push_back(known);
  const std::string sentence = " = \"" + text + "\": '" + given.substr(0, 40) + "' is no unit that eddy knows.";
  if (unit.empty()) return sentence + " The key has no unit.";
  return sentence + did_you_mean(given, fitting) +
         (fitting.empty() ? " The key is in " + unit + "." : " Units of this key: " + join(fitting) + ".");
}

}  // namespace

std::string Limit::text() const {
  const auto plain = [](double v) {
    return std::abs(v) < 1e15 && v == std::trunc(v) ? std::to_string(static_cast<std::int64_t>(v)) : number_text(v);
  };
  if (std::isfinite(low) && std::isfinite(high)) return "between " + plain(low) + " and " + plain(high);
  if (std::isfinite(high)) return "at most " + plain(high);
  if (!std::isfinite(low)) return "any";
  if (low == 0) return open ? "positive" : "zero or positive";
  return (open ? "above " : "at least ") + plain(low);
}

void ReadKeys::inside(Node* table, const std::string& path, const std::function<void()>& visit) {
  Node* const outer_table = table_;
  const std::string outer_path = path_;
  table_ = table;
  path_ = path;
  visit();
  table_ = outer_table;
  path_ = outer_path;
}

void ReadKeys::wrong_type(const Node& node, const std::string& what, const std::string& wanted) {
  node.wrong = true;
  problems_.add(node.where, what + " must be " + wanted + ", not " + node.describe() + ".");
}

bool ReadKeys::fits(const Node& node, const std::string& what, double number, const Limit& limit) {
  if (std::isfinite(number) && limit.holds(number)) return true;
  const std::string wanted = std::isfinite(number) ? limit.text() : "a finite number";
  problems_.add(node.where, what + " = " + number_text(number) + " must be " + wanted + ".");
  return false;
}

void ReadKeys::check(bool ok, const char* key, const std::string& text) {
  if (ok) return;
  const Node* node = table_ ? table_->find(key) : nullptr;
  problems_.add(node ? node->key_where : table_ ? table_->key_where : root_.key_where, text);
}

bool ReadKeys::value(const char* name, Slot slot, const KeyInfo& info, bool, bool) {
  Node* node = table_ ? table_->find(name) : nullptr;
  if (!node) {
    if (info.required) check(false, name, std::string("key '") + name + "' is missing in " + table_text(path_) + ".");
    return false;
  }
  node->seen = true;
  const bool good = std::visit(
      [&](auto to) {
        if constexpr (std::is_same_v<decltype(to), EnumSlot>)
          return read(*node, path_of(name), info, to);
        else
          return read(*node, path_of(name), info, *to);
      },
      slot);
  return good && (!info.file || stays_beside(*node, path_of(name)));
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo&, bool& to) {
  if (node.kind != Node::Kind::boolean) return wrong_type(node, what, "true or false"), false;
  to = node.boolean;
  return true;
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo& info, std::int64_t& to) {
  constexpr double exact = 9007199254740992.0;  // 2⁵³: whole numbers up to here are exact in a double
  const bool is_integral =
      node.kind == Node::Kind::number && std::abs(node.number) <= exact && std::trunc(node.number) == node.number;
  if (node.kind != Node::Kind::integer && !is_integral) return wrong_type(node, what, "a whole number"), false;
  const std::int64_t number = is_integral ? static_cast<std::int64_t>(node.number) : node.integer;
  if (!fits(node, what, static_cast<double>(number), info.limit)) return false;
  to = number;
  return true;
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo& info, int& to) {
  std::int64_t number = 0;
  if (!read(node, what, info, number)) return false;
  constexpr double most = std::numeric_limits<int>::max();
  if (!fits(node, what, static_cast<double>(number), between(-most, most))) return false;
  to = static_cast<int>(number);
  return true;
}

// Reads a number with a unit, such as "5 mm" for a length. Returns whether the text is one; `value` stays empty if it
// does not fit.
bool ReadKeys::read_quantity(const Node& node, const std::string& what, const KeyInfo& info,
                             std::optional<double>& value) {
  const auto given = node.kind == Node::Kind::text ? quantity_in(node.text) : std::nullopt;
  if (!given) return false;
  value = converted(*given, info.unit);
  const std::string unit = info.unit;
  if (!value)
    problems_.add(node.where, what + " = \"" + node.text + "\" does not fit: the key " +
                                  (unit.empty() ? "has no unit." : "is in " + unit + "."));
  else if (!fits(node, what, *value, info.limit))
    value.reset();
  const auto same = [&](const std::string& known) { return measure_the_same(known, given->unit); };
  if (value && !unit.empty() && std::none_of(units_.begin(), units_.end(), same)) units_.push_back(given->unit);
  return true;
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo& info, double& to) {
  if (std::optional<double> value; read_quantity(node, what, info, value)) {
    to = value.value_or(to);
    return value.has_value();
  }
  Formula formula;
  const bool is_number = node.kind == Node::Kind::integer || node.kind == Node::Kind::number;
  if (!is_number && node.kind != Node::Kind::text) return wrong_type(node, what, "a number"), false;
  if (!is_number) {
    try {
      formula = Formula(node.text);
    } catch (const Error&) {
      const std::string fault = unit_fault(node.text, info.unit);
      if (fault.empty()) return wrong_type(node, what, "a number"), false;
      node.wrong = true;
      return problems_.add(node.where, what + fault), false;
    }
    if (formula.constant() && !fits(node, what, formula(0, 0, 0, 0), info.limit)) return false;
  } else if (!read(node, what, info, formula))
    return false;
  if (!formula.constant()) {
    problems_.add(node.where, what + " must be a constant number, but \"" + node.text + "\" depends on x, y, z or t.");
    return false;
  }
  to = formula(0, 0, 0, 0);
  return true;
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo&, std::string& to) {
  if (node.kind != Node::Kind::text) return wrong_type(node, what, "a string"), false;
  to = node.text;
  return true;
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo& info, Formula& to) {
  if (std::optional<double> value; read_quantity(node, what, info, value)) {
    to = Formula(value.value_or(0));
    to.set_where(node.where);
    return value.has_value();
  }
  Formula formula;
  if (node.kind == Node::Kind::integer)
    formula = Formula(static_cast<double>(node.integer));
  else if (node.kind == Node::Kind::number)
    formula = Formula(node.number);
  else if (node.kind == Node::Kind::text) {
    try {
      formula = Formula(node.text, {}, *info.variables);
    } catch (const Error& error) {
      const std::string fault = unit_fault(node.text, info.unit);
      problems_.add(node.where, fault.empty() ? what + ": " + error.what() : what + fault);
      return false;
    }
  } else
    return wrong_type(node, what, "a number or a formula"), false;
  if (formula.constant() && !fits(node, what, formula(0, 0, 0, 0), info.limit)) return false;
  formula.set_where(node.where);
  to = formula;
  return true;
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo&, const EnumSlot& to) {
  if (node.kind != Node::Kind::text) return wrong_type(node, what, "a word"), false;
  std::vector<std::string> known;
  for (const EnumWord& entry : *to.words) {
    known.push_back(entry.word);
    if (node.text != entry.word) continue;
    *to.number = entry.value;
    return true;
  }
  problems_.add(node.where, what + " has no word '" + node.text.substr(0, 60) + "'." + did_you_mean(node.text, known) +
                                " Words: " + join(known) + ".");
  return false;
}

template <class T>
bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo& info, std::vector<T>& to) {
  const bool is_list = node.kind == Node::Kind::array;
  if (node.is_table()) return wrong_type(node, what, "a list"), false;
  const std::size_t count = is_list ? node.items.size() : 1;
  const int wanted = info.length == per_axis ? dimensions_ : info.length;
  if (wanted > 0 && count != static_cast<std::size_t>(wanted)) {
    problems_.add(node.where, what + " has " + std::to_string(count) + (count == 1 ? " entry" : " entries") +
                                  " and needs " + std::to_string(wanted) +
                                  (info.length == per_axis ? ", one per axis of the mesh." : "."));
    return false;
  }
  std::vector<T> values(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Node& item = is_list ? node.items[i] : node;
    if (!read(item, is_list ? what + "[" + std::to_string(i + 1) + "]" : what, info, values[i])) return false;
  }
  to = std::move(values);
  return true;
}

// `info.length` is that of the inner lists.
bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo& info,
                    std::vector<std::vector<double>>& to) {
  if (node.kind != Node::Kind::array) return wrong_type(node, what, "a list of points"), false;
  if (node.items.empty()) return problems_.add(node.where, what + " holds no points."), false;
  std::vector<std::vector<double>> points(node.items.size());
  for (std::size_t i = 0; i < points.size(); ++i)
    if (!read(node.items[i], what + "[" + std::to_string(i + 1) + "]", info, points[i])) return false;
  to = std::move(points);
  return true;
}

void ReadKeys::table(const char* name, const char*, const Describe& describe) {
  Node* node = table_ ? table_->find(name) : nullptr;
  if (node) node->seen = true;
  if (node && !node->is_table()) return wrong_type(*node, path_of(name), "a table");
  inside(node, path_of(name), [&] { describe(*this); });
}

void ReadKeys::list_item(Node& item, const std::string& path, const List& list, std::size_t index) {
  item.seen = true;
  if (!item.is_table()) return wrong_type(item, path, "a table");
  list.add(item.name);
  inside(&item, path, [&] { list.describe(*this, index); });
}

// A quoted "temperature.error_l2" and a dotted temperature.error_l2 are the same name: a table that contains only
// tables is part of a name.
void ReadKeys::list_named(Node& table, const std::string& prefix, const List& list, std::size_t& count) {
  for (Node& item : table.items) {
    bool names_only = item.is_table() && !item.items.empty();
    for (const Node& inner : item.items)  // a table in braces is a value, unless the list's items are written this way
      names_only = names_only && inner.is_table() && (list.one_line || !inner.is_inline);
    const std::string name = prefix + item.name;
    if (names_only) {
      item.seen = true;
      list_named(item, name + ".", list, count);
      continue;
    }
    item.name = name;
    list_item(item, path_of(list.name) + "." + name, list, count);
    count += item.is_table();
  }
}

void ReadKeys::list(const List& list) {
  Node* node = table_ ? table_->find(list.name) : nullptr;
  if (!node) return;
  node->seen = true;
  std::size_t count = list.count;
  if (list.named) {
    if (!node->is_table()) return wrong_type(*node, path_of(list.name), "a table");
    return list_named(*node, "", list, count);
  }
  if (node->kind != Node::Kind::array) return wrong_type(*node, path_of(list.name), "a list of tables");
  for (Node& item : node->items) {
    list_item(item, path_of(list.name) + " " + std::to_string(count + 1), list, count);
    count += item.is_table();
  }
}

}  // namespace eddy
