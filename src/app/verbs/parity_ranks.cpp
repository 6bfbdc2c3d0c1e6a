// `eddy parity CASE --ranks 1,2,4`: runs a case on these numbers of ranks by mpirun, and compares every stored value of
// fields, every byte of tables, every pixel of pictures, and the last checkpoint.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/process.hpp"
#include "app/text_table.hpp"
#include "app/verbs/parity.hpp"
#include "app/verbs/templates.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "exec/ranks/parts.hpp"
#include "output/checkpoint.hpp"
#include "output/collection.hpp"
#include "output/png.hpp"
#include "output/vtk.hpp"

namespace eddy {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// More ranks than cores are allowed, because only the answer counts.
Ran start(const CaseArguments& a, int ranks, bool single, const fs::path& out) {
  std::string command = "exec " + (ranks > 1 ? mpirun(ranks, "--oversubscribe") : "") +
                        shell_quoted(own_program().string()) + " run " + shell_quoted(a.path.string()) + " -q --out " +
                        shell_quoted(out.string()) + (a.small ? " --small" : "");
  for (const std::string& s : a.set) command += " -s " + shell_quoted(s);
  return run_program(command + " -s run.precision=" + (single ? "single" : "double") + " 2>&1");
}

std::string first_line(const std::string& text) {  // first line of eddy's message; mpirun prints more
  const std::size_t at = text.find("error: ");
  const std::string from = at == text.npos ? text : text.substr(at);
  return from.substr(0, from.find('\n'));
}

// The name of the first table that differs; "": none.
std::string different_tables(const fs::path& a, const fs::path& b) {
  for (const char* table : {"history.csv", "probes.csv"}) {
    if (fs::exists(a / table) != fs::exists(b / table)) return std::string(table) + " is missing";
    if (fs::exists(a / table) && read_file(a / table) != read_file(b / table)) return table;
  }
  for (const char* folder : {"lines", "surfaces"})
    for (const fs::path& table : files_in(a / folder))
      if (read_file(table) != read_file(b / folder / table.filename())) return table.filename().string();
  return "";
}

// Pixels are compared, because a file also names its program, which is no result.
bool same_picture(const fs::path& one, const fs::path& other) {
  const Image a = read_png(one), b = read_png(other);
  return a.width == b.width && a.height == b.height && a.rgb == b.rgb;
}
std::string different_pictures(const fs::path& a, const fs::path& b) {
  for (const fs::path& picture : files_in(a))
    if (picture.extension() == ".png" && !same_picture(picture, b / picture.filename()))
      return picture.filename().string();
  return "";
}

// Compares every value of every stored state, whatever files hold it.
std::string different_fields(const fs::path& a, const fs::path& b) {
  const Grid grid = make_grid(read_case(a / "case.used.toml", {}, solver_keys_list()).mesh);
  Collection first(a / "fields.pvd"), second(b / "fields.pvd");
  first.load();
  second.load();
  if (first.entries().size() != second.entries().size())
    return fmt::format("{} stored states against {}", first.entries().size(), second.entries().size());
  for (std::size_t n = 0; n < first.entries().size(); ++n) {
    const CollectionEntry &one = first.entries()[n], &other = second.entries()[n];
    if (one.step != other.step || one.time != other.time) return "the times of fields.pvd";
    const std::vector<std::string> names = vtk_fields(a / one.file);
    if (names != vtk_fields(b / other.file)) return "the fields that are stored";
    for (const std::string& name : names) {
      Difference d;
      compare_field(d, read_vtk(a / one.file, grid, name), read_vtk(b / other.file, grid, name), &grid);
      if (d.any()) return fmt::format("step {}, {}", one.step, d.first);
    }
  }
  return "";
}

std::string different_states(const fs::path& a, const fs::path& b) {
  const Checkpoint first = newest_good(a).checkpoint, second = newest_good(b).checkpoint;
  if (first.step != second.step) return fmt::format("{} steps against {}", first.step, second.step);
  for (const CheckpointArray& field : first.arrays)
    if (field.bytes != second.array(field.name).bytes) return field.name + " of the last state";
  return first.scalars == second.scalars ? "" : "the numbers of the last state";
}

std::string different(const fs::path& a, const fs::path& b) {
  for (const auto& compare : {different_tables, different_fields, different_states, different_pictures})
    if (const std::string what = compare(a, b); !what.empty()) return what;
  return "";
}

}  // namespace

Exit parity_of_ranks(const ParityArguments& a, const Talk& talk) {
  if (!ranks::built_in())
    throw Error(Exit::missing, "eddy was built without MPI. Install libopenmpi-dev and openmpi-bin, and build again.");
  std::vector<int> numbers;
  for (int n : a.ranks)
    if (std::find(numbers.begin(), numbers.end(), n) == numbers.end()) numbers.push_back(n);
  if (numbers.size() < 2)
    throw Error(Exit::usage,
                "parity --ranks compares numbers of ranks with each other. Give two or more: --ranks 1,2.");
  const Case c = read_given_case(a.from);
  const Grid grid = make_grid(c.mesh);
  if (grid.is_box())
    for (int n : numbers) cut(grid.cells(), grid.dimensions, n, {});  // throws before any run is started
  const Scratch scratch;
  bool pass = true;
  int compared = 0;
  TextTable table({"ranks", "precision", "", "first difference"});
  json rows = json::array();
  for (bool single : singles(a.from, c)) {
    fs::path expected;
    for (const int n : numbers) {
      const char* const precision = single ? "single" : "double";
      if (!talk.quiet) say(fmt::format("{} ranks, {} …", n, precision));
      const fs::path out = scratch.path() / fmt::format("{}-{}", precision, n);
      const Ran ran = start(a.from, n, single, out);
      if (ran.code == 127) throw Error(Exit::missing, "mpirun is not there. Install openmpi-bin, or put it into PATH.");
      const Exit code = ran.code < 0 ? Exit::fault : static_cast<Exit>(ran.code);
      const bool ended = code == Exit::done || code == Exit::diverged;
      if (!ended && code != Exit::usage) throw Error(code, fmt::format("{} ranks: {}", n, ran.output));
      std::string verdict = "compared with", first;
      if (!ended) {
        verdict = "not run";
        first = first_line(ran.output);
      } else if (expected.empty())
        expected = out;
      else {
        first = different(expected, out);
        verdict = first.empty() ? "equal" : "differs";
        ++compared;
      }
      pass = pass && verdict != "differs";
      table.add({std::to_string(n), precision, verdict, first});
      rows.push_back({{"ranks", n}, {"precision", precision}, {"ran", ended}, {"verdict", verdict}, {"first", first}});
    }
  }
  pass = pass && compared > 0;  // without any comparison nothing is proved
  print(talk.json ? json_text(json{{"case", a.from.path.string()}, {"pass", pass}, {"runs", rows}}) : table.text());
  return pass ? Exit::done : Exit::failed;
}

}  // namespace eddy
