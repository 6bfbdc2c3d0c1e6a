// Collects everything that is wrong with a case, to be told at once.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "case/where.hpp"

namespace eddy {

class Problems {
 public:
  using Find =
      std::function<Where(const std::string& path)>;  // the place of "run.dt"; of its table where it is missing
  explicit Problems(Find find = {}) : find_(std::move(find)) {}

  void add(const Where& where, const std::string& text);
  void at(const std::string& path, const std::string& text) { add(find_ ? find_(path) : Where{}, text); }
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
