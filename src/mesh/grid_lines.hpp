// What grids around bodies are made of: lines of nodes outwards, points of an outline by an angle, named sides.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mesh/curve.hpp"
#include "mesh/join.hpp"

namespace eddy {

struct MeshOptions;
struct Section;

// The widths of cells from the body outwards. A case gives two of the three: first width, growth and distance.
class Outwards {
 public:
  explicit Outwards(const MeshOptions& options);
  int cells() const { return cells_; }
  double far() const { return far_; }
  double first() const;  // width at the body of a line of length far()
  double ratio() const;  // of each width to the one before, on a line of length far()
  // Places of nodes on a line of this length, 0 … 1. The first width is multiplied by `wider`.
  std::vector<double> places(double length, double wider = 1) const;
  // Nodes on a line that is given by samples, from the body outwards.
  PointList nodes(const PointList& samples, double wider = 1) const;

 private:
  int cells_;
  std::optional<double> first_, growth_;
  double far_;
};

// Finds points of the outline by a number that rises along it, such as an angle.
class Indexed {
 public:
  // number(s, before) is the number at s; `before` is the number of the point before, at first `start`.
  Indexed(const Curve& outline, const std::function<double(double s, double before)>& number, double start);
  bool rises() const { return rises_; }
  double front() const { return at_.front(); }
  double back() const { return at_.back(); }
  Point find(double wanted) const;

 private:
  Curve outline_;
  std::function<double(double, double)> number_;
  std::vector<double> at_;
  bool rises_ = true;
};
[[noreturn]] void refuse_bent_body(const char* kind);  // for an outline along which the number does not rise

Point middle_of(const Curve& outline);

void set_line(Block& block, int i, const PointList& nodes, const Section& section);  // all nodes (i, j), placed
NamedPiece named_side(const Block& block, int number, int side, const std::string& name);

}  // namespace eddy
