// The lists by which kernels write beyond the sides of blocks have each place once, and none that another entry reads,
// as a `listed` kernel requires.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "case/case.hpp"
#include "mesh/grid.hpp"
#include "solver/compressible/domain.hpp"
#include "solver/compressible/node_lists.hpp"

using namespace eddy;
using namespace eddy::compressible;

namespace {

struct Named {
  std::string name, mesh;
};
const std::string sides = "[boundary]\nothers = { kind = \"free-slip\" }\n";
const std::string body = "[boundary]\nwall = { kind = \"free-slip\" }\nothers = { kind = \"far-field\" }\n";

std::string block(const std::string& name, const std::string& u, const std::string& v, const std::string& cells) {
  return "[block." + name + "]\ncells = " + cells + "\nx = \"" + u + "\"\ny = \"" + v + "\"\n";
}
// `count` quadrilaterals around the origin, which is a corner of each.
std::string star(int count) {
  std::string all;
  for (int n = 0; n < count; ++n) {
    const auto along = [&](const std::string& f) {
      const auto at = [&](double turn) {
        return f + "(2*pi*" + std::to_string(turn) + "/" + std::to_string(count) + ")";
      };
      return "xi*(1-eta)*" + at(n) + " + 1.4*xi*eta*" + at(n + 0.5) + " + (1-xi)*eta*" + at(n + 1);
    };
    all += block(std::string(1, char('a' + n)), along("cos"), along("sin"), "[4, 4]");
  }
  return all;
}
std::vector<Named> meshes() {
  const std::string blocks = "[mesh]\nkind = \"blocks\"\n";
  const std::string ring =
      "[boundary]\n[seam.x]\nfirst = \"left\"\nsecond = \"right\"\n[seam.y]\nfirst = \"bottom\"\nsecond = \"top\"\n";
  return {
      {"box", "[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [6, 5]\n" + sides},
      {"box in space", "[mesh]\nlower = [0, 0, 0]\nupper = [1, 1, 1]\ncells = [6, 5, 4]\n" + sides},
      {"O-grid",
       "[mesh]\nkind = \"o-grid\"\naround = { shape = \"circle\" }\ncells = [16, 6]\nfirst = 0.1\nfar = 2\n" + body},
      {"C-grid",
       "[mesh]\nkind = \"c-grid\"\naround = { shape = \"naca\" }\ncells = [32, 8]\nwake = 6\nfirst = 0.02\nfar = 5\n" +
           body},
      {"H-grid",
       "[mesh]\nkind = \"h-grid\"\naround = { shape = \"diamond\" }\ncells = [16, 8]\nupstream = 8\ndownstream = "
       "8\nfirst = 0.02\nfar = 3\n" +
           body},
      {"C-grid around a circle",
       "[mesh]\nkind = \"c-grid\"\naround = { shape = \"circle\" }\ncells = [32, 8]\nwake = 12\nfirst = 0.1\nfar = "
       "5\n" +
           body},
      {"H-grid around a circle",
       "[mesh]\nkind = \"h-grid\"\naround = { shape = \"circle\" }\ncells = [16, 8]\nupstream = 8\ndownstream = "
       "8\nfirst = 0.1\nfar = 3\n" +
           body},
      {"two, one turned",
       blocks + block("a", "xi", "eta", "[4, 6]") + block("b", "1 + eta", "1 - xi", "[6, 5]") + sides},
      {"a side that meets two", blocks + block("a", "2*xi", "eta", "[8, 4]") + block("b", "xi", "1 + eta", "[4, 4]") +
                                    block("c", "2 - eta", "1 + xi", "[4, 4]") + sides},
      {"periodic all around",
       blocks + block("a", "xi", "eta", "[4, 6]") +
           "sides = { left = \"left\", right = \"right\", bottom = \"bottom\", top = \"top\" }\n" + ring},
      {"three around a corner", blocks + star(3) + sides},
      {"four around a corner", blocks + star(4) + sides},
      {"five around a corner", blocks + star(5) + sides},
      {"around a step", blocks + block("a", "xi", "eta", "[4, 4]") + block("b", "xi", "1 + eta", "[4, 4]") +
                            block("c", "1 + xi", "1 + eta", "[4, 4]") + sides},
  };
}

Case case_of(const std::string& mesh, const std::string& scheme) {
  const std::string text = "solver = \"compressible\"\nrun = { steps = 1 }\nscheme = { kind = \"" + scheme +
                           "\" }\nfreestream = { density = 1, pressure = 1, mach = 0.5 }\n" + mesh;
  return read_case_text(text, "case.toml", {}, {compressible_keys()});
}

std::set<int> expect_distinct(const std::vector<int>& places, const std::string& what) {
  const std::set<int> all(places.begin(), places.end());
  EXPECT_EQ(all.size(), places.size()) << what;
  return all;
}
void expect_unread(const std::set<int>& written, const std::vector<int>& read, const std::string& what) {
  for (int place : read) EXPECT_EQ(written.count(place), 0u) << what;
}

void expect_good_faces(const Domain& domain, const MeshLayout& cells, const std::string& name) {
  std::vector<int> written, read;
  for (const BoundaryFace& f : domain.faces())
    for (int layer : {-1, 0, 1, 2})
      (layer > 0 ? written : read).push_back(domain.place(cells, domain.beyond(f, layer)));
  expect_unread(expect_distinct(written, name + ": beyond faces"), read, name + ": beyond faces");
}
void expect_good_copies(const CopyLists& lists, const std::string& name) {
  EXPECT_EQ(lists.from.size(), lists.to.size());
  expect_unread(expect_distinct(lists.to, name), lists.from, name);
}

}  // namespace

TEST(Lists, CellsBeyondSidesAreWrittenOnce) {
  for (const Named& m : meshes()) {
    const Case c = case_of(m.mesh, "muscl");
    const Domain domain(c, make_grid(c.mesh));
    const MeshLayout cells = domain.cell_layout(8);
    expect_good_faces(domain, cells, m.name);
    for (bool corners : {false, true}) expect_good_copies(domain.copies(cells, corners), m.name + ": copies");
    const CornerLists lists = domain.corners(cells);
    for (const CornerLists::Places* places : {&lists.plane, &lists.meeting}) {
      const std::set<int> written = expect_distinct(places->to, m.name + ": corners");
      for (const auto* read : {&places->one, &places->other, &places->opposite})
        expect_unread(written, *read, m.name + ": corners");
      for (const auto& read : lists.further) expect_unread(written, read, m.name + ": corners");
    }
    const std::map<std::string, std::size_t> meeting{{"three around a corner", 3},
                                                     {"five around a corner", 5},
                                                     {"around a step", 3},
                                                     {"C-grid around a circle", 2 * 5},
                                                     {"H-grid around a circle", 4 * 5}};
    const auto wanted = meeting.find(m.name);
    EXPECT_EQ(lists.meeting.to.size(), wanted == meeting.end() ? 0 : wanted->second) << m.name;
  }
}

// Both layers of cells beyond a side get a value, from a face's condition or from another block.
TEST(Lists, NoCellBeyondASideIsForgotten) {
  for (const Named& m : meshes()) {
    const Case c = case_of(m.mesh, "muscl");
    const Domain domain(c, make_grid(c.mesh));
    const MeshLayout cells = domain.cell_layout(8);
    std::size_t wanted = 0;
    for (int b = 0; b < domain.blocks(); ++b)
      for (int a = 0; a < domain.dimensions(); ++a)
        wanted += 4 * std::size_t(domain.cells(b).cells() / domain.cells(b).extent(a));
    EXPECT_EQ(domain.copies(cells, false).to.size() + 2 * domain.faces().size(), wanted) << m.name;
  }
}

TEST(Lists, CopiesOfNodesFollowOne) {
  for (const Named& m : meshes()) {
    const Case c = case_of(m.mesh, "ni");
    const Domain domain(c, make_grid(c.mesh));
    const NodeLists lists(domain);
    expect_good_copies(lists.copies(domain.node_layout(8)), m.name + ": copies of nodes");
    for (const NodePass& pass : lists.conditions()) {
      std::vector<int> places;
      for (const MeshIndex& n : pass.nodes) places.push_back(domain.place(domain.node_layout(8), n));
      expect_distinct(places, m.name + ": nodes of a condition");
      EXPECT_EQ(pass.normals.size(), pass.nodes.size());
    }
  }
}

// A corner of a channel has the condition of its end, and then that of its slip wall; a wall that holds the gas has its
// own alone.
TEST(Lists, WallsFollowInflowAtCorners) {
  const auto passes_at = [](const std::string& wall, const MeshIndex& node) {
    const Case c = case_of(
        "[gas]\nviscosity = 1\n[mesh]\nlower = [0, 0]\nupper = [1, 1]\ncells = [6, 5]\n[boundary]\nleft = { kind = "
        "\"far-field\" }\n"
        "right = { kind = \"supersonic-outflow\" }\nothers = { kind = \"" +
            wall + "\" }\n",
        "ni");
    const Domain domain(c, make_grid(c.mesh));
    std::vector<std::string> names;
    for (const NodePass& pass : NodeLists(domain).conditions())
      for (const MeshIndex& n : pass.nodes)
        if (n == node) names.push_back(condition_name(pass.kind));
    return names;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(passes_at("symmetry", {0, {0, 0, 0}}), (Names{"far-field", "symmetry"}));
  EXPECT_EQ(passes_at("symmetry", {0, {6, 5, 0}}), (Names{"supersonic-outflow", "symmetry"}));
  EXPECT_EQ(passes_at("no-slip", {0, {0, 0, 0}}), (Names{"no-slip"}));
  EXPECT_EQ(passes_at("symmetry", {0, {0, 2, 0}}), (Names{"far-field"}));
  EXPECT_EQ(passes_at("symmetry", {0, {3, 0, 0}}), (Names{"symmetry"}));
}

// Where a block does not see all cells around a node, lists have each cell and each edge once, and the whole volume.
TEST(Lists, IrregularNodesHaveAllTheirCells) {
  struct Expected {
    std::size_t nodes, cells, edges;
  };
  const std::map<std::string, Expected> expected{{"five around a corner", {1, 5, 5}},
                                                 {"C-grid", {1, 4, 5}},
                                                 {"H-grid", {2, 4, 5}},
                                                 {"around a step", {1, 3, 4}},
                                                 {"C-grid around a circle", {2, 5, 5}},
                                                 {"H-grid around a circle", {4, 5, 5}}};
  for (const Named& m : meshes()) {
    const Case c = case_of(m.mesh, "ni");
    const Domain domain(c, make_grid(c.mesh));
    const auto irregular = NodeLists(domain).irregular();
    const auto wanted = expected.find(m.name);
    ASSERT_EQ(irregular.size(), wanted == expected.end() ? 0u : wanted->second.nodes) << m.name;
    for (const IrregularNode& n : irregular) {
      EXPECT_EQ(n.cells.size(), wanted->second.cells) << m.name;
      EXPECT_EQ(n.edges.size(), wanted->second.edges) << m.name;
      double volume = 0;
      for (const IrregularNode::Part& p : n.cells)
        volume += 0.25 * domain.geometry(domain.number(p.cell.block)).volume(p.cell.at);
      EXPECT_DOUBLE_EQ(n.volume, volume) << m.name;
    }
  }
}

// Around the corner of a step the middle block sees that the side of its neighbour's cell is a wall, and the first
// block finds the nodes of the last one beyond its own wall.
TEST(Lists, BlocksSeeAroundACorner) {
  const Named step = meshes().back();
  ASSERT_EQ(step.name, "around a step");
  const Case c = case_of(step.mesh, "ni");
  const Domain domain(c, make_grid(c.mesh));
  const NodeLists lists(domain);
  const int right = 1 + (1 << 1), bottom = 1 + (1 << 2);
  EXPECT_EQ(lists.cell_kind({1, {3, -1, 0}}), right);  // beyond block b lies a with its wall
  EXPECT_EQ(lists.cell_kind({1, {4, 0, 0}}), bottom);  // beside b lies c with its wall
  const MeshLayout nodes = domain.node_layout(sizeof(double));
  const CopyLists copies = lists.copies(nodes);
  const auto at = std::find(copies.to.begin(), copies.to.end(), domain.place(nodes, {0, {5, 4, 0}}));
  ASSERT_NE(at, copies.to.end());
  EXPECT_EQ(copies.from[std::size_t(at - copies.to.begin())], domain.place(nodes, {2, {1, 0, 0}}));
}

// Beside the trailing edge of a C-grid the cell beyond the cut is open on all sides, and the node beyond the cut
// exists.
TEST(Lists, TheCutOfACGridEndsAtTheBody) {
  const Case c = case_of(meshes()[3].mesh, "ni");
  const Domain domain(c, make_grid(c.mesh));
  const NodeLists lists(domain);
  const int wake = 6, last = domain.mesh().blocks[0].cells[0];
  EXPECT_EQ(lists.cell_kind({0, {wake - 1, -1, 0}}), 1);
  EXPECT_GT(lists.cell_kind({0, {wake, 0, 0}}), 1);  // the body's
  const Found found = domain.neighbours().node({0, {wake, -1, 0}});
  EXPECT_EQ(found.what, Beyond::block);
  EXPECT_EQ(found.index, (MeshIndex{0, {last - wake, 1, 0}}));
  for (const NodePass& pass : lists.conditions())
    for (const MeshIndex& n : pass.nodes)
      EXPECT_FALSE(n == (MeshIndex{0, {wake, 0, 0}})) << "the flow leaves as it likes";
}
