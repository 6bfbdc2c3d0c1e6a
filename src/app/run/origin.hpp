// The origin of a run's files: the program and the case.
#pragma once
#include <string>

#include "case/case.hpp"

namespace eddy {

// A checksum, 16 digits, of what a case computes. Its end, output, device and place in the file system do not count.
std::string case_checksum(const Case& c);
std::string origin_of(const Case& c);  // "eddy 0.1.0 (commit), case 0123456789abcdef"

}  // namespace eddy
