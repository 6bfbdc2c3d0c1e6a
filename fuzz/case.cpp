// Wrong cases never crash: any bytes give a case or an eddy::Error. A good case is written, read again and written with
// the same text, and makes a grid if it is small.
#include "case/case.hpp"

#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.hpp"
#include "mesh/grid.hpp"
#include "solver/heat/options.hpp"

namespace {

void require(bool ok) {
  if (!ok) std::abort();
}

void use(const eddy::Case& c) {
  double cells = 1;
  for (int n : c.mesh.cells) cells *= n;
  if (cells > 1e5) return;
  try {
    const eddy::Grid grid = eddy::make_grid(c.mesh);
    const auto& heat = c.options_as<eddy::HeatOptions>();
    eddy::evaluate(heat.material.source, "material.source", {grid.centre(0, 0), 0, 0}, 0);
    for (const auto& region : heat.region) eddy::inside(region.shape, {0, 0, 0}, grid.dimensions);
  } catch (const eddy::Error& error) {
    require(error.code() == eddy::Exit::usage);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const eddy::Solvers solvers{eddy::heat_keys()};
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::size_t line_end = text.starts_with("-s ") ? text.find('\n') : std::string_view::npos;
  std::vector<std::string> overrides;
  if (line_end != std::string_view::npos) overrides.emplace_back(text.substr(3, line_end - 3));
  const std::string_view body = line_end == std::string_view::npos ? text : text.substr(line_end + 1);
  try {
    const eddy::Case c = eddy::read_case_text(body, "case.toml", overrides, solvers);
    const std::string used = eddy::write_case(c, solvers);
    require(eddy::write_case(eddy::read_case_text(used, "case.toml", {}, solvers), solvers) == used);
    use(c);
  } catch (const eddy::Error& error) {
    require(error.code() == eddy::Exit::usage && *error.what());
  }
  return 0;
}
