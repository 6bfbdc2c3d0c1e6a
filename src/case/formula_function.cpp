#include "case/formula_function.hpp"

#include <atomic>
#include <map>
#include <mutex>
#include <utility>

#include "base/error.hpp"

namespace eddy {
namespace {

std::mutex naming;
std::map<std::string, std::shared_ptr<FormulaFunction>>& functions() {
  static std::map<std::string, std::shared_ptr<FormulaFunction>> all;
  return all;
}

std::atomic<int> looking = 0;  // number of WithoutFunctions objects that live
std::atomic<int> missed = 0;

Error is_missing(const std::string& name, const std::string& where) {
  return Error(Exit::usage, where + "the Python function '" + name +
                                "' is not here. Run this case from the Python script that gives it.");
}

class MissingFunction final : public FormulaFunction {
 public:
  explicit MissingFunction(std::string name) : name_(std::move(name)) {}
  std::array<bool, 4> uses() const override { return {true, true, true, false}; }

 private:
  std::vector<double> compute(const std::vector<Point>&, const Shape&, double) override { throw is_missing(name_, ""); }
  std::string name_;
};

}  // namespace

WithoutFunctions::WithoutFunctions() { ++looking; }
WithoutFunctions::~WithoutFunctions() { --looking; }
int functions_missed() { return missed; }
bool names_functions(const std::string& case_text) {
  return case_text.find('"' + std::string(function_word)) != std::string::npos;
}

NamedFunction::NamedFunction(std::string name, std::shared_ptr<FormulaFunction> function) : name_(std::move(name)) {
  const std::lock_guard lock(naming);
  functions()[name_] = std::move(function);
}
NamedFunction::~NamedFunction() {
  const std::lock_guard lock(naming);
  functions().erase(name_);
}

std::shared_ptr<FormulaFunction> named_function(const std::string& name, const std::optional<Where>& where) {
  const std::lock_guard lock(naming);
  if (const auto found = functions().find(name); found != functions().end()) return found->second;
  if (looking > 0) {
    ++missed;
    return std::make_shared<MissingFunction>(name);
  }
  throw is_missing(name, where ? where->text() + " error: " : "");
}

const std::vector<double>& FormulaFunction::at(List& list, double t) {
  for (std::size_t n = 0; n < step_.size(); ++n) asked_[n] = asked_[n] || t == step_[n];
  for (const auto& [time, values] : list.known)
    if (time == t) return values;
  constexpr std::size_t most = 4;
  std::vector<double> values = compute(list.points, list.shape, t);
  if (list.known.size() >= most) list.known.erase(list.known.begin());
  return list.known.emplace_back(t, std::move(values)).second;
}

std::vector<double> FormulaFunction::values(std::vector<Point> points, const Shape& shape, double t) {
  for (List& list : lists_)
    if (list.shape == shape && list.points == points) return at(list, t);
  return at(lists_.emplace_back(List{std::move(points), shape, {}}), t);
}

double FormulaFunction::value(const Point& point, double t) {
  const auto [found, is_new] = number_.try_emplace(point, single_.points.size());
  if (is_new) {  // for known times, only its value is computed
    single_.points.push_back(point);
    single_.shape = {single_.points.size(), 1, 1};
    for (auto& [time, values] : single_.known) values.push_back(compute({point}, {1, 1, 1}, time).front());
    if (single_.known.empty()) single_.known.emplace_back(t, compute({point}, {1, 1, 1}, t));
  }
  return at(single_, t)[found->second];
}

void FormulaFunction::prepare(double time, double dt) {
  if (!begun_) asked_.fill(true);
  begun_ = true;
  const std::array<bool, 3> wanted = std::exchange(asked_, {});
  step_ = {time, time + 0.5 * dt, time + dt};
  for (std::size_t n = 0; n < step_.size(); ++n) {
    if (!wanted[n]) continue;
    for (List& list : lists_) at(list, step_[n]);
    if (!single_.points.empty()) at(single_, step_[n]);
  }
  asked_ = {};  // preparation is not a request
}

}  // namespace eddy
