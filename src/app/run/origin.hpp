// Where the files of a run come from: which program, which case.
#pragma once
#include <string>

#include "case/case.hpp"

namespace eddy {

// Of what a case computes: its end, its output and the device do not count, nor does where its file lies. 16 digits.
std::string case_checksum(const Case& c);
std::string origin_of(const Case& c);  // "eddy 0.1.0 (commit), case 0123456789abcdef"

}  // namespace eddy
