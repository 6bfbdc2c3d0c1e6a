// Replaces exec.cpp where eddy is built without OpenCL: kernels are recorded and analysed, but cannot run.
#include "base/error.hpp"
#include "exec/core/devices.hpp"
#include "exec/opencl/exec.hpp"

namespace eddy {

static constexpr const char* absent = "eddy was built without OpenCL (no headers or loader found when it was built)";
[[noreturn]] static void refuse() { throw Error(Exit::missing, std::string(absent) + "."); }

std::vector<Device> opencl_devices(std::string& why_none) {
  why_none = absent;
  return {};
}

struct Exec<OpenCl>::State {};
Exec<OpenCl>::Exec(int, Parts) { refuse(); }
Exec<OpenCl>::~Exec() = default;
void* Exec<OpenCl>::allocate(std::size_t) { refuse(); }
void Exec<OpenCl>::release(void*, std::size_t) noexcept {}
void Exec<OpenCl>::upload(void*, const void*, std::size_t) { refuse(); }
void Exec<OpenCl>::upload(void*, const void*, const UploadedRows&) { refuse(); }
void Exec<OpenCl>::download(const void*, void*, std::size_t) { refuse(); }
void Exec<OpenCl>::wait() { refuse(); }
std::size_t Exec<OpenCl>::local_memory() const { refuse(); }
void Exec<OpenCl>::run_cells(const KernelId&, const Recording&, const Set&, const std::vector<Argument>&) { refuse(); }
std::array<std::int64_t, 4> Exec<OpenCl>::run_reduce(const KernelId&, const Recording&, ReductionKind, const Set&,
                                                     const std::vector<Argument>&) {
  refuse();
}
void Exec<OpenCl>::run_tiles(const KernelId&, const Recording&, const Set&, const std::vector<Argument>&,
                             const TilePass&) {
  refuse();
}
void Exec<OpenCl>::run_lines(const KernelId&, const Recording&, const Set&, const std::vector<Argument>&) { refuse(); }
void Exec<OpenCl>::run_transform(const KernelId&, const Recording&, const Set&, const std::vector<Argument>&,
                                 const TransformPlan<OpenCl>&) {
  refuse();
}

}  // namespace eddy
