// Rows on the device: values at listed places, as weighted sums of values around them.
#pragma once
#include <algorithm>
#include <type_traits>
#include <vector>

#include "field/field.hpp"
#include "solver/places.hpp"
#include "solver/projection/kernels_sharp.hpp"
#include "solver/projection/sharp.hpp"

namespace eddy::projection {

// Rows as the tables of a list have them. Another thread can pack them.
template <class T>
struct PackedRows {
  std::vector<int> place, from;
  std::vector<T> weight, constant;
  int last = 0;  // the number of rows with data; the others follow
};

// Packs the rows of the places that this rank owns, for fields with this layout; each has `data` entries of from and weight.
template <class T>
PackedRows<T> packed(const std::vector<Row>& rows, const Layout& layout, int data) {
  PackedRows<T> p;
  const auto index = [&](const Place& at) {
    return static_cast<int>(std::int64_t(layout.place(at[0], at[1], at[2])) - layout.origin());
  };
  const auto own = [&](const Row& r) { return lies_in(layout.box, r.at); };
  p.place.reserve(rows.size());
  p.constant.reserve(rows.size());
  for (const bool with_data : {true, false}) {
    for (const Row& r : rows) {
      if (r.from.empty() == with_data || !own(r)) continue;
      p.place.push_back(index(r.at));
      p.constant.push_back(static_cast<T>(r.constant));
    }
    if (with_data) p.last = static_cast<int>(p.place.size());
  }
  p.from.reserve(std::size_t(p.last + 1) * std::size_t(data));
  p.weight.reserve(std::size_t(p.last + 1) * std::size_t(data));
  for (const Row& r : rows) {
    if (r.from.empty() || !own(r)) continue;
    for (const Place& at : r.from) p.from.push_back(index(at));
    p.weight.insert(p.weight.end(), r.weight.begin(), r.weight.end());
    p.from.resize(p.from.size() + std::size_t(data) - r.from.size(), index(r.at));
    p.weight.resize(p.from.size(), 0);
  }
  p.from.resize(p.from.size() + std::size_t(data), p.from.empty() ? (p.place.empty() ? 0 : p.place[0]) : p.from[0]);
  p.weight.resize(p.from.size(), 0);
  return p;
}

// Rows of one component. Places are counted in the memory of `like`: every field
// that they are used on needs ghosts as wide.
template <class S, class T>
class RowList {
 public:
  using value_type = T;
  RowList() = default;
  template <class F>
  RowList(Exec<S>& exec, const PackedRows<T>& rows, const F& like) {
    set(exec, rows, like);
  }
  template <class F>
  void set(Exec<S>& exec, const PackedRows<T>& rows, const F& like) {
    const Layout& layout = like.layout();
    last_ = rows.last;
    row_ = layout.sy();
    plane_ = layout.sz();
    const bool count_before = place_.identity() != nullptr;
    count_ = static_cast<int>(rows.place.size());
    const auto table = [&](auto& field, const auto& values) {
      using F1 = std::remove_reference_t<decltype(field)>;
      if (!field.identity() || field.box().extent(0) < std::ssize(values))  // a growing list gets room to spare
        field = F1(exec, "rows",
                   line_box(std::max<int>(1, int(values.size()) + (count_before ? int(values.size()) / 4 : 0))), 1);
      field.fill_part(line_box(static_cast<int>(values.size())),
                      [&](int i, int, int) { return values[std::size_t(i)]; });
    };
    table(place_, rows.place);
    table(from_, rows.from);
    table(weight_, rows.weight);
    table(constant_, rows.constant);
  }
  operator RowTables<S, T>() const { return {place_, from_, weight_, constant_, last_}; }

  template <class F>
  void fill(Exec<S>& exec, F& values, int dimensions) const {  // in place
    const auto run = [&]<class V>() {
      launch_own(exec, kernels::SharpRows<S, T, 1, V>{values, *this}, &values, values);
    };
    with(run, RowsChoice{dimensions - 2});
  }
  template <class F>
  void fill(Exec<S>& exec, const F& values, F& to, int dimensions) const {
    const auto run = [&]<class V>() {
      launch_own(exec, kernels::SharpThrough<S, T, 1, V>{values, to, *this}, &values, to);
    };
    with(run, RowsChoice{dimensions - 2});
  }
  // For the middle stage of a step while bodies move: the mean of two velocities, before and after the move.
  template <class F>
  void fill_between(Exec<S>& exec, const F& first, const F& last, F& to) const {
    const auto one = [&] { launch_own(exec, kernels::SharpBetween<S, T, 1>{first, last, to, place_}, nullptr, to); };
    one();
  }
  // How far values are behind what the rows say; and a part of that, added to values that the rows have made.
  template <class F>
  void find_lag(Exec<S>& exec, const F& values, int dimensions) {
    if (!lag_.identity() || lag_.box().extent(0) < count_)
      lag_ = LineField<S, T>(exec, "rows", line_box(std::max(1, count_ + count_ / 4)), 1);
    if (exec.parts.many()) fetch_around(exec, values.identity());
    const auto run = [&]<class V>() {
      if (count_ > 0)
        launch(exec, Set(line_box(count_), 1), kernels::SharpLag<S, T, 1, V>{values, *this, lag_}, sizeof(T));
    };
    with(run, RowsChoice{dimensions - 2});
  }
  template <class F>
  void add_lag(Exec<S>& exec, double part, F& values) const {
    const auto one = [&] {
      launch_own(exec, kernels::SharpLate<S, T, 1>{values, place_, lag_, T(part)}, nullptr, values);
    };
    one();
  }
  template <class F>
  void clear(Exec<S>& exec, F& values) const {  // 0 at its places
    const auto one = [&] { launch_own(exec, kernels::SharpClear<S, T, 1>{values, place_}, nullptr, values); };
    one();
  }

 private:
  // The list is this rank's, of places in its own memory: the launch is not shared out, and halos are asked for.
  template <class K, class F>
  void launch_own(Exec<S>& exec, const K& kernel, const std::type_identity_t<F>* read, F& written) const {
    const bool many = exec.parts.many();
    expect_alike(written);
    if (many && read) fetch_around(exec, read->identity());
    if (count_ > 0) launch(exec, Set(line_box(count_), 1), kernel, sizeof(T));
    if (many) exec.parts.find(written.identity())->set_valid(0);
  }
  template <class F>
  void expect_alike(const F& values) const {
    if (values.layout().sy() != row_ || values.layout().sz() != plane_)
      throw Error(Exit::fault, "rows inside bodies are not of the field '" + values.name() + "': its ghosts differ.");
  }

  int count_ = 0, last_ = 0, row_ = 0, plane_ = 0;  // last_: the number of rows with data
  LineField<S, int> place_, from_;
  LineField<S, T> weight_, constant_, lag_;
};

}  // namespace eddy::projection
