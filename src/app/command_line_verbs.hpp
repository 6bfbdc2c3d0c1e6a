// The arguments that the command line sets, and the function that tells CLI11 of every verb.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/verbs/verbs.hpp"

namespace CLI {
class App;
}

namespace eddy {

struct Verbs {  // the arguments of all verbs; `chosen` runs the verb that was typed
  Talk talk;
  RunArguments run;
  ResumeArguments resume;
  CheckArguments check;
  ParityArguments parity;
  ConvergeArguments converge;
  BenchArguments bench;
  MovieArguments movie;
  SweepArguments sweep;
  PythonArguments python;
  WatchArguments watch;
  ControlArguments control;
  PlotArguments plot;
  CompareArguments compare;
  std::string word;
  std::vector<std::string> words;
  std::filesystem::path folder;
  std::optional<std::filesystem::path> html;
  std::function<Exit()> chosen;
};

void add_verbs(CLI::App& app, Verbs& v);

}  // namespace eddy
