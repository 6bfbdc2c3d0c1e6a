// All faults that the analysis of a kernel found, as one text.
#pragma once
#include <string>

#include "exec/record/analysis.hpp"

namespace eddy {

inline std::string faults(const Analysis& a) {
  std::string all;
  for (const auto& f : a.faults) all += f + "; ";
  return all;
}

}  // namespace eddy
