// `eddy bench`: time, GB/s and GFLOP/s of each kernel, and the fraction of the copy bandwidth of the same run.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/bench/artificial.hpp"
#include "app/bench/compressible.hpp"
#include "app/bench/galerkin.hpp"
#include "app/bench/poisson.hpp"
#include "app/bench/projection.hpp"
#include "app/bench/ranks.hpp"
#include "app/bench/spaces.hpp"
#include "app/run/endings.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/text.hpp"
#include "exec/record/kernels.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

using nlohmann::json;

struct Rated {  // a measurement with the bytes and flops of the kernel's record
  bench::Row row;
  double bytes = 0, flops = 0, copied = 0;  // of all cells; copied: bytes of the copy kernel
  double gigabytes() const { return 1e-9 * bytes / row.own.median; }
  double gigaflops() const { return 1e-9 * flops / row.own.median; }
  double copy() const { return 1e-9 * copied / row.copy.median; }
  double fraction() const { return gigabytes() / copy(); }
  // By the best times: on a machine with other users medians tell more about these than about the kernel.
  double fraction_best() const { return bytes / row.own.best / (copied / row.copy.best); }
};

const Analysis& analysis_of(const KernelId& kernel) {
  if (const Analysis* listed = kernel_list().find(kernel)) return *listed;
  throw Error(Exit::fault, fmt::format("kernel '{}' is measured but not in the list of kernels.", kernel.name));
}

Rated rated(const bench::Row& row) {
  const Analysis& own = analysis_of(row.kernel);
  const Analysis& copy = analysis_of({"copy", "", row.kernel.dimensions, row.kernel.value_bytes});
  const double cells = row.size.count();  // red-black passes over memory twice, but updates each cell once
  return {row, own.bytes * cells * row.passes, own.flops * cells, copy.bytes * cells};
}

std::string rated_text(const std::vector<Rated>& all) {
  TextTable table(
      {"kernel", "method", "variant", "cells", "precision", "ms", "GB/s", "GFLOP/s", "copy GB/s", "of copy", "best"});
  for (const Rated& r : all)
    table.add({r.row.kernel.name, r.row.method, r.row.kernel.variant,
               cells_text({r.row.size.cells.data(), std::size_t(r.row.size.dimensions)}, "×"), r.row.kernel.precision(),
               fmt::format("{:.4g}", 1e3 * r.row.own.median), fmt::format("{:.1f}", r.gigabytes()),
               fmt::format("{:.2f}", r.gigaflops()), fmt::format("{:.1f}", r.copy()),
               fmt::format("{:.2f}", r.fraction()), fmt::format("{:.2f}", r.fraction_best())});
  return table.text() + "ms, GB/s, of copy: medians; best: the fraction from the best times of both.\n";
}

json rated_json(const std::vector<Rated>& all) {
  json list = json::array();
  for (const Rated& r : all)
    list.push_back({{"kernel", r.row.kernel.name},
                    {"method", r.row.method},
                    {"variant", r.row.kernel.variant},
                    {"dimensions", r.row.size.dimensions},
                    {"cells", r.row.size.count()},
                    {"precision", r.row.kernel.precision()},
                    {"passes", r.row.passes},
                    {"seconds", r.row.own.median},
                    {"seconds_best", r.row.own.best},
                    {"gb_per_s", r.gigabytes()},
                    {"gflop_per_s", r.gigaflops()},
                    {"copy_gb_per_s", r.copy()},
                    {"fraction_of_copy", r.fraction()},
                    {"fraction_of_copy_best", r.fraction_best()}});
  return list;
}

void bench_kernels(const BenchArguments& a, const Device& device, const Talk& talk) {
  bench::Plan plan;
  plan.sizes = a.sizes.empty() ? bench::usual_sizes(device) : bench::sizes_of(a.sizes);
  if (!a.sizes.empty()) plan.seconds = 5;
  std::vector<Rated> all;
  for (bool single : {false, true}) {
    const std::string precision = single ? "single" : "double";
    if (!usable(device, single)) {
      say(label(device) + " is refused for " + precision +
          " precision: " + (single ? device.refusal_single : device.refusal_double) + ".");
      continue;
    }
    if (!talk.quiet) say(label(device) + ", " + precision + " precision …");
    for (const bench::Row& row : bench::kernels(device, single, plan)) all.push_back(rated(row));
  }
  if (talk.json)
    print(json{{"device", label(device)}, {"detail", device.detail}, {"kernels", rated_json(all)}}.dump(2) + "\n");
  else
    print(label(device) + "\n" + rated_text(all));
}

void bench_small(const BenchArguments& a, const Device& device, const Talk& talk) {
  const std::vector<int> sides = a.sizes.empty() ? std::vector<int>{100, 1000} : a.sizes;
  TextTable table({"cells", "precision", "sweeps", "at once", "ms"});
  json list = json::array();
  for (bool single : {false, true}) {
    if (!usable(device, single)) continue;
    const std::string precision = single ? "single" : "double";
    for (const bench::SmallRow& r : bench::small_grids(device, single, sides, 1.0)) {
      table.add({fmt::format("{}×{}", r.side, r.side), precision, "100", std::to_string(r.batch),
                 fmt::format("{:.4f}", 1e3 * r.seconds)});
      list.push_back(
          {{"side", r.side}, {"precision", precision}, {"sweeps", 100}, {"at_once", r.batch}, {"ms", 1e3 * r.seconds}});
    }
  }
  if (talk.json)
    print(json{{"device", label(device)}, {"method", "red-black Gauss–Seidel"}, {"runs", list}}.dump(2) + "\n");
  else
    print(label(device) + ": red-black Gauss–Seidel sweeps, best time\n" + table.text());
}

// A sweep must read its field and the right-hand side, and write its field. These bytes are counted for each sweep,
// also where several sweeps share a pass over memory.
void bench_sweeps(const BenchArguments& a, const Device& device, const Talk& talk) {
  const auto sizes = a.sizes.empty() ? bench::usual_sizes(device) : bench::sizes_of(a.sizes);
  TextTable table({"cells", "precision", "sweeps", "at once", "10⁹ cells/s", "GB/s", "copy GB/s", "of copy"});
  json list = json::array();
  for (bool single : {false, true}) {
    if (!usable(device, single)) continue;
    const std::string precision = single ? "single" : "double";
    for (const bench::SweepRow& r : bench::sweeps(device, single, sizes, 0.5)) {
      const double value = (single ? 4 : 8) * r.size.count(), speed = 3 * value / r.seconds, copy = 2 * value / r.copy;
      table.add({cells_text({r.size.cells.data(), std::size_t(r.size.dimensions)}, "×"), precision, r.method,
                 std::to_string(r.at_once), fmt::format("{:.4g}", 1e-9 * r.size.count() / r.seconds),
                 fmt::format("{:.0f}", 1e-9 * speed), fmt::format("{:.0f}", 1e-9 * copy),
                 fmt::format("{:.2f}", speed / copy)});
      list.push_back({{"method", r.method},
                      {"dimensions", r.size.dimensions},
                      {"side", r.size.cells[0]},
                      {"precision", precision},
                      {"at_once", r.at_once},
                      {"seconds_per_sweep", r.seconds},
                      {"copy_gb_per_s", 1e-9 * copy},
                      {"fraction_of_copy", speed / copy}});
    }
  }
  if (talk.json)
    print(json{{"device", label(device)}, {"sweeps", list}}.dump(2) + "\n");
  else
    print(label(device) + ": sweeps, several per pass over memory where they are asked for at once\n" + table.text() +
          "GB/s: three values per cell and sweep, as single sweeps of Jacobi move them.\n");
}

}  // namespace

extern "C" Exit eddy_bench_verb(const BenchArguments& a, const Talk& talk) {
  const bool poisson = a.solver == "poisson", artificial = a.solver == "artificial",
             projection = a.solver == "projection", compressible = a.solver == "compressible",
             galerkin = a.solver == "galerkin", ranks = a.solver == "ranks";
  if (!poisson && !ranks) solver_entry(a.solver);  // refuses what is not a solver
  if (!compressible && !galerkin && !a.only.empty())
    throw Error(Exit::usage, "--only goes with bench compressible and galerkin.");
  if (!poisson && !projection && !compressible && !galerkin && !a.peer.empty())
    throw Error(Exit::usage, "--peer goes with bench poisson, projection, compressible and galerkin.");
  if (!artificial && (a.tune || !a.picture.empty()))
    throw Error(Exit::usage, "--tune and --picture go with bench artificial.");
  if (!a.picture.empty()) refuse_other_endings(a.picture, "a picture", {".png"});
  const Device device = choose_device(a.device, false);
  if (ranks) return bench_ranks(a, device, talk), Exit::done;
  if (poisson) return bench_poisson(a, device, talk), Exit::done;
  if (compressible) return bench_compressible(a, device, talk), Exit::done;
  if (galerkin) return bench_galerkin(a, device, talk), Exit::done;
  if (projection) return bench_projection(a, device, talk), Exit::done;
  if (artificial) return bench_artificial(a, device, talk), Exit::done;
  if (a.sweeps) return bench_sweeps(a, device, talk), Exit::done;
  a.small_grids ? bench_small(a, device, talk) : bench_kernels(a, device, talk);
  return Exit::done;
}

}  // namespace eddy
