// Transfers between ranks: of halos, from one end of a periodic axis to the other, and of whole fields from their
// parts. Kernels pack and unpack the values on the device (exec/ranks/halo_impl.hpp); messages pass through the host,
// unless MPI can read the device's memory.
#pragma once
#include <memory>
#include <vector>

#include "exec/ranks/parts.hpp"

namespace eddy {

template <class S>
class Exec;

struct Piece {  // a part of a message; sender and receiver list their pieces in the same order
  int rank;
  Held* held;
  Box box;
};

template <class S>
class Transfer {  // messages that are under way until finish()
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

// Fetch the stale halos of a launch. What needs none of them can be computed between start and finish.
template <class S>
std::unique_ptr<Transfer<S>> start_halos(Exec<S>& exec, const Plan& plan);
template <class S>
void finish_halos(const Plan& plan, Transfer<S>& transfer);

// Fetches the halo around this rank's part of a field.
template <class S>
void fetch_around(Exec<S>& exec, const void* field);

// to(c) = from(c + shift · axis) for the cells c of a box, whoever owns them.
template <class S>
void copy_shifted(Exec<S>& exec, const void* from, const void* to, const Box& box, int axis, int shift);

// Copies a field that is divided among the ranks to one that every rank has as a whole, ghosts included.
template <class S>
void copy_whole(Exec<S>& exec, const void* from, const void* to);

// Completes the values of a field in a box, i fastest, from all ranks; those of this rank must be in their places.
void gather_values(const Held& held, const Box& box, std::vector<double>& values);

}  // namespace eddy
