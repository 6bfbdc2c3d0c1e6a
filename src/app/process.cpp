#include "app/process.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"

namespace eddy {

namespace fs = std::filesystem;

Scratch::Scratch() {
  std::string name = (fs::temp_directory_path() / "eddy-XXXXXX").string();
  if (!::mkdtemp(name.data())) throw Error(Exit::missing, "no folder can be made in " + name + ".");
  path_ = name;
}
Scratch::~Scratch() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Ran run_program(const std::string& command) {
  std::FILE* const pipe = ::popen(command.c_str(), "r");
  if (!pipe) throw Error(Exit::missing, "cannot start: " + command);
  Ran ran;
  char part[4096];
  while (const std::size_t n = std::fread(part, 1, sizeof part, pipe)) ran.output.append(part, n);
  const int status = ::pclose(pipe);
  ran.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return ran;
}

std::string shell_quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

// It refuses root unless told twice.
std::string mpirun(int ranks, const std::string& options) {
  const std::string allowed = "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ";
  return allowed + fmt::format("mpirun {} -n {} ", options, ranks);
}

}  // namespace eddy
