// `eddy check CASE`: everything that can be known without running.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/analysis.hpp"
#include "app/duration.hpp"
#include "app/progress.hpp"
#include "app/session.hpp"
#include "app/text_table.hpp"
#include "base/text.hpp"

namespace eddy {
namespace {

struct Volume {            // of the output
  double field_files = 1;  // the end is always written
  double field_bytes = 0;  // of one of them
  double total() const { return field_files * field_bytes; }
};

Volume volume_of(const Case& c, const Grid& grid, std::size_t solver_fields) {
  const OutputOptions& o = c.output;
  Volume v;
  if (o.every && c.run.end_time) v.field_files = std::floor(*c.run.end_time / *o.every + 1e-9) + 1;
  if (o.every_steps && c.run.steps) v.field_files += std::floor(double(*c.run.steps) / double(*o.every_steps));
  const double bytes = c.run.precision == Precision::single ? 4 : 8;
  v.field_bytes = bytes * double(grid.cell_count()) * double(o.fields.empty() ? solver_fields : o.fields.size());
  return v;
}

std::string row(const char* name, const std::string& value) { return fmt::format("{:<14} {}\n", name, value); }

std::string memory_text(const Memory& need, const Device& device) {
  std::string text = fmt::format("{} of {}", bytes_text(need.device), bytes_text(double(device.memory)));
  if (need.host > 0) text += fmt::format(", and {} on the host", bytes_text(need.host));
  return text;
}

}  // namespace

Exit verb::check(const CaseArguments& a, const Talk& talk) {
  const Case c = read_case(a.path, a.set, solver_keys_list(), a.small);
  const SolverEntry& solver = solver_entry(c.solver);
  const Device device = choose_device(c.run.device, c.run.precision == Precision::single);
  const Grid grid = make_grid_that_fits(c, device);
  Problems problems(c.place);
  check_output(c, grid, problems);
  check_columns(c, problems);
  problems.throw_if_any();
  const Memory need = memory_of(c, grid, device);
  const Volume volume =
      volume_of(c, grid, solver.keys.fields.size() + statistics_names(c.statistics.averaged, c.dimensions()).size());
  const Facts facts = solver.facts(c, grid, device);
  const auto duration = duration_of(c, grid, facts, device);
  if (talk.json) {
    nlohmann::ordered_json j{{"title", c.title},
                             {"solver", c.solver},
                             {"device", label(device)},
                             {"cells", c.mesh.cells},
                             {"cell_count", grid.cell_count()},
                             {"memory", need.device},
                             {"host_memory", need.host},
                             {"device_memory", device.memory},
                             {"field_files", volume.field_files},
                             {"output_bytes", volume.total()}};
    if (duration) j["seconds_about"] = duration->seconds;
    for (const Number& n : facts.numbers) j["facts"][n.name] = n.value;
    print(j.dump(2) + "\n");
    return Exit::done;
  }
  std::string text = row("title", c.title) + row("solver", c.solver) + row("precision", word_of(c.run.precision)) +
                     row("device", label(device)) +
                     row("cells", fmt::format("{} = {}", cells_text(c.mesh.cells), grid.cell_count())) +
                     row("memory", memory_text(need, device));
  for (const Number& n : facts.numbers) text += row(n.name.c_str(), number_text(n.value) + " " + n.unit);
  text += row("output", fmt::format("{} field files of {}, {} in all", volume.field_files,
                                    bytes_text(volume.field_bytes), bytes_text(volume.total())));
  if (duration) text += row("run time", duration->words);
  print(text + "The case is good.\n");
  return Exit::done;
}

}  // namespace eddy
