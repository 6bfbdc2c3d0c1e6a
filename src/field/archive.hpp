// The state of a solver, and the archive that it visits: one function names all scalars and fields that a run needs to
// go on to the same bits, and the archive stores or restores them.
//
//   void state(Archive& archive) {
//     archive.scalar("time", time_);
//     archive.field("temperature", temperature_);
//   }
#pragma once
#include <map>
#include <string>
#include <vector>

#include "field/sample.hpp"

namespace eddy {

struct State {
  std::map<std::string, double> scalars;
  std::vector<Sample> fields;
};

class Archive {
 public:
  explicit Archive(State& into) : into_(&into) {}
  explicit Archive(const State& from) : from_(&from) {}

  bool restores() const { return from_ != nullptr; }
  template <class N>
  void scalar(const std::string& name, N& value) {
    if (restores())
      value = static_cast<N>(from_->scalars.at(name));
    else
      into_->scalars[name] = static_cast<double>(value);
  }
  template <class N>
  void scalar(const std::string& name, N& value, N otherwise) {  // which older checkpoints do not have
    if (restores() && !from_->scalars.contains(name))
      value = otherwise;
    else
      scalar(name, value);
  }
  template <class F>
  void field(const std::string& name, F& field) {  // stays as it is where a checkpoint does not have it
    if (restores()) return restore(name, field);
    into_->fields.push_back(field.sample(""));
    into_->fields.back().name = name;
  }

 private:
  template <class F>
  void restore(const std::string& name, F& field) const {
    for (const Sample& s : from_->fields)
      if (s.name == name) field.put(s.values);
  }
  State* into_ = nullptr;
  const State* from_ = nullptr;
};

}  // namespace eddy
