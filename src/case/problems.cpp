// Collects all problems of a case, to be reported together.
#include "case/problems.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace eddy {

namespace {
constexpr std::size_t most_shown = 200;  // a file that is no case must not flood the terminal
}

void Problems::add(const Where& where, const std::string& text) { list_.push_back({where, text}); }

void Problems::of(const std::string& path, const std::function<void()>& check) {
  try {
    check();
  } catch (const ErrorAt& e) {
    add(e.where, e.text);
  } catch (const Error& e) {
    at(path, e.what());
  }
}

void Problems::merge(const Problems& other) {
  std::set<std::pair<std::string, std::string>> known;
  for (const Problem& problem : list_) known.emplace(problem.where.text(), problem.text);
  for (const Problem& problem : other.list_)
    if (known.emplace(problem.where.text(), problem.text).second) list_.push_back(problem);
}

std::string Problems::text() const {
  auto sorted = list_;
  const auto place = [](const Problem& p) { return std::tuple(p.where.line == 0, p.where.line, p.where.column); };
  std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& a, const auto& b) { return place(a) < place(b); });
  std::string all;
  for (std::size_t i = 0; i < std::min(sorted.size(), most_shown); ++i)
    all += sorted[i].where.text() + " error: " + sorted[i].text + "\n";
  if (sorted.size() > most_shown) all += "… and " + std::to_string(sorted.size() - most_shown) + " more.\n";
  return all + std::to_string(list_.size()) + (list_.size() == 1 ? " error" : " errors") + ". Nothing was run.";
}

void Problems::throw_if_any() const {
  if (!empty()) throw Error(Exit::usage, text());
}

}  // namespace eddy
