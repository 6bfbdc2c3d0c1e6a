#include "mesh/grid_lines.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "case/options.hpp"
#include "mesh/faces.hpp"
#include "mesh/section.hpp"
#include "mesh/spacing.hpp"

namespace eddy {

Outwards::Outwards(const MeshOptions& o) : cells_(o.cells[1]), first_(o.first), growth_(o.growth) {
  far_ = o.far ? *o.far : geometric_length(cells_, *o.first, *o.growth);
  if (o.first && o.far && *o.first * 1.000001 >= *o.far)
    throw Error(Exit::usage, "mesh.first must be less than mesh.far.");
  if (!std::isfinite(far_) || far_ > 1e15)
    throw Error(Exit::usage,
                "mesh.first and mesh.growth put the far boundary beyond all bounds. Take a smaller growth.");
}

double Outwards::ratio() const { return growth_ ? *growth_ : geometric_ratio(cells_, *first_, far_); }

double Outwards::first() const { return first_ ? *first_ : far_ / geometric_length(cells_, 1, *growth_); }

std::vector<double> Outwards::places(double length, double wider) const {
  return spaced_geometric(cells_, first_ ? geometric_ratio(cells_, *first_ * wider, length) : *growth_);
}

PointList Outwards::nodes(const PointList& samples, double wider) const {
  double length = 0;
  for (std::size_t n = 1; n < samples.size(); ++n) length += distance(samples[n - 1], samples[n]);
  const Curve line = curve_points(samples, true);
  PointList nodes;
  for (double s : places(length, wider)) nodes.push_back(line(s));
  nodes.front() = samples.front();
  nodes.back() = samples.back();
  return nodes;
}

namespace {
constexpr int outline_samples = 4000;
}

Indexed::Indexed(const Curve& outline, const std::function<double(double s, double before)>& number, double start)
    : outline_(outline), number_(number) {
  double before = start;
  for (int n = 0; n <= outline_samples; ++n) {
    before = number(double(n) / outline_samples, before);
    at_.push_back(before);
  }
  for (int n = 0; n < outline_samples; ++n) rises_ = rises_ && at_[n] < at_[n + 1];
}

Point Indexed::find(double wanted) const {
  const auto above = std::upper_bound(at_.begin() + 1, at_.end() - 1, wanted);
  const auto n = std::size_t(above - at_.begin()) - 1;
  double low = double(n) / outline_samples, high = double(n + 1) / outline_samples;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (number_(middle, at_[n]) < wanted ? low : high) = middle;
  }
  return outline_(0.5 * (low + high));
}

void refuse_bent_body(const char* kind) {
  throw Error(Exit::usage, std::string("the body of mesh.around is too bent for ") + kind +
                               ". Make blocks of it: mesh.kind = \"blocks\".");
}

Point middle_of(const Curve& outline) {
  Point mean{};
  for (int n = 0; n < 1000; ++n) {
    const Point p = outline(n / 1000.0);
    for (int a = 0; a < 2; ++a) mean[a] += p[a] / 1000.0;
  }
  return mean;
}

void set_line(Block& block, int i, const PointList& nodes, const Section& section) {
  for (std::size_t j = 0; j < nodes.size(); ++j) {
    const Point p = section.placed(nodes[j]);
    for (int a = 0; a < 2; ++a) block.nodes[a][block.node(i, static_cast<int>(j), 0)] = p[a];
  }
}

NamedPiece named_side(const Block& block, int number, int side, const std::string& name) {
  return {{number, side, side_cells(block, side)}, name};
}

}  // namespace eddy
