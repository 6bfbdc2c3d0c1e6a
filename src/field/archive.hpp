// The state of a solver, and the archive that stores or restores it. One function names all scalars and fields that a
// run needs to continue with the same bits:
//
//   void state(Archive& archive) {
//     archive.scalar("time", time_);
//     archive.field("temperature", temperature_);
//   }
#pragma once
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "exec/core/devices.hpp"
#include "field/sample.hpp"

namespace eddy {

struct State {
  std::map<std::string, double> scalars;
  std::vector<Sample> fields;
};

struct FieldMemory {  // where the values of a field are in memory
  std::string name{};
  SpaceKind space = SpaceKind::cpu;
  void* first = nullptr;  // the first of its own points; null: the space has no addresses
  Precision precision = Precision::double_;
  Location location = Location::cell;
  std::array<int, 3> size{1, 1, 1};       // points per axis
  std::array<std::int64_t, 3> stride{0};  // in values, from a point to the next along each axis
};

class Archive {
 public:
  explicit Archive(State& into) : into_(&into) {}
  // Edited: a script has changed some values. Values that `from` lacks stay as they are, and numbers that a solver has
  // derived from the old values are no longer valid.
  explicit Archive(const State& from, bool edited = false) : from_(&from), edited_(edited) {}
  explicit Archive(std::vector<FieldMemory>& memory) : memory_(&memory) {}

  bool restores() const { return from_ != nullptr; }
  bool stores() const { return into_ != nullptr; }
  bool edited() const { return edited_; }
  template <class N>
  void scalar(const std::string& name, N& value) {
    if (restores() && !stays(name))
      value = static_cast<N>(from_->scalars.at(name));
    else if (stores())
      into_->scalars[name] = static_cast<double>(value);
  }
  template <class N>
  void scalar(const std::string& name, N& value, N otherwise) {  // for scalars that older checkpoints lack
    if (restores() && !edited_ && !from_->scalars.contains(name))
      value = otherwise;
    else
      scalar(name, value);
  }
  template <class F>
  void field(const std::string& name, F& field) {  // a field that the checkpoint lacks stays as it is
    if (restores()) return restore(name, field);
    if (!stores()) return;
    into_->fields.push_back(field.sample(""));
    into_->fields.back().name = name;
  }
  // Like field(), for a field whose values in memory are those that output shows under this name.
  template <class F>
  void shown(const std::string& name, F& field) {
    if (!memory_) return this->field(name, field);
    memory_->push_back(field.memory());
    memory_->back().name = name;
  }

 private:
  bool stays(const std::string& name) const { return edited_ && !from_->scalars.contains(name); }
  template <class F>
  void restore(const std::string& name, F& field) const {
    for (const Sample& s : from_->fields)
      if (s.name == name) field.put(s.values);
  }
  State* into_ = nullptr;
  const State* from_ = nullptr;
  std::vector<FieldMemory>* memory_ = nullptr;
  bool edited_ = false;
};

}  // namespace eddy
