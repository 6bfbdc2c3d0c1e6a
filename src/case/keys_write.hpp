// The visitor of keys for the writer: puts options into a tree, with all defaults.
#pragma once
#include "case/keys.hpp"
#include "case/tree.hpp"

namespace eddy {

class WriteKeys : public Keys {
 public:
  explicit WriteKeys(Node& root, FileName file_name = {})
      : table_(&root), root_(root), file_name_(std::move(file_name)) {}
  void table(const char* name, const char* doc, const Describe& describe) override;
  void boundary(Boundaries& boundaries, const BoundaryKinds& kinds, const BoundaryKinds& heat) override;
  void boundary(NamedConditions& conditions, const BoundaryKinds& kinds) override;
  bool writing() const override { return true; }

 protected:
  bool value(const char* name, Slot slot, const KeyInfo& info, bool has, bool optional) override;
  void list(const List& list) override;

 private:
  void inside(Node& table, const std::string& name, const std::function<void()>& visit);
  Node* table_;
  Node& root_;
  FileName file_name_;
  std::string path_;  // of the current table, with a dot at its end
  int depth_ = 0;
};

Node slot_node(const Slot& slot);  // the current value; an empty list becomes Kind::none

}  // namespace eddy
