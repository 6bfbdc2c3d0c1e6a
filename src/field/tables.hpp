// Makes a table from a list; an empty list gives one entry, since a field cannot be empty.
#pragma once
#include <algorithm>
#include <vector>

#include "field/field.hpp"

namespace eddy {

template <class S, class T>
LineField<S, T> make_table(Exec<S>& exec, const std::vector<T>& values) {
  LineField<S, T> f(exec, "table", line_box(std::max(1, static_cast<int>(values.size()))), 1);
  f.fill([&](int i, int, int) { return i < static_cast<int>(values.size()) ? values[i] : T(0); });
  return f;
}

}  // namespace eddy
