#include "app/run/shapes.hpp"

#include <string>

#include "mesh/shape.hpp"
#include "solver/outlines.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {

// Collects shapes from the keys of a case; shapes have the same keys in all solvers.
class ShapeKeys : public Keys {
 public:
  explicit ShapeKeys(std::vector<DrawnShape>& found) : found_(found) {}
  bool sharp() const { return sharp_; }  // scheme.bodies
  void table(const char* name, const char*, const Describe& describe) override {
    const std::string table = name;
    in_scheme_ = !inside_ && table == "scheme";
    if (in_scheme_) describe(*this);
    in_scheme_ = false;
  }
  void boundary(Boundaries&, const BoundaryKinds&, const BoundaryKinds&) override {}
  void boundary(NamedConditions&, const BoundaryKinds&) override {}
  bool writing() const override { return true; }

 protected:
  bool value(const char* name, Slot slot, const KeyInfo&, bool has, bool) override {
    const std::string key = name;
    if (in_scheme_ && key == "bodies" && has) sharp_ = is_word(std::get<EnumSlot>(slot), "sharp");
    if (!inside_ || !has) return false;
    if (key == "conductivity") found_.back().solid = false;  // so that the field inside is visible
    Shape& s = found_.back().shape;
    if (key == "hole") found_.back().solid = *std::get<bool*>(slot);
    if (key == "shape") s.kind = static_cast<Shape::Kind>(*std::get<EnumSlot>(slot).number);
    if (key == "axis") s.axis = *std::get<EnumSlot>(slot).number;
    if (key == "lower") s.lower = *std::get<std::vector<double>*>(slot);
    if (key == "upper") s.upper = *std::get<std::vector<double>*>(slot);
    if (key == "centre") s.centre = *std::get<std::vector<double>*>(slot);
    if (key == "offset") s.offset = *std::get<std::vector<double>*>(slot);
    if (key == "radius") s.radius = *std::get<double*>(slot);
    if (key == "scale") s.scale = *std::get<double*>(slot);
    if (key == "from") s.from = *std::get<double*>(slot);
    if (key == "to") s.to = *std::get<double*>(slot);
    if (key == "file") s.file = *std::get<std::string*>(slot);
    if (key == "points") s.points = *std::get<std::vector<std::vector<double>>*>(slot);
    return false;
  }
  void list(const List& list) override {
    const std::string name = list.name;
    if (name != "region" && name != "body") return;
    for (std::size_t i = 0; i < list.count; ++i) {
      found_.push_back({.shape = {}, .solid = name == "body", .whole_cells = name == "body"});
      inside_ = true;
      list.describe(*this, i);
      inside_ = false;
    }
  }

 private:
  static bool is_word(const EnumSlot& slot, const std::string& wanted) {
    for (const EnumWord& entry : *slot.words)
      if (entry.value == *slot.number) return entry.word == wanted;
    return false;
  }

  std::vector<DrawnShape>& found_;
  bool inside_ = false, in_scheme_ = false, sharp_ = false;
};

}  // namespace

std::vector<DrawnShape> shapes_of(const Case& c) {
  std::vector<DrawnShape> found;
  ShapeKeys keys(found);
  std::any options = c.options;
  solver_entry(c.solver).keys.describe(keys, options);
  Problems problems(c.place);
  for (DrawnShape& shape : found) {
    take_shape(shape.shape, c, "shape", problems);  // without faults, since the case and its files were read before
    if (keys.sharp()) shape.whole_cells = false;
  }
  const auto moves = outlines_that_move().find(c.solver);
  if (moves != outlines_that_move().end()) moves->second(c, found);
  return found;
}

}  // namespace eddy
