// The finite-element mesh on the host: nodes with their volumes, elements that are cut out, conditions imposed at
// nodes, and boundary faces. It is a box of rectilinear elements or a mesh of hexahedra. On a periodic axis of a box
// the last node is the first one.
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
#include "solver/galerkin/wind.hpp"

namespace eddy::galerkin {

struct ImposedNode {  // v ← P v + g after every stage: P removes the imposed components, g holds their values
  int node = 0;
  std::array<double, 6> projection{};  // xx yy zz xy xz yz
  int condition = -1;                  // the condition that gives g (Domain::given); −1: g = 0
};
struct OpenNode {  // a node of an outflow
  int node = 0;
  Point area{};          // the node's share of the outward area vector
  double pressure = 0;   // outside, over density
  bool fixed = false;    // the pressure is imposed at the node, too
  bool absorbs = false;  // sound leaves here
};
struct WallFace {              // a face of the fluid on a patch or a body
  std::array<int, 4> nodes{};  // its corners; 2D: the first two
  Point area{}, centre{};      // the area vector points out of the fluid
  int element = 0;             // the element of the fluid that it belongs to (box: i + nx (j + ny k) of elements)
  int patch = 0;               // place in patches(): patches of the mesh first, then bodies
};

struct ElementSize {
  double volume = 0;                 // 2D: the area
  double shortest = 0, longest = 0;  // sides: 2/√G of the largest and the smallest G = |∇ξ|²
};
struct ElementShape : ElementSize {
  int corners = 0;                // 8, in 2D 4
  std::array<int, 8> nodes{};     // in the order of VTK; periodic copies by the number of the original
  std::array<Point, 8> slopes{};  // ∂v/∂x_j = Σ v[n] slopes[n][j], the mean over the element
};

// For each element of a box the number of the body that cuts it out, from 1; 0: none. Empty if there are no bodies.
std::vector<std::uint16_t> cut_out_by(const std::vector<Body>& bodies, const Grid& grid);

class Domain {
 public:
  Domain(const Case& c, const Grid& grid);  // throws an error for wrong patches or bodies

  const Grid& grid() const { return grid_; }
  const GalerkinOptions& options() const { return options_; }
  int dimensions() const { return grid_.dimensions; }
  bool is_box() const { return !grid_.hexahedra; }

  // Numbers of nodes: in a box i + nx (j + ny k); of hexahedra those of the mesh.
  std::int64_t nodes() const { return static_cast<std::int64_t>(volume_.size()); }
  Point place(std::int64_t node) const;
  // The node's share of the volume; 0 within a body, and for the slave node of a seam.
  double volume(std::int64_t node) const { return volume_[static_cast<std::size_t>(node)]; }
  double fluid_volume() const;
  // Numbers of elements: in a box i + nx (j + ny k), solid ones included; of hexahedra those of the mesh.
  std::int64_t elements() const { return grid_.cell_count(); }
  ElementSize size(std::int64_t element) const;
  ElementShape shape(std::int64_t element) const;
  std::array<int, 8> nodes_of(std::int64_t element) const;
  Point centre(std::int64_t element) const;
  bool cut_out(std::int64_t element) const { return any_solid() && body_[static_cast<std::size_t>(element)] != 0; }
  // For boxes only
  std::array<int, 3> node_counts() const { return counts_; }  // 1 along an axis that is absent
  bool periodic(int axis) const { return periodic_[axis]; }
  bool solid(const std::array<int, 3>& element) const;  // cut out
  bool any_solid() const { return !body_.empty(); }
  std::array<int, 3> element_at(std::int64_t element) const;
  std::int64_t node_at(std::array<int, 3> node) const;  // index `count` of a periodic axis is 0
  // For hexahedra only
  const HexMesh& mesh() const { return *grid_.hexahedra; }
  int master(int node) const { return mesh().master.empty() ? node : mesh().master[static_cast<std::size_t>(node)]; }

  // Distance of an element's centre from the nearest no-slip face; infinite without walls, or if no model needs it.
  double wall_distance(std::int64_t element) const;
  double narrowest() const { return narrowest_; }  // the shortest side of the fluid's elements

  const std::vector<ImposedNode>& imposed() const { return imposed_; }  // sorted by node
  std::vector<Point> given(double time) const;                          // velocity of each imposed node (without gusts)
  bool given_varies() const { return given_varies_until_ > 0; }
  double given_varies_until() const { return given_varies_until_; }     // the time from which it is constant; 0: always
  const std::vector<OpenNode>& open() const { return open_; }           // sorted by node
  const std::vector<std::string>& patches() const { return patches_; }  // sides or patches, then bodies
  const std::vector<WallFace>& faces() const { return faces_; }         // bodies, and all patches but periodic ones
  // The patches and bodies that a force or a surface consists of.
  std::vector<int> patches_of(const std::string& name, const std::vector<std::string>& patches) const;
  std::vector<int> faces_of(const std::vector<int>& patches) const;  // places in faces()
  // The nodes of the patches and bodies in [forces] and [surface], and the reference nodes of surfaces; with
  // track.momentum all nodes of the boundary. Ascending.
  std::vector<int> wall_nodes() const;
  std::vector<int> nodes_at_forces() const;  // nodes of the elements at the faces of [forces]; ascending
  std::vector<int> gusty_nodes() const;      // places in imposed() of nodes at boundaries of kind `wind`
  std::vector<Point> gusty_areas() const;    // for each of these its share of the outward area vector
  int nearest_node(const Point& to) const;   // in the fluid
  std::vector<std::array<double, 3>> velocity_at_start() const;  // at each node, with conditions imposed
  std::vector<double> pressure_at_start() const;                 // over density
  std::vector<int> inflow_nodes() const;                         // nodes with inflow or wind
  double pull(const Point& at) const;                            // rate of the sponge, 1/s
  double pulled_to(int axis) const;                              // target velocity of the sponge
  const WindProfile& wind() const { return wind_; }

 private:
  struct Given {  // a condition that gives a velocity
    const Patch* patch = nullptr;
    std::string name;
    int side = -1;  // side of a box; −1: hexahedra
  };
  struct Conditions;  // the conditions that meet at a node (domain_conditions.cpp)

  void find_axes();
  void find_volumes();
  void find_box_volumes();
  void find_box_faces();
  void add_box_face(const std::array<int, 3>& element, int side, int patch, const Patch* condition);
  void find_mesh_faces();
  void check_names(Problems& problems) const;
  const Patch* condition_at(const NamedCondition& named, const Point& at) const;
  void find_conditions();
  void find_wall_distances();
  Point given_at(const Given& given, const Point& place, double time) const;

  const Case& case_;
  const GalerkinOptions& options_;
  Grid grid_;
  WindProfile wind_;
  std::array<int, 3> counts_{1, 1, 1};
  std::array<bool, 3> periodic_{};
  std::vector<double> volume_;
  std::vector<std::uint16_t> body_;  // result of cut_out_by
  double narrowest_ = 0;
  std::vector<ImposedNode> imposed_;
  std::vector<Given> given_by_;  // indexed by ImposedNode::condition
  double given_varies_until_ = 0;
  std::vector<OpenNode> open_;
  std::vector<std::string> patches_;
  std::vector<WallFace> faces_;
  std::vector<const Patch*> face_condition_;  // per face; null: a body
  std::vector<double> wall_distance_;
};

}  // namespace eddy::galerkin
