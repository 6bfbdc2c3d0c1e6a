// The visitor of keys for the reader: takes values from the tree, reports problems with their places, and unknown keys.
#pragma once
#include <string>
#include <vector>

#include "case/keys.hpp"
#include "case/manual.hpp"
#include "case/problems.hpp"
#include "case/tree.hpp"

namespace eddy {

class ReadKeys : public Keys {
 public:
  ReadKeys(Node& root, Problems& problems) : root_(root), table_(&root), problems_(problems) {}

  void set_dimensions(int dimensions) { dimensions_ = dimensions; }  // 0: the mesh is wrong, lengths are not checked
  void table(const char* name, const char* doc, const Describe& describe) override;
  void boundary(Boundaries& boundaries, const BoundaryKinds& kinds, const BoundaryKinds& heat) override;
  void boundary(NamedConditions& conditions, const BoundaryKinds& kinds) override;
  bool given(const char* key) const override { return table_ && table_->find(key); }
  void check(bool ok, const char* key, const std::string& text) override;
  // Reports everything that no description has visited. `manual` is that of the case's solver, or, with `any_solver`
  // (the solver is unknown), that of all solvers: keys that one of them has are then accepted.
  using Manual = std::function<std::vector<ManualEntry>()>;
  void report_unknown(const Manual& manual, bool any_solver);
  const std::vector<std::string>& units() const { return units_; }  // units in the case, the first of each measure

 protected:
  bool value(const char* name, Slot slot, const KeyInfo& info, bool has, bool optional) override;
  void list(const List& list) override;

 private:
  struct SideEntry {  // the content of one entry of [boundary]
    std::vector<Patch> patches;
    const Node* node = nullptr;
    bool good = false;
  };

  std::string path_of(const std::string& name) const { return path_.empty() ? name : path_ + "." + name; }
  void inside(Node* table, const std::string& path, const std::function<void()>& visit);
  void wrong_type(const Node& node, const std::string& what, const std::string& wanted);
  bool fits(const Node& node, const std::string& what, double number, const Limit& limit);

  bool read(const Node&, const std::string& what, const KeyInfo&, bool& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, int& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, std::int64_t& to);
  bool read_quantity(const Node& node, const std::string& what, const KeyInfo& info, std::optional<double>& value);
  bool read(const Node&, const std::string& what, const KeyInfo&, double& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, std::string& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, Formula& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, const EnumSlot& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, std::vector<std::vector<double>>& to);
  bool read(const Node&, const std::string& what, const KeyInfo&, std::vector<PatchRange>& to);
  bool read_range(const Node&, const std::string& what, PatchRange& to);
  template <class T>
  bool read(const Node&, const std::string& what, const KeyInfo&, std::vector<T>& to);

  void list_named(Node& table, const std::string& prefix, const List& list, std::size_t& count);
  void list_item(Node& item, const std::string& path, const List& list, std::size_t index);

  void check_side(const Node* table, const Node* node, bool others, int side);
  SideEntry read_side(Node& node, const BoundaryKinds& kinds, const BoundaryKinds& heat);
  bool read_patch(Node& node, const std::string& what, const BoundaryKinds& kinds, Patch& patch);
  bool read_where(Node& node, const std::string& what, Patch& patch);
  bool read_heat(Node& node, const std::string& what, const BoundaryKinds& kinds, Patch& patch);
  bool read_patch_value(Node& node, const std::string& what, const BoundaryValue& value, Patch& patch);
  bool check_patches(const Node& node, const BoundaryKinds& kinds, const std::vector<Patch>& patches);
  void check_periodic(const std::array<SideEntry, 6>& sides, const BoundaryKinds& kinds);

  bool stays_beside(const Node& node, const std::string& what);

  Node& root_;
  Node* table_;  // the current table; null if the case does not have it
  std::string path_;
  Problems& problems_;
  int dimensions_ = 0;
  std::vector<std::string> units_;
};

std::string table_text(const std::string& path);  // "[run]", "output.probe 2", "the case"

}  // namespace eddy
