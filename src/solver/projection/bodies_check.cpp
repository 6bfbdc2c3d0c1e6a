// Checks of bodies in a flow; each fault is reported with its place in the case.
#include <algorithm>
#include <cmath>
#include <set>

#include "base/text.hpp"
#include "solver/places.hpp"
#include "solver/projection/bodies.hpp"

namespace eddy::projection {

// The connected regions of the fluid. Outside of a box around all bodies everything is fluid, so a cell there belongs
// to the region of the nearest cell of the box.
class Bodies::Regions {
 public:
  Regions(const Bodies& bodies, const Model& model, const Box& window)
      : bodies_(bodies),
        model_(model),
        box_(window.grown(1, model.dimensions()).common(model.cells())),
        region_(static_cast<std::size_t>(box_.cells()), -1) {
    each(box_, [&](const Place& seed) {
      if (!bodies_.of(seed) && region_[place(seed)] < 0) spread(seed);
    });
  }
  int count() const { return count_; }
  int of(Place c) const {  // from 0; −1 in a body
    for (int a = 0; a < 3; ++a) c[a] = std::clamp(c[a], box_.lo[a], box_.hi[a] - 1);
    return region_[place(c)];
  }

 private:
  std::size_t place(const Place& c) const { return place_in(box_, c); }
  void spread(const Place& seed) {
    std::vector<Place> waiting{seed};
    region_[place(seed)] = count_;
    while (!waiting.empty()) {
      const Place c = waiting.back();
      waiting.pop_back();
      for (int a = 0; a < model_.dimensions(); ++a)
        for (int step : {-1, 1}) {
          Place next = moved(c, a, step);
          if (model_.periodic(a) && next[a] < box_.lo[a]) next[a] = box_.hi[a] - 1;
          if (model_.periodic(a) && next[a] >= box_.hi[a]) next[a] = box_.lo[a];
          if (next[a] < box_.lo[a] || next[a] >= box_.hi[a] || bodies_.of(next) || region_[place(next)] >= 0) continue;
          region_[place(next)] = count_;
          waiting.push_back(next);
        }
    }
    ++count_;
  }

  const Bodies& bodies_;
  const Model& model_;
  Box box_;
  std::vector<int> region_;
  int count_ = 0;
};

namespace {

struct Through {  // the flow through the sides of a region
  double in = 0;
  bool open = false;
  Place cell{};
};

}  // namespace

// Of a cell at a side. A true surface may leave the cell's centre in the fluid and have that of its face.
int Bodies::body_at_side(int side, const Place& cell) const {
  const int axis = side / 2;
  const Place face = moved(cell, axis, side % 2);
  if (!sharp_ || sharp_->fluid(axis, face)) return of(cell);
  return sharp_->nearest_of_face(axis, face);
}

// At one time: bodies where the flow comes in or goes out, and regions that it cannot leave.
bool Bodies::check_sides(double t, const Regions& regions, Problems& problems) const {
  const std::size_t before = problems.size();
  std::vector<Through> all(static_cast<std::size_t>(regions.count()));
  double whole = 0;
  for (int side = 0; side < 2 * grid_.dimensions; ++side) {
    const int axis = side / 2;
    if (model_.periodic(axis)) continue;
    const auto area = model_.areas(side), u = model_.side_values(side, axis, t), out = model_.outflow_faces(side),
               kept = model_.side_mirror(side, axis);
    std::set<int> told;
    std::size_t n = 0;
    each(model_.side_box(side), [&](Place c) {
      c[axis] = side % 2 ? grid_.cells(axis) - 1 : 0;
      const double flow = (side % 2 ? -1 : 1) * u[n] * area[n] * (1 - kept[n]);
      const bool open = out[n] > 0, outside = area[n] == 0;
      ++n;
      if (outside) return;
      const int body = body_at_side(side, c);
      if (body && (open || flow != 0) && told.insert(body).second)
        problems.at(key(body), name(body) + " lies on the " + side_names[side] + " side where the flow " +
                                   (open || flow < 0 ? "goes out" : "comes in") + ", at cell " +
                                   cell_text(c, grid_.dimensions) + ". Move it, or make that part of boundary." +
                                   side_names[side] + " a wall: a patch with kind = \"no-slip\" and where.");
      if (body) return;
      Through& r = all[static_cast<std::size_t>(regions.of(c))];
      r.in += flow;
      r.open = r.open || open;
      r.cell = c;
      whole += std::abs(flow);
    });
  }
  for (const Through& r : all)
    if (all.size() > 1 && !r.open && std::abs(r.in) > 1e-10 * whole)
      problems.at("body", "bodies close the way of the flow: " + number_text(std::abs(r.in)) +
                              (grid_.dimensions == 2 ? " m²/s" : " m³/s") + (r.in > 0 ? " go into" : " leave") +
                              " the fluid around cell " + cell_text(r.cell, grid_.dimensions) +
                              (r.in > 0 ? ", and none can leave it." : ", and none comes into it.") +
                              " Leave a gap, or make one of its sides an outflow.");
  return problems.size() > before;
}

void Bodies::check_probes(const OutputOptions& output, Problems& problems) const {
  int number = 0;
  for (const ProbeOptions& p : output.probe) {
    ++number;
    Place c{0, 0, 0};
    for (int a = 0; a < grid_.dimensions; ++a) {
      const auto& nodes = grid_.nodes[a];
      c[a] = static_cast<int>(std::upper_bound(nodes.begin(), nodes.end(), p.at[a]) - nodes.begin()) - 1;
    }
    const bool beside = sharp_ && sharp_->distance({p.at[0], p.at[1], grid_.dimensions == 3 ? p.at[2] : 0}) > -1e-9;
    if (const int n = of(c); n && !beside)
      problems.at("output.probe " + std::to_string(number) + ".at",
                  "output.probe at (" + number_text(p.at[0]) + ", " + number_text(p.at[1]) +
                      (grid_.dimensions == 3 ? ", " + number_text(p.at[2]) : "") + ") lies inside " + name(n) +
                      ". Move it.");
  }
}

// Values inside an edge that no cell resolves are those of planes at most: the steps may be too bold for them.
void Bodies::note_edges(std::vector<std::string>& all) const {
  const Convection convection = options_.scheme.convection;
  if (!sharp_ || convection == Convection::koren) return;
  for (int body = 1; body <= static_cast<int>(options_.body.size()); ++body)
    if (const auto at = sharp_->thin_at(body)) {
      std::string place;
      for (int a = 0; a < grid_.dimensions; ++a) place += (a ? ", " : "") + number_text((*at)[a]);
      all.push_back(name(body) + " is thinner than two cells at (" + place +
                    "): the flow around that edge is as rough as the cells. Should it grow there, take "
                    "scheme.convection = \"koren\", or a finer mesh.");
    }
}

std::vector<std::string> Bodies::notes() const {
  std::vector<std::string> all;
  note_edges(all);
  for (int side = 0; side < 2 * grid_.dimensions && any(); ++side) {
    const int axis = side / 2;
    if (model_.periodic(axis)) continue;
    std::set<int> told;
    each(model_.side_box(side), [&](Place c) {
      c[axis] = side % 2 ? grid_.cells(axis) - 1 : 0;
      if (const int n = of(c); n && told.insert(n).second)
        all.push_back(name(n) + " stands on the " + side_names[side] +
                      " side: what lies beyond is cut off, and its force is that on its surface within the domain.");
    });
  }
  return all;
}

void Bodies::check(const Case& c, Problems& problems) const {
  if (!any()) return;
  for (const Fault& f : faults_) problems.at(f.key, f.text);
  if (problems.empty()) check_motion(c, problems);
  const Regions regions(*this, model_, window_);
  for (double t : some_times(c.run, model_.boundary_varies()))
    if (check_sides(t, regions, problems)) break;
  check_probes(c.output, problems);
}

}  // namespace eddy::projection
