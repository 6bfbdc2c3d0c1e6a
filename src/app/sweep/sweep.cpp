// `eddy sweep`: runs the members, several at once, each as a process in a folder of its own.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/process.hpp"
#include "app/run/origin.hpp"
#include "app/run/session.hpp"
#include "app/sweep/members.hpp"
#include "app/text_table.hpp"
#include "app/verbs/templates.hpp"
#include "base/program.hpp"
#include "base/readable.hpp"
#include "base/text.hpp"
#include "output/checkpoint.hpp"
#include "output/csv.hpp"
#include "output/file.hpp"

namespace eddy::sweep {
namespace {

using json = nlohmann::json;
namespace fs = std::filesystem;

struct Result {
  int code = 0;  // exit code of the run
  std::string error{};
  bool kept = false;  // finished by an earlier call
  json results = json::object();
};

struct Plan {
  const SweepArguments& arguments;
  Case base;
  std::vector<Vary> vary;
  std::vector<Member> members;
  fs::path folder;
  std::vector<std::string> devices;  // GPUs, used in turn; none: as in the case
  int jobs = 1, threads = 0;         // processes at a time; threads of each, 0: as in the case
};

Case case_of(const SweepArguments& a, const std::vector<std::string>& assignments) {
  CaseArguments from = a.from;
  from.set.insert(from.set.end(), assignments.begin(), assignments.end());
  return read_given_case(from);
}

void refuse_wrong_members(const SweepArguments& a, const std::vector<Member>& members) {
  for (const Member& member : members) case_of(a, member.assignments());
}

// A sweep continues in its folder only with the case that it was started with.
void open_folder(const Plan& plan) {
  const fs::path file = plan.folder / "case.toml";
  const std::string text = write_case(plan.base, solver_keys_list());
  make_folder(plan.folder);
  if (is_there(file) && !plan.arguments.force && read_own_file(file) != text)
    throw Error(Exit::usage, fmt::format("'{}' holds a sweep of another case. Take another --out, or --force.",
                                         plan.folder.string()));
  write_file(file, text);
}

std::vector<std::string> gpus_for(const std::string& wish) {
  std::vector<std::string> all;
  std::string why;
  if (wish != "auto" && wish != "cuda") return all;
  const std::vector<Device> found = cuda_devices(why);
  for (const Device& d : found) all.push_back(fmt::format("cuda:{}", d.number));
  return all;
}

Plan plan_of(const SweepArguments& a) {
  Plan plan{a, case_of(a, {}), varied(a.vary), {}, {}, {}};
  plan.members = members_of(plan.vary);
  refuse_wrong_members(a, plan.members);
  plan.folder = a.out ? *a.out : fs::path("runs") / (plan.base.name() + "-sweep");
  const bool varies_device =
      std::any_of(plan.vary.begin(), plan.vary.end(), [](auto& v) { return v.key == "run.device"; });
  if (!varies_device && a.ranks == 1) plan.devices = gpus_for(plan.base.run.device);
  const int cores = static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
  const int wanted = a.jobs > 0             ? a.jobs
                     : plan.devices.empty() ? std::max(1, cores / a.ranks)
                                            : int(plan.devices.size());
  plan.jobs = std::min(wanted, static_cast<int>(plan.members.size()));
  if (plan.base.run.threads == 0) plan.threads = std::max(1, cores / (plan.jobs * a.ranks));
  return plan;
}

std::vector<std::string> words_of(const Plan& plan, const Member& member, std::size_t number) {
  const SweepArguments& a = plan.arguments;
  const fs::path folder = plan.folder / member.name();
  std::vector<std::string> words{own_program().string()};
  if (a.ranks > 1) words = {"/bin/sh", "-c", mpirun(a.ranks) + shell_quoted(words[0]) + " \"$@\"", "eddy"};
  const bool goes_on = !a.force && is_there(folder / "case.used.toml") && !checkpoints(folder).empty();
  const auto add = [&](std::initializer_list<std::string> more) { words.insert(words.end(), more); };
  if (goes_on)
    add({"resume", folder.string(), "-q"});
  else
    add({"run", a.from.path.string(), "-q", "--out", folder.string(), "--force"});
  if (!goes_on && a.from.small) add({"--small"});
  if (!goes_on)
    for (const std::string& set : a.from.set) add({"-s", set});
  if (!goes_on)
    for (const std::string& set : member.assignments()) add({"-s", set});
  if (plan.threads > 0) add({"-s", fmt::format("run.threads={}", plan.threads)});
  if (!plan.devices.empty()) add({"-s", "run.device=" + plan.devices[number % plan.devices.size()]});
  return words;
}

bool read_results(const fs::path& folder, Result& result) {
  std::ifstream in(folder / "summary.json");
  const json summary = json::parse(in, nullptr, false);
  if (!summary.is_object() || !summary.contains("results")) return false;
  result.results = summary["results"];
  if (!summary.value("converged", true)) {
    result.code = static_cast<int>(Exit::diverged);
    result.error = "not converged.";
  }
  return true;
}

Result run_member(const Plan& plan, std::size_t number, std::size_t worker) {
  const Member& member = plan.members[number];
  const fs::path folder = plan.folder / member.name();
  Result result;
  if (!plan.arguments.force && read_results(folder, result)) {
    result.kept = true;
    return result;
  }
  std::string talk;
  result.code = run_lines(words_of(plan, member, worker), Heard::stdout_and_stderr, [&](const std::string& line) {
    const auto at = line.find("error: ");
    if (at != line.npos && talk.empty()) talk = line.substr(at + 7);
  });
  const int code = result.code;
  const bool known = read_results(folder, result);
  result.code = code;
  if (result.code != 0) result.error = talk.empty() ? fmt::format("ended with code {}.", result.code) : talk;
  if (result.code == 0 && !known) result = {1, "has left no summary.json.", false, json::object()};
  return result;
}

void tell(const Plan& plan, std::size_t number, const Result& r, std::size_t done) {
  const std::string end = r.code == 0 ? (r.kept ? "was there" : "done") : r.error;
  say(fmt::format("[{}/{}] {}: {}", done, plan.members.size(), plan.members[number].name(), end));
}

std::vector<Result> run_all(const Plan& plan, const StopRequest& stop, const Talk& talk) {
  std::vector<Result> results(plan.members.size());
  std::atomic<std::size_t> next = 0;
  std::mutex telling;
  std::size_t done = 0;
  std::exception_ptr failure;
  const auto work = [&](std::size_t worker) {
    for (std::size_t n; (n = next++) < plan.members.size();) try {
        if (stop.signalled()) {
          results[n] = {static_cast<int>(Exit::stopped), "was not begun.", false, json::object()};
          continue;
        }
        results[n] = run_member(plan, n, worker);
        const std::lock_guard lock(telling);
        ++done;
        if (!talk.quiet) tell(plan, n, results[n], done);
      } catch (...) {
        const std::lock_guard lock(telling);
        failure = std::current_exception();
      }
  };
  std::vector<std::thread> workers;
  for (int w = 0; w < plan.jobs; ++w) workers.emplace_back(work, static_cast<std::size_t>(w));
  for (std::thread& worker : workers) worker.join();
  if (failure) std::rethrow_exception(failure);
  return results;
}

std::vector<std::string> result_names(const std::vector<Result>& results) {  // in the order of their first occurrence
  std::vector<std::string> names;
  for (const Result& r : results)
    for (const auto& [name, value] : r.results.items())
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

std::string state_of(const Result& r) {
  if (r.code == 0) return "done";
  return r.code == static_cast<int>(Exit::stopped)    ? "stopped"
         : r.code == static_cast<int>(Exit::diverged) ? "diverged"
                                                      : "failed";
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n") == text.npos) return text;
  std::string all = "\"";
  for (const char c : text) all += c == '"' ? std::string("\"\"") : std::string(1, c);
  return all + "\"";
}

std::string number_of(const Result& r, const std::string& name) {
  return r.results.contains(name) && r.results[name].is_number() ? number_text(r.results[name].get<double>()) : "";
}

std::string csv_of(const Plan& plan, const std::vector<Result>& results) {
  const std::vector<std::string> names = result_names(results);
  OutputOptions output = plan.base.output;
  output.origin = origin_of(plan.base);
  std::string text = origin_comment(output) + "member,state";
  for (const Vary& v : plan.vary) text += "," + csv_field(v.key);
  for (const std::string& name : names) text += "," + csv_field(name);
  for (std::size_t n = 0; n < results.size(); ++n) {
    text += "\n" + csv_field(plan.members[n].name()) + "," + state_of(results[n]);
    for (const auto& [key, value] : plan.members[n].values) text += "," + csv_field(value);
    for (const std::string& name : names) text += "," + number_of(results[n], name);
  }
  return text + "\n";
}

// A table for people with the results that the case expects, or else the first ones; sweep.csv has all.
std::string table_of(const Plan& plan, const std::vector<Result>& results) {
  constexpr std::size_t most = 6;
  std::vector<std::string> all = result_names(results), shown;
  for (const Expect& e : plan.base.expect)
    if (std::find(all.begin(), all.end(), e.name) != all.end()) shown.push_back(e.name);
  for (const std::string& name : all)
    if (shown.size() < most && std::find(shown.begin(), shown.end(), name) == shown.end()) shown.push_back(name);
  if (shown.size() > most) shown.resize(most);
  std::vector<std::string> header;
  for (const Vary& v : plan.vary) header.push_back(v.key);
  header.push_back("state");
  header.insert(header.end(), shown.begin(), shown.end());
  TextTable table(header);
  for (std::size_t n = 0; n < results.size(); ++n) {
    std::vector<std::string> row;
    for (const auto& [key, value] : plan.members[n].values) row.push_back(value);
    row.push_back(state_of(results[n]));
    for (const std::string& name : shown) {
      const std::string number = number_of(results[n], name);
      row.push_back(number.empty() ? "-" : readable(results[n].results[name].get<double>(), 6));
    }
    table.add(row);
  }
  return table.text();
}

std::string json_of(const Plan& plan, const std::vector<Result>& results) {
  json all = json::array();
  for (std::size_t n = 0; n < results.size(); ++n) {
    json one{{"member", plan.members[n].name()}, {"state", state_of(results[n])}, {"results", results[n].results}};
    for (const auto& [key, value] : plan.members[n].values) one["values"][key] = value;
    if (!results[n].error.empty()) one["error"] = results[n].error;
    all.push_back(one);
  }
  return json_text(all);
}

// Reports failed members, and returns the exit code: 4 if all of them diverged, else 5.
Exit conclude(const Plan& plan, const std::vector<Result>& results) {
  std::string text;
  std::size_t failed = 0, stopped = 0, diverged = 0;
  for (std::size_t n = 0; n < results.size(); ++n) {
    const Result& r = results[n];
    if (r.code == 0) continue;
    stopped += r.code == static_cast<int>(Exit::stopped);
    diverged += r.code == static_cast<int>(Exit::diverged);
    ++failed;
    text += fmt::format("\n  {}: {}", plan.members[n].name(), r.error);
  }
  if (failed == 0) return Exit::done;
  if (failed == stopped) {
    say(fmt::format("stopped: {} of {} members are not finished. The same command goes on.", stopped, results.size()));
    return Exit::stopped;
  }
  throw Error(failed == diverged ? Exit::diverged : Exit::failed,
              fmt::format("{} of {} members failed. The folders are in {}.{}", failed - stopped, results.size(),
                          plan.folder.string(), text));
}

Exit sweep(const SweepArguments& a, const Talk& talk) {
  const Plan plan = plan_of(a);
  open_folder(plan);
  const StopRequest stop({});
  if (!talk.quiet)
    say(fmt::format("{} members, {} at once, into {}", plan.members.size(), plan.jobs, plan.folder.string()));
  const std::vector<Result> results = run_all(plan, stop, talk);
  write_file(plan.folder / "sweep.csv", csv_of(plan, results));
  print(talk.json ? json_of(plan, results) : table_of(plan, results));
  return conclude(plan, results);
}

}  // namespace
}  // namespace eddy::sweep

extern "C" eddy::Exit eddy_sweep_verb(const eddy::SweepArguments& a, const eddy::Talk& talk) {
  return eddy::sweep::sweep(a, talk);
}
