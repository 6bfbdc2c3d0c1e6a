// `eddy list WHAT`: lists everything selectable, from the tables that the program itself uses.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "app/text_table.hpp"
#include "app/verbs/schema.hpp"
#include "app/verbs/templates.hpp"
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"
#include "base/printable.hpp"
#include "base/text.hpp"
#include "case/manual.hpp"
#include "exec/core/devices.hpp"
#include "exec/record/kernels.hpp"
#include "output/ticks.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

using nlohmann::json;

// Kernels.

// "0 ±x ±y" for the offsets of a five-point star; other offsets as (1, −1, 0); a gather as "gather".
std::string offsets_text(const std::vector<std::array<int, 3>>& offsets, bool gathers) {
  std::vector<std::array<int, 3>> left = offsets;
  const auto take = [&](const std::array<int, 3>& o) {
    const auto found = std::find(left.begin(), left.end(), o);
    if (found == left.end()) return false;
    left.erase(found);
    return true;
  };
  std::vector<std::string> words;
  if (take({0, 0, 0})) words.push_back("0");
  for (int a = 0; a < 3; ++a) {
    std::array<int, 3> up{}, down{};
    up[a] = 1;
    down[a] = -1;
    const bool above = take(up), below = take(down);
    if (above || below) words.push_back(std::string(above && below ? "±" : above ? "+" : "−") + "xyz"[a]);
  }
  for (const auto& o : left) words.push_back(fmt::format("({}, {}, {})", o[0], o[1], o[2]));
  if (gathers) words.push_back("gather");
  return join(words, " ");
}

std::vector<std::pair<std::string, std::string>> touched(const Analysis& a, bool writes) {  // field, offsets
  std::vector<std::pair<std::string, std::string>> all;
  for (std::size_t m = 0; m < a.members.size(); ++m) {
    std::vector<std::array<int, 3>> offsets;
    bool any = false, gathers = false;
    for (const Touch& t : a.touches) {
      if (t.member != static_cast<int>(m) || t.writes != writes) continue;
      any = true;
      if (!t.plain())
        gathers = true;
      else if (std::find(offsets.begin(), offsets.end(), t.offset()) == offsets.end())
        offsets.push_back(t.offset());
    }
    if (any) all.emplace_back(a.members[m].name, offsets_text(offsets, gathers));
  }
  return all;
}

std::string touched_text(const Analysis& a, bool writes) {
  std::vector<std::string> words;
  for (const auto& [field, offsets] : touched(a, writes)) words.push_back(field + ": " + offsets);
  return words.empty() ? "–" : join(words, "; ");
}

std::string set_text(const ListedKernel& k) { return k.coloured ? "one colour" : "all cells"; }

std::string list_kernels_text() {
  load_all_records();
  TextTable table({"kernel", "variant", "cells", "dims", "precision", "ghosts", "bytes/cell", "flops/cell", "faults",
                   "writes", "reads"});
  for (const ListedKernel& k : kernel_list().all()) {
    const Analysis& a = k.analysis;
    table.add({k.id.name, k.id.variant, set_text(k), std::to_string(k.id.dimensions), k.id.precision(),
               std::to_string(a.ghosts), short_number(a.bytes), short_number(a.flops),
               a.faults.empty() ? "none" : join(a.faults, "; "), touched_text(a, true), touched_text(a, false)});
  }
  return table.text();
}

json touched_json(const Analysis& a, bool writes) {
  json all = json::object();
  for (const auto& [field, offsets] : touched(a, writes)) all[field] = offsets;
  return all;
}

json list_kernels_json() {
  load_all_records();
  json all = json::array();
  for (const ListedKernel& k : kernel_list().all())
    all.push_back({{"kernel", k.id.name},
                   {"variant", k.id.variant},
                   {"cells", set_text(k)},
                   {"dimensions", k.id.dimensions},
                   {"precision", k.id.precision()},
                   {"reads", touched_json(k.analysis, false)},
                   {"writes", touched_json(k.analysis, true)},
                   {"ghosts", k.analysis.ghosts},
                   {"bytes_per_cell", k.analysis.bytes},
                   {"flops_per_cell", k.analysis.flops},
                   {"faults", k.analysis.faults}});
  return all;
}

// Cases and devices.

std::string list_cases(bool as_json) {
  json all = json::array();
  std::string text;
  for (const Template& t : templates()) {
    all.push_back({{"name", t.name}, {"title", t.title}});
    text += t.name + ": " + printable(t.title) + "\n";
  }
  return as_json ? json_text(all) : text;
}

std::string list_devices(bool as_json) {
  std::string no_cuda, no_opencl, text;
  std::vector<Device> all = cpu_devices();
  for (const Device& d : cuda_devices(no_cuda)) all.push_back(d);
  for (const Device& d : opencl_devices(no_opencl)) all.push_back(d);
  json list = json::array();
  for (const Device& d : all) {
    list.push_back({{"device", label(d)},
                    {"detail", d.detail},
                    {"gpu", d.gpu},
                    {"memory", d.memory},
                    {"refused_single", d.refusal_single},
                    {"refused_double", d.refusal_double}});
    text += label(d) + ": " + d.detail + ", " + bytes_text(static_cast<double>(d.memory)) + "\n";
    if (!d.refusal_double.empty()) text += "  refused for double precision: " + d.refusal_double + "\n";
    if (!d.refusal_single.empty()) text += "  refused for single precision: " + d.refusal_single + "\n";
  }
  return as_json ? json_text(list) : text;
}

// Lists from the manual.

json lines_json(const std::string& text) {  // from lines of "word: what it means"
  json all = json::array();
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size()), colon = text.find(": ", at);
    const bool split = colon != std::string::npos && colon < end;
    all.push_back({{"word", text.substr(at, (split ? colon : end) - at)},
                   {"doc", split ? text.substr(colon + 2, end - colon - 2) : ""}});
    at = end + 1;
  }
  return all;
}

std::string from_manual(const std::string& what, bool as_json) {
  std::string text;
  try {
    text = eddy::list(what, solver_keys_list());
  } catch (const Error&) {
    const auto topics = list_words();
    throw Error(Exit::usage,
                "there is no list of '" + what + "'." + did_you_mean(what, topics) + " Lists: " + join(topics) + ".");
  }
  return as_json ? json_text(lines_json(text)) : text;
}

}  // namespace

std::vector<std::string> list_words() {
  std::vector<std::string> topics{"cases", "devices", "kernels", "reference", "schema"};
  for (const std::string& t : list_topics(solver_keys_list())) topics.push_back(t);
  std::sort(topics.begin(), topics.end());
  return topics;
}

Exit verb::list(const std::string& what, const Talk& talk) {
  if (what.empty())
    print(talk.json ? json_text(json(list_words())) : join(list_words(), "\n") + "\n");
  else if (what == "kernels")
    print(talk.json ? json_text(list_kernels_json()) : list_kernels_text());
  else if (what == "cases")
    print(list_cases(talk.json));
  else if (what == "devices")
    print(list_devices(talk.json));
  else if (what == "schema")
    print(json_text(case_schema(solver_keys_list())));
  else if (what == "reference")
    print(reference_markdown(solver_keys_list()));
  else
    print(from_manual(what, talk.json));
  return Exit::done;
}

}  // namespace eddy
