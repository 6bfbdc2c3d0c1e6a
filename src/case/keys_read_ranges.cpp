// Reads the sides of a block: the name of a patch, or a list of pieces with a name each.
#include "base/text.hpp"
#include "case/keys_read.hpp"

namespace eddy {

bool ReadKeys::read_range(const Node& node, const std::string& what, PatchRange& to) {
  if (node.kind == Node::Kind::text) {
    to.name = node.text;
    return true;
  }
  if (!node.is_table()) return wrong_type(node, what, "a name, or { name = …, from = …, to = … }"), false;
  const KeyInfo cells{.limit = at_least(0)};
  bool good = true;
  for (const Node& item : node.items) {
    const std::string path = what + "." + item.name;
    if (item.name == "name")
      good = read(item, path, {}, to.name) && good;
    else if (item.name == "from" || item.name == "to")
      good = read(item, path, cells, item.name == "from" ? to.from : to.to) && good;
    else
      problems_.add(item.key_where, "unknown key '" + item.name + "' in " + what + "." +
                                        did_you_mean(item.name, {"name", "from", "to"}));
  }
  if (!node.find("name")) problems_.add(node.where, what + " needs a name.");
  if (to.from.size() != to.to.size()) problems_.add(node.where, what + " needs both from and to, or neither.");
  return good && node.find("name") && to.from.size() == to.to.size();
}

bool ReadKeys::read(const Node& node, const std::string& what, const KeyInfo&, std::vector<PatchRange>& to) {
  const bool is_list = node.kind == Node::Kind::array;
  if (!is_list && node.kind != Node::Kind::text) return wrong_type(node, what, "a name, or a list of pieces"), false;
  std::vector<PatchRange> ranges(is_list ? node.items.size() : 1);
  for (std::size_t i = 0; i < ranges.size(); ++i)
    if (!read_range(is_list ? node.items[i] : node, is_list ? what + " " + std::to_string(i + 1) : what, ranges[i]))
      return false;
  to = std::move(ranges);
  return true;
}

}  // namespace eddy
