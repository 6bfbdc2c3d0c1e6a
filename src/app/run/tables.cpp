#include "app/run/tables.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/text_table.hpp"
#include "base/text.hpp"
#include "output/csv.hpp"

namespace eddy {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::string columns_line(const Path& file) {
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line) && line.starts_with('#')) {
  }
  return line;
}

ordered_json columns_in(const Path& file) {
  ordered_json all = ordered_json::array();
  for (const std::string& title : split(columns_line(file), ',')) {
    const std::string name = bare(title);
    ordered_json one{{"titles", title}, {"datatype", "number"}};
    if (title.size() > name.size() + 2)
      one["schema:unitText"] = title.substr(name.size() + 1, title.size() - name.size() - 2);
    all.push_back(std::move(one));
  }
  return all;
}

std::vector<std::string> tables_below(const Path& folder) {
  std::vector<std::string> names;
  for (const char* below : {"", "lines", "planes", "signals", "surfaces"})
    for (const Path& file : files_in(folder / below))
      if (file.extension() == ".csv" && fs::is_regular_file(fs::symlink_status(file)))
        names.push_back((below / file.filename()).string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

void describe_tables(const Path& folder, const std::string& origin) {
  ordered_json all{{"@context", "http://www.w3.org/ns/csvw"},
                   {"dc:provenance", origin},
                   {"dialect", {{"commentPrefix", "#"}}},
                   {"tables", ordered_json::array()}};
  for (const std::string& name : tables_below(folder))
    all["tables"].push_back({{"url", name}, {"tableSchema", {{"columns", columns_in(folder / name)}}}});
  write_file(folder / "csv-metadata.json", all.dump(1) + "\n");
}

}  // namespace eddy
