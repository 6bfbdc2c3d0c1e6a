// The points of a plane through a mesh, row by row; only those that lie in the mesh.
#pragma once
#include <vector>

#include "output/mesh_points.hpp"

namespace eddy {

std::vector<Point> plane_points(const MeshPoints& mesh, const PlaneOptions& plane);

}  // namespace eddy
