// The mesh as the finite elements see it, on the host: nodes with their share of the volume, elements that are cut out,
// what is imposed at which nodes, and faces of walls. It is a box of rectilinear elements or a mesh of hexahedra; a
// periodic axis has no last node of its own: it is the first.
//
//   nodes   0     1     2     3        elements  0 | 1 | 2         node n is the lower end of element n
//           ├──0──┼──1──┼──2──┤
#pragma once
#include <array>
#include <functional>
#include <vector>

#include "mesh/blocks.hpp"
#include "mesh/grid.hpp"
#include "solver/galerkin/options.hpp"

namespace eddy {
struct HexMesh;
}

namespace eddy::galerkin {

struct ImposedNode {  // v ← P v + g after every stage: P takes off what is given, g is it
  int node = 0;
  std::array<double, 6> projection{};  // xx yy zz xy xz yz
  int condition = -1;                  // whose velocity is given (Domain::given); −1: 0
};
struct OpenNode {  // of an outflow
  int node = 0;
  Point area{};         // out of the domain: the node's share
  double pressure = 0;  // over density
  bool fixed = false;   // the pressure is imposed, too
};
struct WallFace {              // a face of the fluid on a patch or a body
  std::array<int, 4> nodes{};  // 2D: the first two
  Point area{}, centre{};      // area vector: out of the fluid
  int element = 0;             // that it belongs to (box: i + nx (j + ny k) of elements)
  int patch = 0;               // of patches(); bodies come after the patches of the mesh
};

class Domain {
 public:
  Domain(const Case& c, const Grid& grid);

  const Grid& grid() const { return grid_; }
  const GalerkinOptions& options() const { return options_; }
  int dimensions() const { return grid_.dimensions; }
  bool is_box() const { return !mesh_; }

  // Nodes: of a box i + nx (j + ny k).
  std::int64_t nodes() const { return static_cast<std::int64_t>(volume_.size()); }
  Point place(std::int64_t node) const;
  double volume(std::int64_t node) const { return volume_[static_cast<std::size_t>(node)]; }  // 0: within a body
  // Of a box
  std::array<int, 3> node_counts() const { return counts_; }  // 1 along an axis that is absent
  bool periodic(int axis) const { return periodic_[axis]; }
  bool solid(const std::array<int, 3>& element) const;  // cut out
  bool any_solid() const { return !solid_.empty(); }
  // Of hexahedra; periodic nodes are one
  const HexMesh& mesh() const { return *mesh_; }

  double wall_distance(std::int64_t element) const;  // of its centre, to the nearest no-slip face
  double narrowest() const { return narrowest_; }    // the shortest side of an element

  const std::vector<ImposedNode>& imposed() const { return imposed_; }
  std::vector<Point> given(double time) const;  // velocity of each imposed node (without gusts)
  bool given_varies() const { return given_varies_; }
  const std::vector<OpenNode>& open() const { return open_; }
  const std::vector<std::string>& patches() const { return patches_; }  // sides or patches, then bodies
  const std::vector<WallFace>& faces() const { return faces_; }         // of all patches and bodies but periodic ones
  std::vector<int> wall_nodes() const;   // on what [forces] and [surface] name, ascending
  std::vector<int> gusty_nodes() const;  // places in imposed() of nodes of boundaries of kind `wind`
  std::vector<std::array<double, 3>> velocity_at_start() const;  // of each node, the conditions imposed
  std::vector<double> pressure_at_start() const;                 // over density

 private:
  const Case& case_;
  const GalerkinOptions& options_;
  Grid grid_;
  std::shared_ptr<const HexMesh> mesh_;  // none: a box
  std::array<int, 3> counts_{1, 1, 1};
  std::array<bool, 3> periodic_{};
  std::vector<double> volume_;
  std::vector<std::uint8_t> solid_;  // per element, i fastest; empty: none
  double narrowest_ = 0;
  std::vector<ImposedNode> imposed_;
  bool given_varies_ = false;
  std::vector<OpenNode> open_;
  std::vector<std::string> patches_;
  std::vector<WallFace> faces_;
};

}  // namespace eddy::galerkin
