// The keys of [mesh]: a box, a grid around a body, or a file. Those of blocks are in block_options.cpp.
#include "case/mesh_options.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "case/keys.hpp"
#include "case/mesh_describe.hpp"

namespace eddy {

const EnumWords& words(MeshKind) {
  static const EnumWords list{
      {"box", MeshKind::box, "a rectilinear grid from lower to upper"},
      {"blocks", MeshKind::blocks, "blocks of one's own, [block.NAME]"},
      {"o-grid", MeshKind::o_grid, "one block around a body, which meets itself; 2D, or 3D by extrude"},
      {"c-grid", MeshKind::c_grid,
       "one block around a body and its wake, several around a round body; 2D, or 3D by extrude"},
      {"h-grid", MeshKind::h_grid,
       "a block above and one below a body, several around a round body; 2D, or 3D by extrude"},
      {"plot3d", MeshKind::plot3d, "a PLOT3D file"},
      {"cgns", MeshKind::cgns, "a structured CGNS file"},
      {"gmsh", MeshKind::gmsh, "a mesh of hexahedra from Gmsh (.msh), or of quadrilaterals by extrude"},
      {"vtu", MeshKind::vtu, "a mesh of hexahedra from VTK (.vtu), or of quadrilaterals by extrude"}};
  return list;
}

const EnumWords& words(Stretch::Kind) {
  static const EnumWords list{
      {"uniform", Stretch::Kind::uniform, "cells of one width"},
      {"geometric", Stretch::Kind::geometric, "each cell wider than the one before by the same ratio"},
      {"tanh", Stretch::Kind::tanh, "fine at both ends, coarse in the middle"},
      {"coordinates", Stretch::Kind::coordinates, "all nodes given in a list"},
      {"pieces", Stretch::Kind::pieces, "one piece after the other, each with the widths at its ends"}};
  return list;
}

const EnumWords& words(SectionOptions::Kind) {
  using Kind = SectionOptions::Kind;
  static const EnumWords list{{"circle", Kind::circle, "radius around a centre"},
                              {"naca", Kind::naca, "a four-digit NACA section"},
                              {"diamond", Kind::diamond, "two wedges back to back"},
                              {"points", Kind::points, "points of a file, from the trailing edge around the body"}};
  return list;
}

int MeshOptions::dimensions() const {
  if (is_box()) return static_cast<int>(cells.size());
  if (of_hexahedra()) return 3;
  if (from_file()) return file_dimensions;
  const int flat = kind == MeshKind::blocks && !block.empty() ? static_cast<int>(block[0].cells.size()) : 2;
  return flat + (extrude.cells > 0 ? 1 : 0);
}

namespace {

void check_coordinates(Keys& keys, const MeshOptions& o, int axis) {
  const Stretch& stretch = o.stretch[axis];
  const auto& nodes = stretch.coordinates;
  const std::string what = std::string("mesh.stretch.") + "xyz"[axis];
  if (stretch.kind != Stretch::Kind::coordinates) {
    keys.check(nodes.empty(), "coordinates", what + ": coordinates need kind = \"coordinates\".");
    return;
  }
  keys.check(nodes.size() == std::size_t(o.cells[axis]) + 1, "coordinates",
             what + " has " + std::to_string(nodes.size()) + " coordinates and needs one more than cells, " +
                 std::to_string(std::int64_t(o.cells[axis]) + 1) + ".");
  keys.check(std::adjacent_find(nodes.begin(), nodes.end(), std::greater_equal<>()) == nodes.end(), "coordinates",
             what + ": coordinates must ascend.");
  keys.check(nodes.empty() || (nodes.front() == o.lower[axis] && nodes.back() == o.upper[axis]), "coordinates",
             what + ": the first and last coordinate must be mesh.lower and mesh.upper.");
}

void describe_piece(Keys& k, StretchPiece& p) {
  k.key("to", p.to, {.doc = "Where it ends.", .unit = "m", .required = true});
  k.key("cells", p.cells, {.doc = "Cells in it.", .limit = at_least(1), .required = true});
  k.key("first", p.first, {.doc = "Width of its first cell.", .unit = "m", .limit = positive});
  k.key("last", p.last,
        {.doc = "Width of its last cell; with neither, all are alike.", .unit = "m", .limit = positive});
}

void check_pieces(Keys& keys, const MeshOptions& o, int axis) {
  const Stretch& stretch = o.stretch[axis];
  const std::string what = std::string("mesh.stretch.") + "xyz"[axis];
  if (stretch.kind != Stretch::Kind::pieces)
    return keys.check(stretch.pieces.empty(), "pieces", what + ": pieces need kind = \"pieces\".");
  std::int64_t cells = 0;
  double end = o.lower[axis];
  bool ascend = true;
  for (const StretchPiece& p : stretch.pieces) {
    ascend = ascend && p.to > end;
    end = p.to;
    cells += p.cells;
  }
  keys.check(ascend, "pieces", what + ": the ends of pieces must ascend from mesh.lower.");
  keys.check(end == o.upper[axis], "pieces", what + ": the last piece must end at mesh.upper.");
  keys.check(cells == o.cells[axis], "pieces",
             what + ": the pieces have " + std::to_string(cells) + " cells, mesh.cells says " +
                 std::to_string(o.cells[axis]) + ".");
}

void describe_stretch(Keys& keys, MeshOptions& o, int axis) {
  Stretch& stretch = o.stretch[axis];
  if (keys.writing() && stretch.kind == Stretch::Kind::uniform) return;
  const char* const names[] = {keys.listing() ? "AXIS" : "x", "y", "z"};
  const std::size_t n = o.cells.size();
  const bool sizes = n > 0 && n == o.lower.size() && n == o.upper.size();
  const bool here = !sizes || std::size_t(axis) < n;
  keys.check(here || !keys.given(names[axis]), names[axis],
             std::string("mesh.stretch.") + names[axis] + ": the mesh has no axis " + names[axis] + ".");
  keys.table(names[axis], "Widths of the cells along this axis.", [&](Keys& k) {
    k.key("kind", stretch.kind, {.doc = "How the widths vary."});
    k.key("factor", stretch.factor, {.doc = "geometric: last width over first; tanh: strength.", .limit = positive});
    k.key("coordinates", stretch.coordinates, {.doc = "All nodes, ascending, for kind coordinates.", .unit = "m"});
    k.tables("pieces", stretch.pieces, "For kind pieces: pieces of the axis, from the lower end on.", describe_piece);
    k.check(k.given("kind") || !k.given("factor"), "factor",
            std::string("mesh.stretch.") + names[axis] +
                ": factor alone does nothing. Give kind = \"geometric\" or \"tanh\".");
    k.check(stretch.kind != Stretch::Kind::geometric || k.given("factor"), "kind",
            std::string("mesh.stretch.") + names[axis] + ": kind = \"geometric\" needs factor.");
    k.check(stretch.kind != Stretch::Kind::tanh || stretch.factor <= 20, "factor",
            std::string("mesh.stretch.") + names[axis] + ": a tanh factor above 20 leaves no width to the first cell.");
    if (sizes && here) check_coordinates(k, o, axis);
    if (sizes && here) check_pieces(k, o, axis);
  });
}

void check_box(Keys& keys, const MeshOptions& o) {
  const std::size_t n = o.cells.size();
  if (!keys.given("lower") || !keys.given("upper") || !keys.given("cells")) return;
  if (o.lower.empty() || o.upper.empty() || o.cells.empty()) return;  // reported by the reader
  keys.check(o.lower.size() == n && o.upper.size() == n, "cells",
             "mesh.lower, mesh.upper and mesh.cells have " + std::to_string(o.lower.size()) + ", " +
                 std::to_string(o.upper.size()) + " and " + std::to_string(n) + " entries: give each one per axis.");
  keys.check(n <= 3, "cells", "mesh.cells has " + std::to_string(n) + " entries: one, two or three make a mesh.");
  double total = 1;
  for (int count : o.cells) total *= count;
  keys.check(total <= double(most_cells), "cells",
             "mesh.cells makes more than " + std::to_string(most_cells) + " cells in all.");
  for (std::size_t axis = 0; axis < std::min({n, o.lower.size(), o.upper.size(), std::size_t(3)}); ++axis)
    keys.check(o.lower[axis] < o.upper[axis] && std::isfinite(o.upper[axis] - o.lower[axis]), "upper",
               std::string("mesh.upper must lie above mesh.lower along ") + "xyz"[axis] + ".");
}

// Keys that only some kinds of mesh have: for other kinds they are not written, and refused if given.
class KindKeys {
 public:
  KindKeys(Keys& keys, MeshKind kind, std::initializer_list<MeshKind> owners)
      : keys_(keys), kind_(kind), owners_(owners) {}
  bool visits(const char* name) const {
    keys_.check(owned() || !keys_.given(name), name,
                std::string("mesh.") + name + " has no meaning with mesh.kind = \"" + word_of(kind_) +
                    "\". It belongs to " + owner_words() + ".");
    return owned() || !keys_.writing();
  }
  template <class T>
  void key(const char* name, T& place, const KeyInfo& info) const {
    if (visits(name)) keys_.key(name, place, info);
  }
  bool owned() const { return std::find(owners_.begin(), owners_.end(), kind_) != owners_.end(); }

 private:
  std::string owner_words() const {
    std::string words;
    for (const MeshKind kind : owners_) words += (words.empty() ? "" : ", ") + word_of(kind);
    return words;
  }
  Keys& keys_;
  MeshKind kind_;
  std::vector<MeshKind> owners_;
};

using enum MeshKind;

void check_section(Keys& keys, const SectionOptions& o) {
  using enum SectionOptions::Kind;
  const auto only = [&](std::initializer_list<SectionOptions::Kind> owners, const char* key) {
    const bool owned = std::find(owners.begin(), owners.end(), o.shape) != owners.end();
    keys.check(owned || !keys.given(key), key,
               std::string("mesh.around: ") + key + " has no meaning for the shape '" + word_of(o.shape) + "'.");
  };
  only({circle}, "centre");
  only({circle}, "radius");
  only({naca}, "digits");
  only({naca, diamond}, "chord");
  only({diamond}, "half_angle");
  only({naca, diamond}, "leading");
  only({naca}, "sharp");
  only({naca, diamond, points}, "angle");
  only({points}, "file");
  keys.check(o.shape != points || !o.file.empty(), "shape", "mesh.around: the shape 'points' needs a file.");
  const bool digits = o.digits.size() == 4 && std::all_of(o.digits.begin(), o.digits.end(),
                                                          [](unsigned char c) { return std::isdigit(c) != 0; });
  keys.check(digits && o.digits.substr(2) != "00", "digits",
             "mesh.around: digits are four, as in \"2412\": camber, its place, and a thickness of at least 01.");
}

void describe_section(Keys& keys, SectionOptions& o) {
  using enum SectionOptions::Kind;
  keys.key("shape", o.shape, {.doc = "The body.", .required = true});
  const auto mine = [&](std::initializer_list<SectionOptions::Kind> owners) {
    return !keys.writing() || std::find(owners.begin(), owners.end(), o.shape) != owners.end();
  };
  if (mine({circle})) keys.key("centre", o.centre, {.doc = "circle: none: the origin.", .unit = "m", .length = 2});
  if (mine({circle})) keys.key("radius", o.radius, {.doc = "circle.", .unit = "m", .limit = positive});
  if (mine({naca})) keys.key("digits", o.digits, {.doc = "naca: camber, its place, thickness."});
  if (mine({naca, diamond})) {
    keys.key("chord", o.chord, {.doc = "naca, diamond: length.", .unit = "m", .limit = positive});
    keys.key("leading", o.leading,
             {.doc = "naca, diamond: the leading edge; none: the origin.", .unit = "m", .length = 2});
  }
  if (mine({diamond}))
    keys.key("half_angle", o.half_angle,
             {.doc = "diamond: of each wedge.", .unit = "degrees", .limit = between(0.1, 60)});
  if (mine({naca}))
    keys.key("sharp", o.sharp, {.doc = "naca: closed trailing edge; false: as defined, blunt (o-grid only)."});
  if (mine({naca, diamond, points}))
    keys.key("angle", o.angle,
             {.doc = "Nose up, about the leading edge.", .unit = "degrees", .limit = between(-89, 89)});
  if (mine({points}))
    keys.key(
        "file", o.file,
        {.doc = "points: x and y in two columns, beside the case, from the trailing edge around the body back to it.",
         .file = true});
  if (keys.given("shape")) check_section(keys, o);
}

void describe_body_grid(Keys& keys, MeshOptions& o) {
  const KindKeys body(keys, o.kind, {o_grid, c_grid, h_grid});
  if (body.visits("around"))
    keys.table("around", "o-grid, c-grid, h-grid: the body.", [&](Keys& k) {
      if (body.owned() || k.listing()) describe_section(k, o.around);
    });
  body.key("first", o.first, {.doc = "Width of the first cell at the body.", .unit = "m", .limit = positive});
  body.key("growth", o.growth, {.doc = "Of the widths from one cell to the next, outwards.", .limit = between(1, 10)});
  body.key("far", o.far, {.doc = "Distance from the body to the far boundary.", .unit = "m", .limit = positive});
  const int spacings = int(o.first.has_value()) + int(o.growth.has_value()) + int(o.far.has_value());
  keys.check(!body.owned() || spacings == 2, keys.given("first") ? "first" : "kind",
             "a grid around a body needs two of mesh.first, mesh.growth and mesh.far; the third follows.");
  const KindKeys wake(keys, o.kind, {c_grid});
  wake.key("wake", o.wake,
           {.doc = "c-grid: cells along the wake, on each side; behind a round body: along its middle.",
            .limit = between(1, 1'000'000)});
  keys.check(!wake.owned() || o.wake > 0, "kind", "a c-grid needs mesh.wake, cells along the wake.");
  const KindKeys h(keys, o.kind, {h_grid});
  h.key("upstream", o.upstream, {.doc = "h-grid: cells before the body.", .limit = between(1, 1'000'000)});
  h.key("downstream", o.downstream, {.doc = "h-grid: cells behind the body.", .limit = between(1, 1'000'000)});
  h.key("half", o.half, {.doc = "h-grid: the upper half alone; the line before and behind is the patch 'symmetry'."});
  keys.check(!h.owned() || (o.upstream > 0 && o.downstream > 0), "kind",
             "an h-grid needs mesh.upstream and mesh.downstream, cells before and behind the body.");
}

void check_body_grid(Keys& keys, const MeshOptions& o) {
  const bool body = o.kind == o_grid || o.kind == c_grid || o.kind == h_grid;
  if (!body || !keys.given("cells")) return;
  keys.check(o.cells.size() == 2, "cells",
             "mesh.cells has " + std::to_string(o.cells.size()) +
                 " entries and needs two: around the body, and outwards. A third dimension comes by mesh.extrude.");
  keys.check(o.cells.empty() || o.cells[0] >= 8, "cells", "a grid around a body needs 8 cells or more around it.");
  keys.check(o.kind == o_grid || o.around.sharp || o.around.shape != SectionOptions::Kind::naca, "around",
             "a blunt trailing edge needs an o-grid. Take sharp = true.");
}

void describe_extrude(Keys& keys, MeshOptions& o) {
  const KindKeys flat(keys, o.kind, {blocks, o_grid, c_grid, h_grid, gmsh, vtu});
  if (!flat.visits("extrude") || (keys.writing() && o.extrude.cells == 0)) return;
  keys.table("extrude", "The third dimension of a mesh that is drawn in two: patches 'front' and 'back'.",
             [&](Keys& k) {
               k.key("cells", o.extrude.cells, {.doc = "Cells along z.", .limit = between(1, most_cells_per_axis)});
               k.key("from", o.extrude.from, {.doc = "z of the front.", .unit = "m"});
               k.key("to", o.extrude.to, {.doc = "z of the back.", .unit = "m"});
               describe_cluster(k, o.extrude.cluster, "mesh.extrude");
               const bool given = k.given("cells") || k.given("from") || k.given("to");
               k.check(!given || o.extrude.cells > 0, "cells", "mesh.extrude needs cells.");
               k.check(o.extrude.from < o.extrude.to, "to", "mesh.extrude: to must lie above from.");
             });
}

void describe_file(Keys& keys, MeshOptions& o) {
  const KindKeys file(keys, o.kind, {plot3d, cgns, gmsh, vtu}), of_blocks(keys, o.kind, {plot3d, cgns});
  file.key("file", o.file,
           {.doc = "plot3d, cgns, gmsh, vtu: the file, beside the case.", .required = file.owned(), .file = true});
  of_blocks.key("dimensions", o.file_dimensions,
                {.doc = "plot3d, cgns: of the mesh in the file.", .limit = between(2, 3)});
  file.key("scale", o.scale,
           {.doc = "plot3d, cgns, gmsh, vtu: length of the file's unit.", .unit = "m", .limit = positive});
}

}  // namespace

namespace {

// Returns false if the kind is unknown: all keys of all kinds are then accepted without a check.
bool read_kind(Keys& keys, MeshOptions& o) {
  constexpr auto unread = static_cast<MeshKind>(-1);
  const bool reading = !keys.writing() && !keys.listing();
  MeshKind kind = reading ? unread : o.kind;
  keys.key("kind", kind, {.doc = "How the mesh is made."});
  if (kind != unread) o.kind = kind;
  if (kind != unread || !keys.given("kind")) return true;
  MeshOptions any;
  std::optional<Formula> ignored;
  keys.key("lower", any.lower, {});
  keys.key("upper", any.upper, {});
  keys.key("cells", any.cells, {});
  if (keys.given("around")) keys.table("around", "", [&](Keys& k) { describe_section(k, any.around); });
  for (const char* name : {"first", "growth", "far", "wake", "upstream", "downstream", "dimensions", "scale"})
    keys.key(name, ignored, {});
  keys.key("half", any.half, {});
  keys.table("stretch", "", [&](Keys& k) {
    for (int axis = 0; axis < 3; ++axis) describe_stretch(k, any, axis);
  });
  any.kind = MeshKind::blocks;
  describe_extrude(keys, any);
  keys.key("file", any.file, {.file = true});
  return false;
}

}  // namespace

void describe(Keys& keys, MeshOptions& o) {
  if (!read_kind(keys, o)) return;
  const KindKeys box_keys(keys, o.kind, {box});
  const KindKeys counted(keys, o.kind, {box, o_grid, c_grid, h_grid});
  const bool needs_corners = o.is_box() && !keys.given("file");  // with a file only the kind is missing
  box_keys.key("lower", o.lower,
               {.doc = "box: lower corner; one, two or three numbers make the mesh 1D, 2D or 3D.",
                .unit = "m",
                .required = needs_corners});
  box_keys.key("upper", o.upper, {.doc = "box: upper corner.", .unit = "m", .required = needs_corners});
  counted.key("cells", o.cells,
              {.doc = "Cells per axis. o-grid, c-grid: around the body and outwards; h-grid: along it and outwards.",
               .limit = between(1, most_cells_per_axis),
               .required = counted.owned() && (needs_corners || !o.is_box())});
  if (needs_corners) check_box(keys, o);
  if (box_keys.visits("stretch"))
    keys.table("stretch", "box: stretched axes; those not named are uniform.", [&](Keys& k) {
      if (!o.is_box()) return;
      for (int axis = 0; axis < (k.listing() ? 1 : 3); ++axis) describe_stretch(k, o, axis);
    });
  describe_body_grid(keys, o);
  check_body_grid(keys, o);
  describe_extrude(keys, o);
  describe_file(keys, o);
}

}  // namespace eddy
