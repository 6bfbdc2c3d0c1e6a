// The mesh of a run on the host: blocks, what lies beyond their sides, and lists of faces with their conditions.
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

using BlockValues = std::vector<std::vector<double>>;  // of each block of this rank, own points, i fastest

struct BoundaryFace {
  MeshIndex cell;  // the one before it
  int side = 0;
  int patch = 0;  // of the mesh
  const Patch* condition = nullptr;
  Point normal{}, centre{};  // out of the domain
  double area = 0;
  double distance = 0;  // from the centre of the cell, along the normal
};

struct CopyLists {  // places of cells: `to` is beyond a side, `from` where its values are
  std::vector<int> from, to;
};
// Beyond two sides of a block: of each, the cells beyond one of them, and the one before both.
struct CornerLists {
  struct Places {
    std::vector<int> to, one, other, opposite;
  };
  Places plane;                             // nobody else is there
  Places meeting;                           // blocks meet there, but not four by four
  std::array<std::vector<int>, 3> further;  // of these: where the states of the other cells around the corner are,
  std::vector<int> count;                   // and how many there are
};
struct RankLists {  // of what one other rank and this one send each other
  int rank = 0;
  std::vector<int> send, receive;  // places
};

class Domain {
 public:
  static constexpr int ghosts = 2, most_further = 3;
  Domain(const Case& c, const Grid& grid);

  int dimensions() const { return mesh_.dimensions; }
  const BlockMesh& mesh() const { return mesh_; }
  int blocks() const { return static_cast<int>(own_.size()); }  // of this rank
  Box cells(int b) const;  // of one of them, in the indices of what it was cut from
  Box nodes(int b) const;
  const BlockGeometry& geometry(int b) const { return geometry_[b]; }
  std::array<int, 3> local(int b, std::array<int, 3> at) const;  // from those indices to the block's own
  std::int64_t cell_count() const { return total_cells_; }       // of all ranks
  // Where the values of the scheme are: cells, or nodes.
  bool at_nodes() const { return at_nodes_; }
  Box points(int b) const { return points_of_block(own_[b]); }
  std::int64_t point_count() const;  // of all ranks, as output counts them
  Point place_of(int b, const std::array<int, 3>& point) const;
  const std::vector<BoundaryFace>& faces() const { return faces_; }  // of this rank, by condition and patch

  MeshLayout cell_layout(std::size_t value_bytes) const;
  MeshLayout node_layout(std::size_t value_bytes) const;
  CopyLists copies(const MeshLayout& cells, bool corners) const;  // on this rank
  CornerLists corners(const MeshLayout& cells) const;
  std::vector<RankLists> between_ranks(const MeshLayout& cells, bool corners) const;
  int place(const MeshLayout& cells,
            const MeshIndex& cell) const;  // of a cell of this rank, or of one beyond its sides
  const Neighbours& neighbours() const { return *neighbours_; }
  const std::vector<BoundaryFace>& all_faces() const { return all_faces_; }  // of all ranks
  int owner(int block) const { return owner_[block]; }                       // rank of a block of the mesh
  int number(int block) const { return number_[block]; }  // of a block of the mesh among those of this rank; −1: none
  int block(int b) const { return own_[b]; }              // and back
  int parent(int block) const { return parent_[block]; }  // of a block of the mesh: what it was cut from
  const std::array<int, 3>& offset(int block) const { return offset_[block]; }
  std::unique_ptr<Domain> coarser() const;  // every second node; none where a block has an odd number of cells
  MeshIndex beyond(const BoundaryFace& face, int layer) const;  // 0: the cell before it, −1 the one behind, 1, 2 beyond

  // The values of own cells, in the order in which output wants them, of all ranks.
  std::vector<double> gathered(const BlockValues& of_blocks) const;
  BlockValues distributed(const std::vector<double>& values) const;  // and back: those of this rank
  // The point of this rank that has this place in the order of output; none: another rank has it.
  std::optional<std::pair<int, std::array<int, 3>>> own_point(std::int64_t place) const;
  // What a point counts in a mean: of cells 1, of nodes the part of the block's volume around it.
  std::vector<double> weights(int b) const;
  std::vector<Point> places(int b) const;  // of the own points of a block, i fastest
  // By place in a layout, ghosts included; what no block has is 0, and 1.
  std::vector<double> node_coordinates(const MeshLayout& nodes, int axis) const;
  std::vector<double> volumes(const MeshLayout& cells) const;

 private:
  Domain() = default;
  void find_faces(const Case& c, const CompressibleOptions& options);
  void order_faces(const std::vector<MeshPatch>& whole);
  void find_geometry();
  struct Ghost {  // a cell beyond the sides of a block
    enum class From { condition, copy, plane, meeting };
    From from;
    MeshIndex index;                 // that it is a copy of
    std::vector<MeshIndex> further;  // where blocks meet: what lies around the corner beside what the block sees
  };
  Ghost ghost(const MeshIndex& to) const;
  const Neighbours& neighbours_before_cutting() const { return before_cutting_ ? *before_cutting_ : *neighbours_; }
  MeshIndex piece_of(const MeshIndex& before_cutting) const;
  [[noreturn]] void refuse_meeting(const MeshIndex& cell, std::size_t around) const;
  MeshIndex room(const MeshIndex& corner, int number) const;
  template <class Call>
  void each_ghost(bool corners, const Call& call) const;  // call(cell, what it is)
  template <class Call>
  void each_copy(bool corners, const Call& call) const;  // call(cell, where its values are)
  template <class Call>
  void each_output_place(int block, const Call& call) const;
  Box points_of_block(int block) const;  // of all ranks
  BlockMesh mesh_;
  std::vector<int> owner_, own_;  // rank of each block; the blocks of this rank
  std::vector<int> number_;       // of each block among those of its rank
  std::vector<int> parent_;       // of each block: what it was cut from
  std::vector<std::array<int, 3>> offset_;
  std::vector<Box> parents_;  // cells of these, in the order of output
  std::int64_t total_cells_ = 0;
  bool at_nodes_ = false;
  std::unique_ptr<Neighbours> neighbours_;
  std::unique_ptr<BlockMesh> whole_;  // on many ranks: the mesh before it was cut
  std::unique_ptr<Neighbours> before_cutting_;
  std::vector<BlockGeometry> geometry_;
  std::vector<BoundaryFace> faces_, all_faces_;
};

// What a condition gives at a face, in the places of a state.
Primitive<double, 3> given_at(const BoundaryFace& face, const CompressibleOptions& options, int dimensions,
                              double time);
std::string condition_name(int kind);
BlockMesh mesh_of_case(const Case& c, const Grid& grid);

}  // namespace eddy::compressible
