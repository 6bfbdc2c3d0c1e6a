// What this machine offers, and what a case asked for. Never a silent fall-back: a device that is not there is an error.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace eddy {

enum class SpaceKind { cpu, cuda, opencl };
inline constexpr const char* space_names[] = {"cpu", "cuda", "opencl"};

struct Device {
  SpaceKind space = SpaceKind::cpu;
  int number = 0;  // within its space
  std::string name, detail;
  bool gpu = false;
  std::size_t memory = 0;                      // bytes; the CPU: what is free now
  std::string refusal_single, refusal_double;  // why a precision cannot be used; empty: it can
};

inline bool usable(const Device& d, bool single) { return (single ? d.refusal_single : d.refusal_double).empty(); }
std::vector<Device> cpu_devices();
int default_threads();  // of the CPU: all; of several ranks on a machine that may use all of it, each its share
std::vector<Device> cuda_devices(std::string& why_none);
std::vector<Device> opencl_devices(std::string& why_none);

// One of device_words (base/device_words.hpp); auto means CUDA, then an OpenCL GPU, then the CPU.
Device choose_device(const std::string& wish, bool single);
std::string place_name(SpaceKind space, bool single);  // of its modules: "cpu.double" (base/modules.hpp)
std::string label(const Device& d);                    // "opencl:0 (name)"

}  // namespace eddy
