// Modules: the code of a solver for one space and precision is a shared library beside libeddy.so, loaded on demand. In
// a build tree, a module that is missing or belongs to another program is built first; an installed program never
// compiles.
//
//   auto* make = module_function<MakeSimulation>("heat", "cpu.double", "eddy_make_double");
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace eddy {

// A function of module PART.PLACE; the module is loaded once and stays loaded. Error(Exit::missing) if there is none.
void* module_symbol(const std::string& part, const std::string& place, const std::string& name);

template <class Function>
Function* module_function(const std::string& part, const std::string& place, const std::string& name) {
  return reinterpret_cast<Function*>(module_symbol(part, place, name));
}

void load_module(const std::string& part, const std::string& place);
// The recorded form of kernels tells their bytes and their reach. Loads it for all loaded modules: only if it exists,
// or building what is missing.
enum class Records { if_there, needed };
void load_records(Records which);
void load_all_records();  // of all modules that can be built

namespace modules {

struct Label {  // the label in a module's file, which must match this program
  std::string name, stamp;
  std::vector<std::string> needs;  // other modules
};
Label label_of(const std::filesystem::path& module);  // empty: it has no label. No code of the file is run

std::filesystem::path folder();              // the folder of libeddy.so
std::filesystem::path build_tree();          // where modules can be built; empty for an installed program
bool is_current(const std::string& module);  // it exists, complete and of this program, and so do the modules it needs
// Builds modules under the lock of the build tree: one process builds, all others wait for it.
void build(const std::vector<std::string>& modules);
double build_seconds();  // time that this process has spent on builds, waiting included

}  // namespace modules

}  // namespace eddy
