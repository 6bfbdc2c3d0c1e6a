#include "app/run/orders.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "app/run/folder.hpp"
#include "base/error.hpp"
#include "base/printable.hpp"
#include "output/file.hpp"

namespace eddy {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds between_looks{200}, between_questions{20};
constexpr std::size_t longest_order = 4096;  // bytes
constexpr const char *order_prefix = "order-", *answer_prefix = "answer-";

Path order_folder_of(const Path& run) { return run / "control"; }

std::string unique_name() {
  static std::atomic<int> count = 0;
  const auto now = std::chrono::system_clock::now().time_since_epoch().count();
  return fmt::format("{:020}-{}-{}", now, ::getpid(), count++);
}

// The text of an order; "" where the file is none or cannot be read, because no file may end a run.
std::string words_in(const Path& file) {
  try {
    std::error_code ignored;
    if (std::filesystem::file_size(file, ignored) > longest_order) return "";
    return printable(read_own_file(file));
  } catch (const Error&) {
    return "";
  }
}

void write_answer(const Path& file, const Answer& answer) {
  try {
    write_file(file, (answer.done ? "done\n" : "refused\n") + answer.text);
  } catch (const Error&) {  // the one who asked may have stopped waiting
    return;
  }
}

void remove_quietly(const Path& file) {
  std::error_code ignored;
  std::filesystem::remove(file, ignored);
}

std::optional<Answer> answer_in(const Path& file) {
  if (!is_there(file)) return {};
  const std::string text = read_own_file(file);
  remove_quietly(file);
  const std::size_t end = text.find('\n');
  return Answer{text.substr(0, end) == "done", end == text.npos ? "" : text.substr(end + 1)};
}

}  // namespace

void Orders::put(Order order) {
  const std::lock_guard lock(mutex_);
  all_.push_back(std::move(order));
  ++count_;
}

std::optional<Order> Orders::next() {
  if (count_ == 0) return {};
  const std::lock_guard lock(mutex_);
  Order order = std::move(all_.front());
  all_.pop_front();
  --count_;
  return order;
}

// Orders that an earlier run did not see are not meant for this run.
OrderFolder::OrderFolder(Path run) : folder_(order_folder_of(run)) {
  remove_all(answer_prefix);
  remove_all(order_prefix);
}
// The answer to "stop" may not have been read yet, so answers are kept, and with them the folder.
OrderFolder::~OrderFolder() { remove_all(order_prefix); }

void OrderFolder::remove_all(const std::string& prefix) const {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
    if (entry.path().filename().string().starts_with(prefix)) remove_quietly(entry.path());
  std::filesystem::remove(folder_, ignored);
}

void OrderFolder::collect(Orders& orders) {
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + between_looks;
  if (::access(folder_.c_str(), F_OK) != 0) return;
  std::vector<Path> files;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(folder_, ignored))
    if (entry.path().filename().string().starts_with(order_prefix)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  for (const Path& file : files) {
    const std::string name = file.filename().string().substr(std::string(order_prefix).size());
    const Path answer = folder_ / (answer_prefix + name);
    orders.put({words_in(file), [answer](const Answer& a) { write_answer(answer, a); }});
    remove_quietly(file);
  }
}

bool goes_on(const Path& run) {
  const int lock = ::open((run / ".lock").c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
  if (lock < 0) return false;
  const OpenFile file(lock);
  return ::flock(file, LOCK_SH | LOCK_NB) != 0;
}

Answer ask_run(const Path& run, const std::string& words, double patience_seconds) {
  refuse_no_folder(run);
  if (!goes_on(run))
    throw Error(Exit::missing, fmt::format("no run goes on in '{}'. 'eddy resume {}' goes on from its newest state.",
                                           run.string(), run.string()));
  make_own_folder(order_folder_of(run));
  const std::string name = unique_name();
  const Path answer = order_folder_of(run) / (answer_prefix + name);
  write_file(order_folder_of(run) / (order_prefix + name), words);
  const auto end = Clock::now() + std::chrono::duration<double>(patience_seconds);
  while (Clock::now() < end) {
    if (const auto found = answer_in(answer)) return *found;
    if (!goes_on(run) && !is_there(answer))
      throw Error(Exit::missing, fmt::format("the run in '{}' ended before it saw the order.", run.string()));
    std::this_thread::sleep_for(between_questions);
  }
  throw Error(Exit::missing,
              fmt::format("the run in '{}' has not answered in {:.0f} s: its steps take longer. The order "
                          "stays, and is carried out after the step.",
                          run.string(), patience_seconds));
}

}  // namespace eddy
