// Other programs, run to their end; and a place for their files.
#pragma once
#include <filesystem>
#include <string>

namespace eddy {

class Scratch {  // a folder of our own, gone at the end
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
  int code = 0;        // −1: it was killed
  std::string output;  // its stdout
};
Ran run_program(const std::string& command);  // by the shell

std::string shell_quoted(const std::string& text);               // one word of a command
std::filesystem::path own_program();                             // this program's file
std::string mpirun(int ranks, const std::string& options = "");  // the words before a program for so many ranks

}  // namespace eddy
