// Collects everything that is wrong with a case, to be told at once.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "case/where.hpp"

namespace eddy {

struct ErrorAt : Error {  // of a value that knows its place
  Where where;
  std::string text;  // without the place
  ErrorAt(const Where& where, const std::string& text)
      : Error(Exit::usage, where.text() + " error: " + text), where(where), text(text) {}
};

class Problems {
 public:
  // The place of "run.dt", or of "output.probe 2.at"; of its table where it is missing.
  using Find = std::function<Where(const std::string& path)>;
  explicit Problems(Find find = {}) : find_(std::move(find)) {}

  void add(const Where& where, const std::string& text);
  void at(const std::string& path, const std::string& text) { add(find_ ? find_(path) : Where{}, text); }
  // What it refuses becomes a problem, at the place that the error knows or else at this path.
  void of(const std::string& path, const std::function<void()>& check);
  void merge(const Problems& other);  // what is not here yet
  bool empty() const { return list_.empty(); }
  std::size_t size() const { return list_.size(); }
  std::string text() const;   // sorted by line, ends with "2 errors. Nothing was run."
  void throw_if_any() const;  // Error(usage)

 private:
  struct Problem {
    Where where;
    std::string text;
  };
  std::vector<Problem> list_;
  Find find_;
};

}  // namespace eddy
