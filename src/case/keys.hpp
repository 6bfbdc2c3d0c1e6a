// Each options struct has one description of its keys, `void describe(Keys&, SomeOptions&)`. It is visited by the
// reader, the writer of case.used.toml, `eddy explain` and `eddy list`, and the reference page.
#pragma once
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "case/options.hpp"
#include "case/words.hpp"

namespace eddy {

// The values that a number may have; applies to every element of a list.
struct Limit {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
  bool open = false;  // low itself is excluded
  bool holds(double value) const { return (open ? value > low : value >= low) && value <= high; }
  bool any() const {
    return holds(-std::numeric_limits<double>::infinity()) && holds(std::numeric_limits<double>::infinity());
  }
  std::string text() const;  // "positive", "between 0 and 1"
};
inline constexpr Limit positive{.low = 0, .open = true};
inline constexpr Limit not_negative{.low = 0};
constexpr Limit at_least(double low) { return {.low = low}; }
constexpr Limit between(double low, double high) { return {.low = low, .high = high}; }

inline constexpr int per_axis = -1;  // a list with one entry per axis of the mesh

struct KeyInfo {
  const char* doc = "";
  const char* unit = "";
  Limit limit{};
  int length = 0;                                       // of a list: any (0), per_axis, or this number
  bool required = false;                                // it is an error if the key is missing
  bool file = false;                                    // the text names a file beside the case
  const FormulaVariables* variables = &place_and_time;  // the names of a formula's variables
};

struct BoundaryValue {
  std::string key;
  int components = 1;  // number of components, or per_axis
  std::string doc, unit;
  std::optional<double> fallback{};  // default; empty: the key must be given
  Limit limit{};                     // checked for constant values only
};
struct BoundaryKind {
  std::string name, doc;
  std::vector<BoundaryValue> values;
  bool periodic = false;   // applies to both sides of an axis, each as a whole
  std::string old_name{};  // a former name that is still accepted
};
using BoundaryKinds = std::vector<BoundaryKind>;

struct EnumSlot {
  int* number;
  const EnumWords* words;
};
using Slot = std::variant<bool*, int*, std::int64_t*, double*, std::string*, Formula*, std::vector<double>*,
                          std::vector<int>*, std::vector<std::string>*, std::vector<Formula>*,
                          std::vector<std::vector<double>>*, std::vector<PatchRange>*, EnumSlot>;

// The name to write for a file that the case names: `key` is "compare.wake.file".
using FileName = std::function<std::string(const std::string& key, const std::string& file)>;

// The member of an item that holds the NAME of its table.
template <class T>
std::string& name_in(T& item) {
  return item.name;
}
inline std::string& name_in(Compare& item) { return item.line; }

class Keys {
 public:
  using Describe = std::function<void(Keys&)>;
  virtual ~Keys() = default;

  // Describes a key. `place` holds its value: one of the types of Slot, an enum with a list `words(Enum)`, or an
  // optional of these.
  template <class T>
  void key(const char* name, T& place, const KeyInfo& info);

  virtual void table(const char* name, const char* doc, const Describe& describe) = 0;
  // Tables [name.NAME]: structs with a name (`name_in`), in the order of the file. `each(keys, item)` describes one.
  // `one_line`: usually written NAME = { … }.
  template <class T, class Each>
  void named(const char* name, std::vector<T>& items, const char* doc, Each each, bool one_line = false);
  // A list name = [{ … }, { … }].
  template <class T, class Each>
  void tables(const char* name, std::vector<T>& items, const char* doc, Each each);
  // `heat`: the kinds of conditions for the temperature, given by the key `heat` of a flow's condition.
  virtual void boundary(Boundaries& boundaries, const BoundaryKinds& kinds, const BoundaryKinds& heat) = 0;
  void boundary(Boundaries& boundaries, const BoundaryKinds& kinds) { boundary(boundaries, kinds, {}); }
  virtual void boundary(NamedConditions& conditions, const BoundaryKinds& kinds) = 0;

  // Only the reader implements these two. `check` reports a problem at the key's place in the current table.
  virtual bool given(const char*) const { return false; }
  virtual void check(bool, const char*, const std::string&) {}
  virtual bool writing() const { return false; }
  virtual bool listing() const { return false; }  // for the manual: tables of one form are shown once

 protected:
  struct List {  // a vector of structs, without its type
    const char* name;
    const char* doc;
    bool named, one_line;
    std::size_t count;
    std::function<void(const std::string&)> add;
    std::function<std::string(std::size_t)> name_of;
    std::function<void(Keys&, std::size_t)> describe;
  };
  // Returns whether the slot was given a new value. `has`: it already has a value, which an optional may lack.
  virtual bool value(const char* name, Slot slot, const KeyInfo& info, bool has, bool optional) = 0;
  virtual void list(const List& list) = 0;

 private:
  template <class T>
  bool slot(const char* name, T& place, const KeyInfo& info, bool has, bool optional);
};

template <class T>
struct IsOptional : std::false_type {};
template <class T>
struct IsOptional<std::optional<T>> : std::true_type {};

template <class T>
bool Keys::slot(const char* name, T& place, const KeyInfo& info, bool has, bool optional) {
  if constexpr (std::is_enum_v<T>) {
    int number = static_cast<int>(place);
    const bool changed = value(name, EnumSlot{&number, &words(place)}, info, has, optional);
    place = static_cast<T>(number);
    return changed;
  } else if constexpr (std::is_same_v<T, std::array<double, 2>>) {
    std::vector<double> pair(place.begin(), place.end());
    KeyInfo two = info;
    two.length = 2;
    const bool changed = value(name, &pair, two, has, optional);
    if (changed) place = {pair[0], pair[1]};
    return changed;
  } else {
    return value(name, &place, info, has, optional);
  }
}

template <class T>
void Keys::key(const char* name, T& place, const KeyInfo& info) {
  if constexpr (IsOptional<T>::value) {
    auto inner = place.value_or(typename T::value_type{});
    if (slot(name, inner, info, place.has_value(), true)) place = inner;
  } else {
    slot(name, place, info, true, false);
  }
}

template <class T, class Each>
void Keys::named(const char* name, std::vector<T>& items, const char* doc, Each each, bool one_line) {
  T sample{};
  list({name, doc, true, one_line, items.size(), [&](const std::string& item) { name_in(items.emplace_back()) = item; },
        [&](std::size_t i) { return name_in(items[i]); },
        [&, each](Keys& keys, std::size_t i) { each(keys, i < items.size() ? items[i] : sample); }});
}

template <class T, class Each>
void Keys::tables(const char* name, std::vector<T>& items, const char* doc, Each each) {
  T sample{};
  list({name, doc, false, true, items.size(), [&](const std::string&) { items.emplace_back(); },
        [](std::size_t i) { return std::to_string(i + 1); },
        [&, each](Keys& keys, std::size_t i) { each(keys, i < items.size() ? items[i] : sample); }});
}

// Descriptions of the options of every case.
void describe(Keys& keys, RunOptions& options);
void describe(Keys& keys, MeshOptions& options);
void describe_blocks(Keys& keys, MeshOptions& options);  // [block.NAME] and [seam.NAME]
void describe(Keys& keys, OutputOptions& options);
void describe(Keys& keys, StatisticsOptions& options);
void describe(Keys& keys, SignalOptions& options);
void describe(Keys& keys, Shape& shape);
void describe(Keys& keys, Expect& expect);
void describe(Keys& keys, Compare& compare);

}  // namespace eddy
