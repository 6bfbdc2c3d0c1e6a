#include "solver/projection/body_options.hpp"

#include <optional>
#include <string>
#include <vector>

#include "case/keys.hpp"
#include "case/problems.hpp"

namespace eddy::projection {

static void describe_motion(Keys& keys, BodyMotion& m) {
  keys.key("velocity", m.velocity, {.doc = "Of its pivot, of t; or give centre.", .unit = "m/s", .length = per_axis});
  keys.key("centre", m.centre, {.doc = "Where its pivot is, of t; or give velocity.", .unit = "m", .length = per_axis});
  keys.key(
      "rotation", m.rotation,
      {.doc = "How far it has turned around its pivot, of t, against the clock, in radians: [angle]; 3D: three, the "
              "angle times the direction of its axis."});
  keys.key("pivot", m.pivot,
           {.doc = "A point of the body as its shape has it; none: its middle.", .unit = "m", .length = per_axis});
}

void describe_body(Keys& keys, Body& b) {
  describe(keys, b.shape);
  keys.key("velocity", b.velocity,
           {.doc = "Of its surface, along it, of x, y, z; none: at rest. Needs scheme.bodies = \"sharp\".",
            .unit = "m/s",
            .length = per_axis});
  keys.key("temperature", b.temperature, {.doc = "Of its surface, of x, y, z; needs \"sharp\".", .unit = "K"});
  keys.key("flux", b.flux,
           {.doc = "Of heat into the fluid, over density and heat capacity, of x, y, z; needs \"sharp\". With neither, "
                   "and no conductivity, the body is insulated.",
            .unit = "K m/s"});
  keys.key(
      "conductivity", b.conductivity,
      {.doc = "Of the solid, over the fluid's heat capacity per volume, as heat.diffusivity is: the temperature goes "
              "on inside. Needs \"sharp\".",
       .unit = "m²/s",
       .limit = positive});
  keys.key("heat_capacity", b.heat_capacity,
           {.doc = "Of a solid with conductivity, per volume, over the fluid's.", .limit = positive});
  keys.key("source", b.source,
           {.doc = "Heat made in a solid with conductivity, over the fluid's heat capacity per volume, of x, y, z.",
            .unit = "K/s"});
  if (!keys.writing() || b.motion.any())
    keys.table("motion", "How the body moves, by formulas of t; needs \"sharp\".",
               [&](Keys& k) { describe_motion(k, b.motion); });
}

static void check_motion(const ProjectionOptions& o, const Body& b, int dimensions, Problems& problems) {
  const BodyMotion& m = b.motion;
  const std::string key = "body." + b.name + ".motion";
  if (!m.any()) {
    if (!m.pivot.empty()) problems.at(key, key + ".pivot alone moves nothing. Give velocity, centre or rotation.");
    return;
  }
  if (o.scheme.bodies != BodySurface::sharp)
    problems.at(key, key + " needs scheme.bodies = \"sharp\": whole cells cannot move by less than a cell.");
  if (!b.velocity.empty())
    problems.at(key, "body." + b.name + " has a motion and a velocity of its surface. Keep one of them.");
  if (!m.velocity.empty() && !m.centre.empty())
    problems.at(key, key + ".velocity and " + key + ".centre say the same thing twice. Give one of them.");
  const std::size_t angles = dimensions == 2 ? 1 : 3;
  if (!m.rotation.empty() && m.rotation.size() != angles)
    problems.at(key, key + ".rotation needs " + (angles == 1 ? "one formula" : "three formulas") + ", not " +
                         std::to_string(m.rotation.size()) + ".");
  for (const auto* all : {&m.velocity, &m.centre, &m.rotation})
    for (const Formula& f : *all)
      if (f.uses('x') || f.uses('y') || f.uses('z')) problems.at(key, key + " is of t alone: a body moves as a whole.");
}

static void check_body(const ProjectionOptions& o, const Body& b, Problems& problems) {
  const std::string key = "body." + b.name;
  const bool sharp = o.scheme.bodies == BodySurface::sharp;
  const auto check = [&](const char* word, const std::vector<Formula>& formulas) {
    if (formulas.empty()) return;
    if (!sharp && word != std::string("source"))
      problems.at(key + "." + word, key + "." + word + " needs scheme.bodies = \"sharp\".");
    if (timed(formulas)) problems.at(key + "." + word, key + "." + word + " cannot depend on t.");
  };
  const auto list = [](const std::optional<Formula>& f) {
    return f ? std::vector<Formula>{*f} : std::vector<Formula>{};
  };
  check("velocity", b.velocity);
  check("temperature", list(b.temperature));
  check("flux", list(b.flux));
  check("source", {b.source});
  if (b.temperature && b.flux)
    problems.at(key + ".flux", key + " has a temperature and a flux on one surface. Keep one of them.");
  if (b.conductivity && (b.temperature || b.flux))
    problems.at(key + ".conductivity", key + " has a conductivity and a " + (b.flux ? "flux" : "temperature") +
                                           " on its surface. Keep one of them.");
  if (b.conductivity && b.motion.any())
    problems.at(key + ".conductivity",
                key + " conducts heat, and moves: that is not there yet. Give it a temperature.");
  if (b.conductivity && !sharp)
    problems.at(key + ".conductivity", key + ".conductivity needs scheme.bodies = \"sharp\".");
  if (!b.conductivity && (!b.source.is_number() || b.source(0, 0, 0, 0) != 0 || b.heat_capacity != 1))
    problems.at(key, key + ".source and " + key + ".heat_capacity have a meaning with conductivity alone.");
  if ((b.temperature || b.flux || b.conductivity) && !o.heat)
    problems.at(key, "[" + key + "] has a " +
                         (b.temperature ? "temperature"
                          : b.flux      ? "flux"
                                        : "conductivity") +
                         ", but there is no table [heat].");
}
void check_bodies(const ProjectionOptions& o, int dimensions, Problems& problems) {
  for (const Body& b : o.body) {
    check_body(o, b, problems);
    check_motion(o, b, dimensions, problems);
  }
  if (o.scheme.bodies != BodySurface::sharp) return;
  const std::string key = "scheme.bodies", sharp = "scheme.bodies = \"sharp\" ";
  if (o.body.empty()) return problems.at(key, sharp + "has a meaning with a table [body.NAME] alone.");
  if (o.turbulence.on())
    problems.at(key, sharp + "does not know turbulence.model yet. Take \"staircase\", or no model.");
}

}  // namespace eddy::projection
