// The one list of this solver's boundary conditions; Patch::kind is a place in it.
#pragma once
#include "solver/compressible/boundary/far_field.hpp"
#include "solver/compressible/boundary/free_slip.hpp"
#include "solver/compressible/boundary/isothermal.hpp"
#include "solver/compressible/boundary/no_slip.hpp"
#include "solver/compressible/boundary/subsonic_inflow.hpp"
#include "solver/compressible/boundary/subsonic_outflow.hpp"
#include "solver/compressible/boundary/supersonic_inflow.hpp"
#include "solver/compressible/boundary/supersonic_outflow.hpp"
#include "solver/compressible/boundary/symmetry.hpp"

namespace eddy::compressible {

template <class... C>
struct ConditionList {
  static constexpr int size = sizeof...(C);
  static BoundaryKinds kinds() {
    return {C::kind()..., {"periodic", "what leaves here enters on the opposite side", {}, true}};
  }
  // Calls call(C()) for condition number n.
  template <class Call>
  static void with(int n, const Call& call) {
    int m = 0;
    ((m++ == n ? call(C()) : void()), ...);
  }
};
using Conditions = ConditionList<FreeSlip, Symmetry, NoSlip, Isothermal, FarField, SubsonicInflow, SubsonicOutflow,
                                 SupersonicInflow, SupersonicOutflow>;
inline constexpr int periodic_kind = Conditions::size;

}  // namespace eddy::compressible
