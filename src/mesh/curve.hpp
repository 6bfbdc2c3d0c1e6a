// Curves in the plane, for the edges of blocks and the outlines of bodies.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "case/mesh_options.hpp"
#include "mesh/blocks.hpp"

namespace eddy {

using Curve = std::function<Point(double)>;  // the point at s = 0 … 1
using PointList = std::vector<Point>;

Curve curve_line(const Point& from, const Point& to);
Curve curve_arc(const Point& from, const Point& to, const Point& centre);  // the shorter of the two arcs
Curve curve_arc_through(const Point& from, const Point& through, const Point& to);
Curve curve_points(const PointList& points, bool smooth);  // s is the length along the straight lines between them

// Reads x and y in two columns, with blanks or a comma between; lines that do not begin with a number are comments.
// Throws Error(usage) or Error(missing), which names the file.
PointList read_points(const std::filesystem::path& path, const std::string& name);

// The nodes of an edge: evenly spaced in s, or spaced by `cluster` in length along the curve.
PointList points_on(const Curve& curve, const Cluster& cluster, int cells, const std::string& what);

}  // namespace eddy
