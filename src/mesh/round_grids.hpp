// C- and H-grids around a body without a trailing edge, such as a circle: a ring of blocks around the body, and blocks
// around the ring that make the outer form of a C or an H.
//
//      C   ╭────────┬─────────┐        H  ┌───┬───────┬───┐       ○ the body; the ring's blocks meet along the
//        ╭─╯      ╲ │         │           │   │       │   │         oblique lines. Five blocks meet at each outer
//        │    ╭──╲╱─┼─────────┤           ├───┼╲─────╱┼───┤         end of such a line.
//        │    │  ○  │  wake   │           │   │   ○   │   │
//        │    ╰──╱╲─┼─────────┤           ├───┼╱─────╲┼───┤
//        ╰─╮      ╱ │         │           │   │       │   │
//          ╰────────┴─────────┘           └───┴───────┴───┘
#pragma once
#include "mesh/body_grids.hpp"

namespace eddy {

struct Section;

BodyGrid round_grid(const MeshOptions& options, const Section& body);  // kind c_grid or h_grid
double round_cell_count(const MeshOptions& options, const Section& body);

}  // namespace eddy
