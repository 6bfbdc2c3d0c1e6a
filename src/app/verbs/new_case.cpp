// `eddy new TEMPLATE DIR`: makes a new case from one that comes with the program.
#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "app/text_table.hpp"
#include "app/verbs/templates.hpp"
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"
#include "base/text.hpp"
#include "output/file.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;

struct Span {  // place of the value of `title = "…"` in a case, quotes included
  std::size_t from = std::string::npos, to = 0;
};

Span find_title(const std::string& text) {
  for (std::size_t at = 0; at < text.size();
       at = text.find('\n', at) == std::string::npos ? text.size() : text.find('\n', at) + 1) {
    if (text[at] == '[') break;
    if (text.compare(at, 5, "title") != 0) continue;
    const std::size_t open = text.find('"', at), close = open == std::string::npos ? open : text.find('"', open + 1);
    if (close != std::string::npos) return {open, close + 1};
  }
  return {};
}

std::vector<std::string> with_last_parts(std::vector<std::string> names) {
  for (std::size_t n = names.size(); n-- > 0;) names.push_back(fs::path(names[n]).filename().string());
  return names;
}

// Finds a template by its full name, by the last part of its name if that is unique, or as a folder.
fs::path find_template(const std::string& from, std::string& name) {
  const std::vector<Template> all = templates();
  std::vector<Template> ends;
  for (const Template& t : all) {
    if (t.name == from) return name = t.name, t.folder;
    if (fs::path(t.name).filename() == from) ends.push_back(t);
  }
  std::error_code failed;
  if (fs::exists(fs::path(from) / "case.toml", failed)) return name = from, fs::path(from);
  if (ends.size() == 1) return name = ends[0].name, ends[0].folder;
  std::vector<std::string> names;
  for (const Template& t : ends.empty() ? all : ends) names.push_back(t.name);
  if (!ends.empty())
    throw Error(Exit::usage,
                "there is more than one template '" + from + "': " + join(names) + ". Give its whole name.");
  throw Error(Exit::usage, "there is no template '" + from + "'." + did_you_mean(from, with_last_parts(names)) +
                               " Templates: " + join(names) + "; or give a folder with a case.toml.");
}

void refuse_existing(const fs::path& to) {
  std::error_code failed;
  if (fs::exists(to, failed) && !(fs::is_directory(to, failed) && fs::is_empty(to, failed)))
    throw Error(Exit::usage, "'" + to.string() + "' is there already; nothing is overwritten. Give a new name.");
}

std::string name_of(const fs::path& to) {
  const fs::path whole = fs::absolute(to).lexically_normal();
  std::string name = (whole.has_filename() ? whole : whole.parent_path()).filename().string();
  std::erase_if(name, [](char c) { return c == '"' || c == '\\'; });  // because the name becomes a TOML string
  return name;
}

std::string retitled(std::string text, const std::string& title) {
  const Span s = find_title(text);
  if (s.from == std::string::npos) return "title = \"" + title + "\"\n" + text;
  return text.replace(s.from, s.to - s.from, "\"" + title + "\"");
}

// Pictures and numbers of the template do not belong to the new case.
bool belongs_to_template(const fs::path& file) { return file.filename() == "README.md" || file.extension() == ".png"; }

}  // namespace

std::string title_in(const std::string& text) {
  const Span s = find_title(text);
  return s.from == std::string::npos ? "" : text.substr(s.from + 1, s.to - s.from - 2);
}

fs::path cases_folder() {
  std::error_code failed;
  const char* root = std::getenv("EDDY_ROOT");
  const fs::path libraries = modules::folder();
  const fs::path installed = libraries / "../../share/eddy/cases", in_sources = libraries / "../../../cases";
  for (const fs::path& place : root ? std::vector{fs::path(root) / "cases"} : std::vector{installed, in_sources})
    if (fs::is_directory(place, failed)) return place.lexically_normal();
  throw Error(Exit::missing,
              "the cases that come with eddy were not found. Set EDDY_ROOT to the folder that holds cases/.");
}

std::vector<Template> templates() {
  std::vector<Template> all;
  const fs::path root = cases_folder();
  for (const auto& entry : fs::recursive_directory_iterator(root))
    if (entry.path().filename() == "case.toml") {
      const fs::path folder = entry.path().parent_path();
      all.push_back({folder.lexically_relative(root).generic_string(), folder, title_in(read_file(entry.path()))});
    }
  std::sort(all.begin(), all.end(), [](const Template& a, const Template& b) { return a.name < b.name; });
  return all;
}

std::string offered_template(const fs::path& missing) {
  const std::string wanted = missing.lexically_normal().generic_string();
  std::vector<std::string> names;
  try {
    for (const Template& t : templates())
      if (wanted == t.name || wanted.ends_with("/" + t.name) || fs::path(t.name).filename() == wanted)
        names.push_back(t.name);
  } catch (const Error&) {
    return "";  // this installation has no cases
  }
  if (names.empty()) return "";
  return "Eddy comes with " + join(names) + ": 'eddy new " + names[0] +
         " my-case' makes a copy, 'eddy run my-case' runs it.";
}

Case read_given_case(const CaseArguments& from) {
  std::error_code failed;
  if (!fs::exists(from.path, failed))
    if (const std::string offer = offered_template(from.path); !offer.empty())
      throw Error(Exit::usage, from.path.string() + " error: there is no such case here. " + offer);
  return read_case(from.path, from.set, solver_keys_list(), from.small);
}

Exit verb::new_case(const std::string& from, const fs::path& to, const Talk& talk) {
  std::string name;
  const fs::path source = find_template(from, name);
  refuse_existing(to);
  make_folder(to);
  for (const auto& entry : fs::directory_iterator(source))
    if (entry.is_regular_file() && entry.path().filename() != "case.toml" && !belongs_to_template(entry.path()))
      write_file(to / entry.path().filename(), read_file(entry.path()));
  const std::string text = read_file(source / "case.toml"), title = name_of(to);
  write_file(to / "case.toml", retitled(text, title));
  write_file(to / "README.md", "# " + title + "\n\nMade from the template `" + name + "` (" + title_in(text) +
                                   ").\n\n    ./eddy run " + to.generic_string() + "\n");
  if (talk.json)
    print(json_text(nlohmann::json{{"template", name}, {"folder", to.string()}}));
  else
    print(to.string() + "\n");
  if (!talk.quiet) say("Made from " + name + ". Next: eddy check " + to.string());
  return Exit::done;
}

}  // namespace eddy
