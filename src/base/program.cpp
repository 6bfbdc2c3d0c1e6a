#include "base/program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

#include "base/error.hpp"
#include "base/text.hpp"

namespace eddy {

std::string find_program(const std::string& name) {
  const char* const path = std::getenv("PATH");
  for (const auto& folder : split(path ? path : "", ':')) {
    const std::string file = std::string(folder) + "/" + name;
    if (::access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

[[noreturn]] static void become(const std::vector<std::string>& words, Heard heard, int output, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  ::signal(SIGPIPE, SIG_DFL);
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const bool errors_too = heard == Heard::stdout_and_stderr;
  const bool redirected = ::dup2(output, STDOUT_FILENO) >= 0 && (!errors_too || ::dup2(output, STDERR_FILENO) >= 0);
  if (::getppid() == parent && redirected) ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

int run_lines(const std::vector<std::string>& words, Heard heard, const std::function<void(const std::string&)>& line) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) throw Error(Exit::missing, "cannot start " + words[0] + ".");
  const pid_t parent = ::getpid(), child = ::fork();
  if (child < 0) throw Error(Exit::missing, "cannot start " + words[0] + ".");
  if (child == 0) become(words, heard, ends[1], parent);
  ::close(ends[1]);
  std::string text;
  char part[4096];
  ssize_t n = 0;
  while ((n = ::read(ends[0], part, sizeof part)) > 0 || (n < 0 && errno == EINTR)) {
    text.append(part, static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    for (std::size_t end; (end = text.find('\n')) != text.npos; text.erase(0, end + 1)) line(text.substr(0, end));
  }
  if (!text.empty()) line(text);
  ::close(ends[0]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace eddy
