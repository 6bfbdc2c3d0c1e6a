// Runs other programs to their end, and makes temporary folders for their files.
#pragma once
#include <filesystem>
#include <string>

namespace eddy {

class Scratch {  // a temporary folder, removed by the destructor
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

struct Ran {
  int code = 0;        // exit code; −1: it was killed
  std::string output;  // its stdout
};
Ran run_program(const std::string& command);  // in the shell

std::string shell_quoted(const std::string& text);  // quoted as one word of a command
std::filesystem::path own_program();                // this program's file
// The command that starts a program on so many ranks, without the program.
std::string mpirun(int ranks, const std::string& options = "");

}  // namespace eddy
