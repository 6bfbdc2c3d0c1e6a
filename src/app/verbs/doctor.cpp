// `eddy doctor`: shows what this machine can do, what is missing, and how to get it.
#include <fmt/format.h>
#include <omp.h>
#include <sys/sysinfo.h>

#include <nlohmann/json.hpp>

#include "app/bench/spaces.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "app/version.hpp"
#include "base/program.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "exec/core/devices.hpp"
#include "mesh/cgns.hpp"
#include "mesh/hex_order.hpp"
#include "output/film.hpp"

namespace eddy {
namespace {

using nlohmann::json;

struct Seen {
  Device device;
  double bandwidth = 0;  // GB/s of the copy kernel, read + written; 0: not measured
  std::string trouble;   // why it was not measured
};

// Arrays that are much larger than the cache, but quickly copied.
bench::Size copy_size(const Device& d) {
  const bool gpu = d.gpu || d.space == SpaceKind::cuda;
  return gpu ? bench::Size{2, {8192, 4096, 1}} : bench::Size{2, {4096, 2048, 1}};
}

Seen probe(const Device& d) {
  Seen s{d, 0, ""};
  if (!d.refusal_double.empty()) return s;
  try {
    const bench::Size size = copy_size(d);
    s.bandwidth = 1e-9 * 2 * sizeof(double) * size.count() / bench::copy_seconds(d, size, 0.2);
  } catch (const Error& e) {
    s.trouble = e.what();
  }
  return s;
}

struct Machine {
  std::vector<Seen> seen;
  std::string no_cuda, no_opencl;
  double memory = 0, free = 0;
  std::vector<std::string> missing;  // what is missing, and how to get it
};

#ifdef EDDY_HAS_CUDA
constexpr bool has_cuda = true;
#else
constexpr bool has_cuda = false;
#endif
#ifdef EDDY_HAS_OPENCL
constexpr bool has_opencl = true;
#else
constexpr bool has_opencl = false;
#endif
#ifdef EDDY_HAS_MPI
constexpr bool has_mpi = true;
#else
constexpr bool has_mpi = false;
#endif

void find_missing(Machine& m) {
  if (!has_cuda)
    m.missing.push_back(
        "CUDA: needs an NVIDIA GPU, its driver and nvcc 12 or later; then remove the build folder and start again.");
  else if (!m.no_cuda.empty())
    m.missing.push_back("CUDA: " + m.no_cuda + ". It needs an NVIDIA GPU and its driver.");
  if (!has_opencl)
    m.missing.push_back("OpenCL: apt-get install opencl-headers ocl-icd-opencl-dev pocl-opencl-icd, then build again.");
  else if (!m.no_opencl.empty())
    m.missing.push_back("OpenCL: " + m.no_opencl + ". apt-get install pocl-opencl-icd, or the GPU's own driver.");
  if (!has_mpi)
    m.missing.push_back("MPI: apt-get install libopenmpi-dev openmpi-bin, then build again.");
  else if (find_program("mpirun").empty())
    m.missing.push_back("MPI: apt-get install openmpi-bin, for mpirun.");
  if (!has_cgns())
    m.missing.push_back("CGNS: apt-get install libcgns-dev, then build again, for mesh.kind = \"cgns\".");
  if (!has_metis())
    m.missing.push_back("METIS: apt-get install libmetis-dev, then build again, for smaller cuts between ranks.");
  if (find_ffmpeg().empty()) m.missing.push_back("films: apt-get install ffmpeg, for eddy movie.");
}

Machine examine() {
  Machine m;
  struct sysinfo info {};
  if (sysinfo(&info) == 0) m.memory = static_cast<double>(info.totalram) * info.mem_unit;
  std::vector<Device> all = cpu_devices();
  m.free = static_cast<double>(all.front().memory);
  for (const Device& d : cuda_devices(m.no_cuda)) all.push_back(d);
  for (const Device& d : opencl_devices(m.no_opencl)) all.push_back(d);
  for (const Device& d : all) m.seen.push_back(probe(d));
  find_missing(m);
  return m;
}

std::string line(const char* what, const std::string& value) { return fmt::format("{:<8} {}\n", what, value); }

std::string seen_text(const Seen& s) {
  const Device& d = s.device;
  std::string text =
      line(space_names[static_cast<int>(d.space)], (d.space == SpaceKind::cpu ? d.name : label(d)) + ", " + d.detail);
  if (d.space != SpaceKind::cpu) text += line("", "memory " + bytes_text(static_cast<double>(d.memory)));
  if (s.bandwidth > 0) text += line("", fmt::format("copies {:.1f} GB/s (read + written)", s.bandwidth));
  if (!s.trouble.empty()) text += line("", "the copy kernel failed: " + s.trouble);
  if (!d.refusal_double.empty()) text += line("", "refused for double precision: " + d.refusal_double);
  if (!d.refusal_single.empty()) text += line("", "refused for single precision: " + d.refusal_single);
  return text;
}

std::string machine_text(const Machine& m) {
  std::string text = line("eddy", fmt::format("{} ({})", version(), commit()));
  text += line("memory", bytes_text(m.memory) + ", " + bytes_text(m.free) + " free");
  text += line("OpenMP", fmt::format("{}, {} threads", _OPENMP, omp_get_max_threads()));
  for (const Seen& s : m.seen) text += seen_text(s);
  if (!m.no_cuda.empty()) text += line("cuda", "none: " + m.no_cuda);
  if (!m.no_opencl.empty()) text += line("opencl", "none: " + m.no_opencl);
  text += line("mpi", !has_mpi ? "not built in"
                      : find_program("mpirun").empty()
                          ? "built in, but there is no mpirun"
                          : find_program("mpirun") + "; several ranks: mpirun -n 2 ./eddy run CASE");
  if (has_mpi && has_cuda)
    text += line("", ranks::device_memory() ? "messages go from GPU to GPU" : "messages go through the host's memory");
  text += line("cgns", has_cgns() ? "built in" : "not built in");
  text += line("metis", has_metis() ? "built in" : "not built in");
  text += line("auto", "run.device = \"auto\" takes " + label(choose_device("auto", false)));
  for (const std::string& what : m.missing) text += line("missing", what);
  return text;
}

json machine_json(const Machine& m) {
  json devices = json::array();
  for (const Seen& s : m.seen)
    devices.push_back({{"device", label(s.device)},
                       {"detail", s.device.detail},
                       {"gpu", s.device.gpu},
                       {"memory", s.device.memory},
                       {"copy_gb_per_s", s.bandwidth},
                       {"trouble", s.trouble},
                       {"refused_double", s.device.refusal_double},
                       {"refused_single", s.device.refusal_single}});
  return {{"version", version()},  {"commit", commit()},   {"memory", m.memory},
          {"memory_free", m.free}, {"openmp", _OPENMP},    {"threads", omp_get_max_threads()},
          {"devices", devices},    {"no_cuda", m.no_cuda}, {"no_opencl", m.no_opencl},
          {"mpi", has_mpi},        {"cgns", has_cgns()},   {"metis", has_metis()},
          {"missing", m.missing}};
}

}  // namespace

Exit verb::doctor(const Talk& talk) {
  const Machine m = examine();
  print(talk.json ? json_text(machine_json(m)) : machine_text(m));
  return Exit::done;
}

}  // namespace eddy
