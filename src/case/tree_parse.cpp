// Parses TOML text into a tree; the only file that uses toml++.
#include <toml++/toml.h>

#include <algorithm>
#include <tuple>

#include "base/error.hpp"
#include "case/tree.hpp"

namespace eddy {
namespace {

Where where_of(const toml::source_position& at, const std::string& file) {
  return {file, static_cast<int>(at.line), static_cast<int>(at.column)};
}

class Converter {
 public:
  explicit Converter(const std::string& file) : file_(file) {}

  Node convert(const toml::node& node, int depth) const {
    Node result;
    result.where = where_of(node.source().begin, file_);
    if (depth > deepest_tree)
      throw Error(Exit::usage,
                  result.where.text() + " error: tables and lists are nested too deeply.\n1 error. Nothing was run.");
    if (const auto* table = node.as_table())
      fill_table(result, *table, depth);
    else if (const auto* array = node.as_array())
      fill_array(result, *array, depth);
    else
      fill_value(result, node);
    return result;
  }

 private:
  void fill_table(Node& result, const toml::table& table, int depth) const {
    result.kind = Node::Kind::table;
    result.is_inline = table.is_inline();
    for (const auto& [key, value] : table) {
      result.items.push_back(convert(value, depth + 1));
      result.items.back().name = std::string(key.str());
      result.items.back().key_where = where_of(key.source().begin, file_);
    }
    const auto place = [](const Node& item) { return std::tuple(item.key_where.line, item.key_where.column); };
    std::stable_sort(result.items.begin(), result.items.end(), [&](auto& a, auto& b) { return place(a) < place(b); });
  }

  void fill_array(Node& result, const toml::array& array, int depth) const {
    result.kind = Node::Kind::array;
    for (const auto& item : array) {
      result.items.push_back(convert(item, depth + 1));
      result.items.back().key_where = result.items.back().where;
    }
  }

  static void fill_value(Node& result, const toml::node& node) {
    result.kind = Node::Kind::date;
    if (const auto* v = node.as_boolean()) {
      result.kind = Node::Kind::boolean;
      result.boolean = v->get();
    }
    if (const auto* v = node.as_integer()) {
      result.kind = Node::Kind::integer;
      result.integer = v->get();
    }
    if (const auto* v = node.as_floating_point()) {
      result.kind = Node::Kind::number;
      result.number = v->get();
    }
    if (const auto* v = node.as_string()) {
      result.kind = Node::Kind::text;
      result.text = v->get();
    }
  }

  std::string file_;
};

}  // namespace

Node parse_toml(std::string_view text, const std::string& file) {
  refuse_deep_text(text, file);
  try {
    return Converter(file).convert(toml::parse(text), 0);
  } catch (const toml::parse_error& error) {
    std::string what(error.description());
    if (!what.empty() && what.back() != '.') what += '.';
    throw Error(Exit::usage, where_of(error.source().begin, file).text() + " error: not valid TOML: " + what +
                                 "\n1 error. Nothing was run.");
  }
}

}  // namespace eddy
