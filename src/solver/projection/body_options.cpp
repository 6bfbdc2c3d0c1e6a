#include "solver/projection/body_options.hpp"

#include <optional>
#include <string>
#include <vector>

#include "case/keys.hpp"
#include "case/problems.hpp"

namespace eddy::projection {

void describe_body(Keys& keys, Body& b) {
  describe(keys, b.shape);
  keys.key("velocity", b.velocity,
           {.doc = "Of its surface, along it, of x, y, z; none: at rest. Needs scheme.bodies = \"sharp\".",
            .unit = "m/s",
            .length = per_axis});
  keys.key("temperature", b.temperature, {.doc = "Of its surface, of x, y, z; needs \"sharp\".", .unit = "K"});
  keys.key(
      "flux", b.flux,
      {.doc = "Of heat into the fluid, over density and heat capacity, of x, y, z; needs \"sharp\". With neither the "
              "body is insulated.",
       .unit = "K m/s"});
}

static void check_body(const ProjectionOptions& o, const Body& b, Problems& problems) {
  const std::string key = "body." + b.name;
  const bool sharp = o.scheme.bodies == BodySurface::sharp;
  const auto check = [&](const char* word, const std::vector<Formula>& formulas) {
    if (formulas.empty()) return;
    if (!sharp) problems.at(key + "." + word, key + "." + word + " needs scheme.bodies = \"sharp\".");
    if (timed(formulas)) problems.at(key + "." + word, key + "." + word + " cannot depend on t.");
  };
  const auto list = [](const std::optional<Formula>& f) {
    return f ? std::vector<Formula>{*f} : std::vector<Formula>{};
  };
  check("velocity", b.velocity);
  check("temperature", list(b.temperature));
  check("flux", list(b.flux));
  if (b.temperature && b.flux)
    problems.at(key + ".flux", key + " has a temperature and a flux on one surface. Keep one of them.");
  if ((b.temperature || b.flux) && !o.heat)
    problems.at(key, "[" + key + "] has a temperature or a flux, but there is no table [heat].");
}
void check_bodies(const ProjectionOptions& o, Problems& problems) {
  for (const Body& b : o.body) check_body(o, b, problems);
  if (o.scheme.bodies != BodySurface::sharp) return;
  const std::string key = "scheme.bodies", sharp = "scheme.bodies = \"sharp\" ";
  if (o.body.empty()) return problems.at(key, sharp + "has a meaning with a table [body.NAME] alone.");
  if (o.turbulence.on())
    problems.at(key, sharp + "does not know turbulence.model yet. Take \"staircase\", or no model.");
}

}  // namespace eddy::projection
