// Values on a mesh of blocks. All blocks of a rank lie in one buffer, one after another, each with its ghosts: a kernel
// works on one block, in that block's indices, or on a list of places in the buffer.
//
//   | block 0: ghosts, own points, ghosts | block 1: … |        on(1): view of block 1;  places(): view of the buffer
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "field/field.hpp"

namespace eddy {

class MeshLayout {
 public:
  MeshLayout() = default;
  // `blocks`: the own points of each block, cells or nodes, in the block's indices.
  MeshLayout(const std::vector<Box>& blocks, int dimensions, int ghosts, std::size_t value_bytes);

  int blocks() const { return static_cast<int>(blocks_.size()); }
  int dimensions() const { return dimensions_; }
  const Layout& block(int b) const { return blocks_[b]; }
  std::int64_t begin(int b) const { return begin_[b]; }
  std::int64_t size() const { return begin_.back(); }
  int place(int b, const std::array<int, 3>& at) const {
    return static_cast<int>(begin_[b] + blocks_[b].place(at[0], at[1], at[2]));
  }

 private:
  int dimensions_ = 0;
  std::vector<Layout> blocks_;
  std::vector<std::int64_t> begin_;  // first place of each block, and the end of the last
};

// The argument of a kernel: a view of one block, or of the whole buffer as a one-dimensional field.
template <class S, class T>
struct MeshView {
  using value_type = T;
  Binding binding;
  operator In<S, T>() const { return In<S, T>(binding); }
  operator Out<S, T>() const { return Out<S, T>(binding); }
  operator InOut<S, T>() const { return InOut<S, T>(binding); }
};

template <class S, class T>
class MeshField {
 public:
  using value_type = T;
  MeshField() = default;
  MeshField(Exec<S>& exec, const MeshLayout& layout)
      : layout_(&layout), buffer_(exec, static_cast<std::size_t>(layout.size()) * sizeof(T)) {}  // initially zero
  const MeshLayout& layout() const { return *layout_; }
  const void* identity() const { return buffer_.handle(); }

  MeshView<S, T> on(int b) const {
    const Layout& block = layout_->block(b);
    Binding v;
    v.origin = layout_->begin(b) + block.origin();
    v.memory = buffer_.handle();
    if constexpr (!is_symbolic<S>) v.memory = static_cast<T*>(buffer_.handle()) + v.origin;
    v.sy = block.sy();
    v.sz = block.sz();
    v.buffer = buffer_.handle();
    v.bounds = block.bounds();
    return {v};
  }
  MeshView<S, T> places() const {
    Binding v;
    v.memory = buffer_.handle();
    v.buffer = buffer_.handle();
    v.bounds = line_box(static_cast<int>(layout_->size()));
    return {v};
  }
  void upload(const std::vector<T>& all) { buffer_.upload(all.data()); }  // all values, ghosts included
  std::vector<T> download() const {
    std::vector<T> all(static_cast<std::size_t>(layout_->size()));
    download(layout_->blocks(), all.data());
    return all;
  }
  void download(int blocks, T* to) const {  // the first ones
    buffer_.download(to, static_cast<std::size_t>(layout_->begin(blocks)) * sizeof(T));
  }

 private:
  const MeshLayout* layout_ = nullptr;
  Buffer<S> buffer_;
};

}  // namespace eddy
