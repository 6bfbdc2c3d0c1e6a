// Views, through which a kernel reaches the values of a field by global cell index. An In is read, an Out written, an
// InOut both; a Line is a table along one axis; a Param is a number. In OpenCl the same types record each access.
//
//   data[i + j·sy + k·sz]      data points at cell (0, 0, 0): a kernel need not know where its block begins
#pragma once
#include <cassert>
#include <cstdint>
#include <type_traits>

#include "exec/core/box.hpp"
#include "exec/core/cell.hpp"
#include "exec/core/math.hpp"

namespace eddy {

// The memory that a member of a kernel is bound to, in every space.
struct Binding {
  void* memory = nullptr;   // address of cell (0, 0, 0), maybe outside the buffer; in OpenCl the buffer's handle
  std::int64_t origin = 0;  // in OpenCl the index of cell (0, 0, 0) in the buffer
  int sy = 0, sz = 0;
  const void* buffer = nullptr;  // identity of the buffer, to find one that is bound twice
  Box bounds;                    // allocated cells, ghosts included
};

template <class S, class T>
struct View {
  using value_type = T;
  T* data = nullptr;
  int sy = 0, sz = 0;
  const void* buffer = nullptr;
#ifndef NDEBUG
  Box bounds;
#endif

  View() = default;
  View(const Binding& b) : data(static_cast<T*>(b.memory)), sy(b.sy), sz(b.sz), buffer(b.buffer) {
#ifndef NDEBUG
    bounds = b.bounds;
#endif
  }
  FN T* at(Cell<S> c) const {
#if !defined(NDEBUG) && !defined(__CUDA_ARCH__)
    assert(bounds.holds({{c[0], c[1], c[2]}, {c[0] + 1, c[1] + 1, c[2] + 1}}) && "a kernel reached outside its field");
#endif
    // The index has 64 bits on CUDA, too: with 32 bits the compiler does not see that the rows of one thread read the
    // same neighbours, and Jacobi is up to a tenth slower (H200).
    const std::int64_t rows = std::int64_t(c.step.y) * sy + std::int64_t(c.step.z) * sz;
    return data + (c.i + std::int64_t(c.j) * sy + std::int64_t(c.k) * sz) + rows + c.step.x;
  }
};

template <class S, class T>
struct In : View<S, T> {
  static constexpr Access access = Access::in;
  using View<S, T>::View;
  FN T operator()(Cell<S> c) const { return *this->at(c); }
  FN T operator()(Index<S> i) const { return this->data[i]; }  // gathers from a one-dimensional field
};
template <class S, class T>
struct Out : View<S, T> {
  static constexpr Access access = Access::out;
  using View<S, T>::View;
  FN T& operator()(Cell<S> c) const { return *this->at(c); }
};
template <class S, class T>
struct InOut : View<S, T> {
  static constexpr Access access = Access::in_out;
  using View<S, T>::View;
  FN T& operator()(Cell<S> c) const { return *this->at(c); }
  FN T& operator()(Index<S> i) const { return this->data[i]; }  // for listed kernels, in a one-dimensional field
};
template <class S, class T>
struct Line : View<S, T> {
  static constexpr Access access = Access::line;
  using View<S, T>::View;
  FN T operator()(Index<S> i) const { return this->data[i]; }
};

// The views of symbols record loads and stores.
struct SymView : Binding {
  int member = -1;
  SymView() = default;
  SymView(const Binding& b) : Binding(b) {}
  template <class T>
  Sym<T> load(Cell<OpenCl> c) const {
    return Sym<T>::of(Part::current()->add({Op::load, type_of<T>(), c.i.node, c.j.node, c.k.node, -1, member}));
  }
  template <class T>
  void store(Cell<OpenCl> c, Sym<T> v) const {
    Part::current()->add({Op::store, type_of<T>(), c.i.node, c.j.node, c.k.node, v.node, member});
  }
};
template <class T>
struct In<OpenCl, T> : SymView {
  using value_type = T;
  static constexpr Access access = Access::in;
  using SymView::SymView;
  Sym<T> operator()(Cell<OpenCl> c) const { return load<T>(c); }
  Sym<T> operator()(Sym<int> i) const { return load<T>({i, Sym<int>(0), Sym<int>(0)}); }
};
template <class T>
struct Out<OpenCl, T> : SymView {  // write only: reading it does not compile
  using value_type = T;
  static constexpr Access access = Access::out;
  using SymView::SymView;
  struct Place {
    const SymView& view;
    Cell<OpenCl> cell;
    void operator=(Sym<T> v) && { view.store(cell, v); }
  };
  Place operator()(Cell<OpenCl> c) const { return {*this, c}; }
};
template <class T>
struct InOut<OpenCl, T> : SymView {  // loads at once, so that `auto old = phi(c)` keeps the old value
  using value_type = T;
  static constexpr Access access = Access::in_out;
  using SymView::SymView;
  struct Place : Sym<T> {
    const SymView* view;
    Cell<OpenCl> cell;
    Place(Sym<T> v, const SymView* w, Cell<OpenCl> c) : Sym<T>(v), view(w), cell(c) {}
    Place(const Place&) = default;
    void operator=(Sym<T> v) && { view->store(cell, v); }
    void operator=(const Place& v) && { view->store(cell, Sym<T>(v)); }  // the default assignment would store nothing
  };
  Place operator()(Cell<OpenCl> c) const { return {load<T>(c), this, c}; }
  Place operator()(Sym<int> i) const { return (*this)({i, Sym<int>(0), Sym<int>(0)}); }
};
template <class T>
struct Line<OpenCl, T> : SymView {
  using value_type = T;
  static constexpr Access access = Access::line;
  using SymView::SymView;
  Sym<T> operator()(Sym<int> i) const {
    return Sym<T>::of(Part::current()->add({Op::load_line, type_of<T>(), i.node, -1, -1, -1, member}));
  }
};

template <class T>
struct SymParam : Sym<T> {
  using value_type = T;
  static constexpr Access access = Access::param;
  T value{};
  int member = -1;
  SymParam() = default;
  SymParam(T v) : value(v) {}
};
template <class S, class T>
using Param = std::conditional_t<is_symbolic<S>, SymParam<T>, T>;

template <class S, class T>
struct ValueOf {
  using type = std::conditional_t<is_symbolic<S>, Sym<T>, T>;
};
template <class S, class T>
using Value = typename ValueOf<S, T>::type;  // what a kernel computes with

template <class M, int D>
struct Vec {  // one member per axis
  M of[D];
  FN const M& operator[](int a) const { return of[a]; }
};

}  // namespace eddy
