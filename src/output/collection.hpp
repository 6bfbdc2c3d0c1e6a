// A .pvd file, which lists VTK files with their times. It is always rewritten as a whole, so that it is valid at any
// time.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "output/mark.hpp"

namespace eddy {

struct CollectionEntry {
  std::int64_t step = 0;
  double time = 0;
  std::string file;  // relative to the collection
};

class Collection {
 public:
  explicit Collection(Path path) : path_(std::move(path)) {}

  void load();                       // reads the entries that an earlier run left; without a file there are none
  void cut_back(std::int64_t step);  // drops later entries and their files, with the pieces of ranks
  void drop_last();
  void add(const CollectionEntry& entry);
  void write() const;
  // A mark of the steps and times of `count` entries; their files differ with the number of ranks.
  FileMark mark(std::size_t count) const;
  std::string misfit(const FileMark& mark);  // loads and returns what is wrong ("is missing"); "": it begins as marked
  const std::vector<CollectionEntry>& entries() const { return entries_; }

 private:
  Path path_;
  std::vector<CollectionEntry> entries_;
};

// The step between these two parts of a name; −1: another name.
std::int64_t step_in_name(const std::string& name, const std::string& before, const std::string& after);
std::int64_t step_of_file(const Path& path);  // step-000000100.vti, or with more between dots; −1: another name

}  // namespace eddy
