// The body inside an O-, C- or H-grid: a closed outline in a frame of its own, and the place of that frame in the
// plane.
//
//            upper ──▶
//     nose ◀──────────────▶ trailing edge      the outline runs clockwise, from the trailing edge along the lower side
//            ◀── lower
#pragma once
#include "mesh/curve.hpp"

namespace eddy {

struct Section {
  Curve outline;  // clockwise, s = 0 and s = 1 at the trailing edge (a circle: downstream)
  Point nose{}, trailing{};
  double nose_at = 0.5;    // s of the nose
  double nose_radius = 0;  // radius of curvature; 0: sharp
  bool has_edge = true;    // it has a trailing edge; without one the body is round
  bool closed = true;      // its trailing edge is a point
  bool even = false;       // cells along it are equally wide (between straight sides), not finer at its ends
  double chord = 1;
  Point pivot{};                // the body is turned about this point, …
  double cosine = 1, sine = 0;  // … clockwise by the angle, …
  Point offset{};               // … then moved

  Point placed(const Point& p) const;
};

void begin_at_leftmost(
    Section& section);  // puts the nose where x is least, not where it is farthest from the trailing edge
Section make_section(const SectionOptions& options, const std::filesystem::path& folder, bool close);

}  // namespace eddy
