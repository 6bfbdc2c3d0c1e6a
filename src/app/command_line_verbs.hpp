// What the command line fills in, and the function that tells CLI11 of every verb.
#pragma once
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "app/verbs/verbs.hpp"

namespace CLI {
class App;
}

namespace eddy {

struct Verbs {  // what the command line fills in; `chosen` is the verb that was typed
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
  std::filesystem::path folder;
  std::optional<std::filesystem::path> html;
  std::function<Exit()> chosen;
};

void add_verbs(CLI::App& app, Verbs& v);

}  // namespace eddy
