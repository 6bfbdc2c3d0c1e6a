// Loads the module of the verbs that draw and compare, which are rarely used.
#include "app/verbs/verbs.hpp"
#include "base/modules.hpp"

namespace eddy {

Exit verb::plot(const PlotArguments& a, const Talk& talk) {
  return module_function<Exit(const PlotArguments&, const Talk&)>("draw", "verb", "eddy_plot_verb")(a, talk);
}

Exit verb::plot(const std::filesystem::path& folder, const std::string& field,
                const std::optional<std::filesystem::path>& to, const Talk& talk) {
  PlotArguments a;
  a.folder = folder;
  a.what = {field};
  a.to = to;
  return plot(a, talk);
}

Exit verb::compare(const CompareArguments& a, const Talk& talk) {
  return module_function<Exit(const CompareArguments&, const Talk&)>("draw", "verb", "eddy_compare_verb")(a, talk);
}

}  // namespace eddy
