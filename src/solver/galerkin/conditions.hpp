// Operations on nodes after every stage: forces, open boundaries, imposed values, copies and messages.
#pragma once
#include <memory>
#include <vector>

#include "base/ranks.hpp"
#include "solver/galerkin/gust_tables.hpp"
#include "solver/galerkin/kernels_nodes.hpp"
#include "solver/galerkin/nodal_fields.hpp"
#include "solver/galerkin/share.hpp"

namespace eddy::galerkin {

template <class S, class T>
class Conditions {
 public:
  // `set`: the own nodes, on which kernels are launched.
  Conditions(Exec<S>& exec, const Domain& domain, const Share& share, const Set& set);

  void set_time(double time);  // updates given velocities that vary in time
  void blow(double time) {     // updates the gusts of the inflow
    if (gusts_->any()) gusts_->blend(time, given_);
  }
  // Applies all conditions to the state `to` after a stage of length `step` that read the state `from`.
  void apply(const NodalFields<S, T>& from, NodalFields<S, T>& to, double step) {
    push(to, step);
    let_out(from, to, step);
    impose(to);
  }
  void impose(NodalFields<S, T>& state);
  void impose_on_change(NodalFields<S, T>& change);  // of a state on which they are imposed: given values do not change
  void exchange(NodalFields<S, T>& state);           // updates the copies around this rank's own nodes
  // At the end of a step: updates the mean flow through absorbing boundaries; part 1 starts it with this state.
  void follow(const NodalFields<S, T>& state, double part);
  double part_of_mean(double dt) const;  // weight of a step in this mean, which is over 2 length/velocity
  MeshField<S, T>& mean_outflow() { return mean_outflow_; }
  bool asks_others() const { return !messages_.empty(); }

 private:
  struct Messages {  // to and from one other rank
    int rank = 0, sent = 0, received = 0;
    LineField<S, int> send, receive;
    PerAxis<LineField<S, T>> out, in;
  };
  void list_imposed(const Share& share);
  void list_gusts();
  void list_open(const Share& share);
  void list_absorbing(const Share& share);
  void list_forces(const Share& share);
  void impose(NodalFields<S, T>& state, const PerAxis<LineField<S, T>>& given, const LineField<S, T>& pressure);
  void push(NodalFields<S, T>& state, double step);
  void let_out(const NodalFields<S, T>& from, NodalFields<S, T>& to, double step);
  void send_and_receive();
  static Set entries(int n) { return Set(line_box(n), 1); }
  template <class Call>
  void in_dimension(const Call& call) const {
    detail::with_dimension<2>(d_, call);
  }

  Exec<S>& exec_;
  const Domain& domain_;
  int d_;
  Set set_;
  std::vector<int> imposed_;  // places in Domain::imposed() of this rank's nodes
  LineField<S, int> imposed_place_;
  PerAxis<LineField<S, T>> straight_, mixed_, given_, no_change_;  // no_change_: zeros
  std::vector<int> gusty_;                                         // places in imposed_ of nodes with gusts
  std::unique_ptr<GustTables<S, T>> gusts_;
  int open_ = 0, fixed_ = 0;
  LineField<S, int> open_place_, fixed_place_;
  PerAxis<LineField<S, T>> area_;
  LineField<S, T> outside_, fixed_pressure_, no_fixed_change_;
  int absorbing_ = 0;
  LineField<S, int> absorbing_place_;
  PerAxis<LineField<S, T>> normal_;
  LineField<S, T> absorption_;          // c |A|/M
  MeshField<S, T> mean_outflow_;        // only with absorbing boundaries
  std::vector<MeshField<S, T>> force_;  // per axis; empty: no force
  MeshField<S, T> pull_;                // rate of the sponge
  bool sponge_ = false;
  int copied_ = 0;
  LineField<S, int> copy_from_, copy_to_;
  std::vector<Messages> messages_;
};

}  // namespace eddy::galerkin
