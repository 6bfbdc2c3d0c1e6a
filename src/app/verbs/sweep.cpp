// `eddy sweep CASE -v key=a,b,c`: loads its module, which is rarely used.
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"

namespace eddy {

Exit verb::sweep(const SweepArguments& a, const Talk& talk) {
  return module_function<Exit(const SweepArguments&, const Talk&)>("sweep", "verb", "eddy_sweep_verb")(a, talk);
}

}  // namespace eddy
