// `eddy parity CASE`: runs a case on every device of the machine, and compares results bit for bit.
#include "app/verbs/parity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "app/text_table.hpp"
#include "app/verbs/templates.hpp"
#include "app/verbs/verbs.hpp"
#include "exec/core/devices.hpp"
#include "output/interpolate.hpp"

namespace eddy {
namespace {

using nlohmann::json;

bool same(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

void note_first(Difference& d, const std::string& what, double expected, double found) {
  if (d.first.empty())
    d.first = fmt::format("{}: {:a} ({:.17g}) against {:a} ({:.17g})", what, expected, expected, found, found);
}

std::string value_text(const Sample& s, std::size_t n, const Grid* grid) {
  if (grid && grid->blocks)
    return fmt::format("{}{} in {}", s.name, s.components > 1 ? fmt::format(".{}", "xyz"[n % s.components]) : "",
                       place_text(*grid, s, n));
  const std::size_t point = n / static_cast<std::size_t>(s.components), nx = s.size[0], ny = s.size[1];
  return fmt::format("{}{} in cell ({}, {}, {})", s.name,
                     s.components > 1 ? fmt::format(".{}", "xyz"[n % s.components]) : "", point % nx, point / nx % ny,
                     point / nx / ny);
}

struct Place {  // a device on which the case is run
  std::string label, wish;
  int threads = 0;
  std::string refused[2];  // why the device refuses the case, in double and single precision
};

std::vector<Place> places() {
  const Device cpu = cpu_devices().front();
  std::vector<Place> all{{"cpu, 1 thread", "cpu", 1, {}}, {"cpu, " + cpu.detail, "cpu", 0, {}}};
  std::string why;
  std::vector<Device> devices = opencl_devices(why);
  for (const Device& d : cuda_devices(why)) devices.push_back(d);
  for (const Device& d : devices)
    all.push_back({label(d),
                   fmt::format("{}:{}", space_names[static_cast<int>(d.space)], d.number),
                   0,
                   {d.refusal_double, d.refusal_single}});
  return all;
}

struct Row {
  std::string place, precision, verdict, first;
  bool equal = false, ran = false;
};

Outcome run_at(const Case& c, const Place& p, bool single) {
  Case here = c;
  here.run.device = p.wish;
  here.run.threads = p.threads;
  here.run.precision = single ? Precision::single : Precision::double_;
  return run_in_memory(here, true);
}

std::string verdict(const Difference& d) {
  if (!d.any()) return "equal";
  return d.cells > 0 ? fmt::format("{} cells differ", d.cells) : fmt::format("{} numbers differ", d.numbers);
}

// A device that cannot run the case (refused, too small, no such method) is reported, but that is no difference.
Row try_at(const Case& c, const Place& p, bool single, const Outcome& expected) {
  Row row{p.label, single ? "single" : "double", "", "", false, false};
  try {
    if (!p.refused[single].empty()) throw Error(Exit::missing, p.refused[single]);
    const Grid grid = make_grid(c.mesh);
    const Difference d = difference(expected, run_at(c, p, single), &grid);
    row.verdict = verdict(d);
    row.first = d.first;
    row.equal = !d.any();
    row.ran = true;
  } catch (const Error& e) {
    if (e.code() != Exit::usage && e.code() != Exit::missing) throw;
    row.verdict = "not run";
    row.first = e.what();
  }
  return row;
}

std::vector<Row> compare_all(const Case& c, const std::vector<bool>& precisions, const Talk& talk) {
  std::vector<Row> rows;
  const auto all = places();
  for (bool single : precisions) {
    const Outcome expected = run_at(c, all[0], single);
    const std::string trouble = expected.converged ? "" : expected.trouble;
    rows.push_back({all[0].label, single ? "single" : "double", "compared with", trouble, true, true});
    for (std::size_t n = 1; n < all.size(); ++n) {
      if (!talk.quiet) say(all[n].label + ", " + rows.back().precision + " …");
      rows.push_back(try_at(c, all[n], single, expected));
    }
  }
  return rows;
}

}  // namespace

void compare_field(Difference& d, const Sample& a, const Sample& b, const Grid* grid) {
  if (a.name != b.name || a.values.size() != b.values.size()) {
    if (d.first.empty()) d.first = "the fields '" + a.name + "' and '" + b.name + "' are not of one size";
    return;
  }
  for (std::size_t n = 0; n < a.values.size(); ++n)
    if (!same(a.values[n], b.values[n])) {
      note_first(d, value_text(a, n, grid), a.values[n], b.values[n]);
      ++d.cells;
    }
}

Difference difference(const Outcome& a, const Outcome& b, const Grid* grid) {
  Difference d;
  if (a.fields.size() != b.fields.size()) d.first = "the runs have not the same fields";
  for (std::size_t f = 0; f < std::min(a.fields.size(), b.fields.size()); ++f)
    compare_field(d, a.fields[f], b.fields[f], grid);
  if (a.results.size() != b.results.size() && d.first.empty()) d.first = "the runs have not the same numbers";
  for (std::size_t n = 0; n < std::min(a.results.size(), b.results.size()); ++n)
    if (a.results[n].name != b.results[n].name || !same(a.results[n].value, b.results[n].value)) {
      note_first(d, a.results[n].name, a.results[n].value, b.results[n].value);
      ++d.numbers;
    }
  if (a.last.step != b.last.step && d.first.empty())
    d.first = fmt::format("{} steps against {}", a.last.step, b.last.step);
  return d;
}

std::vector<bool> singles(const CaseArguments& a, const Case& c) {
  const bool asked =
      std::any_of(a.set.begin(), a.set.end(), [](const std::string& s) { return s.starts_with("run.precision"); });
  if (!asked) return {false, true};
  return {c.run.precision == Precision::single};
}

Exit verb::parity(const ParityArguments& arguments, const Talk& talk) {
  if (!arguments.ranks.empty()) return parity_of_ranks(arguments, talk);
  const CaseArguments& a = arguments.from;
  const Case c = read_given_case(a);
  const auto rows = compare_all(c, singles(a, c), talk);
  bool pass = true;
  TextTable table({"device", "precision", "", "first difference"});
  json all = json::array();
  for (const Row& r : rows) {
    pass = pass && (r.equal || !r.ran);
    table.add({r.place, r.precision, r.verdict, r.first});
    all.push_back({{"device", r.place},
                   {"precision", r.precision},
                   {"ran", r.ran},
                   {"equal", r.equal},
                   {"verdict", r.verdict},
                   {"first", r.first}});
  }
  print(talk.json ? json_text(json{{"case", a.path.string()}, {"pass", pass}, {"runs", all}}) : table.text());
  return pass ? Exit::done : Exit::failed;
}

}  // namespace eddy
