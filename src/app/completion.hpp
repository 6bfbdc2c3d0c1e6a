// Completion of the command line in bash and zsh, from what --help shows.
#pragma once
#include <string>
#include <vector>

namespace eddy {

struct WordOfHelp {
  std::string word, doc;
};
struct VerbOfHelp {
  std::string name, doc;
  std::vector<WordOfHelp> options;
  std::vector<std::string> values;  // words that may follow the verb; none: files and folders
};

std::string bash_completion(const std::vector<VerbOfHelp>& verbs);
std::string zsh_completion(const std::vector<VerbOfHelp>& verbs);

}  // namespace eddy
