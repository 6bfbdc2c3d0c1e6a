// The boundary conditions of this solver; domain_conditions.cpp decides where several meet at a node.
//
//                     velocity            pressure
//   no-slip           the wall's          free
//   free-slip         normal part 0       free
//   inflow            given               free
//   wind              that of [wind]      free
//   outflow           free: the traction −p n acts on the fluid
//   outflow-pressure  as outflow          given
//   outflow-absorbing as outflow, with p + ρ c (v_n − w) in place of p; w is a running mean of v_n
#pragma once
#include "case/options.hpp"
#include "solver/flow_boundary.hpp"

namespace eddy::galerkin {

enum class Kind { no_slip, free_slip, inflow, wind, outflow, outflow_pressure, outflow_absorbing, periodic };

inline const BoundaryKinds& boundary_kinds() {  // Patch::kind is a place in it
  static const std::vector<BoundaryValue> behind{{"pressure", 1, "behind the side", "Pa", 0.0}};
  static const BoundaryKinds list{
      flow::no_slip().kind,
      flow::free_slip().kind,
      flow::inflow().kind,
      {"wind", "the profile of [wind], with its gusts", {}},
      flow::outflow("the flow leaves against a pressure, as traction", behind).kind,
      {"outflow-pressure", "an outflow whose pressure is imposed at the nodes, too", behind},
      {"outflow-absorbing", "an outflow that sound leaves through", behind},
      flow::periodic().kind};
  return list;
}
inline Kind kind_of(const Patch& patch) { return static_cast<Kind>(patch.kind); }
inline bool is_open(Kind kind) {
  return kind == Kind::outflow || kind == Kind::outflow_pressure || kind == Kind::outflow_absorbing;
}

// The condition of a patch of the mesh or a side of the box; null if the case gives none.
inline const NamedCondition* condition_of(const NamedConditions& all, const std::string& patch) {
  for (const std::string& name : {patch, std::string("others")})
    for (const NamedCondition& c : all)
      if (c.name == name) return &c;
  return nullptr;
}
inline bool any_of_kind(const NamedConditions& all, Kind kind) {
  for (const NamedCondition& c : all)
    for (const Patch& p : c.patches)
      if (kind_of(p) == kind) return true;
  return false;
}

}  // namespace eddy::galerkin
