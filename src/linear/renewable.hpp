// Linear solvers that can be updated when the coefficients of their system change: this is cheaper than making a new
// solver and gives the same bits. Code that changes coefficients asks for this interface by dynamic_cast.
#pragma once
#include <array>
#include <memory>
#include <vector>

#include "linear/system.hpp"

namespace eddy {

template <class T>
struct ChangedFaces {
  Box cells;                                    // whose faces may have changed
  std::array<std::vector<T>, 3> conductance{};  // of all their faces across each axis, i fastest, as in the system
  double rate = 0;                              // that the system will have
};

struct Renewal {  // what a renewal needs, as numbers on the host
  virtual ~Renewal() = default;
};

template <class S, class T>
class Renewable {
 public:
  using Unused = std::vector<std::unique_ptr<Renewal>>;
  virtual ~Renewable() = default;
  virtual void expect_renewals(const System<S, T>& system) = 0;  // once, before the first
  // The first half of a renewal needs no device, so that another thread can do it while the solver is in use. The cells
  // must be the same as before, and beside `changed` ones nothing must differ. `unused`: first halves since the last
  // second one, which have none.
  virtual std::unique_ptr<Renewal> prepare_renewal(const ChangedFaces<T>& changed, const Unused& unused) = 0;
  virtual void renew(const Renewal& prepared) = 0;  // the second half
};

}  // namespace eddy
