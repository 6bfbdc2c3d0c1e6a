#include "app/run/stored.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/run/folder.hpp"
#include "base/error.hpp"
#include "base/text.hpp"
#include "output/vtk.hpp"

namespace eddy {

std::vector<std::string> StoredState::fields() const { return vtk_fields(file_); }
Sample StoredState::sample(const std::string& field, const std::optional<Box>& cells) const {
  const Sample whole = read_vtk(file_, grid_, field);
  const int dimensions = grid_.is_box() ? grid_.dimensions : 0;  // other meshes name the points themselves
  return cells ? part_of(whole, *cells, dimensions) : whole;
}

std::vector<CollectionEntry> stored_states(const Path& folder) {
  refuse_no_folder(folder);
  Collection collection(folder / "fields.pvd");
  collection.load();
  return collection.entries();
}

bool stores(const Path& file, const std::string& field) {
  const std::vector<std::string> known = vtk_fields(file);
  const auto has = [&](const std::string& name) { return std::find(known.begin(), known.end(), name) != known.end(); };
  const std::size_t dot = field.rfind('.');
  return has(field) || (dot != field.npos && has(field.substr(0, dot)));
}

void refuse_unstored(const Path& file, const std::string& field, const std::string& what_to_do) {
  const std::vector<std::string> known = vtk_fields(file);
  throw Error(Exit::usage, fmt::format("the run has not stored a field '{}'.{} Stored: {}. {}", field,
                                       did_you_mean(field, known), join(known), what_to_do));
}

}  // namespace eddy
