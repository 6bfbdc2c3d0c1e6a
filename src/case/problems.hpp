// Collects all problems of a case, to be reported together.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case/where.hpp"

namespace eddy {

struct ErrorAt : Error {  // an error of a value whose place is known
  Where where;
  std::string text;  // without the place
  ErrorAt(const Where& where, const std::string& text)
      : Error(Exit::usage, where.text() + " error: " + text), where(where), text(text) {}
};

class Problems {
 public:
  // Finds the place of "run.dt" or "output.probe 2.at"; of its table if the key is missing.
  using Find = std::function<Where(const std::string& path)>;
  explicit Problems(Find find = {}) : find_(std::move(find)) {}

  void add(const Where& where, const std::string& text);
  void at(const std::string& path, const std::string& text) { add(find_ ? find_(path) : Where{}, text); }
  // Turns an error that `check` throws into a problem, at the error's own place or else at this path.
  void of(const std::string& path, const std::function<void()>& check);
  void merge(const Problems& other);  // adds those that are not here yet
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  std::string text() const;   // sorted by line, with "2 errors. Nothing was run." at the end
  void throw_if_any() const;  // throws Error(usage)

 private:
  struct Problem {
    Where where;
    std::string text;
  };
  std::vector<Problem> list_;
  Find find_;
};

}  // namespace eddy
