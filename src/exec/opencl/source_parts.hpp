// The pieces of OpenCL C from which the texts of all kinds of kernels are put together.
#pragma once
#include <string>
#include <vector>

#include "exec/record/record.hpp"

namespace eddy {

const char* type_name(Type t);
std::string source_head(const Recording& r, bool reduces);
std::string source_arguments(const Recording& r);
// Variables are v<node><suffix>, with one suffix per row where several rows are written out side by side.
using Suffix = std::string;
std::string source_place(const Operation& load_or_store, const std::string& suffix = "");
std::string source_expression(const Operation& n, const std::string& suffix = "");
std::vector<bool> used_nodes(const Part& part);  // false: nobody needs the value, and it is left out

// The text of a part, in a block of its own, with the names of its inputs and of its results.
using Names = std::vector<std::string>;
std::string part_text(const Part& part, const Names& inputs, const Names& results);
Names numbered_names(const char* stem, int n);  // s0, s1, …
Names operator+(Names a, const Names& b);

}  // namespace eddy
