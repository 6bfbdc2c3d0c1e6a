// Reports unknown keys and tables, with the word that was probably meant, or the table they belong to.
#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "base/text.hpp"
#include "case/keys_read.hpp"

namespace eddy {
namespace {

using Manual = ReadKeys::Manual;

struct Known {  // a key of the manual
  std::string table, key;
  bool own = false;  // belongs to one solver, not to every case
};

// Entries of a list ("output.probe 2", "boundary.left 2") have the same keys.
std::string without_number(const std::string& path) { return path.substr(0, path.find(' ')); }

// "*.NAME" for body.NAME and wall.NAME, "*" for run and linear: tables of one form have similar meanings.
std::string form_of(const std::string& table) {
  std::vector<std::string> parts = split(table, '.');
  for (std::string& part : parts)
    if (std::none_of(part.begin(), part.end(), [](unsigned char c) { return std::isupper(c); })) part = "*";
  return table.empty() ? "" : join(parts, ".");
}

std::vector<std::string> words_for(const std::string& key) {
  if (key == "AXIS") return {"x", "y", "z"};
  if (key != "SIDE") return {key};
  std::vector<std::string> sides(side_names.begin(), side_names.end());
  sides.push_back("others");
  return sides;
}

class Hints {
 public:
  explicit Hints(const std::vector<ManualEntry>& entries) {
    for (const ManualEntry& e : entries) {
      const std::size_t dot = e.path.rfind('.');
      const std::string table = dot == e.path.npos ? "" : e.path.substr(0, dot);
      for (const std::string& key : words_for(dot == e.path.npos ? e.path : e.path.substr(dot + 1)))
        keys_.push_back({table, key, !e.solver.empty()});
      for (std::size_t end = 0; end != e.path.npos;) {
        end = e.path.find('.', end + 1);
        paths_[e.path.substr(0, e.path.find('.'))].insert(e.path.substr(0, end));
      }
    }
  }

  bool knows(const std::string& path) const {
    const auto some = paths_.find(path.substr(0, path.find_first_of(". ")));
    const auto same = [&](const std::string& known) { return same_path(without_number(path), known); };
    return some != paths_.end() && std::any_of(some->second.begin(), some->second.end(), same);
  }

  std::string of(const std::string& name, const std::string& path) const {
    const std::string here = table_of(without_number(path)), form = form_of(here);
    const std::vector<std::string> keys = keys_of(here);
    if (std::find(keys.begin(), keys.end(), name) != keys.end()) return " It has no meaning here.";
    if (const std::string near = did_you_mean(name, keys); !near.empty()) return near;
    const bool own = is_own(here);
    const std::vector<std::function<bool(const Known&)>> nearer{
        [](const Known&) { return true; },
        [&](const Known& k) { return form_of(k.table) == form && k.own == own; },
        [&](const Known& k) { return form == "*" && form_of(k.table) == form; },
    };
    for (const auto& is_near : nearer)
      if (const std::string table = only_table(name, is_near); !table.empty())
        return " It belongs in " + table_text(table) + ".";
    return "";
  }

 private:
  // "body.cylinder" becomes "body.NAME".
  std::string table_of(const std::string& path) const {
    for (const Known& k : keys_)
      if (!path.empty() && !k.table.empty() && same_path(path, k.table)) return k.table;
    return path;
  }
  std::vector<std::string> keys_of(const std::string& table) const {
    std::vector<std::string> all;
    for (const Known& k : keys_)
      if (k.table == table) all.push_back(k.key);
    return all;
  }
  bool is_own(const std::string& table) const {
    return std::all_of(keys_.begin(), keys_.end(), [&](const Known& k) { return k.table != table || k.own; });
  }
  // The only table that has such a key; empty if there are several or none.
  std::string only_table(const std::string& key, const std::function<bool(const Known&)>& is_near) const {
    std::set<std::string> tables;
    for (const Known& k : keys_)
      if (k.key == key && !k.table.empty() && is_near(k)) tables.insert(k.table);
    return tables.size() == 1 ? *tables.begin() : "";
  }

  std::vector<Known> keys_;
  std::map<std::string, std::set<std::string>> paths_;  // paths of keys and tables, by their first word
};

class Search {
 public:
  Search(const Manual& manual, bool any_solver, Problems& problems)
      : manual_(manual), any_solver_(any_solver), problems_(problems) {}

  void search(const Node& table, const std::string& path) {
    const bool in_list = table.kind == Node::Kind::array;
    int number = 0;
    for (const Node& item : table.items) {
      const std::string inner =
          path + (in_list ? " " + std::to_string(++number) : (path.empty() ? "" : ".") + item.name);
      if (item.wrong) continue;
      if (item.seen || (any_solver_ && hints().knows(inner)))
        search(item, inner);
      else if (!in_list)
        report(item, path);
    }
  }

 private:
  const Hints& hints() {
    if (!hints_) hints_.emplace(manual_());
    return *hints_;
  }

  void report(const Node& item, const std::string& path) {
    constexpr std::size_t enough = 200;  // with more problems the file is probably no case: no hints
    const std::string kind = item.is_table() && path.empty()
                                 ? "unknown table [" + item.name + "]."
                                 : "unknown key '" + item.name + "' in " + table_text(path) + ".";
    problems_.add(item.key_where, kind + (problems_.size() < enough ? hints().of(item.name, path) : ""));
  }

  const Manual& manual_;
  const bool any_solver_;
  Problems& problems_;
  std::optional<Hints> hints_;
};

}  // namespace

std::string table_text(const std::string& path) {
  if (path.empty()) return "the case";
  return path.find(' ') == std::string::npos ? "[" + path + "]" : path;
}

void ReadKeys::report_unknown(const Manual& manual, bool any_solver) {
  Search(manual, any_solver, problems_).search(root_, "");
}

}  // namespace eddy
