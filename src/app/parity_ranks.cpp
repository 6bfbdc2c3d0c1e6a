// `eddy parity CASE --ranks 1,2,4`: the same case on so many ranks, started by mpirun; every field of the last state,
// and every byte of the tables that runs write.
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/parity.hpp"
#include "app/text_table.hpp"
#include "base/ranks.hpp"
#include "base/text.hpp"
#include "output/checkpoint.hpp"

namespace eddy {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

class Scratch {  // a folder of our own, gone at the end
 public:
  Scratch() : path_((fs::temp_directory_path() / "eddy-parity-XXXXXX").string()) {
    if (!::mkdtemp(path_.data())) throw Error(Exit::missing, "no folder can be made in " + path_ + ".");
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  fs::path path() const { return path_; }

 private:
  std::string path_;
};

std::string quoted(const std::string& text) {
  std::string all = "'";
  for (const char c : text) all += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return all + "'";
}

struct Ran {
  Exit code = Exit::done;
  std::string output;
};

// More ranks than cores are welcome: it is the answer that counts. mpirun refuses root unless told twice.
Ran start(const CaseArguments& a, int ranks, bool single, const fs::path& out) {
  std::string command = "exec env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 ";
  if (ranks > 1) command += fmt::format("mpirun --oversubscribe -n {} ", ranks);
  command += quoted(fs::read_symlink("/proc/self/exe").string()) + " run " + quoted(a.path.string()) + " -q --out " +
             quoted(out.string()) + (a.small ? " --small" : "");
  for (const std::string& s : a.set) command += " -s " + quoted(s);
  command += std::string(" -s run.precision=") + (single ? "single" : "double");
  Ran ran;
  std::FILE* const pipe = ::popen((command + " 2>&1").c_str(), "r");
  if (!pipe) throw Error(Exit::missing, "no process can be started.");
  char text[4096];
  while (const std::size_t n = std::fread(text, 1, sizeof text, pipe)) ran.output.append(text, n);
  const int status = ::pclose(pipe);
  ran.code = WIFEXITED(status) ? static_cast<Exit>(WEXITSTATUS(status)) : Exit::fault;
  return ran;
}

std::string first_line(const std::string& text) {  // of what eddy said; mpirun says more
  const std::size_t at = text.find("error: ");
  const std::string from = at == text.npos ? text : text.substr(at);
  return from.substr(0, from.find('\n'));
}

// Empty: the same.
std::string different(const fs::path& a, const fs::path& b) {
  for (const char* table : {"history.csv", "probes.csv"}) {
    std::error_code ignored;
    if (fs::exists(a / table, ignored) != fs::exists(b / table, ignored)) return std::string(table) + " is missing";
    if (fs::exists(a / table, ignored) && read_file(a / table) != read_file(b / table)) return table;
  }
  if (fs::exists(a / "lines"))
    for (const auto& line : fs::directory_iterator(a / "lines"))
      if (read_file(line.path()) != read_file(b / "lines" / line.path().filename()))
        return line.path().filename().string();
  const Checkpoint first = newest_good(a).checkpoint, second = newest_good(b).checkpoint;
  if (first.step != second.step) return fmt::format("{} steps against {}", first.step, second.step);
  for (const CheckpointArray& field : first.arrays)
    if (field.bytes != second.array(field.name).bytes) return field.name;
  return first.scalars == second.scalars ? "" : "the numbers of the last state";
}

}  // namespace

Exit parity_of_ranks(const ParityArguments& a, const Talk& talk) {
  if (!ranks::built_in())
    throw Error(Exit::missing, "eddy was built without MPI. Install libopenmpi-dev and openmpi-bin, and build again.");
  const Scratch scratch;
  bool pass = true;
  int compared = 0;
  TextTable table({"ranks", "precision", "", "first difference"});
  json rows = json::array();
  for (bool single : {false, true}) {
    fs::path expected;
    for (const int n : a.ranks) {
      const char* const precision = single ? "single" : "double";
      if (!talk.quiet) say(fmt::format("{} ranks, {} …", n, precision));
      const fs::path out = scratch.path() / fmt::format("{}-{}", precision, n);
      const Ran ran = start(a.from, n, single, out);
      const bool ended = ran.code == Exit::done || ran.code == Exit::diverged;
      if (!ended && ran.code != Exit::usage) throw Error(ran.code, fmt::format("{} ranks: {}", n, ran.output));
      std::string verdict = "compared with", first;
      if (!ended)
        verdict = "not run", first = first_line(ran.output);
      else if (expected.empty())
        expected = out;
      else
        first = different(expected, out), verdict = first.empty() ? "equal" : "differs", ++compared;
      pass = pass && verdict != "differs";
      table.add({std::to_string(n), precision, verdict, first});
      rows.push_back({{"ranks", n}, {"precision", precision}, {"ran", ended}, {"verdict", verdict}, {"first", first}});
    }
  }
  pass = pass && compared > 0;  // nothing compared is nothing shown
  print(talk.json ? json{{"case", a.from.path.string()}, {"pass", pass}, {"runs", rows}}.dump(2) + "\n" : table.text());
  return pass ? Exit::done : Exit::failed;
}

}  // namespace eddy
