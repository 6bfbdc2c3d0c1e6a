// The devices of this machine, and the choice of the one that a case asks for. A device that is not there is an error,
// never a silent fall-back.
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
  std::size_t memory = 0;                      // bytes; for the CPU those that are free now
  std::string refusal_single, refusal_double;  // why a precision cannot be used; empty if it can
};

inline bool usable(const Device& d, bool single) { return (single ? d.refusal_single : d.refusal_double).empty(); }
std::vector<Device> cpu_devices();
int default_threads();  // of the CPU; ranks of one machine that are not bound to cores divide them
std::vector<Device> cuda_devices(std::string& why_none);
std::vector<Device> opencl_devices(std::string& why_none);

// Chooses a device by one of device_words (base/device_words.hpp); auto takes CUDA, else an OpenCL GPU, else the CPU.
Device choose_device(const std::string& wish, bool single);
std::string place_name(SpaceKind space, bool single);  // "cpu.double": the end of its modules' names (base/modules.hpp)
std::string label(const Device& d);                    // "opencl:0 (name)"

}  // namespace eddy
