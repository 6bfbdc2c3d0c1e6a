// A run against what is expected of it.
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "case/options.hpp"

namespace eddy {

struct Judgement {  // one row of the report
  std::string name, computed, interval, source;
  bool pass = false;
  std::string reason{};  // why not
  std::optional<double> value{};
};

bool is_order(const std::string& expected);  // "order" and "order_time": for `converge`, not for a single run
Judgement judge_line(const Compare& compare, const std::filesystem::path& folder);  // or a surface of that name
std::vector<Judgement> judge_run(const std::filesystem::path& folder);

}  // namespace eddy
