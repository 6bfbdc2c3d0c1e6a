// `eddy watch DIR`, `eddy control DIR ORDER` and `run --watch`: all of them are modules, built when they are asked for.
#include "app/run/live.hpp"
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"

namespace eddy {

using WatchVerb = Exit(const WatchArguments&, const Talk&);

Exit verb::watch(const WatchArguments& a, const Talk& talk) {
  if (a.text) return module_function<WatchVerb>("steer", "verb", "eddy_watch_text")(a, talk);
  return module_function<WatchVerb>("view", "verb", "eddy_watch_verb")(a, talk);
}

Exit verb::control(const ControlArguments& a, const Talk& talk) {
  return module_function<Exit(const ControlArguments&, const Talk&)>("steer", "verb", "eddy_control_verb")(a, talk);
}

std::unique_ptr<Live> make_live(const ViewArguments& arguments, const LiveRun& run) {
  if (!arguments.wanted) return nullptr;
  return module_function<MakeLive>("view", "verb", "eddy_make_live")(arguments, run);
}

}  // namespace eddy
