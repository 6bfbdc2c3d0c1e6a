// The visitor of keys for the manual: makes an entry for each, with the default from its struct.
#pragma once
#include "case/keys.hpp"
#include "case/manual.hpp"

namespace eddy {

class ListKeys : public Keys {
 public:
  ListKeys(std::vector<ManualEntry>& entries, std::string solver) : entries_(entries), solver_(std::move(solver)) {}
  void table(const char* name, const char* doc, const Describe& describe) override;
  bool listing() const override { return true; }
  void boundary(Boundaries& boundaries, const BoundaryKinds& kinds, const BoundaryKinds& heat) override;
  void boundary(NamedConditions& conditions, const BoundaryKinds& kinds) override;

 protected:
  bool value(const char* name, Slot slot, const KeyInfo& info, bool has, bool optional) override;
  void list(const List& list) override;

 private:
  ManualEntry& add(const std::string& path, const std::string& type, const std::string& doc);
  void add_kinds(const std::string& path, const char* doc, const BoundaryKinds& kinds);
  void inside(const std::string& path, const std::function<void()>& visit);
  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }

  std::vector<ManualEntry>& entries_;
  std::string solver_, path_;
};

}  // namespace eddy
