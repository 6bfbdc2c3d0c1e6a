// Runs external programs.
#pragma once
#include <functional>
#include <string>
#include <vector>

namespace eddy {

std::string find_program(const std::string& name);  // its path; empty if it is not installed

// Runs a program to its end, and passes its output line by line to `line`. Returns its exit code; −1 if it was killed.
// The program is ended if this process ends.
enum class Heard { stdout_alone, stdout_and_stderr };  // the other stream is this process's own
int run_lines(const std::vector<std::string>& words, Heard heard, const std::function<void(const std::string&)>& line);

}  // namespace eddy
