#include "app/completion.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace eddy {
namespace {

std::string words_of(const std::vector<WordOfHelp>& options) {
  std::vector<std::string> words;
  for (const WordOfHelp& option : options) words.push_back(option.word);
  return join(words, " ");
}

std::string quoted(const std::string& text) {  // quoted as one word for the shell
  std::string all;
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return "'" + all + "'";
}

std::string described(const std::string& word, const std::string& doc) {  // zsh: "word:what it is"
  std::string text;
  for (const char c : word) text += c == ':' ? std::string("\\:") : std::string(1, c);
  return quoted(text + ":" + doc);
}

}  // namespace

std::string bash_completion(const std::vector<VerbOfHelp>& verbs) {
  std::string names, cases;
  for (const VerbOfHelp& verb : verbs) {
    names += verb.name + " ";
    cases += fmt::format("    {}) options={} values={} ;;\n", verb.name, quoted(words_of(verb.options)),
                         quoted(join(verb.values, " ")));
  }
  return fmt::format(R"(# Completion of eddy in bash; written by eddy itself.
_eddy() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} options='' values=''
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W "{}--help --version" -- "$word")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{}  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  else
    compopt -o filenames
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -F _eddy eddy
)",
                     names, cases);
}

std::string zsh_completion(const std::vector<VerbOfHelp>& verbs) {
  std::string names, cases;
  for (const VerbOfHelp& verb : verbs) {
    names += "    " + described(verb.name, verb.doc) + "\n";
    cases += "    " + verb.name + ")\n      options=(\n";
    for (const WordOfHelp& option : verb.options) cases += "        " + described(option.word, option.doc) + "\n";
    cases += "      )\n      values=(" + join(verb.values, " ") + ")\n      ;;\n";
  }
  return fmt::format(R"(#compdef eddy
# Completion of eddy in zsh; written by eddy itself.
_eddy() {{
  local -a verbs options values
  verbs=(
{}  )
  if ((CURRENT == 2)); then
    _describe verb verbs
    return
  fi
  case $words[2] in
{}  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe option options
  elif (($#values)); then
    compadd -a values
  else
    _files
  fi
}}
_eddy "$@"
)",
                     names, cases);
}

}  // namespace eddy
