// Values on their way between ranks: halos, copies from one end of a periodic axis to the other, whole fields from
// parts. They are packed and unpacked by kernels where they are (exec/ranks/halo_impl.hpp), and cross through the host.
#pragma once
#include <memory>
#include <vector>

#include "exec/ranks/parts.hpp"

namespace eddy {

template <class S>
class Exec;

struct Piece {  // of a message from or to a rank; both list their pieces for each other in the same order
  int rank;
  Held* held;
  Box box;
};

template <class S>
class Transfer {  // under way until finish()
 public:
  Transfer(Exec<S>& exec, std::vector<Piece> receive, const std::vector<Piece>& send);
  ~Transfer();
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// The stale halos of a launch: start, finish in between whatever needs none of them.
template <class S>
std::unique_ptr<Transfer<S>> start_halos(Exec<S>& exec, const Plan& plan);
template <class S>
void finish_halos(const Plan& plan, Transfer<S>& transfer);

// What lies around this rank's part of a field, from those that own it.
template <class S>
void fetch_around(Exec<S>& exec, const void* field);

// to(c) = from(c + shift · axis) for the cells c of a box, whoever owns them.
template <class S>
void copy_shifted(Exec<S>& exec, const void* from, const void* to, const Box& box, int axis, int shift);

// A field that every rank has the whole of, from one that is shared out; ghosts included.
template <class S>
void copy_whole(Exec<S>& exec, const void* from, const void* to);

// The values of a field's own points from all ranks, i fastest; in: those of this rank in their places.
void gather_values(const Held& held, const Box& box, std::vector<double>& values);

}  // namespace eddy
