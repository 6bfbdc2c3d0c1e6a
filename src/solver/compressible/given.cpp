// The names of boundary conditions, and the values that the case gives them.
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/domain.hpp"

namespace eddy::compressible {

std::string condition_name(int kind) {
  std::string name;
  Conditions::with(kind, [&](auto condition) { name = decltype(condition)::name; });
  return name;
}

Primitive<double, 3> given_at(const BoundaryFace& face, const CompressibleOptions& o, int dimensions, double time) {
  Primitive<double, 3> g{};
  const int kind = face.condition->kind;
  if (condition_name(kind) == FarField::name) {
    const Stream s = *stream_of(o);
    g = {s.density, {s.velocity[0], s.velocity[1], s.velocity[2]}, s.pressure};
  }
  static const BoundaryKinds kinds = Conditions::kinds();
  std::size_t n = 0;
  for (const BoundaryValue& value : kinds[kind].values) {
    const auto next = [&] {
      const Formula& f = face.condition->values[n++];
      return evaluate(f, "boundary: " + value.key, face.centre, time);
    };
    if (value.components == per_axis)
      for (int a = 0; a < dimensions; ++a) g.velocity[a] = next();
    else
      (value.key.ends_with("pressure") ? g.pressure : g.density) = next();
  }
  return g;
}

}  // namespace eddy::compressible
