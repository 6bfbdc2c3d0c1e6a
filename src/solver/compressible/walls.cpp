#include "solver/compressible/walls.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/gather.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/flux.hpp"
#include "solver/compressible/numbers.hpp"

namespace eddy::compressible {
namespace {

bool sticks(int kind) { return condition_name(kind) == NoSlip::name || condition_name(kind) == Isothermal::name; }

double friction_at(const FrictionNumbers<double>& f, double temperature) {
  return f.base * (f.law == 1 ? temperature * std::sqrt(temperature) / (temperature + f.sutherland) : 1);
}

// Unit tangents of a surface with the normal n: one in 2D, two in 3D.
std::vector<Point> tangents(const Point& n, int dimensions) {
  if (dimensions == 2) return {{-n[1], n[0], 0}};
  const int a = std::abs(n[0]) > std::abs(n[1]) ? 1 : 0;  // an axis that is not parallel to the normal
  Point first{}, second{};
  const double size = std::sqrt(1 - n[a] * n[a]);
  for (int m = 0; m < 3; ++m) first[m] = ((m == a) - n[a] * n[m]) / size;
  for (int m = 0; m < 3; ++m) second[m] = n[(m + 1) % 3] * first[(m + 2) % 3] - n[(m + 2) % 3] * first[(m + 1) % 3];
  return {first, second};
}

// Gathers `values` numbers per face from all ranks, in the order of the faces of all ranks.
template <class T>
std::vector<T> of_all_faces(const Domain& domain, const std::vector<T>& mine, std::size_t values = 1) {
  const std::vector<T> gathered = ranks::gather(mine);
  std::vector<std::size_t> next(static_cast<std::size_t>(ranks::count()) + 1, 0);
  for (const BoundaryFace& f : domain.all_faces()) next[domain.owner(f.cell.block) + 1] += values;
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<T> all;
  for (const BoundaryFace& f : domain.all_faces()) {
    std::size_t& at = next[domain.owner(f.cell.block)];
    all.insert(all.end(), gathered.begin() + at, gathered.begin() + at + values);
    at += values;
  }
  return all;
}
template <std::size_t N>
std::array<double, N> summed(const Domain& domain, const std::vector<std::array<double, N>>& mine) {
  std::array<double, N> sum{};
  for (const std::array<double, N>& one : of_all_faces(domain, mine))
    for (std::size_t m = 0; m < N; ++m) sum[m] += one[m];
  return sum;
}

}  // namespace

// Σ_t t (n·∂U/∂t) over the tangents t of a wall that moves with U: the part of (∇u + ∇uᵀ)·n that does not come from the
// slope across the wall. It is not 0 on walls that turn.
Point Walls::turning(const BoundaryFace& wall) const {
  const auto& values = wall.condition->values;
  Point sum{};
  if (std::all_of(values.begin(), values.end(), [](const Formula& f) { return f.constant(); })) return sum;
  const int d = domain_.dimensions();
  const Point& n = wall.normal;
  const double half = 0.5 * (d == 2 ? wall.area : std::sqrt(wall.area));
  const auto given = [&](const Point& tangent, double by) {
    BoundaryFace beside = wall;
    for (int a = 0; a < 3; ++a) beside.centre[a] += by * tangent[a];
    return given_at(beside, options_, d, time_);
  };
  for (const Point& tangent : tangents(n, d)) {
    const auto ahead = given(tangent, half), behind = given(tangent, -half);
    double change = 0;
    for (int a = 0; a < d; ++a) change += n[a] * (ahead.velocity[a] - behind.velocity[a]) / (2 * half);
    for (int a = 0; a < d; ++a) sum[a] += change * tangent[a];
  }
  return sum;
}

// Pressure and temperature are means of the cell before the face and the ghost cell beyond it. Where values are at nodes,
// the state beyond is that of the wall, and so is the temperature. Friction and conduction are differences between both
// states.
std::vector<WallValues> Walls::values(const FaceStates& states) const {
  const auto& faces = domain_.faces();
  const FrictionNumbers<double> friction = friction_numbers<double>(options_);
  const double constant = options_.gas.constant;
  std::vector<WallValues> all(faces.size());
  for (std::size_t n = 0; n < faces.size(); ++n) {
    const HostState &in = states.before[n], &out = states.beyond[n];
    WallValues& w = all[n];
    w.pressure = 0.5 * (in.pressure + out.pressure);
    const double inside = in.pressure / (in.density * constant), outside = out.pressure / (out.density * constant);
    w.temperature = domain_.at_nodes() ? outside : 0.5 * (inside + outside);
    if (friction.base == 0 || !sticks(faces[n].condition->kind)) continue;
    const double viscosity = friction_at(friction, w.temperature), per_distance = viscosity / (2 * faces[n].distance);
    double normal = 0;
    for (int a = 0; a < domain_.dimensions(); ++a) normal += (in.velocity[a] - out.velocity[a]) * faces[n].normal[a];
    for (int a = 0; a < domain_.dimensions(); ++a)
      w.traction[a] = per_distance * (in.velocity[a] - out.velocity[a] - normal * faces[n].normal[a]);
    const Point turns = turning(faces[n]);
    for (int a = 0; a < domain_.dimensions(); ++a) w.traction[a] -= viscosity * turns[a];
    if (condition_name(faces[n].condition->kind) == Isothermal::name)
      w.heat = friction.conduction * per_distance * (outside - inside);
  }
  return all;
}

bool Walls::belongs(const BoundaryFace& face, const std::string& name, const std::vector<std::string>& patches) const {
  const std::string& patch = domain_.mesh().patches[face.patch].name;
  return patches.empty() ? patch == name : std::find(patches.begin(), patches.end(), patch) != patches.end();
}

bool Walls::is_wall(int patch) const {
  for (const BoundaryFace& f : domain_.all_faces())
    if (f.patch == patch && !sticks(f.condition->kind) && condition_name(f.condition->kind) != FreeSlip::name &&
        condition_name(f.condition->kind) != Symmetry::name)
      return false;
  return true;
}

Walls::Force Walls::force(const ForcesOptions& wanted, const FaceStates& states) const {
  const auto walls = values(states);
  const std::optional<Stream> stream = stream_of(options_);
  const double outside = stream ? stream->pressure : 0;  // the force on a closed body does not depend on it
  std::vector<std::array<double, 9>> of_faces(walls.size());
  for (std::size_t n = 0; n < walls.size(); ++n) {
    const BoundaryFace& f = domain_.faces()[n];
    if (!belongs(f, wanted.name, wanted.patches)) continue;
    std::array<double, 9>& sums = of_faces[n];
    Point whole{}, arm{};
    for (int a = 0; a < 3; ++a) {
      const double pressure = (walls[n].pressure - outside) * f.normal[a] * f.area,
                   friction = walls[n].traction[a] * f.area;
      sums[a] += pressure;
      sums[3 + a] += friction;
      whole[a] = pressure + friction;
      arm[a] = f.centre[a] - (wanted.centre.size() > std::size_t(a) ? wanted.centre[a] : 0);
    }
    for (int a = 0; a < 3; ++a)
      sums[6 + a] += arm[(a + 1) % 3] * whole[(a + 2) % 3] - arm[(a + 2) % 3] * whole[(a + 1) % 3];
  }
  const auto all = summed(domain_, of_faces);
  Force f;
  for (int a = 0; a < 3; ++a) {
    f.pressure[a] = all[a];
    f.friction[a] = all[3 + a];
    f.moment[a] = all[6 + a];
  }
  return f;
}

Conserved<double, 3> Walls::inflow(int patch, const FaceStates& states) const {
  const auto gas = gas_numbers<double>(options_, scales_);
  const auto limiter = limiter_numbers<Host, double>(options_, scales_);
  std::vector<std::array<double, 5>> of_faces(domain_.faces().size());
  for (std::size_t n = 0; n < domain_.faces().size(); ++n) {
    const BoundaryFace& f = domain_.faces()[n];
    if (f.patch != patch) continue;
    const auto inside = at_face<double>(states.behind[n], states.before[n], states.beyond[n], 0.5, limiter, gas);
    const auto outside = at_face<double>(states.before[n], states.beyond[n], states.second[n], -0.5, limiter, gas);
    const double area[3] = {f.normal[0] * f.area, f.normal[1] * f.area, f.normal[2] * f.area};
    const auto flux = options_.scheme.flux == FluxKind::hllc ? Hllc::flux<double>(inside, outside, area, gas)
                                                             : Roe::flux<double>(inside, outside, area, gas);
    of_faces[n] = {-flux.density, -flux.momentum[0], -flux.momentum[1], -flux.momentum[2], -flux.energy};
  }
  const auto all = summed(domain_, of_faces);
  return {all[0], {all[1], all[2], all[3]}, all[4]};
}

Point Walls::push(int patch, const FaceStates& states) const {
  const auto walls = values(states);
  std::vector<std::array<double, 3>> of_faces(walls.size());
  for (std::size_t n = 0; n < walls.size(); ++n) {
    const BoundaryFace& f = domain_.faces()[n];
    if (f.patch != patch) continue;
    for (int a = 0; a < 3; ++a) of_faces[n][a] = -(walls[n].pressure * f.normal[a] + walls[n].traction[a]) * f.area;
  }
  return summed(domain_, of_faces);
}

// One row per face, in the order of blocks and faces; on a wall in one block the rows follow the wall.
SurfaceTable Walls::table(const SurfaceOptions& wanted, const FaceStates& states) const {
  const int d = domain_.dimensions();
  const std::optional<Stream> stream = stream_of(options_);
  const double dynamic = stream ? stream->dynamic_pressure() : 0;
  SurfaceTable t{wanted.name, {}, {}};
  for (int a = 0; a < d; ++a) t.columns.push_back(std::string(1, "xyz"[a]) + "[m]");
  t.columns.insert(t.columns.end(), {"pressure[Pa]", "temperature[K]", "friction[N/m²]", "heat_flux[W/m²]"});
  if (dynamic > 0) t.columns.insert(t.columns.end(), {"cp", "cf"});
  const auto walls = values(states);
  const std::size_t width = t.columns.size();
  std::vector<double> mine(walls.size() * (width + 1), 0);  // each row ends with 1 if its face is in the surface
  for (std::size_t n = 0; n < walls.size(); ++n) {
    const BoundaryFace& f = domain_.faces()[n];
    if (!belongs(f, wanted.name, wanted.patches)) continue;
    const WallValues& w = walls[n];
    double along = 0;  // positive where the gas pulls the wall along with the free stream, or towards +x
    for (int a = 0; a < d; ++a) along += w.traction[a] * (stream ? stream->velocity[a] : a == 0);
    const double friction = std::copysign(std::hypot(w.traction[0], w.traction[1], w.traction[2]), along);
    std::vector<double> row(f.centre.begin(), f.centre.begin() + d);
    row.insert(row.end(), {w.pressure, w.temperature, friction, w.heat});
    if (dynamic > 0) row.insert(row.end(), {(w.pressure - stream->pressure) / dynamic, friction / dynamic});
    row.push_back(1);
    std::copy(row.begin(), row.end(), mine.begin() + n * (width + 1));
  }
  const std::vector<double> all = of_all_faces(domain_, mine, width + 1);
  for (auto row = all.begin(); row != all.end(); row += width + 1)
    if (row[width] == 1) t.rows.emplace_back(row, row + width);
  return t;
}

}  // namespace eddy::compressible
