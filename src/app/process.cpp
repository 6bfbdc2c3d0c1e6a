#include "app/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
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

// Whoever ends this program ends the other one, too.
Ran run_program(const std::string& command) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(Exit::missing, "cannot start: " + command);
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGTERM);
    ::signal(SIGPIPE, SIG_DFL);
    if (::getppid() != parent || ::dup2(ends[1], STDOUT_FILENO) < 0) ::_exit(127);
    ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
    ::_exit(127);
  }
  ::close(ends[1]);
  Ran ran;
  char part[4096];
  ssize_t n = 0;
  while (child > 0 && ((n = ::read(ends[0], part, sizeof part)) > 0 || (n < 0 && errno == EINTR)))
    if (n > 0) ran.output.append(part, static_cast<std::size_t>(n));
  ::close(ends[0]);
  int status = 0;
  if (child < 0) throw Error(Exit::missing, "cannot start: " + command);
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
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
