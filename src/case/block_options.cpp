// The keys of [block.NAME] and [seam.NAME].
#include <algorithm>

#include "base/text.hpp"
#include "case/keys.hpp"
#include "case/mesh_describe.hpp"

namespace eddy {

const EnumWords& words(Cluster::Kind) {
  static const EnumWords list{
      {"tanh", Cluster::Kind::tanh, "smooth, with the first width, the last, or both (Vinokur 1983)"},
      {"geometric", Cluster::Kind::geometric, "each width by the same ratio larger than the one before"}};
  return list;
}

const EnumWords& words(EdgeOptions::Kind) {
  using Kind = EdgeOptions::Kind;
  static const EnumWords list{{"line", Kind::line, "straight"},
                              {"arc", Kind::arc, "of a circle: around a centre, the shorter way, or through a point"},
                              {"formula", Kind::formula, "x and y of s = 0 … 1"},
                              {"points", Kind::points, "through the points of a file"}};
  return list;
}

void describe_cluster(Keys& keys, Cluster& o, const std::string& what) {
  if (keys.writing() && !o.given()) return;
  keys.table("cluster", "Spacing of the nodes along it; none: even.", [&](Keys& k) {
    k.key("kind", o.kind, {.doc = "How the widths vary."});
    k.key("first", o.first, {.doc = "Width of the first cell.", .unit = "m", .limit = positive});
    k.key("last", o.last, {.doc = "Width of the last cell.", .unit = "m", .limit = positive});
    k.key("ratio", o.ratio, {.doc = "geometric: of one width to the one before.", .limit = between(0.01, 100)});
    if (!k.given("kind") && !o.given()) return;
    const bool geometric = o.kind == Cluster::Kind::geometric;
    const int ways = int(o.first.has_value()) + int(o.last.has_value()) + int(o.ratio.has_value());
    k.check(geometric || !o.ratio, "ratio", what + ".cluster: ratio needs kind = \"geometric\".");
    k.check(geometric ? ways == 1 : o.first || o.last, "kind",
            what + ".cluster: " +
                (geometric ? "geometric needs one of first, last and ratio." : "tanh needs first, last or both."));
  });
}

namespace {

void check_edge(Keys& k, const EdgeOptions& o, const std::string& what) {
  using enum EdgeOptions::Kind;
  const auto only = [&](EdgeOptions::Kind owner, const char* key) {
    k.check(o.kind == owner || !k.given(key), key,
            what + ": " + key + " has no meaning for the kind '" + word_of(o.kind) + "'.");
  };
  only(arc, "centre");
  only(arc, "through");
  only(formula, "x");
  only(formula, "y");
  only(points, "file");
  only(points, "smooth");
  k.check(o.kind != arc || k.given("centre") != k.given("through"), "kind",
          what + ": an arc needs either centre or through.");
  k.check(o.kind != formula || (k.given("x") && k.given("y")), "kind",
          what + ": a formula needs x and y, of s = 0 … 1.");
  k.check(o.kind != points || k.given("file"), "kind", what + ": points need a file.");
  const bool own_ends = o.kind == formula || o.kind == points;
  k.check(!own_ends || (!k.given("from") && !k.given("to")), "kind",
          what + ": its ends follow from its kind; remove from and to.");
}

void describe_edge(Keys& keys, EdgeOptions& o, const char* name, const std::string& what) {
  using enum EdgeOptions::Kind;
  o.given = o.given || keys.given(name);
  if (keys.writing() && !o.given) return;
  const bool all = !keys.listing() || std::string(name) == "bottom";
  keys.table(name, all ? "This edge, from lower to upper index; none: straight from corner to corner." : "As bottom.",
             [&](Keys& k) {
               if (!all) return;
               k.key("kind", o.kind, {.doc = "What curve it is."});
               k.key("from", o.from,
                     {.doc = "line, arc: its begin; none: the block's corner.", .unit = "m", .length = 2});
               k.key("to", o.to, {.doc = "line, arc: its end; none: the block's corner.", .unit = "m", .length = 2});
               k.key("centre", o.centre, {.doc = "arc: centre of the circle.", .unit = "m", .length = 2});
               k.key("through", o.through, {.doc = "arc: a point on the way.", .unit = "m", .length = 2});
               k.key("x", o.x, {.doc = "formula of s = 0 … 1.", .unit = "m", .variables = &place_on_edge});
               k.key("y", o.y, {.doc = "formula of s = 0 … 1.", .unit = "m", .variables = &place_on_edge});
               if (!k.writing() || o.kind == points) {
                 k.key("file", o.file, {.doc = "points: x and y in two columns, beside the case.", .file = true});
                 k.key("smooth", o.smooth, {.doc = "points: a spline through them; false: straight lines."});
               }
               describe_cluster(k, o.cluster, what + "." + name);
               if (o.given) check_edge(k, o, what + "." + name);
             });
}

constexpr const char* edge_names[] = {"left", "right", "bottom", "top"};

void check_way(Keys& keys, const BlockOptions& o, const std::string& what) {
  const bool formulas = keys.given("x") || keys.given("y") || keys.given("z");
  const bool edges = std::any_of(o.edge.begin(), o.edge.end(), [](const EdgeOptions& e) { return e.given; });
  const std::size_t n = o.cells.size();
  keys.check(n == 0 || n == 2 || n == 3, "cells",
             what + ".cells has " + std::to_string(n) + " entries and needs two or three.");
  keys.check(!formulas || (!edges && o.corners.empty()), "x",
             what + " has formulas and edges: give x and y, or corners and edges.");
  keys.check(formulas || edges || !o.corners.empty(), "cells",
             what + " has no shape. Give x and y as formulas of xi and eta, or corners, or edges.");
  keys.check(!formulas || (keys.given("x") && keys.given("y")), "cells", what + " needs formulas for both x and y.");
  keys.check(n != 3 || !formulas || keys.given("z"), "cells", what + " has three axes and needs z as well.");
  keys.check(n != 2 || !keys.given("z"), "z", what + " has two axes and needs no z. A third comes by mesh.extrude.");
  keys.check(n != 3 || formulas, "cells",
             what + ": edges make a block of two axes. The third comes by mesh.extrude, or from formulas.");
  keys.check(o.corners.empty() || o.corners.size() == 4, "corners",
             what + ".corners: give four, left bottom, right bottom, right top, left top.");
}

void check_ranges(Keys& keys, const BlockOptions& o, const std::string& what) {
  for (int s = 0; s < 6; ++s)
    for (const PatchRange& r : o.sides[s])
      keys.check(r.name.find_first_of(" \t\n\"'") == std::string::npos && !r.name.empty(), "sides",
                 what + ".sides." + side_names[s] + ": a patch needs a name without blanks.");
}

void describe_block(Keys& keys, BlockOptions& o) {
  const std::string what = "block." + o.name;
  keys.key("cells", o.cells,
           {.doc = "Cells along i, j and, in 3D, k.", .limit = between(1, most_cells_per_axis), .required = true});
  const char* const letters[] = {"x", "y", "z"};
  for (int a = 0; a < 3; ++a)
    keys.key(letters[a], o.formula[a],
             {.doc = "Formula of xi, eta, zeta, which run from 0 to 1 with i, j, k.",
              .unit = "m",
              .variables = &place_in_block});
  keys.key(
      "corners", o.corners,
      {.doc = "Left bottom, right bottom, right top, left top; none: where the edges end.", .unit = "m", .length = 2});
  for (int e : {2, 3, 0, 1}) describe_edge(keys, o.edge[e], edge_names[e], what);
  keys.table("sides",
             "Names of patches. A side that meets another block has none; one without a name is called by its own: "
             "'left', or 'NAME.left' where there are several blocks.",
             [&](Keys& k) {
               for (int s = 0; s < (k.listing() ? 1 : 6); ++s)
                 k.key(k.listing() ? "SIDE" : side_names[s], o.sides[s],
                       {.doc = "The whole side, or pieces of it from cell to cell, as in { name = \"wall\", from = 0, "
                               "to = 40 }."});
             });
  check_ranges(keys, o, what);
  if (keys.given("cells")) check_way(keys, o, what);
}

void describe_seam(Keys& keys, SeamOptions& o) {
  keys.key("first", o.first, {.doc = "A patch.", .required = true});
  keys.key("second", o.second, {.doc = "Its other end.", .required = true});
  keys.check(o.first.empty() || o.first != o.second, "second", "seam." + o.name + " joins a patch to itself.");
}

}  // namespace

void describe_blocks(Keys& keys, MeshOptions& o) {
  const std::string kind = word_of(o.kind);
  keys.named("block", o.block, "A block of mesh.kind = \"blocks\": by formulas, or between its edges.",
             [&](Keys& k, BlockOptions& b) {
               describe_block(k, b);
               k.check(o.kind == MeshKind::blocks, "cells",
                       "[block." + b.name + "] has no meaning with mesh.kind = \"" + kind + "\". Take \"blocks\".");
             });
  keys.named(
      "seam", o.seam, "A periodic seam: what leaves through one patch comes in by the other.",
      [&](Keys& k, SeamOptions& s) {
        describe_seam(k, s);
        k.check(!o.is_box(), "first",
                "[seam." + s.name + "] has no meaning with mesh.kind = \"box\". Take boundaries of kind 'periodic'.");
      });
  if (o.kind != MeshKind::blocks) return;
  keys.check(!o.block.empty(), "mesh", "mesh.kind = \"blocks\" needs blocks: [block.NAME].");
  for (const BlockOptions& b : o.block)
    keys.check(b.cells.size() == o.block[0].cells.size(), "block",
               "block." + b.name + " has another number of axes than block." + o.block[0].name + ".");
  keys.check(o.extrude.cells == 0 || o.block.empty() || o.block[0].cells.size() == 2, "mesh",
             "mesh.extrude: the blocks have three axes already.");
}

}  // namespace eddy
