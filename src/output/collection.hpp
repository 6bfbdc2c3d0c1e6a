// A .pvd file: which VTK file shows which time. Rewritten whole each time, so that it is valid at any moment.
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

  void load();                       // what an earlier run left in fields/; no file: nothing
  void cut_back(std::int64_t step);  // drops later entries and their files, pieces of many ranks included
  void drop_last();
  void add(const CollectionEntry& entry);
  void write() const;
  FileMark mark(std::size_t count) const;    // of so many steps and times: their files differ with the number of ranks
  std::string misfit(const FileMark& mark);  // loads; "is missing"; empty: it begins as it should
  const std::vector<CollectionEntry>& entries() const { return entries_; }

 private:
  Path path_;
  std::vector<CollectionEntry> entries_;
};

std::int64_t step_in_name(const std::string& name, const std::string& before,
                          const std::string& after);  // −1: another name
std::int64_t step_of_file(const Path& path);  // step-000000100.vti, or with more between dots; −1: another name

}  // namespace eddy
