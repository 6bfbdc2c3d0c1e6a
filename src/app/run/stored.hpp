// The states that a run has stored in its field files.
#pragma once
#include <string>
#include <vector>

#include "field/watcher.hpp"
#include "mesh/grid.hpp"
#include "output/collection.hpp"

namespace eddy {

class StoredState : public Watched {  // a state in a field file
 public:
  StoredState(Path file, const Grid& grid) : file_(std::move(file)), grid_(grid) {}
  std::vector<std::string> fields() const override;
  Sample sample(const std::string& field, const std::optional<Box>& cells = {}) const override;
  std::vector<Number> numbers() const override { return {}; }

 private:
  Path file_;
  const Grid& grid_;
};

std::vector<CollectionEntry> stored_states(const Path& folder);  // oldest first
bool stores(const Path& file, const std::string& field);         // a component counts as a field
[[noreturn]] void refuse_unstored(const Path& file, const std::string& field, const std::string& what_to_do);

}  // namespace eddy
