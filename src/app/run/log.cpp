// Writes talk to stderr and log.txt. A log that cannot be written never ends a run; the important files report errors.
#include "app/run/log.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "base/printable.hpp"
#include "output/file.hpp"

namespace eddy {
namespace {

bool is_terminal(int file) {
  const char* kind = std::getenv("TERM");
  return ::isatty(file) == 1 && kind && std::string_view(kind) != "dumb";
}

std::size_t columns() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

std::string cut(const std::string& text, std::size_t room) {  // counts characters, not bytes
  std::size_t at = 0, characters = 0;
  for (; at < text.size(); ++at)
    if ((text[at] & 0xC0) != 0x80 && ++characters > room) break;
  return text.substr(0, at);
}

std::string without_colours(std::string text) {  // the colours of coloured() in summary.cpp
  for (const std::string_view colour : {"\033[31m", "\033[32m", "\033[0m"})
    for (std::size_t at; (at = text.find(colour)) != text.npos;) text.erase(at, colour.size());
  return text;
}

}  // namespace

bool colours(int file) {
  const char* no = std::getenv("NO_COLOR");
  return is_terminal(file) && (!no || !*no);
}

Log::Log(const Talk& talk) : quiet_(talk.quiet), terminal_(!talk.quiet && is_terminal(STDERR_FILENO)) {}

Log::~Log() {
  clear_bar();
  if (file_ >= 0) ::close(file_);
}

void Log::open(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "log.txt";
  try {
    part_from_others(path);
    file_ = open_own("write", path, O_WRONLY | O_CREAT | O_APPEND);
  } catch (const Error& error) {
    std::fprintf(stderr, "note: %s\n", error.what());
  }
  if (!early_.empty()) note(early_.substr(0, early_.size() - 1));
  early_.clear();
}

void Log::say(const std::string& line) {
  clear_bar();
  if (!quiet_) std::fprintf(stderr, "%s\n", printable_lines(line).c_str());
  note(line);
}

void Log::note(const std::string& line) {
  const std::string whole = printable_lines(without_colours(line)) + "\n";
  if (file_ < 0)
    early_ += whole;
  else if (::write(file_, whole.data(), whole.size()) < 0)
    return;
}

void Log::bar(const std::string& text) {
  if (!terminal_) return;
  std::fprintf(stderr, "\r\033[K%s", cut(printable(text), columns() - 1).c_str());
  bar_ = true;
}

void Log::clear_bar() {
  if (bar_) std::fputs("\r\033[K", stderr);
  bar_ = false;
}

}  // namespace eddy
