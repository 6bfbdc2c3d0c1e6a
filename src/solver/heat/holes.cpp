#include "solver/heat/holes.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/error.hpp"
#include "base/text.hpp"
#include "field/field.hpp"
#include "mesh/shape.hpp"
#include "solver/heat_boundary/list.hpp"

namespace eddy::heat {

namespace {

constexpr double least_part = 1e-4;  // least part of a cell with open faces: its heat capacity must not be 0

struct Chosen {  // holes whose surface gives a temperature, or the others
  std::vector<Shape> shapes;
  std::vector<int> regions;
};
Chosen chosen(const std::vector<Region>& regions, bool temperature) {
  Chosen all;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    if (!regions[r].hole || gives_temperature(regions[r]) != temperature) continue;
    all.shapes.push_back(regions[r].shape);
    all.regions.push_back(static_cast<int>(r));
  }
  return all;
}

bool same(const Patch& a, const Patch& b) {
  if (a.kind != b.kind || a.values.size() != b.values.size()) return false;
  for (std::size_t v = 0; v < a.values.size(); ++v) {
    const Formula &f = a.values[v], &g = b.values[v];
    if (f.constant() != g.constant()) return false;
    if (f.constant() ? f(0, 0, 0, 0) != g(0, 0, 0, 0) : f.text() != g.text()) return false;
  }
  return true;
}

std::string text_of(const Region& r) { return "region." + r.name; }

}  // namespace

bool gives_temperature(const Region& hole) {
  const Condition& c = condition_of(hole.surface.front());
  return c.roles == std::vector<Role>{Role::ghost};
}

std::vector<std::uint8_t> cells_in_holes(const Grid& grid, const std::vector<Region>& regions) {
  std::vector<std::uint8_t> all;
  const Box cells{{0, 0, 0}, grid.cells()};
  for (const Region& r : regions) {
    if (!r.hole) continue;
    all.resize(static_cast<std::size_t>(grid.cell_count()), 0);
    const CutShapes cut(grid, std::vector<Shape>{r.shape});
    const Reach near = reach(grid, r.shape);
    each(Box{near.lo, near.hi}.grown(1, grid.dimensions).common(cells), [&](const Place& c) {
      if (cut.distance_at(-1, c) <= cut.least_distance()) all[place_in(cells, c)] = 1;
    });
  }
  return all;
}

Holes::Holes(const Grid& grid, const std::vector<Region>& regions)
    : grid_(grid), regions_(regions), cells_{{0, 0, 0}, grid.cells()} {
  if (this->regions().empty()) return;
  const Chosen films = chosen(regions, false), walls = chosen(regions, true);
  const CutShapes cut_by_films(grid, films.shapes), cut_by_walls(grid, walls.shapes);
  part_.assign(static_cast<std::size_t>(grid.cell_count()), 1);
  in_wall_.assign(part_.size(), 0);
  find_parts(cut_by_films);
  close(cut_by_walls);
  find_open(cut_by_films);
  add_films(cut_by_films, films.regions);
  add_walls(cut_by_walls, walls.regions);
  std::stable_sort(pieces_.begin(), pieces_.end(),
                   [](const HolePiece& a, const HolePiece& b) { return a.region < b.region; });
}

std::vector<int> Holes::regions() const {
  std::vector<int> all;
  for (std::size_t r = 0; r < regions_.size(); ++r)
    if (regions_[r].hole) all.push_back(static_cast<int>(r));
  return all;
}

Box Holes::window(int region) const {
  const Reach r = reach(grid_, regions_[static_cast<std::size_t>(region)].shape);
  return Box{r.lo, r.hi}.grown(2, grid_.dimensions).common(cells_);
}

void Holes::find_parts(const CutShapes& films) {
  for (int r : regions())
    if (!gives_temperature(regions_[r])) each(window(r), [&](const Place& c) { part_[place(c)] = films.fraction(c); });
}

void Holes::close(const CutShapes& walls) {
  for (int r : regions())
    if (gives_temperature(regions_[r]))
      each(window(r), [&](const Place& c) {
        if (walls.distance_at(-1, c) <= walls.least_distance()) in_wall_[place(c)] = 1;
      });
}

// Makes cells and faces consistent: a cell is closed exactly if all of its faces are.
void Holes::find_open(const CutShapes& films) {
  for (int a = 0; a < grid_.dimensions; ++a) {
    const Box faces = face_box(cells_, a);
    open_[a].assign(static_cast<std::size_t>(faces.cells()), 1);
    for (int r : regions())
      if (!gives_temperature(regions_[r]))
        each(face_box(window(r), a),
             [&](const Place& f) { open_[a][place_in(faces, f)] = films.whole_opening(a, f).part; });
  }
  const auto faces_of = [&](const Place& c, const auto& call) {
    for (int a = 0; a < grid_.dimensions; ++a)
      for (int end : {0, 1}) call(open_[a][place_in(face_box(cells_, a), moved(c, a, end))], moved(c, a, 2 * end - 1));
  };
  for (int r : regions())
    each(window(r), [&](const Place& c) {
      double& part = part_[place(c)];
      double most = 0;
      faces_of(c, [&](double open, const Place&) { most = std::max(most, open); });
      part = most > 0 && !in_wall_[place(c)] ? std::max(part, least_part) : 0;
    });
  for (int r : regions())
    each(window(r), [&](const Place& c) {
      if (part_[place(c)] == 0) faces_of(c, [&](double& open, const Place&) { open = 0; });
    });
}

void Holes::add_films(const CutShapes& films, const std::vector<int>& regions) {
  std::map<std::size_t, Place> near;
  for (int r : regions)
    each(window(r), [&](const Place& c) {
      if (part_[place(c)] > 0) near.emplace(place(c), c);
    });
  for (const auto& [cell, c] : near) {
    const double area = films.wall_area(c);
    if (!(area > 0)) continue;
    const Point centre = films.place_of(-1, c), at = films.on_wall(centre);
    pieces_.push_back({cell, regions[std::size_t(films.nearest(at) - 1)], at, area, films.distance(centre)});
  }
}

// Adds pieces from a cell along each axis to a closed neighbour, where the surface lies between their centres.
void Holes::add_walls(const CutShapes& walls, const std::vector<int>& regions) {
  std::map<std::size_t, Place> near;
  for (int r : regions) each(window(r), [&](const Place& c) { near.emplace(place(c), c); });
  for (const auto& [cell, c] : near) {
    if (part_[cell] == 0) continue;
    for (int a = 0; a < grid_.dimensions; ++a)
      for (int step : {-1, 1}) {
        const Place next = moved(c, a, step);
        if (!cells_.holds({next, {next[0] + 1, next[1] + 1, next[2] + 1}}) || !in_wall_[place(next)]) continue;
        Point x = walls.place_of(-1, c);
        const double from = x[a], to = grid_.centre(a, next[a]);
        double middle = 0;
        const double length = std::abs(to - from);
        const double way =
            length * std::max(1e-3, walls.part_of_line(x, a, std::min(from, to), std::max(from, to), middle));
        double area = 1;
        for (int b = 0; b < grid_.dimensions; ++b)
          if (b != a) area *= grid_.width(b, c[b]);
        x[a] = from + step * way;
        pieces_.push_back({cell, regions[std::size_t(walls.nearest(x) - 1)], x, area, way, next});
      }
  }
}

void Holes::refuse(const std::array<bool, 3>& periodic) const {
  if (!any()) return;
  for (int a = 0; a < grid_.dimensions; ++a) {
    if (!periodic[a]) continue;
    const Box faces = face_box(cells_, a);
    each(faces.layer(a, false), [&](const Place& f) {
      if (open_[a][place_in(faces, f)] == open_[a][place_in(faces, moved(f, a, grid_.cells(a)))]) return;
      throw Error(Exit::usage,
                  std::string("a hole reaches a periodic side of the axis ") + "xyz"[a] +
                      " and is not the same on both sides. Move it inside, or let it go through from side to "
                      "side.");
    });
  }
  const std::vector<int> all = regions();
  for (int r : all) {
    const Region& one = regions_[std::size_t(r)];
    const auto inside = cells_inside(grid_, one.shape);
    if (std::none_of(pieces_.begin(), pieces_.end(), [&](const HolePiece& p) { return p.region == r; }) &&
        std::none_of(inside.begin(), inside.end(), [](std::uint8_t in) { return in; }))
      throw Error(Exit::usage, text_of(one) +
                                   " is a hole, but takes nothing off the mesh: it lies beyond it, or between "
                                   "the centres of its cells. Move it, or take a finer mesh.");
    for (int s : all) {
      const Region& other = regions_[std::size_t(s)];
      if (s <= r || same(one.surface.front(), other.surface.front())) continue;
      const auto also = cells_inside(grid_, other.shape);
      for (std::size_t c = 0; c < inside.size(); ++c)
        if (inside[c] && also[c])
          throw Error(Exit::usage, text_of(one) + " and " + text_of(other) +
                                       " are holes that overlap, and their surfaces have different conditions. Give "
                                       "both the same, or move one of them.");
    }
  }
  if (std::none_of(part_.begin(), part_.end(), [](double p) { return p > 0; }))
    throw Error(Exit::usage,
                "the holes (region.NAME.hole) cover the whole mesh: no material is left. Make them smaller.");
}

void Holes::refuse_loose(const std::vector<std::uint8_t>& leads, const std::array<bool, 3>& periodic) const {
  if (!any()) return;
  std::vector<std::uint8_t> seen(part_.size(), 0);
  int parts = 0, loose = 0;
  Place where{};
  std::vector<Place> waiting;
  each(cells_, [&](const Place& seed) {
    if (seen[place(seed)] || part_[place(seed)] == 0) return;
    bool fixed = false;
    waiting.assign(1, seed);
    seen[place(seed)] = 1;
    while (!waiting.empty()) {
      const Place c = waiting.back();
      waiting.pop_back();
      fixed = fixed || leads[place(c)];
      for (int a = 0; a < grid_.dimensions; ++a)
        for (int end : {0, 1}) {
          Place next = moved(c, a, 2 * end - 1);
          const bool beyond = next[a] < 0 || next[a] >= grid_.cells(a);
          if (beyond && !periodic[a]) continue;
          next[a] = (next[a] + grid_.cells(a)) % grid_.cells(a);
          if (open_[a][place_in(face_box(cells_, a), moved(c, a, end))] == 0 || seen[place(next)]) continue;
          if (part_[place(next)] == 0) continue;
          seen[place(next)] = 1;
          waiting.push_back(next);
        }
    }
    ++parts;
    if (fixed) return;
    ++loose;
    where = seed;
  });
  if (loose > 0 && parts > 1)
    throw Error(Exit::usage, "holes cut the material in " + std::to_string(parts) +
                                 " parts, and nothing fixes the temperature of the one around cell " +
                                 cell_text(where, grid_.dimensions) +
                                 ": it has no steady state of its own. Fix a temperature there, or leave a bridge.");
}

}  // namespace eddy::heat
