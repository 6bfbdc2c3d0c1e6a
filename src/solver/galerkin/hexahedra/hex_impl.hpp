// A mesh of hexahedra: builds its tables on the device; the solver's module for such meshes.
#pragma once
#include <numeric>

#include "solver/galerkin/device_flow_impl.hpp"
#include "solver/galerkin/hexahedra/hex.hpp"

namespace eddy::galerkin {

template <class S, class T>
HexTopology<S, T>::HexTopology(Exec<S>& exec, const Domain& domain, const RunOptions&,
                               const std::vector<double>& length_squared)
    : exec_(exec),
      domain_(domain),
      lists_(hex_lists(domain)),
      third_(domain.options().scheme.gradient == Gradient::mean ? T(1.0 / 3) : T(0)),
      volume_(exec, lists_.share.layout),
      per_volume_(exec, lists_.share.layout) {
  for (const auto& around : lists_.around)
    if (around.size() > 8) width_ = 24;
  fill_nodes();
  std::vector<int> elements(lists_.elements.size()), nodes(lists_.around.size());
  std::iota(elements.begin(), elements.end(), 0);
  std::iota(nodes.begin(), nodes.end(), 0);
  elements_ = MeshLayout({line_box(std::max(1, static_cast<int>(elements.size())))}, 1, 0, sizeof(T));
  viscosity_ = MeshField<S, T>(exec, elements_);
  all_ = make_tables_of(elements, length_squared);
  make_entries(nodes, elements, all_, entries_, entry_);
  list_walls(length_squared);
}

template <class S, class T>
void HexTopology<S, T>::fill_nodes() {
  points_ = MeshLayout({line_box(std::max(1, static_cast<int>(lists_.positions.size())))}, 1, 0, sizeof(T));
  position_ = NodalFields<S, T>(exec_, points_, 3);
  for (int a = 0; a < 3; ++a) {
    std::vector<T> all(static_cast<std::size_t>(points_.size()), T(0));
    for (std::size_t n = 0; n < lists_.positions.size(); ++n) all[n] = static_cast<T>(lists_.positions[n][a]);
    position_.of[a].upload(all);
  }
  const Share& share = lists_.share;
  std::vector<T> volume(static_cast<std::size_t>(share.layout.size()), T(0)), per_volume = volume;
  share.each_own(share.layout, [&](std::size_t, std::int64_t node, std::size_t place) {
    const double v = domain_.volume(node);
    volume[place] = static_cast<T>(v);
    per_volume[place] = v > 0 ? static_cast<T>(1 / v) : T(0);
  });
  volume_.upload(volume);
  per_volume_.upload(per_volume);
}

template <class S, class T>
ElementTables<S, T> HexTopology<S, T>::make_tables_of(const std::vector<int>& elements,
                                                      const std::vector<double>& length_squared) {
  ElementTables<S, T> t;
  t.count = static_cast<int>(elements.size());
  for (int c = 0; c < 8; ++c) {
    std::vector<int> node, point;
    for (int e : elements) {
      node.push_back(lists_.nodes[static_cast<std::size_t>(e)][c]);
      point.push_back(lists_.points[static_cast<std::size_t>(e)][c]);
    }
    t.node.of.push_back(make_table<S, int>(exec_, node));
    t.point.of.push_back(make_table<S, int>(exec_, point));
  }
  std::vector<T> length;
  for (int e : elements)
    length.push_back(
        length_squared.empty() ? T(0) : static_cast<T>(length_squared[static_cast<std::size_t>(lists_.elements[e])]));
  t.length_squared = make_table<S, T>(exec_, length);
  if (domain_.options().turbulence.model == Model::dynamic) t.width_squared = make_table<S, T>(exec_, length);
  t.layout = std::make_shared<MeshLayout>(std::vector{Box{{0, 0, 0}, {t.count + 1, 8, 1}}}, 2, 0, sizeof(T));
  for (int v = 0; v < 4; ++v) t.share.of.emplace_back(exec_, *t.layout);
  return t;
}

// Makes the table of entries: for each node the places of the values that its elements send, in order of the elements.
template <class S, class T>
void HexTopology<S, T>::make_entries(const std::vector<int>& nodes, const std::vector<int>& elements,
                                     const ElementTables<S, T>& tables, MeshLayout& layout,
                                     MeshField<S, int>& entry) const {
  std::vector<int> number(lists_.elements.size(), -1);
  for (std::size_t n = 0; n < elements.size(); ++n) number[static_cast<std::size_t>(elements[n])] = static_cast<int>(n);
  layout = MeshLayout({Box{{0, 0, 0}, {std::max(1, static_cast<int>(nodes.size())), width_, 1}}}, 2, 0, sizeof(int));
  std::vector<int> all(static_cast<std::size_t>(layout.size()), tables.nothing());
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const auto& around = lists_.around[static_cast<std::size_t>(nodes[n])];
    if (static_cast<int>(around.size()) > width_)
      throw Error(Exit::usage, "a node of the mesh belongs to " + std::to_string(around.size()) +
                                   " elements; there can be " + std::to_string(width_) + ".");
    for (std::size_t m = 0; m < around.size(); ++m)
      all[static_cast<std::size_t>(layout.place(0, {static_cast<int>(n), static_cast<int>(m), 0}))] =
          tables.place(number[static_cast<std::size_t>(around[m][0])], around[m][1]);
  }
  entry = MeshField<S, int>(exec_, layout);
  entry.upload(all);
}

template <class S, class T>
void HexTopology<S, T>::list_walls(const std::vector<double>& length_squared) {
  const std::vector<int> wanted = domain_.wall_nodes();
  std::vector<int> nodes, elements;
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    const int place = lists_.share.place(wanted[n]);
    if (place < 0) continue;
    walls_.push_back(static_cast<int>(n));
    nodes.push_back(place);
    for (const auto& [element, corner] : lists_.around[static_cast<std::size_t>(place)]) elements.push_back(element);
  }
  std::sort(elements.begin(), elements.end());
  elements.erase(std::unique(elements.begin(), elements.end()), elements.end());
  at_walls_ = make_tables_of(elements, length_squared);
  make_entries(nodes, elements, at_walls_, wall_entries_, wall_entry_);
  wall_node_ = make_table<S, int>(exec_, nodes);
  wall_rows_ = layout_of_walls(domain_.options(), walls(), 4, sizeof(T));
  wall_result_ = MeshField<S, T>(exec_, wall_rows_);
}

template <class S, class T>
std::vector<double> HexTopology<S, T>::eddy_viscosity() const {
  const std::vector<T> mine = viscosity_.download();
  struct Entry {
    std::int64_t element;
    double value;
  };
  std::vector<Entry> entries;
  for (std::size_t e = 0; e < lists_.elements.size(); ++e) entries.push_back({lists_.elements[e], double(mine[e])});
  std::vector<double> result(static_cast<std::size_t>(domain_.elements()), 0.0);
  for (const Entry& e : ranks::gather(entries)) result[static_cast<std::size_t>(e.element)] = e.value;
  return result;
}

}  // namespace eddy::galerkin

#define EDDY_INSTANTIATE(S, T)                                                                                         \
  extern "C" eddy::galerkin::Flow* eddy_hexahedra_##T(void* exec, const eddy::galerkin::Domain& domain,                \
                                                      const eddy::Case& c, const eddy::Device& device) {               \
    return new eddy::galerkin::DeviceFlow<S, T, eddy::galerkin::HexTopology<S, T>>(*static_cast<eddy::Exec<S>*>(exec), \
                                                                                   domain, c, device);                 \
  }
