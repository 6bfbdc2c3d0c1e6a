// The interface of a scheme, independent of space and precision: it advances the state and returns it to the host.
#pragma once
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "exec/core/exec_base.hpp"
#include "solver/compressible/domain.hpp"

namespace eddy::compressible {

using HostState = Primitive<double, 3>;

struct Scales {  // reference values that decide what counts as small
  double density = 1, velocity = 1, pressure = 1;
};

// Densities without the marks of mended states.
inline BlockValues unmarked(BlockValues values, int variable) {
  for (auto& block : values)
    for (double& v : block) v = variable == 0 ? std::abs(v) : v;
  return values;
}

// Numbers of mended states, counted once per step and cell (or node): those before the last step, those of the last
// step, which are still marked, and the number of cells in which it has ever happened.
struct Mended {
  std::int64_t before = 0, marked = 0, cells = 0;
};

// For each boundary face: the states of two cells before it, the nearer one first, and of two ghost cells beyond it.
struct FaceStates {
  std::vector<HostState> before, behind, beyond, second;
};

struct OwnPoint {  // a point of a block of this rank
  int block;
  std::array<int, 3> at;
};

class Flow {
 public:
  virtual ~Flow() = default;
  virtual ExecBase& executor() = 0;
  virtual double wave_rate() = 0;                     // 1/s: the step at CFL 1 is its inverse
  virtual void advance(double time, double dt) = 0;   // advances by one step
  virtual void iterate(int count, double time) = 0;   // `count` iterations towards a steady state
  virtual std::vector<double> rates_of_change() = 0;  // in the last iteration: root mean square per variable
  virtual Mended mended() = 0;                        // since this flow was made
  virtual std::vector<double> totals() = 0;           // integrals of density, momentum and energy over the domain
  virtual double kinetic_energy() = 0;                // ∫ ½ ρ u²
  virtual double largest_value() = 0;
  virtual BlockValues values(int variable) = 0;  // 0: density, 1 … D: velocity, last: pressure
  virtual std::vector<HostState> states_at(const std::vector<OwnPoint>& points) = 0;  // copies these points alone
  virtual BlockValues with_ghosts(int variable) = 0;  // like values(), with one layer of ghost cells around each block
  virtual void put(const std::vector<BlockValues>& state) = 0;  // all variables
  // The fields that a resumed run needs to give the same bits, unchanged: marks of mended states are included.
  virtual std::vector<std::string> stored_names() const = 0;
  virtual BlockValues stored(int number) = 0;
  virtual void restore(const std::vector<BlockValues>& stored) = 0;
  virtual FaceStates face_states() = 0;
  // The numbers that a resumed run needs, by name.
  virtual std::vector<std::pair<std::string, double*>> scalars() { return {}; }
};

}  // namespace eddy::compressible
