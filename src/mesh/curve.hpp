// Curves in the plane: what edges of blocks and bodies are made of.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "case/mesh_options.hpp"
#include "mesh/blocks.hpp"

namespace eddy {

using Curve = std::function<Point(double)>;  // of s = 0 … 1
using PointList = std::vector<Point>;

Curve curve_line(const Point& from, const Point& to);
Curve curve_arc(const Point& from, const Point& to, const Point& centre);  // the shorter way
Curve curve_arc_through(const Point& from, const Point& through, const Point& to);
Curve curve_points(const PointList& points, bool smooth);  // s is the length along the straight lines between them

// x and y in two columns, with blanks or a comma between; lines that do not begin with a number are comments. Error
// (usage, missing) that names the file.
PointList read_points(const std::filesystem::path& path, const std::string& name);

// The nodes of an edge: even in s, or as `cluster` says in length along the curve.
PointList points_on(const Curve& curve, const Cluster& cluster, int cells, const std::string& what);

}  // namespace eddy
