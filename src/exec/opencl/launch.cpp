// What each kind of launch passes to OpenCL: the text, the work-items, and the arguments after those of the members.
#include <algorithm>

#include "exec/core/shape.hpp"
#include "exec/opencl/lines_source.hpp"
#include "exec/opencl/source.hpp"
#include "exec/opencl/state.hpp"
#include "exec/opencl/tiles_source.hpp"
#include "exec/opencl/transform_source.hpp"
#include "exec/shapes/line_set.hpp"
#include "exec/shapes/transform_plan.hpp"

namespace eddy {

using Items = std::array<std::size_t, 3>;

static int parts_of(int n, int m) { return (n + m - 1) / m; }
static std::size_t up(int n, int m) { return static_cast<std::size_t>(parts_of(n, m) * m); }

// Numbers that tell apart the texts made from one recording (OpenClLaunch::form).
static int cells_form(const Set& set, const LaunchShape& s) {
  return (set.colour < 0 ? 0 : 1) + 2 * (s.rows + 8 * (s.x + 2048 * (s.y + 1024 * s.z)));
}
static int reduction_form(ReductionKind reduction) { return 2 + static_cast<int>(reduction); }
static int tiles_form(const TilePass& tiles) { return -(2 * tiles.levels + tiles.coloured); }

void Exec<OpenCl>::run_cells(const KernelId& kernel, const Recording& r, const Set& set,
                             const std::vector<Argument>& arguments) {
  const LaunchShape s = launch_shape(state_->gpu ? DeviceKind::gpu : DeviceKind::cpu, set, kernel);
  OpenClLaunch launch{kernel, r, set, cells_form(set, s)};
  launch.text = [&] { return opencl_source(r, {set.dimensions, set.colour >= 0, s.rows, {s.x, s.y, s.z}}); };
  launch.group = {std::size_t(s.x), std::size_t(s.y), std::size_t(s.z)};
  for (const Set& part : launchable(set, s)) {
    const auto threads = [&](int axis) {
      return parts_of(part.box.extent(axis), axis == set.dimensions - 1 ? s.rows : 1);
    };
    const int nx = parts_of(part.box.extent(0), set.colour < 0 ? 1 : 2);
    launch.ranges.push_back({part, {up(nx, s.x), up(threads(1), s.y), up(threads(2), s.z)}});
  }
  run(launch, arguments);
}

template <class A>
static Numbers merged(const std::vector<cl_long>& partials) {
  static_assert(sizeof(cl_long) == sizeof(std::int64_t));
  Numbers total = to_numbers(A());
  for (std::size_t n = 0; n < partials.size(); n += total.size()) {
    Numbers one;
    std::copy_n(partials.begin() + static_cast<std::ptrdiff_t>(n), one.size(), one.begin());
    merge_numbers<A>(total.data(), one.data());
  }
  return total;
}

std::array<std::int64_t, 4> Exec<OpenCl>::run_reduce(const KernelId& kernel, const Recording& r,
                                                     ReductionKind reduction, const Set& set,
                                                     const std::vector<Argument>& arguments) {
  State& s = *state_;
  const int d = set.dimensions;
  const std::int64_t groups = set.box.extent(d - 1) / group_rows(d) + 1;
  const std::int64_t units = d == 1 ? 1 : d == 2 ? groups : groups * set.box.extent(1);
  const std::size_t across = std::clamp<std::size_t>(parts_of(set.box.extent(0), s.group), 1, s.most_groups);
  const std::size_t down = std::clamp<std::size_t>(s.most_groups / across, 1, static_cast<std::size_t>(units));
  OpenClLaunch launch{kernel, r, set, reduction_form(reduction)};
  launch.text = [&] {
    return opencl_reduce_source(r, reduction, {d, false, s.gpu ? LaunchShape::several : 1, {s.group, 1, 1}});
  };
  launch.group = {std::size_t(s.group), 1, 1};
  launch.ranges = {{set, {across * s.group, down, 1}}};
  launch.more = {{sizeof s.partials, &s.partials}};
  run(launch, arguments);
  std::vector<cl_long> partials(across * down * 4);
  download(s.partials, partials.data(), partials.size() * sizeof(cl_long));
  return reduction == ReductionKind::sum ? merged<Sum>(partials) : merged<Extreme>(partials);
}

void Exec<OpenCl>::run_tiles(const KernelId& kernel, const Recording& r, const Set& set,
                             const std::vector<Argument>& arguments, const TilePass& tiles) {
  const State& s = *state_;
  const Box& result = tiles.result;
  const int d = set.dimensions, levels = tiles.levels, march = d - 1;
  TileSource t{d, tiles.read, tiles.written, levels, tiles.coloured, s.gpu ? 256 : 64, 1};
  if (d == 3) {
    t.x = s.gpu ? 32 : 16;
    t.y = 16;
  }
  const int across = parts_of(result.extent(0), t.x - 2 * levels);
  const int down = d == 3 ? parts_of(result.extent(1), t.y - 2 * levels) : 1;
  const int parts = std::clamp(4 * s.most_groups / (across * down), 1, parts_of(result.extent(march), 4 * levels));
  const int rows = parts_of(result.extent(march), parts);
  OpenClLaunch launch{kernel, r, tiles.coloured ? set.coloured(0) : set, tiles_form(tiles)};
  launch.cells = result.cells() * levels;
  launch.text = [&] { return opencl_tile_source(r, t); };
  launch.group = {std::size_t(t.x), std::size_t(t.y), 1};
  Items items{std::size_t(across) * t.x, std::size_t(down) * t.y, 1};
  items[march] *= std::size_t(parts_of(result.extent(march), rows));
  launch.ranges = {{set, items}};
  const cl_mem to = static_cast<cl_mem>(tiles.to.memory);
  const cl_long origin = tiles.to.origin;
  launch.more = {{sizeof rows, &rows}};
  for (const int& low : result.lo) launch.more.push_back({sizeof low, &low});
  for (const int& high : result.hi) launch.more.push_back({sizeof high, &high});
  launch.more.insert(
      launch.more.end(),
      {{sizeof to, &to}, {sizeof origin, &origin}, {sizeof(int), &tiles.to.sy}, {sizeof(int), &tiles.to.sz}});
  run(launch, arguments);
}

void Exec<OpenCl>::run_lines(const KernelId& kernel, const Recording& r, const Set& set,
                             const std::vector<Argument>& arguments) {
  constexpr int alone = 16;  // lines of a group in which each work-item computes a whole line
  const int extent = set.box.extent(across_first(r.axis));
  const int lines = set.colour < 0 ? extent : (extent + 1) / 2;
  const int group = r.axis == 0 ? line_tile_group : alone, lines_of_group = r.axis == 0 ? line_tile_lines : alone;
  OpenClLaunch launch{kernel, r, set};
  launch.text = [&] { return opencl_line_source(r); };
  launch.group = {std::size_t(group), 1, 1};
  launch.ranges = {
      {set,
       {std::size_t(parts_of(lines, lines_of_group)) * group, std::size_t(set.box.extent(across_second(r.axis))), 1}}};
  run(launch, arguments);
}

void Exec<OpenCl>::run_transform(const KernelId& kernel, const Recording& r, const Set& set,
                                 const std::vector<Argument>& arguments, const TransformPlan<OpenCl>& plan) {
  const int pairs = (set.box.extent(across_first(r.axis)) + 1) / 2, room = plan.room();
  const std::size_t bytes = std::size_t(room) * 2 * size_of(r.type);
  int together = 1;  // pairs of lines in a work-group
  while (together < 4 && together < pairs && 2 * together * bytes <= std::min<std::size_t>(local_memory(), 32768))
    together *= 2;
  OpenClLaunch launch{kernel, r, set};
  launch.text = [&] { return opencl_transform_source(r); };
  launch.group = {transform_group, 1, 1};
  launch.ranges = {{set,
                    {std::size_t(parts_of(pairs, together)) * transform_group,
                     std::size_t(set.box.extent(across_second(r.axis))), 1}}};
  const cl_mem table = static_cast<cl_mem>(plan.device.handle());
  const int steps = static_cast<int>(plan.steps.size());
  launch.more = {{sizeof table, &table},
                 {sizeof steps, &steps},
                 {sizeof together, &together},
                 {sizeof room, &room},
                 {bytes * together, nullptr}};
  run(launch, arguments);
}

}  // namespace eddy
