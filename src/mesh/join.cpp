#include "mesh/join.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>

#include "base/error.hpp"
#include "base/text.hpp"
#include "case/options.hpp"
#include "mesh/faces.hpp"
#include "mesh/quality.hpp"

namespace eddy {
namespace {

using Cell3 = std::array<int, 3>;

class Join {
 public:
  Join(std::vector<Block> blocks, const std::vector<NamedPiece>& named, const std::vector<PeriodicPair>& periodic) {
    mesh_.dimensions = blocks.empty() ? 2 : blocks[0].dimensions;
    mesh_.blocks = std::move(blocks);
    faces_ = side_faces(mesh_.blocks);
    label_.assign(faces_.size(), unnamed);
    for (const NamedPiece& piece : named) name(piece);
    find_seams();
    find_misfits();
    if (faults_.empty()) name_the_rest();
    for (const PeriodicPair& pair : periodic)
      if (faults_.empty()) join_periodic(pair);
    if (!faults_.empty()) throw Error(Exit::usage, eddy::join(faults_, "\n"));
    make_patches();
  }
  BlockMesh take() { return std::move(mesh_); }

 private:
  static constexpr int unnamed = -1, in_seam = -2;

  std::string side_text(int block, int side) const {
    return "block '" + mesh_.blocks[block].name + "', side '" + side_names[side] + "'";
  }
  int number_of(const std::string& name) {
    const auto at = std::find(names_.begin(), names_.end(), name);
    if (at == names_.end()) names_.push_back(name);
    return static_cast<int>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }
  void fault(const std::string& text) {
    if (std::find(faults_.begin(), faults_.end(), text) == faults_.end()) faults_.push_back(text);
  }

  void name(const NamedPiece& named) {
    const int number = number_of(named.name);
    for (std::size_t f = 0; f < faces_.size(); ++f) {
      const SideFace& face = faces_[f];
      if (face.block != named.piece.block || face.side != named.piece.side) continue;
      if (!named.piece.cells.holds(Box{face.cell, {face.cell[0] + 1, face.cell[1] + 1, face.cell[2] + 1}})) continue;
      if (label_[f] >= 0 && label_[f] != number)
        fault(side_text(face.block, face.side) + ": a piece of it is named both '" + names_[label_[f]] + "' and '" +
              named.name + "'.");
      label_[f] = number;
    }
  }

  // Faces of one pair of sides with the same turn make one seam, in a few pieces.
  void add_seams(const std::vector<FacePair>& pairs, const Point& shift) {
    std::map<std::array<int, 13>, std::vector<std::size_t>> groups;
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const Seam s = seam_of(mesh_.blocks, faces_[pairs[p].first], faces_[pairs[p].second], pairs[p].turn);
      groups[{s.first.block, s.first.side, s.second.block, s.second.side, s.axis[0], s.axis[1], s.axis[2], s.sign[0],
              s.sign[1], s.sign[2], s.offset[0], s.offset[1], s.offset[2]}]
          .push_back(p);
    }
    for (const auto& [key, group] : groups) {
      const FacePair& one = pairs[group[0]];
      Seam seam = seam_of(mesh_.blocks, faces_[one.first], faces_[one.second], one.turn);
      seam.shift = shift;
      std::vector<Cell3> cells;
      for (std::size_t p : group) cells.push_back(faces_[pairs[p].first].cell);
      for (const Box& box : boxes_of(seam.first.side, cells)) add_seam(seam, box);
    }
  }
  void add_seam(Seam seam, const Box& box) {
    seam.first.cells = seam.second.cells = box;
    const int n = side_axis(seam.first.side);
    Box beyond = box.shifted(n, side_upper(seam.first.side) ? 1 : -1);
    for (int a = 0; a < 3; ++a) beyond.hi[a] -= 1;
    const Cell3 lo = seam.cell(beyond.lo), hi = seam.cell(beyond.hi);
    for (int a = 0; a < 3; ++a) {
      seam.second.cells.lo[a] = std::min(lo[a], hi[a]);
      seam.second.cells.hi[a] = std::max(lo[a], hi[a]) + 1;
    }
    mesh_.seams.push_back(seam);
  }

  void find_seams() {
    std::vector<std::size_t> all(faces_.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<FacePair> seams;
    for (const FacePair& pair : matching_faces(faces_, all, all, {})) {
      const bool one = label_[pair.first] >= 0, other = label_[pair.second] >= 0;
      if (one && other) continue;
      if (label_[pair.first] == in_seam || label_[pair.second] == in_seam)
        fault("more than two sides meet at " + point_text(faces_[pair.first].centre, mesh_.dimensions) + ": " +
              side_text(faces_[pair.first].block, faces_[pair.first].side) + " is one of them.");
      if (one || other) {
        const std::size_t named = one ? pair.first : pair.second, with = one ? pair.second : pair.first;
        fault(side_text(faces_[named].block, faces_[named].side) + " is named '" + names_[label_[named]] +
              "', but meets " + side_text(faces_[with].block, faces_[with].side) +
              ". Remove the name, or name both for a wall between them.");
      }
      label_[pair.first] = label_[pair.second] = in_seam;
      seams.push_back(pair);
    }
    add_seams(seams, {});
  }

  // The least width, across a side, of the cells at its corners.
  double width_before(int block, int side) const {
    const Block& b = mesh_.blocks[block];
    const int n = side_axis(side);
    double least = std::numeric_limits<double>::infinity();
    for (int c = 0; c < 1 << (b.dimensions - 1); ++c) {
      Cell3 node{}, inner{};
      for (int a = 0, bit = 0; a < b.dimensions; ++a) node[a] = a != n && (c >> bit++ & 1) ? b.cells[a] : 0;
      node[n] = side_upper(side) ? b.cells[n] : 0;
      inner = node;
      inner[n] += side_upper(side) ? -1 : 1;
      least = std::min(least,
                       distance(b.at(b.node(node[0], node[1], node[2])), b.at(b.node(inner[0], inner[1], inner[2]))));
    }
    return least;
  }

  // Reports sides without a name that are no seam, but whose corners agree, or nearly agree, measured by the width of the
  // cells there: they were meant to be a seam.
  void find_misfits() {
    std::vector<SideFace> open;
    for (std::size_t b = 0; b < mesh_.blocks.size(); ++b)
      for (int side = 0; side < 2 * mesh_.dimensions; ++side) {
        open.push_back(side_as_face(mesh_.blocks, static_cast<int>(b), side));
        double size = 0;
        for (int c = 1; c < open.back().corners; ++c)
          size = std::max(size, distance(open.back().corner[0], open.back().corner[c]));
        if (size > 0) open.back().tolerance = std::max(1e-4 * size, 0.2 * width_before(static_cast<int>(b), side));
      }
    std::vector<char> has_unnamed(open.size(), 0);
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (label_[f] == unnamed) has_unnamed[std::size_t(faces_[f].block) * 2 * mesh_.dimensions + faces_[f].side] = 1;
    std::vector<std::size_t> all;
    for (std::size_t s = 0; s < open.size(); ++s)
      if (has_unnamed[s]) all.push_back(s);
    for (const FacePair& pair : matching_faces(open, all, all, {}))
      report_misfit(open[pair.first], open[pair.second], pair.turn);
  }
  void report_misfit(const SideFace& first, const SideFace& second, const Turn& turn) {
    const Block &a = mesh_.blocks[first.block], &b = mesh_.blocks[second.block];
    const auto from = axes_along(first.side), to = axes_along(second.side);
    const double apart = best_turn(first, second, {}).second;
    const std::string ends = apart > 1e-4 * distance(first.corner[0], first.corner[first.corners - 1]) ? " nearly" : "";
    const std::string both = side_text(first.block, first.side) + " and " + side_text(second.block, second.side) + ends;
    for (int n = 0; n < mesh_.dimensions - 1; ++n) {
      const int m = turn.exchanged ? 1 - n : n;
      if (a.cells[from[n]] == b.cells[to[m]]) continue;
      return fault(both + " have the same ends, but " + std::to_string(a.cells[from[n]]) + " and " +
                   std::to_string(b.cells[to[m]]) + " cells: give both the same, or name both if they are boundaries.");
    }
    SideFace begin = second;  // the cell that meets the first one of the other side
    for (int n = 0; n < 2; ++n) {
      const int axis = to[turn.exchanged ? 1 - n : n];
      begin.cell[axis] = turn.reversed[n] ? b.cells[axis] - 1 : 0;
    }
    Seam seam = seam_of(mesh_.blocks, first, begin, turn);
    seam.first.cells = side_cells(a, first.side);
    const auto [gap, where] = largest_gap(mesh_, seam);
    fault(both + " have the same ends, but do not meet: the largest gap is " + number_text(gap) + " at " +
          point_text(where, mesh_.dimensions) + ". Let them agree, or name both if they are boundaries.");
  }

  void name_the_rest() {
    const bool several = mesh_.blocks.size() > 1;
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (label_[f] == unnamed)
        label_[f] = number_of((several ? mesh_.blocks[faces_[f].block].name + "." : "") + side_names[faces_[f].side]);
  }

  std::vector<std::size_t> faces_named(const std::string& name, const PeriodicPair& pair) {
    std::vector<std::size_t> list;
    const auto at = std::find(names_.begin(), names_.end(), name);
    for (std::size_t f = 0; at != names_.end() && f < faces_.size(); ++f)
      if (label_[f] == at - names_.begin()) list.push_back(f);
    if (list.empty())
      fault("seam." + pair.name + ": there is no patch '" + name + "'." + did_you_mean(name, names_) +
            " Patches: " + eddy::join(names_) + ".");
    return list;
  }
  Point mean_of(const std::vector<std::size_t>& list) const {
    Point mean{};
    for (std::size_t f : list)
      for (int a = 0; a < 3; ++a) mean[a] += faces_[f].centre[a] / double(list.size());
    return mean;
  }
  static Point difference(const Point& a, const Point& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }

  void join_periodic(const PeriodicPair& pair) {
    const auto first = faces_named(pair.first, pair), second = faces_named(pair.second, pair);
    if (first.empty() || second.empty()) return;
    const std::string what = "seam." + pair.name + ": patches '" + pair.first + "' and '" + pair.second + "' ";
    if (first.size() != second.size())
      return fault(what + "have " + std::to_string(first.size()) + " and " + std::to_string(second.size()) +
                   " faces: they must be alike.");
    Point shift = difference(mean_of(second), mean_of(first));
    std::vector<FacePair> pairs = matching_faces(faces_, first, second, shift);
    if (pairs.size() != first.size()) return report_open(what, first, second, pairs, shift);
    const FacePair& one = pairs[0];  // the difference of two nodes is free of the rounding of a mean
    shift = difference(faces_[one.second].corner[one.turn.corner(0)], faces_[one.first].corner[0]);
    for (const FacePair& p : pairs) label_[p.first] = label_[p.second] = in_seam;
    add_seams(pairs, shift);
  }
  void report_open(const std::string& what, const std::vector<std::size_t>& first,
                   const std::vector<std::size_t>& second, const std::vector<FacePair>& pairs, const Point& shift) {
    std::vector<char> met(faces_.size(), 0);
    for (const FacePair& p : pairs) met[p.first] = 1;
    double worst = 0;
    Point where{};
    int looked = 0;
    for (std::size_t f : first) {
      if (met[f] || ++looked > 1000) continue;  // a sample is enough for the message
      double gap = std::numeric_limits<double>::infinity();
      for (std::size_t g : second) gap = std::min(gap, best_turn(faces_[f], faces_[g], shift).second);
      if (gap > worst) {
        worst = gap;
        where = faces_[f].centre;
      }
    }
    fault(what + "do not agree when one is moved to the other: the largest gap is " + number_text(worst) + " near " +
          point_text(where, mesh_.dimensions) + ".");
  }

  void make_patches() {
    std::vector<std::map<std::pair<int, int>, std::vector<Cell3>>> cells(names_.size());
    for (std::size_t f = 0; f < faces_.size(); ++f)
      if (label_[f] >= 0) cells[label_[f]][{faces_[f].block, faces_[f].side}].push_back(faces_[f].cell);
    for (std::size_t n = 0; n < names_.size(); ++n) {
      MeshPatch patch{names_[n], {}};
      for (const auto& [where, list] : cells[n])
        for (const Box& box : boxes_of(where.second, list)) patch.pieces.push_back({where.first, where.second, box});
      if (!patch.pieces.empty()) mesh_.patches.push_back(std::move(patch));
    }
  }

  BlockMesh mesh_;
  std::vector<SideFace> faces_;
  std::vector<int> label_;  // label of each face: a place in names_, or in_seam
  std::vector<std::string> names_, faults_;
};

}  // namespace

BlockMesh join(std::vector<Block> blocks, const std::vector<NamedPiece>& named,
               const std::vector<PeriodicPair>& periodic) {
  return Join(std::move(blocks), named, periodic).take();
}

}  // namespace eddy
