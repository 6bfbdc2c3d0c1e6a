// Programs of others that eddy starts.
#pragma once
#include <string>

namespace eddy {

std::string find_program(const std::string& name);  // its path; empty: it is not installed

}  // namespace eddy
