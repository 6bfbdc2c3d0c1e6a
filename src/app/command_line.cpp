// Parses the command line and runs the verb. Only this file and command_line_verbs.cpp use CLI11.
#include "app/command_line.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <sstream>

#include "app/command_line_verbs.hpp"
#include "app/completion.hpp"
#include "app/run/session.hpp"
#include "app/text_table.hpp"
#include "app/verbs/verbs.hpp"
#include "app/version.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "case/manual.hpp"
#include "solver/simulation.hpp"

namespace eddy {
namespace {
void refuse_unknown_verb(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  const std::string word = argc > 1 ? argv[1] : "";
  if (word.empty()) throw Error(Exit::usage, "what shall eddy do? Verbs: " + join(names) + ". See 'eddy --help'.");
  if (word.starts_with("-") || std::find(names.begin(), names.end(), word) != names.end()) return;
  throw Error(Exit::usage,
              fmt::format("there is no verb '{}'.{} Verbs: {}.", word, did_you_mean(word, names), join(names)));
}

std::string sentence(std::string text) {
  if (!text.ends_with('.')) text += '.';
  return text;
}

std::string chosen_verb(const CLI::App& app) {
  const auto chosen = app.get_subcommands();
  return chosen.empty() ? "" : chosen.front()->get_name() + " ";
}

// A suggestion for the first option that the verb does not have.
std::string meant_option(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands())
    for (const CLI::Option* option : sub->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  for (int n = 2; n < argc; ++n) {
    const std::string word = std::string(argv[n]).substr(0, std::string(argv[n]).find('='));
    if (word.starts_with("--") && std::find(names.begin(), names.end(), word) == names.end())
      return did_you_mean(word, names);
  }
  return "";
}

std::vector<VerbOfHelp> verbs_of_help(const CLI::App& app) {
  std::vector<VerbOfHelp> verbs;
  for (const CLI::App* sub : app.get_subcommands({})) {
    VerbOfHelp& verb = verbs.emplace_back(VerbOfHelp{sub->get_name(), sub->get_description(), {}, {}});
    for (const CLI::Option* option : sub->get_options()) {
      for (const std::string& name : option->get_snames())
        verb.options.push_back({"-" + name, option->get_description()});
      for (const std::string& name : option->get_lnames())
        verb.options.push_back({"--" + name, option->get_description()});
    }
    if (verb.name == "list") verb.values = list_words();
    if (verb.name == "explain")
      for (const ManualEntry& key : manual(solver_keys_list())) verb.values.push_back(key.path);
  }
  return verbs;
}

void add_completion(CLI::App& app) {
  app.add_option_function<std::string>(
         "--completion",
         [&app](const std::string& shell) {
           const auto verbs = verbs_of_help(app);
           print(shell == "zsh" ? zsh_completion(verbs) : bash_completion(verbs));
           throw CLI::Success();
         },
         "a script that completes this command line in bash or zsh")
      ->check(CLI::IsMember({"bash", "zsh"}))
      ->trigger_on_parse();
}

// With different verbs some ranks would wait for the others for ever.
void refuse_different_verbs(const std::string& mine) {
  refuse_different(std::hash<std::string>()(mine),
                   "was started with another verb than rank 0. All ranks of one mpirun do the same.");
}

}  // namespace

Exit command_line(int argc, char** argv) {
  CLI::App app{"eddy: fluid and heat flow on whatever you have, with the same answer to the last bit.", "eddy"};
  Verbs v;
  app.require_subcommand(1);
  app.set_version_flag("--version", fmt::format("eddy {} ({})", version(), commit()));
  app.footer(
      "'eddy VERB --help' says more. './eddy test' builds and runs the tests.\nExample: eddy run cases/heat/plate");
  add_completion(app);
  add_verbs(app, v);
  refuse_unknown_verb(app, argc, argv);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help and --version
    refuse_different_verbs("help");
    std::ostringstream text;
    app.exit(asked, text, text);
    if (ranks::speaks()) print(text.str());
    return Exit::done;
  } catch (const CLI::ParseError& error) {
    throw Error(Exit::usage, sentence(error.what()) + meant_option(app, argc, argv) +
                                 fmt::format(" See 'eddy {}--help'.", chosen_verb(app)));
  }
  const std::string name = chosen_verb(app);  // all ranks share a run; for other verbs one rank is enough
  const bool shared = name == "run " || name == "resume " || (name == "bench " && v.bench.solver == "ranks");
  refuse_different_verbs(name + (shared ? "together" : "alone"));
  if (shared) return v.chosen();
  if (!ranks::speaks()) return Exit::done;
  if (ranks::many() && name == "parity " && !v.parity.ranks.empty())
    throw Error(Exit::usage, "parity --ranks starts mpirun itself. Call it without.");
  if (ranks::many() && (name == "sweep " || name == "python "))
    throw Error(Exit::usage, fmt::format("{}starts mpirun itself where ranks are asked for. Call it without.", name));
  const ranks::Alone alone;
  return v.chosen();
}

}  // namespace eddy
