// `eddy explain KEY`: the manual of a key, from the tables that the reader uses.
#include <nlohmann/json.hpp>

#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "case/manual.hpp"
#include "solver/simulation.hpp"

namespace eddy::verb {

Exit explain(const std::string& key, const Talk& talk) {
  const std::string text = eddy::explain(key, solver_keys_list());
  print(talk.json ? json_text(nlohmann::json{{"key", key}, {"text", text}}) : text);
  return Exit::done;
}

}  // namespace eddy::verb
