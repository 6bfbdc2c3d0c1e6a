#include "solver/compressible/derived.hpp"

#include <cmath>

#include "mesh/vectors.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {
namespace {

struct Row {
  const char *name, *unit;
};
constexpr Row rows[] = {
    {"temperature", "K"},       {"mach", ""},         {"entropy", "J/(kg K)"}, {"total_pressure", "Pa"},
    {"total_enthalpy", "J/kg"}, {"vorticity", "1/s"}, {"schlieren", ""}};

// ∇q at a point, from central differences along the index lines: Σ_a (∇ξ_a) ½ (q₊ − q₋).
class Gradient {
 public:
  Gradient(const Domain& domain, int b, const Place& at) : d_(domain.dimensions()) {
    Point e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};  // ∂x/∂ξ_a
    for (int a = 0; a < d_; ++a) {
      e[a] = minus(domain.place_of(b, moved(at, a, 1)), domain.place_of(b, moved(at, a, -1)));
      for (double& x : e[a]) x *= 0.5;
    }
    for (int a = 0; a < 3; ++a) reciprocal_[a] = cross(e[(a + 1) % 3], e[(a + 2) % 3]);
    volume_ = e[0][0] * reciprocal_[0][0] + e[0][1] * reciprocal_[0][1] + e[0][2] * reciprocal_[0][2];
  }
  double volume() const { return volume_; }
  Point of(const std::vector<double>& q, const Box& around, const Place& at) const {
    Point sum{};
    for (int a = 0; a < d_; ++a) {
      const double d = 0.5 * (q[place_in(around, moved(at, a, 1))] - q[place_in(around, moved(at, a, -1))]);
      for (int n = 0; n < d_; ++n) sum[n] += d * reciprocal_[a][n] / volume_;
    }
    return sum;
  }

 private:
  int d_;
  Point reciprocal_[3];
  double volume_;
};

}  // namespace

std::string variable_name(int number, int dimensions) {
  if (number == 0) return "density";
  return number > dimensions ? "pressure" : std::string("velocity.") + "xyz"[number - 1];
}

std::vector<std::string> derived_fields() {
  std::vector<std::string> names;
  for (const Row& r : rows) names.push_back(r.name);
  return names;
}
std::string derived_unit(const std::string& field, int) {
  for (const Row& r : rows)
    if (field == r.name) return r.unit;
  return "";
}
int derived_components(const std::string& field, int dimensions) {
  return field == "vorticity" && dimensions == 3 ? 3 : 1;
}
bool needs_gradients(const std::string& field) { return field == "vorticity" || field == "schlieren"; }

double derived_at_point(const std::string& field, const HostState& w, const CompressibleOptions& o, int dimensions) {
  const double g = o.gas.gamma, r = o.gas.constant;
  double square = 0;
  for (int a = 0; a < dimensions; ++a) square += w.velocity[a] * w.velocity[a];
  const double sound2 = g * w.pressure / w.density, mach2 = square / sound2;
  if (field == "temperature") return w.pressure / (w.density * r);
  if (field == "mach") return std::sqrt(mach2);
  if (field == "total_pressure") return w.pressure * std::pow(1 + 0.5 * (g - 1) * mach2, g / (g - 1));
  if (field == "total_enthalpy") return sound2 / (g - 1) + 0.5 * square;
  // The entropy c_v ln(p/ρ^γ), less that of the free stream.
  const auto stream = stream_of(o);
  const double p = stream ? stream->pressure : 1, rho = stream ? stream->density : 1;
  return r / (g - 1) * (std::log(w.pressure / p) - g * std::log(w.density / rho));
}

void derive(const std::string& field, const Domain& domain, const CompressibleOptions& o, int b,
            const std::vector<BlockValues>& state, std::vector<BlockValues>& parts) {
  const int d = domain.dimensions();
  const Box own = domain.points(b), around = own.grown(1, d);
  for (auto& part : parts) part[b].resize(static_cast<std::size_t>(own.cells()));
  if (!needs_gradients(field)) {
    each_in_threads(own.cells(), [&](std::int64_t n) {
      HostState w{};
      w.density = state[0][b][n];
      for (int a = 0; a < d; ++a) w.velocity[a] = state[a + 1][b][n];
      w.pressure = state[d + 1][b][n];
      parts[0][b][n] = derived_at_point(field, w, o, d);
    });
    return;
  }
  each_in_threads(own, [&](const Place& c) {
    const std::size_t n = place_in(own, c);
    const Gradient gradient(domain, b, c);
    const auto slope = [&](int variable) { return gradient.of(state[variable][b], around, c); };
    if (field == "schlieren") {  // |∇ρ| h / ρ with the cell width h, which has no dimension
      const Point s = slope(0);
      const double width = std::pow(std::abs(gradient.volume()), 1.0 / d);
      parts[0][b][n] = std::hypot(s[0], s[1], s[2]) * width / state[0][b][place_in(around, c)];
    } else if (d == 2) {
      parts[0][b][n] = slope(2)[0] - slope(1)[1];
    } else {
      const Point u = slope(1), v = slope(2), w = slope(3);
      parts[0][b][n] = w[1] - v[2];
      parts[1][b][n] = u[2] - w[0];
      parts[2][b][n] = v[0] - u[1];
    }
  });
}

}  // namespace eddy::compressible
