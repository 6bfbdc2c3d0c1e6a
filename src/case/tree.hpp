// A case file as a tree of values with their places, in the order of the file. Between TOML and the keys.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "case/where.hpp"

namespace eddy {

struct Node {
  enum class Kind { none, boolean, integer, number, text, date, array, table };
  Kind kind = Kind::none;
  std::string name;  // of the key
  Where where;       // of the value
  Where key_where;   // of the key
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  std::string text;
  std::vector<Node> items;     // of an array or a table
  bool is_inline = false;      // a table written { … }
  bool by_user = false;        // given on the command line
  bool seen = false;           // some description asked for it
  mutable bool wrong = false;  // reported already: what is inside does not matter

  bool is_table() const { return kind == Kind::table; }
  Node* find(std::string_view key);
  const Node* find(std::string_view key) const { return const_cast<Node*>(this)->find(key); }
  Node& add(std::string_view key);  // an entry of this table, new or there already
  std::string describe() const;     // "the string 'abc'", "a table": for messages
};

Node empty_table();
Node make_text(const std::string& text);
Node make_number(double number);
Node make_integer(std::int64_t number);
Node make_boolean(bool value);
Node make_array(std::vector<Node> items);

inline constexpr int deepest_tree = 16;  // of tables and lists in each other
// The parser recurses over brackets and over the dots of keys: text that nests too deeply must not reach it. Throws
// Error(usage).
void refuse_deep_text(std::string_view text, const std::string& file);
// Throws Error(usage) with line and column for what is not TOML.
Node parse_toml(std::string_view text, const std::string& file);
// "key=value", value as TOML or else as a bare string; an empty one takes the key away. Throws Error(usage).
void apply_override(Node& root, const std::string& assignment);
// The case's own [small] table: "mesh.cells" = [16, 16], or [small.mesh]; [small.expect] replaces [expect].
void apply_small(Node& root);

std::string toml_text(const Node& root);        // a whole file
std::string toml_value_text(const Node& node);  // one value, on one line

}  // namespace eddy
