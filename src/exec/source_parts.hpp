// The pieces of which OpenCL C is put together, for every shape of kernel.
#pragma once
#include <string>
#include <vector>

#include "exec/record.hpp"

namespace eddy {

const char* type_name(Type t);
std::string source_head(const Recording& r, bool reduces);
std::string source_arguments(const Recording& r);
// Variables are v<node><suffix>: one suffix per row where several are written out side by side.
using Suffix = std::string;
std::string source_expression(const Node& n, const Suffix& s = "");
std::vector<bool> used_nodes(const Recording& r);  // a load whose value nobody needs is not made

}  // namespace eddy
