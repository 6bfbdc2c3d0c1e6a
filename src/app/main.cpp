// Where the program starts, and where every exception becomes an exit code.
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "app/command_line.hpp"
#include "base/error.hpp"

namespace {

int fail(eddy::Exit code, const std::string& text) {
  const bool has_its_own = text.substr(0, text.find('\n')).find("error: ") != text.npos;
  std::fflush(stdout);
  std::fprintf(stderr, "%s%s\n", has_its_own ? "" : "error: ", text.c_str());
  return static_cast<int>(code);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return static_cast<int>(eddy::command_line(argc, argv));
  } catch (const eddy::Error& error) {
    return fail(error.code(), error.what());
  } catch (const std::bad_alloc&) {
    return fail(eddy::Exit::missing,
                "out of memory. Take fewer cells, or another machine; 'eddy check' says what a case needs.");
  } catch (const std::exception& error) {
    return fail(eddy::Exit::fault, std::string("a fault of eddy, please report it: ") + error.what());
  }
}
