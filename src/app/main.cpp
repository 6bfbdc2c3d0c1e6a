// Starts the program, and turns every exception into an exit code.
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "app/command_line.hpp"
#include "app/text_table.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "base/ranks.hpp"

namespace {

// nohup makes the program ignore SIGHUP. A library that MPI loads (UCX) replaces that by a handler of its own when it
// is loaded, so the setting is read before, by a system call, since no library is ready then.
bool hang_up_ignored = false;
void look_at_hang_up(int, char**, char**) {
  void* action[8] = {};  // the kernel's struct, which begins with the handler
  const bool known = ::syscall(SYS_rt_sigaction, SIGHUP, nullptr, action, 8) == 0;
  hang_up_ignored = known && action[0] == reinterpret_cast<void*>(SIG_IGN);
}
[[gnu::section(".preinit_array"), gnu::used]] void (*const before_libraries)(int, char**, char**) = look_at_hang_up;

struct Ended {
  int code = 0;
  std::string text;  // message of an error
};

Ended failed(eddy::Exit code, const std::string& text) {
  const bool has_its_own = text.substr(0, text.find('\n')).find("error: ") != text.npos;
  return {static_cast<int>(code), (has_its_own ? "" : "error: ") + text};
}

Ended run(int argc, char** argv) {
  try {
    const eddy::Exit code = eddy::command_line(argc, argv);
    const std::string lost = eddy::lost_results();
    return lost.empty() ? Ended{static_cast<int>(code), ""} : failed(eddy::Exit::missing, lost);
  } catch (const eddy::Error& error) {
    return failed(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return failed(eddy::Exit::missing,
                  "out of memory. Take fewer cells, or another machine; 'eddy check' says what a case needs.");
  } catch (const std::exception& error) {
    return failed(eddy::Exit::fault, std::string("a fault of eddy, please report it: ") + error.what());
  }
}

void say(const std::string& text) {
  std::fflush(stdout);
  std::fprintf(stderr, "%s\n", eddy::printable_lines(text).c_str());
}

// The next file that is opened would get the number of a closed stdin, stdout or stderr, and talk would go into it.
void occupy_standard_files() {
  for (const int file : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(file, F_GETFD) < 0 && ::open("/dev/null", file == STDIN_FILENO ? O_WRONLY : O_RDONLY) != file) return;
}

// Many ranks end with one code and one message: those of the first rank that has an error.
int end_together(const Ended& mine) {
  namespace ranks = eddy::ranks;
  if (!ranks::leave_together(!mine.text.empty())) {
    say("rank " + std::to_string(ranks::here()) + " of " + std::to_string(ranks::count()) + ": " + mine.text);
    ranks::end_all(mine.code);
  }
  const int code = mine.text.empty() ? 0 : mine.code;
  std::vector<int> all(static_cast<std::size_t>(ranks::count()));
  ranks::all_gather(&code, sizeof code, all.data());
  for (int r = 0; r < ranks::count(); ++r)
    if (all[static_cast<std::size_t>(r)] != 0) {
      if (r == ranks::here()) say(mine.text);
      return all[static_cast<std::size_t>(r)];
    }
  ranks::all_gather(&mine.code, sizeof mine.code, all.data());
  return all[0];
}

// By default threads that wait for each other spin for milliseconds, and keep the core from the thread that they wait
// for. Here they sleep after some microseconds. libgomp reads the setting when it is loaded, before main, so the
// program starts itself again. A setting of the user is kept.
void let_waiting_threads_sleep(char** argv) {
  if (std::getenv("GOMP_SPINCOUNT") || std::getenv("OMP_WAIT_POLICY")) return;
  ::setenv("GOMP_SPINCOUNT", "2000", 1);
  std::error_code failed;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", failed);
  if (!failed) ::execv(program.c_str(), argv);
}

}  // namespace

int main(int argc, char** argv) {
  if (hang_up_ignored) std::signal(SIGHUP, SIG_IGN);
  let_waiting_threads_sleep(argv);
  occupy_standard_files();
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit becomes an error of its writer
  std::signal(SIGPIPE, SIG_IGN);  // a closed stdout does not end a run, whose files matter
  Ended ended;
  try {
    const eddy::ranks::Lifetime ranks;
    ended = run(argc, argv);
    if (eddy::ranks::many()) return end_together(ended);
  } catch (const eddy::Error& error) {  // an error of messages between ranks
    ended = failed(error.code(), error.what());
  }
  if (!ended.text.empty()) say(ended.text);
  return ended.code;
}
