// The one list of the heat solver's boundary conditions.
#pragma once
#include "solver/heat/boundary/convection.hpp"
#include "solver/heat/boundary/flux.hpp"
#include "solver/heat/boundary/insulated.hpp"
#include "solver/heat/boundary/periodic.hpp"
#include "solver/heat/boundary/temperature.hpp"

namespace eddy::heat {

struct Condition {
  BoundaryKind kind;
  Face (*face)(double half, const double* value);  // null: periodic
};

inline const std::vector<Condition>& conditions() {
  static const std::vector<Condition> list{
      {temperature::kind(), temperature::face}, {flux::kind(), flux::face},  {insulated::kind(), insulated::face},
      {convection::kind(), convection::face},   {periodic::kind(), nullptr},
  };
  return list;
}

}  // namespace eddy::heat
