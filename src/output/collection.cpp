// Reads, cuts and writes .pvd files.
#include "output/collection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/text.hpp"
#include "base/xml.hpp"
#include "output/checksum.hpp"

namespace eddy {

std::int64_t step_in_name(const std::string& name, const std::string& before, const std::string& after) {
  if (name.size() <= before.size() + after.size() || !name.starts_with(before) || !name.ends_with(after)) return -1;
  const std::string digits = name.substr(before.size(), name.size() - before.size() - after.size());
  const bool number =
      digits.size() >= 6 && digits.size() <= 18 && digits.find_first_not_of("0123456789") == digits.npos;
  return number ? std::atoll(digits.c_str()) : -1;
}

std::int64_t step_of_file(const Path& path) {
  const std::string name = path.filename().string();
  return step_in_name(name.substr(0, name.find('.')), "step-", "");
}

void Collection::load() {
  entries_.clear();
  if (!is_there(path_)) return;
  const std::string text = read_own_file(path_);
  for (std::size_t at = 0; (at = text.find("<DataSet", at)) != text.npos; ++at) {
    const std::string line = text.substr(at, text.find('>', at) - at), file = xml_attribute(line, "file");
    const std::int64_t step = step_of_file(file);
    if (step >= 0 && Path(file).parent_path() == "fields")
      entries_.push_back({step, std::strtod(xml_attribute(line, "timestep").c_str(), nullptr), file});
  }
}

void Collection::cut_back(std::int64_t step) {
  while (!entries_.empty() && entries_.back().step > step) drop_last();
}

void Collection::drop_last() {
  const CollectionEntry last = entries_.back();
  entries_.pop_back();
  const Path index = path_.parent_path() / last.file;
  for (const Path& path : files_in(index.parent_path()))  // with the pieces of ranks
    if (step_of_file(path) == last.step) remove_file(path);
}

void Collection::add(const CollectionEntry& entry) { entries_.push_back(entry); }

FileMark Collection::mark(std::size_t count) const {
  Checksum sum;
  for (std::size_t i = 0; i < count; ++i) {
    sum.add(&entries_[i].step, sizeof entries_[i].step);
    sum.add(&entries_[i].time, sizeof entries_[i].time);
  }
  return {count, sum.value()};
}

std::string Collection::misfit(const FileMark& mark) {
  if (mark.length == 0) return "";
  if (!is_there(path_)) return "is missing";
  load();
  if (entries_.size() < mark.length)
    return fmt::format("is cut off: {} of {} states are there", entries_.size(), mark.length);
  return this->mark(mark.length) == mark ? "" : "was changed: its checksum does not match";
}

void Collection::write() const {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"LittleEndian\">\n  "
      "<Collection>\n";
  for (const CollectionEntry& e : entries_)
    text +=
        fmt::format("    <DataSet timestep=\"{}\" group=\"\" part=\"0\" file=\"{}\"/>\n", number_text(e.time), e.file);
  write_file(path_, text + "  </Collection>\n</VTKFile>\n");
}

}  // namespace eddy
