// Judges a run by the numbers that its case expects.
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
  std::string reason{};  // why it failed
  std::optional<double> value{};
};

bool is_order(const std::string& expected);  // "order" or "order_time", which `converge` judges, not a single run
Judgement judge_line(const Compare& compare, const std::filesystem::path& folder);  // a line, or a surface of that name
std::vector<Judgement> judge_run(const std::filesystem::path& folder);

}  // namespace eddy
