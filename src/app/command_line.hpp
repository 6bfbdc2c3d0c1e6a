// The command line: texts become the arguments of verbs.
#pragma once
#include "base/error.hpp"

namespace eddy {

Exit command_line(int argc, char** argv);  // parses and runs the verb

}  // namespace eddy
