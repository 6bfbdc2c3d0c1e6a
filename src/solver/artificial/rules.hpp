// Limits of the pseudo-time step and reasons to refuse a run, for the solver and for `check`.
#pragma once
#include "solver/artificial/model.hpp"

namespace eddy::artificial {

inline constexpr double stage_reach =
    2.5;  // limit of Δt (Σ λ_j/Δx_j + 4ν Σ 1/Δx_j²), within the four stages' region of stability
inline constexpr double stage_shares[] = {0.25, 1.0 / 3, 0.5, 1.0};

struct Limits {                                     // rates at a given speed, 1/s
  double convection = 0, viscosity = 0, march = 0;  // Σ λ_j/Δx_j, 2ν Σ 1/Δx_j², Λ²/ν
  double euler() const;                             // 1 / (the largest stable step)
  double stages() const;
};
Limits limits(const Model& model, const ArtificialOptions& options, double speed);

double stable_step(const Model& model, const ArtificialOptions& options);  // s, at the largest speed known before a run
std::vector<std::string> warnings(const Model& model, const ArtificialOptions& options);  // given before a run
void refuse_unstable(const RunOptions& run, const Model& model, const ArtificialOptions& options);
void refuse_slow_euler(const Model& model, const ArtificialOptions& options);
void refuse_odd_units(const Model& model, const ArtificialOptions& options);
void refuse_net_flow(const Model& model, const ArtificialOptions& options);
inline void refuse(const RunOptions& run, const Model& model, const ArtificialOptions& options) {
  refuse_odd_units(model, options);
  refuse_unstable(run, model, options);
  refuse_slow_euler(model, options);
  refuse_net_flow(model, options);
}

}  // namespace eddy::artificial
