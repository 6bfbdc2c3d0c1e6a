// Programs of others that eddy starts.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace eddy {

std::string find_program(const std::string& name);  // its path; empty: it is not installed

// Runs a program to its end, and hands over what it says line by line. Its exit code; −1: it was killed. Whoever ends this
// process ends the other one, too.
enum class Heard { stdout_alone, stdout_and_stderr };  // the other stream is the one of this process
int run_lines(const std::vector<std::string>& words, Heard heard, const std::function<void(const std::string&)>& line);

}  // namespace eddy
