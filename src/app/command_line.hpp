// The command line: texts become the arguments of verbs.
#pragma once
#include "base/error.hpp"

namespace eddy {

Exit command_line(int argc, char** argv);  // reads, runs the verb

}  // namespace eddy
