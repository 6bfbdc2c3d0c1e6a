#include "exec/core/devices.hpp"

#include <omp.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>

#include "base/device_words.hpp"
#include "base/error.hpp"
#include "base/ranks.hpp"
#include "exec/core/device_wait.hpp"
#include "exec/core/tuning.hpp"

namespace eddy {

#ifndef EDDY_HAS_CUDA
std::vector<Device> cuda_devices(std::string& why_none) {
  why_none = "eddy was built without CUDA, since no NVIDIA GPU or no nvcc was there";
  return {};
}
void wait_for_device(const Device&) {}
#endif

static std::string line_after(const char* file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);)
    if (line.rfind(key, 0) == 0) {
      const auto at = line.find_first_not_of(" \t:", key.size());
      return at == std::string::npos ? "" : line.substr(at);
    }
  return "";
}

int default_threads() {
  const int all = omp_get_max_threads();
  cpu_set_t mine;
  const bool bound =
      ::sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_COUNT(&mine) < ::sysconf(_SC_NPROCESSORS_ONLN);
  if (ranks::local_count() < 2 || bound || std::getenv("OMP_NUM_THREADS")) return all;
  return std::max(1, all / ranks::local_count());
}

std::vector<Device> cpu_devices() {
  Device d;
  d.name = line_after("/proc/cpuinfo", "model name");
  d.detail = std::to_string(default_threads()) + " threads";
  const std::string available = line_after("/proc/meminfo", "MemAvailable");
  d.memory = available.empty() ? 0 : std::strtoull(available.c_str(), nullptr, 10) * 1024;
  return {d};
}

std::string label(const Device& d) {
  const std::string place = space_names[static_cast<int>(d.space)];
  return (d.space == SpaceKind::cpu ? place : place + ":" + std::to_string(d.number)) + " (" + d.name + ")";
}

static std::string lower(std::string s) {
  std::transform(s.begin(), s.end(), s.begin(), [](unsigned char c) { return std::tolower(c); });
  return s;
}
static Device turn(const std::vector<Device>& all) {
  return all[static_cast<std::size_t>(ranks::local()) % all.size()];
}

static Device pick_auto(bool single) {
  std::string why;
  if (const auto all = cuda_devices(why); !all.empty()) return turn(all);
  std::vector<Device> gpus;
  for (const Device& d : opencl_devices(why))
    if (d.gpu && usable(d, single)) gpus.push_back(d);
  return gpus.empty() ? cpu_devices().front() : turn(gpus);
}

static Device pick(const std::vector<Device>& all, const std::string& wish, const std::string& which,
                   const std::string& why) {
  if (all.empty())
    throw Error(Exit::missing, "run.device = \"" + wish + "\": no such device here: " + why + ". See 'eddy doctor'.");
  if (which.empty()) {  // GPUs are preferred to CPUs with OpenCL; the ranks of a machine take them in turn
    std::vector<Device> gpus;
    std::copy_if(all.begin(), all.end(), std::back_inserter(gpus), [](const Device& d) { return d.gpu; });
    return gpus.empty() ? all.front() : turn(gpus);
  }
  const bool number = is_number(which);
  for (const Device& d : all)
    if (number ? std::to_string(d.number) == which : lower(d.name).find(lower(which)) != std::string::npos) return d;
  std::string list;
  for (const Device& d : all) list += (list.empty() ? "" : ", ") + label(d);
  throw Error(Exit::missing, "run.device = \"" + wish + "\": no such device here. There is: " + list + ".");
}

static Device chosen(const std::string& wish, bool single) {
  const auto words = device_wish(wish);
  if (!words) throw Error(Exit::usage, no_device_text(wish));
  const auto& [space, which] = *words;
  if (space == "auto") return pick_auto(single);
  Device d = cpu_devices().front();
  std::string why;
  if (space != "cpu") {
    const auto all = space == "cuda" ? cuda_devices(why) : opencl_devices(why);
    d = pick(all, wish, which, why);
  }
  if (!usable(d, single))
    throw Error(Exit::missing, label(d) + " is refused for " + (single ? "single" : "double") +
                                   " precision: " + (single ? d.refusal_single : d.refusal_double) + ".");
  return d;
}
Device choose_device(const std::string& wish, bool single) {
  const Device d = chosen(wish, single);
  use_tuning(d.name);
  return d;
}

std::string place_name(SpaceKind space, bool single) {
  if (space == SpaceKind::opencl) return "recorded";
  return std::string(space_names[static_cast<int>(space)]) + (single ? ".single" : ".double");
}

}  // namespace eddy
