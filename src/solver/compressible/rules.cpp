// Checks of a case of compressible flow: what is refused, and what is warned of.
#include <algorithm>
#include <cmath>

#include "base/readable.hpp"
#include "base/text.hpp"
#include "case/words.hpp"
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/initial.hpp"
#include "solver/compressible/options.hpp"

namespace eddy {

using namespace compressible;

namespace {

void check_stream(const CompressibleOptions& o, Problems& problems) {
  if (!o.freestream) return;
  const FreestreamOptions& f = *o.freestream;
  const int given = f.density.has_value() + f.pressure.has_value() + f.temperature.has_value();
  if (given != 2)
    problems.at("freestream", "[freestream] gives " + std::to_string(given) +
                                  " of density, pressure and temperature. Give two: the third follows.");
  if (f.mach && !f.velocity.empty())
    problems.at("freestream.velocity", "freestream.mach and freestream.velocity are both given. Give one.");
  if (!f.mach && f.velocity.empty())
    problems.at("freestream", "[freestream] has no speed. Give mach (and angle), or velocity.");
}

void check_gas(const CompressibleOptions& o, Problems& problems) {
  if (o.gas.viscosity && o.gas.reynolds)
    problems.at("gas.reynolds", "gas.viscosity and gas.reynolds are both given. Give one.");
  if (o.gas.reynolds && !o.freestream)
    problems.at("gas.reynolds",
                "gas.reynolds needs a free stream to be measured by. Give [freestream], or gas.viscosity.");
}

void check_initial(const CompressibleOptions& o, Problems& problems) {
  if (o.density && o.temperature)
    problems.at("initial.temperature", "initial.density and initial.temperature are both given. Give one.");
  const bool whole = (o.density || o.temperature) && o.pressure;
  if (!o.freestream && !whole)
    problems.at("initial",
                "the initial state is not known. Give [freestream], or initial.density and initial.pressure.");
}

void check_conditions(const Case& c, const CompressibleOptions& o, Problems& problems) {
  for (const NamedCondition& n : o.boundary)
    for (const Patch& p : n.patches) {
      const std::string key = "boundary." + n.name;
      if (p.kind == periodic_kind) {
        if (n.name != "others" && std::find(side_names.begin(), side_names.end(), n.name) == side_names.end())
          problems.at(key,
                      key + ": 'periodic' is for the sides of a box. In a mesh of blocks name both patches in [seam].");
        continue;
      }
      const std::string kind = Conditions::kinds()[p.kind].name;
      if (kind == FarField::name && !o.freestream) problems.at(key, key + ": a far field needs [freestream].");
      const bool sticks = kind == NoSlip::name || kind == Isothermal::name;
      if (sticks && !o.gas.viscous())
        problems.at(key,
                    key + ": '" + kind + "' needs friction. Give gas.viscosity or gas.reynolds, or take 'free-slip'.");
    }
  for (std::size_t side = 0; side < 6; side += 2) {
    const auto periodic = [&](std::size_t s) {
      for (const NamedCondition& n : o.boundary)
        if (n.name == side_names[s]) return n.patches.front().kind == periodic_kind;
      return false;
    };
    if (periodic(side) != periodic(side + 1))
      problems.at("boundary", std::string("boundary '") + side_names[side] + "' and '" + side_names[side + 1] +
                                  "': both sides of an axis are periodic, or neither.");
  }
  for (const NamedCondition& n : o.boundary)
    for (const Patch& p : n.patches)
      if (p.kind < Conditions::size && Conditions::kinds()[p.kind].name == std::string(SubsonicOutflow::name))
        for (const NamedCondition& m : o.boundary)
          for (const Patch& q : m.patches)
            if (q.kind < Conditions::size && Conditions::kinds()[q.kind].name == std::string(SubsonicInflow::name) &&
                p.values[0].constant() && q.values.back().constant() &&
                p.values[0](0, 0, 0, 0) >= q.values.back()(0, 0, 0, 0))
              problems.at("boundary." + n.name,
                          "boundary." + n.name + ": the pressure behind the outlet, " +
                              number_text(p.values[0](0, 0, 0, 0)) + " Pa, is not below the total pressure of '" +
                              m.name + "', " + number_text(q.values.back()(0, 0, 0, 0)) + " Pa: nothing would flow.");
  static_cast<void>(c);
}

void check_run(const Case& c, const CompressibleOptions& o, Problems& problems) {
  if (c.run.steady && (c.run.end_time || c.run.steps))
    problems.at("run.steady",
                "run.steady iterates to a steady state and has no time: remove run.end_time and run.steps.");
  if (!c.run.steady && !c.run.end_time && !c.run.steps)
    problems.at("run", "[run] does not say when to stop. Give end_time, steps or steady.");
  if (o.scheme.time == TimeKind::dual && !c.run.steady && !c.run.dt)
    problems.at("scheme.time", "scheme.time = \"dual\" takes steps of run.dt. Give run.dt.");
  if (c.run.cfl > stable_cfl(o))
    problems.at("run.cfl", "run.cfl = " + number_text(c.run.cfl) + " is above the stable limit of scheme '" +
                               word_of(o.scheme.kind) + "', " + number_text(stable_cfl(o)) + ".");
  if (c.dimensions() == 1) problems.at("mesh.cells", "solver 'compressible' needs two or three dimensions.");
}

}  // namespace

// A wall without friction is adiabatic. In a gas that conducts heat, its ghost cells must therefore mirror the cells
// before it instead of continuing the line through them.
static void mirror_slip_walls(CompressibleOptions& o) {
  const BoundaryKinds kinds = Conditions::kinds();
  const auto place = [&](const char* name) {
    int n = 0;
    while (kinds[n].name != name) ++n;
    return n;
  };
  for (NamedCondition& n : o.boundary)
    for (Patch& p : n.patches)
      if (p.kind == place(FreeSlip::name) && o.gas.viscous()) p.kind = place(Symmetry::name);
}

// Measured limits: ni is stable up to 1, muscl with its three stages up to 1.5.
double compressible::stable_cfl(const CompressibleOptions& o) { return o.scheme.kind == SchemeKind::ni ? 1 : 1.5; }

double compressible::mach_of(const Stream& s, const CompressibleOptions& o) {
  return s.speed() / std::sqrt(o.gas.gamma * s.pressure / s.density);
}

static std::vector<std::string> doubtful_dissipation(const Case& c, const CompressibleOptions& o) {
  const auto stream = stream_of(o);
  if (o.scheme.kind != SchemeKind::ni || !stream || mach_of(*stream, o) < 1.2) return {};
  if (o.scheme.second >= 1 || (c.run.steady && o.scheme.second > 0)) return {};
  return {"scheme.second = " + number_text(o.scheme.second) + ", and the free stream has Mach number " +
          readable(mach_of(*stream, o), 3) +
          ": scheme 'ni' may diverge at shocks. Take 1 to 2, or scheme.kind = \"muscl\"."};
}

// Warns of supersonic inflow with a subsonic state. Only constant states are checked: others need the mesh.
static std::vector<std::string> slow_inflows(const CompressibleOptions& o) {
  std::vector<std::string> all;
  for (const NamedCondition& n : o.boundary)
    for (const Patch& p : n.patches) {
      if (p.kind >= Conditions::size || Conditions::kinds()[p.kind].name != std::string(SupersonicInflow::name))
        continue;
      if (!std::all_of(p.values.begin(), p.values.end(), [](const Formula& f) { return f.constant(); })) continue;
      Stream given;
      given.density = p.values.front()(0, 0, 0, 0);
      given.pressure = p.values.back()(0, 0, 0, 0);
      for (std::size_t a = 0; a + 2 < p.values.size(); ++a) given.velocity[a] = p.values[a + 1](0, 0, 0, 0);
      const double mach = mach_of(given, o);
      if (mach >= 1 || !(given.density > 0) || !(given.pressure > 0)) continue;
      all.push_back("boundary." + n.name + ": 'supersonic-inflow' of Mach number " + readable(mach, 3) +
                    " holds a state that waves from inside should change. Take 'far-field' or 'subsonic-inflow'.");
    }
  return all;
}

std::vector<std::string> compressible::warnings(const Case& c, const CompressibleOptions& o) {
  std::vector<std::string> all = doubtful_dissipation(c, o);
  for (const std::string& one : slow_inflows(o)) all.push_back(one);
  return all;
}

void check(const Case& c, CompressibleOptions& o, Problems& problems) {
  mirror_slip_walls(o);
  if (o.scheme.time == TimeKind::dual && !c.run.steady) o.scheme.levels = 1;  // coarse grids have no time derivative
  check_stream(o, problems);
  check_gas(o, problems);
  check_initial(o, problems);
  check_conditions(c, o, problems);
  check_run(c, o, problems);
  each_field(c.output, [&](const std::string& path, const std::string& field) {
    if (field == "error" && !o.exact_density) problems.at(path, "the field 'error' needs exact.density.");
    if (field == "velocity.z" && c.dimensions() == 2)
      problems.at(path, "velocity has no component z in two dimensions.");
  });
}

}  // namespace eddy
