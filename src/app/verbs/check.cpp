// `eddy check CASE`: reports everything that can be known without a run.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "app/run/analysis.hpp"
#include "app/run/duration.hpp"
#include "app/run/origin.hpp"
#include "app/run/progress.hpp"
#include "app/run/session.hpp"
#include "app/run/shapes.hpp"
#include "app/text_table.hpp"
#include "app/verbs/templates.hpp"
#include "base/printable.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "case/tree.hpp"
#include "mesh/block_mesh.hpp"
#include "mesh/hex_mesh.hpp"
#include "mesh/hex_quality.hpp"
#include "mesh/quality.hpp"
#include "mesh/split.hpp"
#include "output/mesh_picture.hpp"
#include "output/png.hpp"

namespace eddy {
namespace {

struct Volume {            // amount of output
  double field_files = 1;  // the last state is always written
  double field_bytes = 0;  // bytes of one file
  double total() const { return field_files * field_bytes; }
};

Volume volume_of(const Case& c, const Grid& grid, std::size_t solver_fields, bool bodies) {
  const OutputOptions& o = c.output;
  Volume v;
  if (o.every && c.run.end_time) v.field_files = std::floor(*c.run.end_time / *o.every + 1e-9) + 1;
  if (o.every_steps && c.run.steps) v.field_files += std::floor(double(*c.run.steps) / double(*o.every_steps));
  const double bytes = c.run.precision == Precision::single ? 4 : 8;
  v.field_bytes = bytes * double(grid.cell_count()) * double(o.fields.empty() ? solver_fields : o.fields.size());
  if (bodies) v.field_bytes += double(grid.cell_count());  // their mask
  return v;
}

// The first time step of the run, or an estimate where the solver did not compute it.
void add_first_step(std::vector<Number>& numbers, const Facts& facts, const Duration& duration) {
  if (duration.dt)
    numbers.push_back({"first step", "s", *duration.dt});
  else if (facts.dt > 0)
    numbers.push_back({"first step (about)", "s", facts.dt});
}

std::string row(const char* name, const std::string& value) { return fmt::format("{:<14} {}\n", name, value); }

std::string memory_text(const Memory& need, const Device& device) {
  std::string text = fmt::format("{} of {}", bytes_text(need.device), bytes_text(double(device.memory)));
  if (need.host > 0) text += fmt::format(", and {} on the host", bytes_text(need.host));
  return text;
}

std::string many(std::size_t n, const char* one) { return fmt::format("{} {}{}", n, one, n == 1 ? "" : "s"); }

std::string patches_text(const std::vector<std::string>& names) {
  return fmt::format("{}: {}", many(names.size(), names.size() == 1 ? "patch" : "patche"), join(names));
}

std::string mesh_summary(const BlockMesh& mesh) {
  return fmt::format("{}, {}, {}", many(mesh.blocks.size(), "block"), many(mesh.seams.size(), "seam"),
                     patches_text(patch_names(mesh)));
}

std::string mesh_summary(const HexMesh& mesh) {
  return fmt::format("{} hexahedra, {}, {}", mesh.elements.size(), many(mesh.nodes.size(), "node"),
                     patches_text(patch_names(mesh)));
}

void write_drawing(const std::filesystem::path& file, const Image& image, const Case& c, const Talk& talk) {
  write_png(file, image, origin_notes(origin_of(c)));
  if (!talk.quiet) say("the mesh is drawn in " + file.string());
}

// The kind of a condition and its values: "temperature, temperature = sin(pi*x)".
std::string condition_words(const Node& node) {
  if (node.kind == Node::Kind::array) return node.items.empty() ? "" : condition_words(node.items[0]) + ", …";
  std::string kind, values;
  for (const Node& item : node.items) {
    if (item.name == "kind")
      kind = item.text;
    else if (item.is_table())
      values += ", " + item.name + ": " + condition_words(item);
    else
      values += ", " + item.name + " = " + (item.kind == Node::Kind::text ? item.text : toml_value_text(item));
  }
  return kind + values;
}

std::map<std::string, std::string> conditions_of(const Case& c) {
  const Node root = parse_toml(write_case(c, solver_keys_list()), "case");
  std::map<std::string, std::string> all;
  if (const Node* table = root.find("boundary"))
    for (const Node& side : table->items) all[side.name] = condition_words(side);
  return all;
}

// The mesh is drawn before it is checked, because a picture shows best where it is folded.
void draw_mesh(const Case& c, const std::filesystem::path& file, const Talk& talk) {
  if (c.dimensions() < 2) throw Error(Exit::usage, "a mesh of one dimension is not drawn. Leave --picture out.");
  MeshPictureOptions o;
  o.title = c.title.empty() ? c.name() : c.title;
  o.conditions = conditions_of(c);
  o.shapes = shapes_of(c);
  if (c.mesh.of_hexahedra()) {
    const HexMesh mesh = make_hex_mesh(c.mesh);
    o.subtitle = mesh_summary(mesh);
    return write_drawing(file, mesh_picture(mesh, o), c, talk);
  }
  const BlockMesh mesh = c.mesh.is_box() ? mesh_of(thinned(make_grid(c.mesh))) : make_block_mesh(c.mesh);
  const MeshQuality q = quality(mesh);
  const auto cells = c.mesh.is_box() ? static_cast<std::int64_t>(cell_count_of(c.mesh)) : mesh.cell_count();
  o.subtitle = fmt::format("{} cells, {}", cells, mesh_summary(mesh));
  if (q.folded > 0) {
    o.marked.push_back(q.first_folded);
    o.subtitle = fmt::format("{} cells are folded, the first in {}", q.folded, place_text(mesh, q.first_folded));
  }
  write_drawing(file, mesh_picture(mesh, o), c, talk);
}

std::vector<std::pair<std::string, std::string>> quality_rows(const BlockMesh& mesh) {
  const MeshQuality q = quality(mesh);
  const auto with = [&](const MeshQuality::Worst& w, const char* unit) {
    return fmt::format("{}{} in {}", readable(w.value), unit, place_text(mesh, w.at));
  };
  return {{"mesh", mesh_summary(mesh)},
          {mesh.dimensions == 2 ? "least area" : "least volume",
           with(q.least_volume, mesh.dimensions == 2 ? " m²" : " m³")},
          {"skewness", with(q.skewness, "°")},
          {"growth", with(q.growth, "")},
          {"aspect ratio", with(q.aspect, "")},
          {"largest gap",
           q.gap > 0 ? fmt::format("{} m near {}", readable(q.gap), point_text(q.gap_at, mesh.dimensions)) : "0"}};
}

std::vector<std::pair<std::string, std::string>> quality_rows(const HexMesh& mesh) {
  const HexQuality q = quality(mesh);
  const auto with = [&](const HexQuality::Worst& w, const char* unit) {
    return fmt::format("{}{} in {}", readable(w.value), unit, place_text(mesh, w.element));
  };
  std::vector<std::pair<std::string, std::string>> rows{{"mesh", mesh_summary(mesh)},
                                                        {"least volume", with(q.least_volume, " m³")},
                                                        {"skewness", with(q.skewness, "°")},
                                                        {"least Jacobian", with(q.least_jacobian, "")},
                                                        {"aspect ratio", with(q.aspect, "")}};
  for (const std::string& remark : mesh.remarks) rows.emplace_back("note", remark);
  return rows;
}

nlohmann::ordered_json quality_json(const HexMesh& mesh) {
  const HexQuality q = quality(mesh);
  return {{"elements", mesh.elements.size()}, {"nodes", mesh.nodes.size()},
          {"patches", patch_names(mesh)},     {"least", q.least_volume.value},
          {"skewness", q.skewness.value},     {"least_jacobian", q.least_jacobian.value},
          {"aspect_ratio", q.aspect.value},   {"remarks", mesh.remarks}};
}

nlohmann::ordered_json quality_json(const BlockMesh& mesh) {
  const MeshQuality q = quality(mesh);
  return {{"blocks", mesh.blocks.size()},   {"seams", mesh.seams.size()},
          {"patches", patch_names(mesh)},   {"least", q.least_volume.value},
          {"skewness", q.skewness.value},   {"growth", q.growth.value},
          {"aspect_ratio", q.aspect.value}, {"gap", q.gap}};
}

}  // namespace

Exit verb::check(const CheckArguments& a, const Talk& talk) {
  const Case c = read_given_case(a.from);
  if (a.picture || a.out) draw_mesh(c, a.out.value_or("mesh.png"), talk);
  const SolverEntry& solver = solver_entry(c.solver);
  const Device device = choose_device(c.run.device, c.run.precision == Precision::single);
  const Grid grid = make_grid_that_fits(c, device);
  Problems problems(c.place);
  check_output(c, grid, problems);
  check_columns(c, problems);
  problems.throw_if_any();
  const Memory need = memory_of(c, grid, device);
  const Volume volume =
      volume_of(c, grid, solver.keys.fields.size() + statistics_names(c.statistics.averaged, c.dimensions()).size(),
                bool(solver.solid(c, grid)));
  const Facts facts = solver.facts(c, grid, device);
  const Duration duration = duration_of(c, grid, facts, device);
  std::vector<Number> numbers = facts.numbers;
  add_first_step(numbers, facts, duration);
  if (talk.json) {
    nlohmann::ordered_json j{{"title", c.title},
                             {"solver", c.solver},
                             {"device", label(device)},
                             {"cells", cells_json<nlohmann::ordered_json>(grid)},
                             {"cell_count", grid.cell_count()},
                             {"memory", need.device},
                             {"host_memory", need.host},
                             {"device_memory", device.memory},
                             {"field_files", volume.field_files},
                             {"output_bytes", volume.total()}};
    if (grid.blocks) j["mesh"] = quality_json(*grid.blocks);
    if (grid.hexahedra) j["mesh"] = quality_json(*grid.hexahedra);
    if (duration.seconds) j["seconds_about"] = *duration.seconds;
    j["run_time"] = duration.words;
    for (const std::string& note : empty_signals(c)) j["notes"].push_back(note);
    for (const Number& n : numbers) j["facts"][n.name] = n.value;
    if (!facts.warnings.empty()) j["warnings"] = facts.warnings;
    print(json_text(j));
    return Exit::done;
  }
  std::string text =
      row("title", printable(c.title)) + row("solver", c.solver) + row("precision", word_of(c.run.precision)) +
      row("device", label(device)) +
      row("cells", grid.is_box() ? fmt::format("{} = {}", mesh_text(grid), grid.cell_count()) : mesh_text(grid));
  if (!grid.is_box())
    for (const auto& [name, value] : grid.blocks ? quality_rows(*grid.blocks) : quality_rows(*grid.hexahedra))
      text += row(name.c_str(), value);
  text += row("memory", memory_text(need, device));
  for (const Number& n : numbers) text += row(n.name.c_str(), readable(n.value) + " " + n.unit);
  text += row("output", fmt::format("{} field files of {}, {} in all", volume.field_files,
                                    bytes_text(volume.field_bytes), bytes_text(volume.total())));
  text += row("run time", duration.words);
  for (const std::string& note : empty_signals(c)) text += row("note", note);
  for (const std::string& warning : facts.warnings) text += row("warning", warning);
  print(text + "The case is good.\n");
  return Exit::done;
}

}  // namespace eddy
