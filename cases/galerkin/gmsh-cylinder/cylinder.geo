// A circular cylinder of diameter 1 in the free stream: an O-grid in a square around it, and blocks from there to the
// ends of the domain, -10 … 25 by -10 … 10. Lines of the O-grid go on into the blocks.
//
//   y = 10  ┌──────┬───────┬──────────────────┐
//           │      │       │                  │
//        s  ├──────┼──\ /──┼──────────────────┤      n_side lines across the square's sides,
//           │      │   O   │                  │      n_ring around the cylinder outwards,
//       -s  ├──────┼──/ \──┼──────────────────┤      n_up, n_far, n_wake beyond the square
//           │      │       │                  │
//  y = -10  └──────┴───────┴──────────────────┘
//         x = -10  -s      s               x = 25
//
// To make cylinder.msh anew:   gmsh -2 -format msh41 cylinder.geo
radius = 0.5;
s      = 2.0;    // half the side of the square
n_side = 25;     // nodes along each side of the square, and along a quarter of the cylinder
n_ring = 25;
n_far  = 15;     // above and below
n_up   = 15;     // upstream
n_wake = 61;     // downstream
growth = 1.10;   // of one width to the one before, from the cylinder outwards

// The cylinder, its corners on the diagonals.
c = radius * Sqrt(0.5);
Point(1) = {0, 0, 0};
Point(11) = {-c, -c, 0};
Point(12) = {c, -c, 0};
Point(13) = {c, c, 0};
Point(14) = {-c, c, 0};
Circle(11) = {11, 1, 12};
Circle(12) = {12, 1, 13};
Circle(13) = {13, 1, 14};
Circle(14) = {14, 1, 11};

// Three by three boxes; points 100 + 10 row + column.
x() = {-10, -s, s, 25};
y() = {-10, -s, s, 10};
For j In {0:3}
  For i In {0:3}
    Point(100 + 10*j + i) = {x(i), y(j), 0};
  EndFor
EndFor
For j In {0:3}
  For i In {0:2}
    Line(200 + 10*j + i) = {100 + 10*j + i, 101 + 10*j + i};   // along x
    Line(300 + 10*i + j) = {100 + 10*i + j, 110 + 10*i + j};   // along y
  EndFor
EndFor
For j In {0:2}
  For i In {0:2}
    If (i != 1 || j != 1)
      Curve Loop(400 + 10*j + i) = {200 + 10*j + i, 300 + 10*j + i + 1, -(200 + 10*(j + 1) + i), -(300 + 10*j + i)};
      Plane Surface(400 + 10*j + i) = {400 + 10*j + i};
    EndIf
  EndFor
EndFor

// Between the cylinder and the square.
Line(21) = {11, 111};
Line(22) = {12, 112};
Line(23) = {13, 122};
Line(24) = {14, 121};
Curve Loop(501) = {21, 211, -22, -11};
Curve Loop(502) = {22, 312, -23, -12};
Curve Loop(503) = {23, -221, -24, -13};
Curve Loop(504) = {24, -311, -21, -14};
For n In {501:504}
  Plane Surface(n) = {n};
EndFor

Transfinite Curve {11:14} = n_side;
Transfinite Curve {21:24} = n_ring Using Progression growth;
For n In {0:3}
  Transfinite Curve {200 + 10*n} = n_up Using Progression 1/1.16;
  Transfinite Curve {201 + 10*n, 310 + n} = n_side;
  Transfinite Curve {202 + 10*n} = n_wake Using Progression 1.03;
  Transfinite Curve {300 + n} = n_far Using Progression 1/1.16;
  Transfinite Curve {320 + n} = n_far Using Progression 1.16;
EndFor
Transfinite Surface "*";
Recombine Surface "*";

Physical Surface("fluid") = {400, 401, 402, 410, 412, 420, 421, 422, 501:504};
Physical Curve("inflow") = {300, 310, 320};
Physical Curve("outflow") = {303, 313, 323};
Physical Curve("sides") = {200:202, 230:232};
Physical Curve("cylinder") = {11:14};
