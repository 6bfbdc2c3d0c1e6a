// Finds the boundary faces of the domain and their conditions.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>

#include "base/error.hpp"
#include "base/text.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/domain.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

static const NamedCondition* condition_of(const CompressibleOptions& o, const std::string& patch) {
  for (const std::string& name : {patch, std::string("others")})
    for (const NamedCondition& c : o.boundary)
      if (c.name == name) return &c;
  return nullptr;
}

void Domain::find_faces(const Case& c, const CompressibleOptions& o) {
  Problems problems(c.place);
  for (std::size_t p = 0; p < mesh_.patches.size(); ++p) {
    const MeshPatch& patch = mesh_.patches[p];
    const NamedCondition* const condition = condition_of(o, patch.name);
    if (!condition) {
      problems.at("boundary",
                  "patch '" + patch.name + "' has no condition. Give boundary." + patch.name + ", or 'others'.");
      continue;
    }
    for (const SidePiece& piece : patch.pieces) {
      const int number = number_[piece.block];
      std::optional<BlockGeometry> of_another;
      if (number < 0) of_another.emplace(*neighbours_, piece.block, 1);
      const BlockGeometry& g = number < 0 ? *of_another : geometry_[number];
      const int axis = piece.side / 2;
      const bool upper = piece.side % 2;
      each(piece.cells, [&](const Place& cell) {
        BoundaryFace f;
        f.cell = {piece.block, cell};
        f.side = piece.side;
        f.patch = static_cast<int>(p);
        const Place lower = moved(cell, axis, upper);
        const Point s = g.area(lower, axis), middle = g.centre(cell);
        f.area = std::hypot(s[0], s[1], s[2]);
        f.centre = g.face_centre(lower, axis);
        for (int n = 0; n < 3; ++n) {
          f.normal[n] = (upper ? 1 : -1) * s[n] / f.area;
          f.distance += f.normal[n] * (f.centre[n] - middle[n]);
        }
        for (const Patch& part : condition->patches)
          if (!part.where || evaluate(*part.where, "boundary." + condition->name + ".where", f.centre, 0) != 0)
            f.condition = &part;
        all_faces_.push_back(f);
      });
    }
  }
  for (const NamedCondition& n : o.boundary) {
    const bool known = n.name == "others" || std::any_of(mesh_.patches.begin(), mesh_.patches.end(),
                                                         [&](const MeshPatch& p) { return p.name == n.name; });
    if (!known && !(n.patches.front().kind == periodic_kind))
      problems.at("boundary." + n.name, "the mesh has no patch '" + n.name + "'." +
                                            did_you_mean(n.name, patch_names(mesh_)) +
                                            " Patches: " + join(patch_names(mesh_)) + ".");
  }
  const auto refuse_unknown = [&](const std::string& key, const std::string& name, std::vector<std::string> patches) {
    if (patches.empty()) patches = {name};
    const std::vector<std::string> known = patch_names(mesh_);
    for (const std::string& p : patches)
      if (std::find(known.begin(), known.end(), p) == known.end())
        problems.at(key, key + ": the mesh has no patch '" + p + "'." + did_you_mean(p, known) +
                             " Patches: " + join(known) + ".");
  };
  for (const ForcesOptions& f : o.forces) refuse_unknown("forces." + f.name, f.name, f.patches);
  for (const SurfaceOptions& s : o.surface) refuse_unknown("surface." + s.name, s.name, s.patches);
  for (const Block& b : mesh_.blocks)
    for (int a = 0; a < b.dimensions; ++a)
      if (b.cells[a] < 2)
        problems.at("mesh",
                    "block '" + b.name + "' has one cell along an axis; solver 'compressible' needs at least two.");
  problems.throw_if_any();
}

// Sorts faces by condition, patch, and place in the mesh before it was cut for ranks: the order does not depend on the
// number of ranks.
void Domain::order_faces(const std::vector<MeshPatch>& whole) {
  std::map<std::array<int, 5>, int> order;
  for (const MeshPatch& patch : whole)
    for (const SidePiece& piece : patch.pieces)
      each(piece.cells, [&](const Place& c) {
        order.emplace(std::array<int, 5>{piece.block, piece.side, c[0], c[1], c[2]}, static_cast<int>(order.size()));
      });
  const auto key = [&](const BoundaryFace& f) {
    const auto& offset = offset_[f.cell.block];
    const Place& at = f.cell.at;
    const auto found =
        order.find({parent_[f.cell.block], f.side, at[0] + offset[0], at[1] + offset[1], at[2] + offset[2]});
    return std::tuple(f.condition->kind, f.patch, found->second);
  };
  std::vector<std::pair<std::tuple<int, int, int>, BoundaryFace>> keyed;
  for (const BoundaryFace& f : all_faces_) keyed.emplace_back(key(f), f);
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  all_faces_.clear();
  for (const auto& [place, face] : keyed) all_faces_.push_back(face);
  std::copy_if(all_faces_.begin(), all_faces_.end(), std::back_inserter(faces_),
               [&](const BoundaryFace& f) { return number_[f.cell.block] >= 0; });
}

}  // namespace eddy::compressible
