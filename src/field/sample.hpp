// What leaves the device: a field's values on the host, ghosts stripped, i fastest. Watchers read these, never the
// device's fields.
#pragma once
#include <array>
#include <string>
#include <vector>

#include "case/options.hpp"

namespace eddy {

enum class Location { cell, node };

struct Sample {
  std::string name, unit;  // "temperature", "K"
  Location location = Location::cell;
  std::array<int, 3> size{1, 1, 1};          // points per axis
  int components = 1;                        // of one point, next to each other
  Precision precision = Precision::double_;  // of the device's field: files keep it (Float32 or Float64)
  std::vector<double> values;
};

}  // namespace eddy
