#include "app/process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "base/error.hpp"
#include "base/program.hpp"

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
  Ran ran;
  ran.code = run_lines({"/bin/sh", "-c", command}, Heard::stdout_alone,
                       [&](const std::string& line) { ran.output += line + "\n"; });
  return ran;
}

std::string shell_quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

fs::path own_program() { return fs::read_symlink("/proc/self/exe"); }

// Open MPI refuses to run as root unless both variables are set.
std::string mpirun(int ranks, const std::string& options) {
  const std::string allowed = "env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ";
  return allowed + fmt::format("mpirun {} -n {} ", options, ranks);
}

}  // namespace eddy
