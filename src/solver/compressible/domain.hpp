// The mesh of a run on the host: blocks, the origin of their ghost cells, and boundary faces with their conditions.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "field/mesh_field.hpp"
#include "mesh/geometry.hpp"
#include "mesh/grid.hpp"
#include "solver/compressible/gas.hpp"
#include "solver/compressible/options.hpp"

namespace eddy::compressible {

using BlockValues = std::vector<std::vector<double>>;  // per block of this rank: values at its own points, i fastest

struct BoundaryFace {
  MeshIndex cell;  // the cell inside the domain
  int side = 0;
  int patch = 0;  // number of the patch in the mesh
  const Patch* condition = nullptr;
  Point normal{}, centre{};  // the unit normal points out of the domain
  double area = 0;
  double distance = 0;  // from the centre of the cell to the face, along the normal
};

struct CopyLists {  // places of cells: `to` is a ghost cell, `from` the cell whose values it takes
  std::vector<int> from, to;
};
// Corner ghosts: cells `to` beyond two sides of a block. `one` and `other` are the ghost cells beyond one of these
// sides, `opposite` is the block's own cell at the corner.
struct CornerLists {
  struct Places {
    std::vector<int> to, one, other, opposite;
  };
  Places plane;                             // corners that no block covers
  Places meeting;                           // corners where other than four cells meet
  std::array<std::vector<int>, 3> further;  // for `meeting`: places with the states of further cells around the corner
  std::vector<int> count;                   // for `meeting`: the number of further cells
};
struct RankLists {  // the places whose values this rank exchanges with one other rank
  int rank = 0;
  std::vector<int> send, receive;
};

class Domain {
 public:
  static constexpr int ghosts = 2, most_further = 3;
  Domain(const Case& c, const Grid& grid);

  int dimensions() const { return mesh_.dimensions; }
  const BlockMesh& mesh() const { return mesh_; }
  int blocks() const { return static_cast<int>(own_.size()); }  // number of blocks of this rank
  Box cells(int b) const;  // the cells of block b of this rank, in the indices of the uncut block
  Box nodes(int b) const;
  const BlockGeometry& geometry(int b) const { return geometry_[b]; }
  std::array<int, 3> local(int b, std::array<int, 3> at) const;  // the same point in the indices of the piece
  std::int64_t cell_count() const { return total_cells_; }       // on all ranks
  // The points of the scheme are the cells or the nodes.
  bool at_nodes() const { return at_nodes_; }
  Box points(int b) const { return points_of_block(own_[b]); }
  std::int64_t point_count() const;  // of all ranks, as output counts them
  Point place_of(int b, const std::array<int, 3>& point) const;
  const std::vector<BoundaryFace>& faces() const { return faces_; }  // of this rank, sorted by condition and patch

  MeshLayout cell_layout(std::size_t value_bytes) const;
  MeshLayout node_layout(std::size_t value_bytes) const;
  CopyLists copies(const MeshLayout& cells, bool corners) const;  // both cells on this rank
  CornerLists corners(const MeshLayout& cells) const;
  std::vector<RankLists> between_ranks(const MeshLayout& cells, bool corners) const;
  int place(const MeshLayout& cells,
            const MeshIndex& cell) const;  // place of a cell or a ghost cell of this rank
  const Neighbours& neighbours() const { return *neighbours_; }
  const std::vector<BoundaryFace>& all_faces() const { return all_faces_; }  // of all ranks
  int owner(int block) const { return owner_[block]; }                       // rank of a block of the mesh
  int number(int block) const { return number_[block]; }  // of a block of the mesh, on this rank; −1: not there
  int block(int b) const { return own_[b]; }              // the block of the mesh with number b on this rank
  int parent(int block) const { return parent_[block]; }  // the uncut block that a block of the mesh is a piece of
  const std::array<int, 3>& offset(int block) const { return offset_[block]; }
  std::unique_ptr<Domain> coarser() const;  // with every second node; null if some number of cells is odd or too small
  // Layer 0 is the cell before the face, −1 the cell behind that one; 1 and 2 are ghost cells.
  MeshIndex beyond(const BoundaryFace& face, int layer) const;

  // The values of all ranks, in the order of output.
  std::vector<double> gathered(const BlockValues& of_blocks) const;
  BlockValues distributed(const std::vector<double>& values) const;  // the inverse: the values of this rank
  // The block and point of this rank with this place in the order of output; none if another rank has it.
  std::optional<std::pair<int, std::array<int, 3>>> own_point(std::int64_t place) const;
  // The weight of each point in a mean: 1 for cells; for nodes the volume of the block's cells around it.
  std::vector<double> weights(int b) const;
  std::vector<Point> places(int b) const;  // coordinates of a block's own points, i fastest
  // Values by place in a layout, ghosts included; places outside all blocks hold 0 (coordinates) or 1 (volumes).
  std::vector<double> node_coordinates(const MeshLayout& nodes, int axis) const;
  std::vector<double> volumes(const MeshLayout& cells) const;

 private:
  Domain() = default;
  void find_faces(const Case& c, const CompressibleOptions& options);
  void order_faces(const std::vector<MeshPatch>& whole);
  void find_geometry();
  struct Ghost {  // the origin of a ghost cell's values
    enum class From { condition, copy, plane, meeting };
    From from;
    MeshIndex index;                 // the cell that it copies
    std::vector<MeshIndex> further;  // at `meeting`: the cells around the corner that the block does not see
  };
  Ghost ghost(const MeshIndex& to) const;
  const Neighbours& neighbours_before_cutting() const { return before_cutting_ ? *before_cutting_ : *neighbours_; }
  MeshIndex piece_of(const MeshIndex& before_cutting) const;
  [[noreturn]] void refuse_meeting(const MeshIndex& cell, std::size_t around) const;
  MeshIndex room(const MeshIndex& corner, int number) const;
  template <class Call>
  void each_ghost(bool corners, const Call& call) const;  // call(ghost cell, its origin)
  template <class Call>
  void each_copy(bool corners, const Call& call) const;  // call(ghost cell, the cell with its values)
  template <class Call>
  void each_output_place(int block, const Call& call) const;
  Box points_of_block(int block) const;  // `block` counts the blocks of all ranks
  BlockMesh mesh_;
  std::vector<int> owner_, own_;  // rank of each block; the blocks of this rank
  std::vector<int> number_;       // number of each block on this rank; −1: not there
  std::vector<int> parent_;       // the uncut block that each block is a piece of
  std::vector<std::array<int, 3>> offset_;
  std::vector<Box> parents_;  // points of the uncut blocks, in the order of output
  std::int64_t total_cells_ = 0;
  bool at_nodes_ = false;
  std::unique_ptr<Neighbours> neighbours_;
  std::unique_ptr<BlockMesh> whole_;  // with several ranks: the mesh before it was cut
  std::unique_ptr<Neighbours> before_cutting_;
  std::vector<BlockGeometry> geometry_;
  std::vector<BoundaryFace> faces_, all_faces_;
};

// The values that the case gives to the condition of a face, in the members of a state (see boundary/condition.hpp).
Primitive<double, 3> given_at(const BoundaryFace& face, const CompressibleOptions& options, int dimensions,
                              double time);
std::string condition_name(int kind);
BlockMesh mesh_of_case(const Case& c, const Grid& grid);

}  // namespace eddy::compressible
