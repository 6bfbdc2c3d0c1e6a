#include "base/modules.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "stamp.h"

namespace eddy {

namespace fs = std::filesystem;

static constexpr const char* recorded = "recorded";
static constexpr const char* verb = "verb";  // the place of modules with rarely used verbs; they have no kernels

namespace modules {

fs::path folder() {
  Dl_info info{};
  if (::dladdr(reinterpret_cast<const void*>(&folder), &info) == 0) throw Error(Exit::fault, "libeddy.so has no path.");
  return fs::canonical(info.dli_fname).parent_path();
}

fs::path build_tree() {
  const fs::path above = folder().parent_path().parent_path();
  return fs::exists(above / "CMakeCache.txt") ? above : fs::path();
}

static fs::path file_of(const std::string& module) { return folder() / (module + ".so"); }

class Mapped {  // a file, mapped into memory
 public:
  explicit Mapped(const fs::path& path) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat found {};
    if (::fstat(file, &found) == 0 && found.st_size > 0) size_ = static_cast<std::size_t>(found.st_size);
    void* const at = size_ > 0 ? ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    if (at != MAP_FAILED) data_ = static_cast<const char*>(at);
    ::close(file);
  }
  ~Mapped() {
    if (data_) ::munmap(const_cast<char*>(data_), size_);
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  std::string_view bytes() const { return data_ ? std::string_view(data_, size_) : std::string_view(); }

 private:
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

Label label_of(const fs::path& module) {
  static const std::string mark = std::string("eddy ") + "module ";  // split, so that this text itself is no label
  const Mapped file(module);
  const std::string_view bytes = file.bytes();
  const void* const found = bytes.empty() ? nullptr : ::memmem(bytes.data(), bytes.size(), mark.data(), mark.size());
  if (!found) return {};
  const std::string_view from = bytes.substr(static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data()));
  const std::size_t end = from.substr(0, 1000).find(';');
  if (end == from.npos) return {};
  const std::vector<std::string> words = split(from.substr(0, end), ' ');
  if (words.size() < 5) return {};
  Label label{words[2], words[3], {}};
  std::copy_if(words.begin() + 5, words.end(), std::back_inserter(label.needs),
               [](const std::string& word) { return !word.empty(); });
  return label;
}

bool is_current(const std::string& module) {
  const Label label = label_of(file_of(module));
  const char* const stamp = module.ends_with(verb) ? EDDY_VERB_STAMP : EDDY_STAMP;
  return label.name == module && label.stamp == stamp &&
         std::all_of(label.needs.begin(), label.needs.end(), is_current);
}

}  // namespace modules

namespace {

std::mutex loading;
std::map<std::string, void*>& loaded() {
  static std::map<std::string, void*> all;
  return all;
}

[[noreturn]] void refuse(const std::string& module) {
  throw Error(Exit::missing, "this eddy has no module " + module + " in " + modules::folder().string() +
                                 ", or one of another version. Install it, or build eddy from its sources.");
}

void build_missing(const std::vector<std::string>& names) {
  std::vector<std::string> missing;
  std::copy_if(names.begin(), names.end(), std::back_inserter(missing),
               [](const std::string& name) { return !loaded().count(name) && !modules::is_current(name); });
  if (missing.empty()) return;
  if (modules::build_tree().empty()) refuse(missing.front());
  modules::build(missing);
}

void* load(const std::string& module) {  // the module must exist
  if (const auto found = loaded().find(module); found != loaded().end()) return found->second;
  void* const handle = ::dlopen(modules::file_of(module).c_str(), RTLD_LAZY | RTLD_LOCAL);
  if (!handle) throw Error(Exit::missing, "module " + module + " cannot be loaded: " + std::string(::dlerror()));
  return loaded()[module] = handle;
}

void load_all(const std::vector<std::string>& names) {
  build_missing(names);
  for (const std::string& name : names) load(name);
}

// With many ranks, halos need the stencils of kernels, which only the recorded form knows.
void* open_with_record(const std::string& part, const std::string& place) {
  const std::lock_guard lock(loading);
  std::vector<std::string> names{part + "." + place};
  if (ranks::many() && place != recorded && place != verb) names.push_back(part + "." + recorded);
  load_all(names);
  return load(names.front());
}

}  // namespace

void load_module(const std::string& part, const std::string& place) { open_with_record(part, place); }

void load_records(Records which) {
  const std::lock_guard lock(loading);
  std::vector<std::string> names;
  for (const auto& [module, handle] : loaded())
    if (!module.ends_with(verb)) names.push_back(split(module, '.').front() + "." + recorded);
  if (which == Records::needed) return load_all(names);
  for (const std::string& name : names)
    if (loaded().count(name) || modules::is_current(name)) load(name);
}

void load_all_records() {
  const std::lock_guard lock(loading);
  std::ifstream in(modules::folder() / "modules.txt");  // written by CMake
  std::vector<std::string> names;
  for (std::string name; in >> name;)
    if (name.ends_with(std::string(".") + recorded)) names.push_back(name);
  load_all(names);
}

void* module_symbol(const std::string& part, const std::string& place, const std::string& name) {
  void* const symbol = ::dlsym(open_with_record(part, place), name.c_str());
  if (!symbol) throw Error(Exit::fault, "module " + part + "." + place + " has no function " + name + ".");
  return symbol;
}

}  // namespace eddy
