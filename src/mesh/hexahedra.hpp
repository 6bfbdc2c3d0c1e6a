// A mesh of hexahedra: any number of them may meet at a node. A face that belongs to one element alone lies on a patch,
// which has a name and a boundary condition.
//
//        7───────6        nodes of an element in the order of VTK and Gmsh
//       /│      /│
//      4───────5 │        ξ₁ grows from 0 to 1, ξ₂ from 1 to 2 (0 to 3), ξ₃ from 0 to 4
//      │ 3─────│─2
//      │/      │/         faces −ξ₁, +ξ₁, −ξ₂, +ξ₂, −ξ₃, +ξ₃; their nodes run so that the normal points outwards
//      0───────1
#pragma once
#include <array>
#include <string>
#include <vector>

#include "mesh/blocks.hpp"

namespace eddy {

using HexNodes = std::array<int, 8>;
using QuadNodes = std::array<int, 4>;

inline constexpr std::array<QuadNodes, 6> hex_faces{
    {{0, 4, 7, 3}, {1, 2, 6, 5}, {0, 1, 5, 4}, {2, 3, 7, 6}, {0, 3, 2, 1}, {4, 5, 6, 7}}};

// The node at corner n of an element; bit a of n tells the end along axis a, as in meshes of blocks.
inline constexpr std::array<int, 8> hex_corners{0, 1, 3, 2, 4, 5, 7, 6};

struct HexMesh {
  struct Patch {
    std::string name;              // name of its condition in [boundary]
    std::vector<QuadNodes> faces;  // the normal points out of the domain
    std::vector<int> element;      // the element that each face belongs to
  };

  std::vector<Point> nodes;
  std::vector<HexNodes> elements;
  std::vector<Patch> patches;
  std::vector<int> master;           // the node that each is identified with by periodic seams; empty: no seams
  int layers = 0;                    // layers of a flat mesh that was extruded along z; 0: it was not
  std::vector<std::string> remarks;  // changes made to the mesh of the file

  QuadNodes face(int element, int side) const {
    QuadNodes nodes_of_face;
    for (int n = 0; n < 4; ++n) nodes_of_face[n] = elements[element][hex_faces[side][n]];
    return nodes_of_face;
  }
  int corner(int element, int n) const { return elements[element][hex_corners[n]]; }
};

std::array<Point, 8> corners_of(const HexMesh& mesh, int element);  // in the order of corners, not of nodes
double volume_of(const HexMesh& mesh, int element);                 // exact volume of the trilinear element
Point centre_of(const HexMesh& mesh, int element);                  // mean of its nodes
std::vector<std::string> patch_names(const HexMesh& mesh);

}  // namespace eddy
