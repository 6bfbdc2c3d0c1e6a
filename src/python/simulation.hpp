// A simulation as Python sees it: a session that steps, in memory alone or with a folder of files.
#pragma once
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/run/session.hpp"
#include "solver/loop.hpp"

namespace eddy::python {

struct CaseText {  // a case in Python: the text of a file, and later settings
  std::string text, file;
  std::vector<std::string> set;
};
using Functions = std::vector<std::pair<std::string, std::shared_ptr<FormulaFunction>>>;

Case case_of(const CaseText& text, const Functions& functions);

struct FolderWish {  // the folder for files; none: in memory only
  std::optional<std::string> path{};
  bool next = false;  // runs/<name>-001, -002, …
  bool force = false;
};

// A simulation is used by one thread at a time. While it makes a step, other threads are refused, and a function of the user
// that the step calls may only read.
class PySimulation {
 public:
  PySimulation(const CaseText& text, Functions functions, const FolderWish& folder);
  // Resumes a run in its folder from its newest good checkpoint.
  PySimulation(const std::string& folder, const std::vector<std::string>& set, Functions functions);
  ~PySimulation();

  using Look = std::function<void()>;  // may throw, which stops the run
  bool step();                         // false: the end was reached
  bool run(std::optional<double> until, std::optional<std::int64_t> steps, const Look& look);
  // A run in a folder writes its last files and a checkpoint, and at its end summary.json. Throws Error(diverged) if
  // the run has ended without a solution.
  void close();

  Sample sample(const std::string& field);
  std::vector<FieldMemory> memory();
  Sample stored(const std::string& name);  // a field in the form that set() takes
  void set(Sample field);
  void edited();  // to be called after writing to memory
  void refuse_in_step(const std::string& what) const;

  const Session& session() const { return *session_; }
  std::vector<Number> numbers();
  std::vector<Number> results();
  Status status();
  const Moment& now() const;
  bool over();
  std::string folder() const { return path_.string(); }

 private:
  class Busy;
  void refuse_other_thread(const std::string& what) const;
  void open(const std::string& folder, const std::vector<std::string>& set);
  void release();
  void begin();
  void prepare();
  void step_once();
  [[noreturn]] void stop_by(const std::exception_ptr& error);

  Functions functions_;
  std::unique_ptr<Session> session_;
  std::optional<RunFolder> folder_;  // locked until the run is over
  Path path_;
  StopRequest stop_{{}, StopRequest::Signals::left_alone};
  Log log_{Talk{.quiet = true, .json = false}};
  Start start_;
  std::unique_ptr<FolderRun> files_;
  std::vector<std::unique_ptr<Watcher>> watchers_;  // watchers of a run without files
  Guard* guard_ = nullptr;
  std::unique_ptr<TimeLoop> loop_;
  std::optional<Checkpoint> from_;  // checkpoint that is resumed
  bool begun_ = false, closed_ = false, ended_ = false;
  std::string broken_;  // why the simulation cannot go on; empty: it can
  mutable std::mutex in_use_;
  mutable std::atomic<std::thread::id> user_{};  // the thread that makes a step
};

}  // namespace eddy::python
