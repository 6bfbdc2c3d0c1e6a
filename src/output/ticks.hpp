// Round numbers for axes, and their labels.
#pragma once
#include <string>
#include <vector>

namespace eddy {

struct Ticks {
  std::vector<double> at;
  // One per tick, all with the same number of digits; empty where a log axis shows no number.
  std::vector<std::string> labels;
  std::vector<double> minor{};  // minor ticks, without numbers
};

Ticks linear_ticks(double low, double high,
                   int about);             // multiples of 1, 2 or 5 times a power of ten, inside the range
Ticks log_ticks(double low, double high);  // powers of ten, or 1 2 5 where there are few
std::string short_number(double value, int digits = 4);  // 0.25, 1.5e6

}  // namespace eddy
