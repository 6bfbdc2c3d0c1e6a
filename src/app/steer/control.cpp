// `eddy control DIR ORDER`: sends an order to a run in progress.
#include <nlohmann/json.hpp>

#include "app/run/orders.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "base/text.hpp"

namespace eddy {

extern "C" Exit eddy_control_verb(const ControlArguments& a, const Talk& talk) {
  std::string words;
  for (const std::string& word : a.words) words += (words.empty() ? "" : " ") + word;
  const Answer answer = ask_run(a.folder, words, a.patience);
  if (!answer.done) throw Error(Exit::usage, answer.text);
  print(talk.json ? json_text(nlohmann::json{{"answer", answer.text}}) : answer.text + "\n");
  return Exit::done;
}

}  // namespace eddy
