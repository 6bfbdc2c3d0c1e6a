// Builds missing modules with cmake, under a lock, with a log and a progress bar.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "base/modules.hpp"
#include "base/program.hpp"
#include "base/text.hpp"

namespace eddy::modules {
namespace {

namespace fs = std::filesystem;
using clock = fs::file_time_type::clock;

class Lock {  // locks the build tree, as the launcher does. Compilers inherit the lock and hold it until they end.
 public:
  explicit Lock(const fs::path& file) : file_(::open(file.c_str(), O_RDWR | O_CREAT, 0666)) {
    if (file_ < 0)
      throw Error(Exit::missing, "a module must be built, and " + file.parent_path().string() +
                                     " cannot be written. Build it as the folder's owner: cmake --build.");
    waited_ = ::flock(file_, LOCK_EX | LOCK_NB) != 0;
    if (waited_) ::flock(file_, LOCK_EX);
  }
  ~Lock() { ::close(file_); }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;
  bool waited() const { return waited_; }

 private:
  int file_;
  bool waited_ = false;
};

int compilers() {  // one per core, but at most what memory allows at 1.5 GB each
  std::ifstream in("/proc/meminfo");
  std::string word;
  double kilobytes = 0;
  while (in >> word)
    if (word == "MemAvailable:") in >> kilobytes;
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  return kilobytes > 0 ? std::clamp(static_cast<int>(kilobytes / 1.5e6), 1, cores) : cores;
}

class Bar {  // a progress bar on a terminal, from ninja's "[12/40] …"
 public:
  void show(const std::string& line) {
    if (!terminal_ || !line.starts_with("[")) return;
    const std::size_t slash = line.find('/'), end = line.find(']');
    if (slash == line.npos || end == line.npos) return;
    const int done = std::atoi(line.c_str() + 1), all = std::max(1, std::atoi(line.c_str() + slash + 1));
    const int full = 30 * done / all;
    fmt::print(stderr, "\r\033[K[{}{}] {} of {}", std::string(full, '#'), std::string(30 - full, ' '), done, all);
    std::fflush(stderr);
  }
  ~Bar() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) != 0;
};

std::string end_of(const fs::path& log) {
  constexpr std::size_t most = 30;  // lines
  std::ifstream in(log);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  std::string text;
  for (std::size_t n = lines.size() > most ? lines.size() - most : 0; n < lines.size(); ++n) text += lines[n] + "\n";
  return text;
}

[[noreturn]] void refuse_failed(const std::vector<std::string>& modules, const fs::path& log) {
  throw Error(Exit::missing,
              fmt::format("{}building {} failed. The whole log: {}", end_of(log), join(modules), log.string()));
}

std::string ending(int code, const std::vector<std::string>& modules) {
  if (code != 0) return code < 0 ? "it was killed" : fmt::format("exit code {}", code);
  const bool others = std::all_of(modules.begin(), modules.end(), [](const std::string& name) {
    return label_of(folder() / (name + ".so")).name == name;
  });
  return others ? "the sources have changed since this eddy was built. Start it again" : "it left no module";
}

constexpr const char* failed = "eddy: this build failed";

// Whether another process has tried this build while this one waited: it is not tried again.
bool just_failed(const fs::path& log, clock::time_point since) {
  std::error_code none;
  return fs::last_write_time(log, none) >= since && !none && end_of(log).find(failed) != std::string::npos;
}

bool all_current(const std::vector<std::string>& modules) {
  return std::all_of(modules.begin(), modules.end(), is_current);
}

void compile(const std::vector<std::string>& modules, const fs::path& tree, const fs::path& log) {
  const std::string cmake = find_program("cmake");
  if (cmake.empty())
    throw Error(Exit::missing,
                join(modules) + " must be built, and there is no cmake. Start eddy by ./eddy, which installs it.");
  fmt::print(stderr, "eddy: building {}, which is needed once (log: {})\n", join(modules), log.string());
  std::ofstream out(log);
  Bar bar;
  std::vector<std::string> words{cmake, "--build", tree.string(), "-j", std::to_string(compilers()), "--target"};
  words.insert(words.end(), modules.begin(), modules.end());
  bool interrupted = false;  // Ctrl-C also reaches the compilers, which ninja reports
  const int code = run_lines(words, Heard::stdout_and_stderr, [&](const std::string& line) {
    out << line << std::endl;
    bar.show(line);
    interrupted = interrupted || line.find("interrupted by user") != line.npos;
  });
  if (all_current(modules)) return;  // the modules are complete even if cmake itself was killed afterwards
  if (interrupted)
    throw Error(Exit::interrupted,
                "interrupted while building " + join(modules) + "; the next run goes on from there.");
  out << failed << ": " << ending(code, modules) << "." << std::endl;
  refuse_failed(modules, log);
}

}  // namespace

static double spent = 0;  // seconds
double build_seconds() { return spent; }

void build(const std::vector<std::string>& modules) {
  const fs::path tree = build_tree(), log = tree / (modules.front() + ".log");
  const auto start = clock::now();
  struct Count {
    const clock::time_point start;
    ~Count() { spent += std::chrono::duration<double>(clock::now() - start).count(); }
  } const count{start};
  const Lock lock(tree / "lock");
  if (lock.waited() && all_current(modules)) return;
  if (lock.waited() && just_failed(log, start)) refuse_failed(modules, log);
  compile(modules, tree, log);
}

}  // namespace eddy::modules
