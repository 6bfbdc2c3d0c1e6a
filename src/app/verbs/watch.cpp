// `eddy watch DIR`, `eddy control DIR ORDER` and `run --watch`: loads their modules, which are built when first used.
#include <fstream>

#include "app/run/live.hpp"
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"

namespace eddy {
namespace {

using WatchVerb = Exit(const WatchArguments&, const Talk&);

template <class Function>
Function* view_function(const std::string& name) {
  std::ifstream list(modules::folder() / "modules.txt");
  for (std::string module; list >> module;)
    if (module == "view.verb") return module_function<Function>("view", "verb", name);
  throw Error(Exit::missing,
              "this eddy was built without the live view, which needs libcpp-httplib-dev and npm: './eddy run --watch' "
              "installs them. 'eddy watch DIR --text' does without.");
}

}  // namespace

Exit verb::watch(const WatchArguments& a, const Talk& talk) {
  if (a.text) return module_function<WatchVerb>("steer", "verb", "eddy_watch_text")(a, talk);
  return view_function<WatchVerb>("eddy_watch_verb")(a, talk);
}

Exit verb::control(const ControlArguments& a, const Talk& talk) {
  return module_function<Exit(const ControlArguments&, const Talk&)>("steer", "verb", "eddy_control_verb")(a, talk);
}

std::unique_ptr<Live> make_live(const ViewArguments& arguments, const LiveRun& run) {
  return arguments.wanted ? view_function<MakeLive>("eddy_make_live")(arguments, run) : nullptr;
}

}  // namespace eddy
