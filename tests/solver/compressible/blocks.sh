# Meshes of turned blocks, and cases on them, for corners.sh.
#
# wheel: five blocks, turned by quarters, cover a warped square of 10 × 10.
#
#     ┌────┬────────┐      u, v = 0 … 6 across it; a block begins at (u, v), with the given width and height;
#     │    │   C    │      TURN is the number of quarters that its indices are turned by
#     │ D  ├───┬────┤
#     │    │ E │    │
#     ├────┴───┤ B  │
#     │   A    │    │
#     └────────┴────┘
# shellcheck shell=bash
warp=0.5 unit=6   # warp: amplitude of the distortion; unit: cells per unit of a block's width and height
warp_of() {  # U V: x and y of a point of the square
  printf 'x = "-5 + 10*(%s)/6 + %s*sin(pi*(%s)/3)*sin(pi*(%s)/3)"\n' "$1" "$warp" "$1" "$2"
  printf 'y = "-5 + 10*(%s)/6 + %s*sin(pi*(%s)/3)*sin(pi*(%s)/3)"\n' "$2" "$warp" "$1" "$2"
}
block() {  # NAME U V WIDTH HEIGHT TURN SIDES…: a side is left, right, bottom or top of the square
  local name=$1 u=$2 v=$3 w=$4 h=$5 turn=$6 s t n side of=""; shift 6
  local -A at
  case $turn in
    0) s=xi t=eta at=([left]=left [right]=right [bottom]=bottom [top]=top) ;;
    1) s="(1-eta)" t=xi at=([left]=top [right]=bottom [bottom]=left [top]=right) ;;
    2) s="(1-xi)" t="(1-eta)" at=([left]=right [right]=left [bottom]=top [top]=bottom) ;;
    3) s=eta t="(1-xi)" at=([left]=bottom [right]=top [bottom]=right [top]=left) ;;
  esac
  n="$((w * unit)), $((h * unit))"
  ((turn % 2)) && n="$((h * unit)), $((w * unit))"
  printf '[block.%s]\ncells = [%s]\n' "$name" "$n"
  warp_of "$u + $w*$s" "$v + $h*$t"
  for side; do of+="${of:+, }${at[$side]} = \"$side\""; done
  [[ -z $of ]] || printf 'sides = { %s }\n' "$of"
}
wheel() {
  block A 0 0 4 2 1 left bottom
  block B 4 0 2 4 2 right bottom
  block C 2 4 4 2 3 right top
  block D 0 2 2 4 0 left top
  block E 2 2 2 2 2
}
whole() { block W 0 0 6 6 0 left right bottom top; }
seams() { printf '[seam.%s]\nfirst = "%s"\nsecond = "%s"\n' x left right y bottom top; }

vortex_head() {  # RUN; ends in [boundary]
  cat <<TOML
solver = "compressible"
run = { device = "cpu", threads = 1, $1 }
mesh = { kind = "blocks" }
gas = { constant = 1 }
[output]
history_every = 1
fields = ["density", "velocity", "pressure"]
image = [{ field = "density", width = 200 }]
line = [{ name = "middle", from = [-4, -3], to = [4, 4], points = 65, fields = ["density", "velocity", "pressure"] },
        { name = "across", from = [-4, 4.5], to = [3, -4.5], points = 65, fields = ["density", "velocity", "pressure"] }]
[boundary]
TOML
}
vortex_case() {  # wheel or whole: a vortex so small that it vanishes at the sides
  vortex_head "dt = 0.03, steps = 20, checkpoint_every = 9"
  "$1"
  seams
  cat <<'TOML'
[initial]
density  = "(1 - 0.4*25/(8*1.4*pi^2)*exp(1 - 4*(x^2 + y^2)))^2.5"
velocity = ["1 - 5/pi*y*exp((1 - 4*(x^2 + y^2))/2)", "0.5 + 5/pi*x*exp((1 - 4*(x^2 + y^2))/2)"]
pressure = "(1 - 0.4*25/(8*1.4*pi^2)*exp(1 - 4*(x^2 + y^2)))^3.5"
TOML
}
stream='[freestream]
density = 1
pressure = 0.7142857142857143
velocity = [0.4, 0.3]
[exact]
density = 1
velocity = [0.4, 0.3]
pressure = 0.7142857142857143'
stream_case() {  # seams or far, and the command that prints the blocks
  vortex_head "cfl = 0.7, steps = 50" | grep -v -e line -e across
  [[ $1 == far ]] && echo 'others = { kind = "far-field" }'
  "${@:2}"
  [[ $1 == seams ]] && seams
  echo "$stream"
}
star() {  # COUNT: this many blocks around one corner
  local i f turn="2*pi/$1"
  for ((i = 0; i < $1; ++i)); do
    printf '[block.b%d]\ncells = [6, 6]\n' "$i"
    for f in cos sin; do
      [[ $f == cos ]] && printf 'x = ' || printf 'y = '
      printf '"xi*(1-eta)*%s(%d*%s) + 1.4*xi*eta*%s(%d.5*%s) + (1-xi)*eta*%s(%d*%s)"\n' \
        $f "$i" "$turn" $f "$i" "$turn" $f $((i + 1)) "$turn"
    done
  done
}
around_a_bend() {  # three oblique blocks around the corner of a wall, one of them turned
  printf '[block.%s]\ncells = [6, 6]\nx = "xi - 1 + 0.3*(%s)"\ny = "%s"\n' a eta-1 eta-1 b eta eta
  printf '[block.c]\ncells = [6, 6]\nx = "eta + 0.3*(1-xi)"\ny = "1-xi"\n'
}
around_a_step() {  # NAMES in an order: below a, above it b, and c beside that, around the corner of a wall
  local name
  for name; do
    printf '[block.%s]\ncells = [6, 6]\n' "$name"
    case $name in
      a) printf 'x = "xi"\ny = "eta-1"\n' ;;
      b) printf 'x = "xi"\ny = "eta"\n' ;;
      c) printf 'x = "xi-1"\ny = "eta"\n' ;;
    esac
  done
}
round_case() {  # c or h, BOUNDARY, THE REST: around a circle
  local form='kind = "c-grid"
cells = [32, 12]
wake = 16'
  [[ $1 == h ]] && form='kind = "h-grid"
cells = [16, 12]
upstream = 12
downstream = 16'
  cat <<TOML
solver = "compressible"
run = { device = "cpu", threads = 1, cfl = 0.4, steps = 60 }
gas = { constant = 1 }
output = { history_every = 1, fields = ["density", "velocity", "pressure"] }
[mesh]
$form
around = { shape = "circle", radius = 0.5 }
first = 0.03
far = 3
[boundary]
$2
$3
TOML
}
stream_case_3d() {  # two blocks, the second turned about x and z
  local bend='0.1*sin(2*pi*(%s))*sin(2*pi*(%s) + 1)*cos(pi*(%s))' a b
  # shellcheck disable=SC2059  # the format is above
  a=$(printf "$bend" xi/2 eta zeta) b=$(printf "$bend" "0.5 + eta/2" "1 - xi" zeta)
  vortex_head "cfl = 0.7, steps = 10" | grep -v -e line -e across -e image
  echo 'others = { kind = "far-field" }'
  printf '[block.one]\ncells = [6, 8, 5]\nx = "xi/2 + %s"\ny = "eta + %s"\nz = "zeta + %s"\n' "$a" "$a" "$a"
  printf '[block.two]\ncells = [8, 6, 5]\nx = "0.5 + eta/2 + %s"\ny = "1 - xi + %s"\nz = "zeta + %s"\n' "$b" "$b" "$b"
  echo "${stream//0.3]/0.3, 0.2]}"
}
