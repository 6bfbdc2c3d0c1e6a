// Reads a case from a tree of values, and writes a case as text.
#include "case/case.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/case_describe.hpp"
#include "case/formula_function.hpp"
#include "case/keys_read.hpp"
#include "case/keys_write.hpp"
#include "case/manual.hpp"
#include "case/tree.hpp"

namespace eddy {
namespace {

// Finds an entry: "probe 2" is the second entry of the list `probe`; names may contain dots.
const Node* entry_of(const Node& table, const std::string& step) {
  if (const Node* const named = table.find(step)) return named;
  const std::size_t space = step.rfind(' ');
  const Node* const list = space == step.npos ? nullptr : table.find(step.substr(0, space));
  if (!list || list->kind != Node::Kind::array) return nullptr;
  const std::size_t number = std::strtoul(step.c_str() + space + 1, nullptr, 10);
  return number >= 1 && number <= list->items.size() ? &list->items[number - 1] : list;
}

Where place_of(const Node& root, const std::string& path) {
  const Node* node = &root;
  for (std::size_t begin = 0; begin <= path.size();) {
    std::size_t end = begin;
    const Node* next = nullptr;
    while (!next && end < path.size()) {
      end = std::min(path.find('.', end + 1), path.size());
      next = entry_of(*node, path.substr(begin, end - begin));
    }
    if (!next) break;
    node = next;
    begin = end + 1;
  }
  return node->key_where;
}

const SolverKeys* solver_named(const std::string& name, const Solvers& solvers) {
  const auto at = std::find_if(solvers.begin(), solvers.end(), [&](const SolverKeys& s) { return s.name == name; });
  return at == solvers.end() ? nullptr : &*at;
}

// An unknown name is reported; the case is then checked with the solver that was probably meant.
const SolverKeys* find_solver(const Node& root, const std::string& name, const Solvers& solvers, Problems& problems) {
  if (const SolverKeys* const known = solver_named(name, solvers)) return known;
  std::vector<std::string> names;
  for (const SolverKeys& solver : solvers) names.push_back(solver.name);
  const Node* given = root.find("solver");
  if (!given || given->kind != Node::Kind::text) return nullptr;
  problems.add(given->where, "solver '" + name.substr(0, 60) + "' is not known." + did_you_mean(name, names) +
                                 " Solvers: " + join(names) + ".");
  return solver_named(nearest(name, names).value_or(""), solvers);
}

bool mesh_is_good(const MeshOptions& mesh) {
  if (!mesh.is_box()) return mesh.dimensions() == 2 || mesh.dimensions() == 3;
  const std::size_t n = mesh.cells.size();
  return n >= 1 && n <= 3 && mesh.lower.size() == n && mesh.upper.size() == n;
}

void check_end(const Node& root, Problems& problems) {
  const Node* run = root.find("run");
  if (!run || (run->is_table() && !run->find("end_time") && !run->find("steps") && !run->find("steady")))
    problems.at("run", "the run has no end. Give run.end_time, run.steps or run.steady.");
}

void check_compare(const Case& c, const Node& root, Problems& problems) {
  std::vector<std::string> lines;
  const Node* surfaces = root.find("surface");  // of solvers that have walls
  if (surfaces && surfaces->is_table())
    for (const Node& surface : surfaces->items) lines.push_back(surface.name);
  for (const LineOptions& line : c.output.line) lines.push_back(line.name);
  for (const Compare& compare : c.compare)
    if (std::find(lines.begin(), lines.end(), compare.line) == lines.end())
      problems.at("compare." + compare.line, "compare '" + compare.line.substr(0, 60) +
                                                 "' needs a line of that name in output.line." +
                                                 did_you_mean(compare.line, lines));
}

void check_fields(const Case& c, const std::vector<std::string>& known, Problems& problems) {
  each_field(c.output, [&](const std::string& path, const std::string& field) {
    if (known.empty() || field.empty() || std::find(known.begin(), known.end(), field) != known.end()) return;
    problems.at(path, path.substr(0, path.find(' ')) + ": solver '" + c.solver + "' has no field '" +
                          field.substr(0, 60) + "'." + did_you_mean(field, known) + " Fields: " + join(known) + ".");
  });
}

// "(5, 0)" if the point is outside the mesh, otherwise empty.
std::string outside(const MeshOptions& mesh, const std::vector<double>& point) {
  bool is = false;
  std::string text = "(";
  for (std::size_t a = 0; a < std::min(mesh.lower.size(), point.size()); ++a) {
    is = is || !(point[a] >= mesh.lower[a] && point[a] <= mesh.upper[a]);
    text += (a ? ", " : "") + number_text(point[a]);
  }
  return is ? text + ")" : "";
}

void check_points(const Case& c, Problems& problems) {
  const auto entry = [](const char* list, std::size_t n) { return std::string(list) + " " + std::to_string(n + 1); };
  for (std::size_t n = 0; n < c.output.probe.size(); ++n)
    if (const std::string at = outside(c.mesh, c.output.probe[n].at); !at.empty())
      problems.at(entry("output.probe", n) + ".at", "a probe at " + at + " lies outside of the mesh. Move it.");
  for (std::size_t n = 0; n < c.output.line.size(); ++n) {
    const LineOptions& line = c.output.line[n];
    for (const auto& [key, end] : {std::pair(".from", &line.from), {".to", &line.to}})
      if (const std::string at = outside(c.mesh, *end); !at.empty())
        problems.at(entry("output.line", n) + key, "line '" + line.name.substr(0, 60) +
                                                       "' leaves the mesh: its end at " + at + " is outside. Move it.");
  }
}

void check_statistics(const Node& root, Problems& problems) {
  const Node* const table = root.find("statistics");
  if (table && table->is_table() && table->items.empty())
    problems.at("statistics", "[statistics] averages nothing. Give statistics.start, or remove it.");
}

// Completes [statistics] with the fields that the solver can average.
void find_averaged(Case& c, const std::vector<Averaged>& possible, Problems& problems) {
  StatisticsOptions& s = c.statistics;
  if (!s.start) return;
  if (possible.empty()) {
    problems.at("statistics", "solver '" + c.solver + "' has no fields to average. Remove [statistics].");
    return;
  }
  if (c.run.steady) problems.at("statistics", "[statistics] has no meaning with run.steady. Remove one of them.");
  if (c.run.end_time && *s.start >= *c.run.end_time)
    problems.at("statistics.start", "statistics.start = " + number_text(*s.start) + " lies behind run.end_time = " +
                                        number_text(*c.run.end_time) + ": nothing would be averaged.");
  std::vector<std::string> known;
  for (const Averaged& a : possible) known.push_back(a.field);
  if (s.fields.empty()) s.fields = known;
  for (const std::string& field : s.fields) {
    const auto found = std::find_if(possible.begin(), possible.end(), [&](const auto& a) { return a.field == field; });
    const auto same = [&](const Averaged& a) { return a.field == field; };
    if (found == possible.end())
      problems.at("statistics.fields", "statistics.fields: solver '" + c.solver + "' cannot average '" +
                                           field.substr(0, 60) + "'." + did_you_mean(field, known) +
                                           " Fields: " + join(known) + ".");
    else if (std::none_of(s.averaged.begin(), s.averaged.end(), same))
      s.averaged.push_back(*found);
  }
}

void mark_seen(Node& node) {
  node.seen = true;
  for (Node& item : node.items) mark_seen(item);
}

bool knows_mesh(const SolverKeys& solver, const MeshOptions& mesh) {
  return mesh.is_box() || (mesh.of_hexahedra() ? solver.hexahedra : solver.blocks);
}

std::string needed_mesh(const SolverKeys& solver) {
  if (solver.hexahedra) return "knows boxes and hexahedra: mesh.kind = \"box\", \"gmsh\" or \"vtu\".";
  if (solver.blocks) return "knows no single hexahedra: take another mesh.kind than \"gmsh\" and \"vtu\".";
  return "needs mesh.kind = \"box\".";
}

Case read_tree(Node tree, const std::filesystem::path& file, const Solvers& solvers, Problems& all) {
  const auto kept = std::make_shared<Node>(std::move(tree));
  Node& root = *kept;
  Case c;
  c.file = file;
  c.mesh.folder = file.parent_path();
  c.place = [kept](const std::string& path) { return place_of(*kept, path); };
  Problems problems(c.place);
  const int missed = functions_missed();
  ReadKeys keys(root, problems);
  if (Node* small = root.find("small")) mark_seen(*small);
  describe_common(keys, c);
  keys.set_dimensions(mesh_is_good(c.mesh) ? c.dimensions() : 0);
  describe_sized(keys, c);
  const SolverKeys* solver = find_solver(root, c.solver, solvers, problems);
  if (solver && !knows_mesh(*solver, c.mesh)) {  // all further messages of the solver would be meaningless
    problems.at("mesh.kind", "solver '" + solver->name + "' " + needed_mesh(*solver));
    all.merge(problems);
    return c;
  }
  if (solver) {
    c.solver = solver->name;
    c.options = solver->defaults;
    solver->describe(keys, c.options);
  }
  if (c.output.units.empty()) c.output.units = keys.units();
  keys.report_unknown([&] { return manual(solver ? Solvers{*solver} : solvers); }, solver == nullptr);
  check_end(root, problems);
  check_statistics(root, problems);
  check_compare(c, root, problems);
  if (c.mesh.is_box() && mesh_is_good(c.mesh)) check_points(c, problems);
  // A case that is read without its functions was checked when it ran.
  if (solver && functions_missed() == missed) solver->check(c, problems);
  if (solver) {
    find_averaged(c, solver->averages, problems);
    std::vector<std::string> known = solver->fields;
    if (!known.empty())
      for (const std::string& name : statistics_names(c.statistics.averaged, c.dimensions())) known.push_back(name);
    check_fields(c, known, problems);
  }
  all.merge(problems);
  return c;
}

}  // namespace

// describe_common: keys of every case. Keys whose lengths depend on the mesh follow in describe_sized.
void describe_common(Keys& keys, Case& c) {
  keys.key("title", c.title, {.doc = "One line about the case; heads pictures and reports."});
  keys.key("solver", c.solver, {.doc = "Which equations are solved.", .required = true});
  keys.table("run", "Where, how precisely and how long.", [&](Keys& k) { describe(k, c.run); });
  keys.table("mesh", "Where the flow is computed: a box, blocks, a grid around a body, or a file.",
             [&](Keys& k) { describe(k, c.mesh); });
  describe_blocks(keys, c.mesh);
}

void describe_sized(Keys& keys, Case& c) {
  keys.table("output", "What is written, and when.", [&](Keys& k) { describe(k, c.output); });
  keys.table("statistics", "Averages in time, written with the fields: mean_, rms_ and stress_ of each.",
             [&](Keys& k) { describe(k, c.statistics); });
  keys.named("signal", c.signal,
             "A column of history.csv or probes.csv that is analysed at the end: gives NAME.frequency, NAME.amplitude, "
             "NAME.periods, NAME.mean and NAME.rms with their intervals of 95 % NAME.mean_error and NAME.rms_error, "
             "NAME.min, NAME.max and, with length and velocity, NAME.strouhal to [expect] and `report`. Fewer than two "
             "periods have no frequency.",
             [](Keys& k, SignalOptions& s) { describe(k, s); });
  keys.named(
      "expect", c.expect, "Expected numbers, with their source; `report` and the tests read them.",
      [](Keys& k, Expect& e) { describe(k, e); }, true);
  keys.named(
      "compare", c.compare, "Tables beside the case against sampled lines, or surfaces, of the same name.",
      [](Keys& k, Compare& e) { describe(k, e); }, true);
}

std::string Case::name() const {
  const auto whole = file.lexically_normal();
  const auto stem = whole.stem().string();
  if (stem != "case" && stem != "case.used") return stem;
  const auto folder = std::filesystem::absolute(whole).parent_path().filename().string();
  return folder.empty() ? "case" : folder;
}

std::filesystem::path Case::beside(const std::string& other) const { return file.parent_path() / other; }

Case read_case_text(std::string_view text, const std::filesystem::path& name, const std::vector<std::string>& overrides,
                    const Solvers& solvers, bool small) {
  Node root = parse_toml(text, name.string());
  root.key_where = root.where = Where{name.string()};
  Problems problems;
  const auto variant = [&](bool small_too) {
    Node tree = root;
    if (small_too) apply_small(tree);
    for (const std::string& assignment : overrides) apply_override(tree, assignment);
    return read_tree(std::move(tree), name, solvers, problems);
  };
  if (const Node* table = root.find("small"); table && !table->is_table())
    problems.add(table->where, "small must be a table, not " + table->describe() + ".");
  Case c = variant(small);
  // Every reading of the case reports mistakes in [small]; except with overrides, which may not fit [small].
  if (!small && overrides.empty() && root.find("small")) variant(true);
  problems.throw_if_any();
  return c;
}

std::string write_case(const Case& used, const Solvers& solvers, const std::vector<std::string>& notes,
                       FileName file_name) {
  Case c = used;
  Node root = empty_table();
  WriteKeys keys(root, file_name);
  describe_common(keys, c);
  for (const SolverKeys& solver : solvers)
    if (solver.name == c.solver) solver.describe(keys, c.options);
  describe_sized(keys, c);
  std::string head;
  for (std::string note : notes) {
    std::replace_if(
        note.begin(), note.end(), [](unsigned char b) { return b < 32 || b == 127; }, ' ');
    head += "# " + note + "\n";
  }
  return head + toml_text(root);
}

}  // namespace eddy
