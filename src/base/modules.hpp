// Modules: what a solver runs on a space in a precision is a shared library beside libeddy.so, loaded when it is asked
// for. In a build tree one that is not there, or not of this program, is built first; an installed program never
// compiles.
//
//   auto* make = module_function<MakeSimulation>("heat", "cpu.double", "eddy_make_double");
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace eddy {

// The function of module PART.PLACE; the module is loaded once and stays. Error(Exit::missing) where there is none.
void* module_symbol(const std::string& part, const std::string& place, const std::string& name);

template <class Function>
Function* module_function(const std::string& part, const std::string& place, const std::string& name) {
  return reinterpret_cast<Function*>(module_symbol(part, place, name));
}

void load_module(const std::string& part, const std::string& place);
// The recorded form tells bytes and reach of kernels. Of all modules that are loaded: so far as it is there, or built where
// it is not.
enum class Records { if_there, needed };
void load_records(Records which);
void load_all_records();  // of all modules that there could be

namespace modules {

struct Label {  // what a module says of itself: it must be this program's
  std::string name, stamp;
  std::vector<std::string> needs;  // other modules
};
Label label_of(const std::filesystem::path& module);  // empty: it has none. Nothing of the file is run

std::filesystem::path folder();              // of libeddy.so
std::filesystem::path build_tree();          // where modules can be built; empty: an installed program
bool is_current(const std::string& module);  // it is there, whole, and of this program; so is what it needs
// Builds a module under the lock of the build tree: one process builds, all others wait for it.
void build(const std::vector<std::string>& modules);
double build_seconds();  // that this process has spent with it, or waited for others

}  // namespace modules

}  // namespace eddy
