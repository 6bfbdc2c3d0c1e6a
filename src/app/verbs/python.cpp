// `eddy python`: starts an interpreter that finds the package eddy.
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>

#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"

namespace eddy {
namespace {

constexpr const char* module_name = "python.verb";

std::string interpreter(const std::filesystem::path& package) {  // the interpreter that the module was built for
  std::ifstream in(package / "interpreter");
  std::string path;
  std::getline(in, path);
  if (path.empty())
    throw Error(
        Exit::missing,
        "this eddy was built without Python: pybind11 or NumPy was not there. Install pybind11-dev, python3-dev "
        "and python3-numpy, then call ./eddy python.");
  return path;
}

void make_module() {
  if (modules::is_current(module_name)) return;
  if (modules::build_tree().empty())
    throw Error(Exit::missing, fmt::format("this eddy has no module {} in {}, or one of another version. Install it, "
                                           "or build eddy from its sources.",
                                           module_name, modules::folder().string()));
  modules::build({module_name});
}

}  // namespace

Exit verb::python(const PythonArguments& a, const Talk&) {
  const std::filesystem::path package = modules::folder() / "python";
  const std::string program = interpreter(package);
  make_module();
  if (a.where) {
    print(package.string() + "\n");
    return Exit::done;
  }
  const char* const before = std::getenv("PYTHONPATH");
  ::setenv("PYTHONPATH", (package.string() + (before ? std::string(":") + before : "")).c_str(), 1);
  std::vector<std::string> words{program};
  words.insert(words.end(), a.words.begin(), a.words.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  std::fflush(nullptr);
  ::execv(program.c_str(), pointers.data());
  throw Error(Exit::missing, fmt::format("{} cannot be started: {}.", program, std::strerror(errno)));
}

}  // namespace eddy
