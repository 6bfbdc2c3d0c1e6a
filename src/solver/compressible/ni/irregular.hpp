// The irregular nodes of a grid of Ni's scheme (see node_lists.hpp): their tables and their update. Each cell and each
// edge around such a node has a slot, numbered alike on all ranks.
#pragma once
#include <algorithm>
#include <memory>

#include "base/ranks.hpp"
#include "solver/compressible/exchange.hpp"
#include "solver/compressible/ni/along_fields.hpp"
#include "solver/compressible/ni/kernels_irregular.hpp"
#include "solver/compressible/node_lists.hpp"

namespace eddy::compressible {

template <class S, class T>
struct EdgeFields {
  using value_type = T;
  PerAxis<LineField<S, int>> line;
  PerAxis<LineField<S, T>> area;
  LineField<S, T> volume, before, after;
  template <int D>
  operator EdgeTables<S, T, D>() const {
    return {line, area, volume, before, after};
  }
};

template <class S, class T>
class Irregular {
 public:
  Irregular(Exec<S>& exec, const Domain& domain, const std::vector<IrregularNode>& all, const MeshLayout& nodes,
            const MeshLayout& cells)
      : exec_(exec), domain_(domain), d_(domain.dimensions()) {
    int slots = 1;
    for (const IrregularNode& n : all) slots += static_cast<int>(n.cells.size() + n.edges.size());
    layout_ = MeshLayout({line_box(slots)}, d_, 0, sizeof(T));
    slots_ = StateFields<S, T>(exec, layout_);
    put_cells(all, cells);
    find_around(all);
    put_edges(all, nodes);
    put_nodes(all, nodes, cells);
    neighbours_ = make_exchanges<S, T>(exec, between_ranks(all), d_);
  }

  // The cells of this rank around irregular nodes: pairs of block and box.
  const std::vector<std::pair<int, Box>>& cells() const { return around_; }

  // Computes the new states of the nodes.
  template <int D, class Form>
  void step(const StateFields<S, T>& now, StateFields<S, T>& next, const StateFields<S, T>& whole,
            const std::vector<StateFields<S, T>>& along, const MeshField<S, T>& step, const GasNumbers<T>& gas,
            const FrictionNumbers<T>& friction, const Dissipation<S, T>& by, double implicit) {
    fill_cells<D>(whole, along);
    if (edge_count_ > 0)
      for_each<kernels::SlotsOfEdges, EdgeForm<Form::friction, D>>(exec_, Set(line_box(edge_count_), 1), now.places(),
                                                                   edges_, edge_slot_, slots_.places(), bound<S>(gas),
                                                                   bound<S>(friction), by);
    exchange<D>(exec_, neighbours_, slots_);
    sum<D>(cell_sums_, sum_of_cells_);
    sum<D>(edge_sums_, sum_of_edges_);
    if (node_count_ > 0)
      for_each<kernels::IrregularNodes, OnPlaces<D>>(exec_, Set(line_box(node_count_), 1), now.places(), next.places(),
                                                     sum_of_cells_, sum_of_edges_, node_, node_cell_, per_volume_,
                                                     step.places(), bound<S>(gas), T(implicit));
  }
  template <int D>
  void coarse_change(const StateFields<S, T>& whole, const std::vector<StateFields<S, T>>& along,
                     StateFields<S, T>& change) {
    fill_cells<D>(whole, along);
    exchange<D>(exec_, neighbours_, slots_);
    sum<D>(cell_sums_, sum_of_cells_);
    if (node_count_ > 0)
      for_each<kernels::IrregularChanges, OnPlaces<D>>(exec_, Set(line_box(node_count_), 1), sum_of_cells_,
                                                       change.places(), node_, per_volume_);
  }

 private:
  using Slots = std::vector<PerAxis<LineField<S, int>>>;  // eight slots per entry

  int place(const MeshLayout& layout, const MeshIndex& at) const { return domain_.place(layout, at); }
  bool is_here(const MeshIndex& at) const { return domain_.number(at.block) >= 0; }

  void put_cells(const std::vector<IrregularNode>& all, const MeshLayout& cells) {
    std::vector<int> places, slots;
    std::vector<std::vector<T>> ends(static_cast<std::size_t>(d_));
    int slot = 1;
    for (const IrregularNode& n : all) {
      for (const IrregularNode::Part& p : n.cells) {
        const int mine = slot++;
        if (!is_here(p.cell)) continue;
        places.push_back(place(cells, p.cell));
        slots.push_back(mine);
        for (int a = 0; a < d_; ++a) ends[a].push_back(p.corner >> a & 1 ? T(1) : T(-1));
      }
      slot += static_cast<int>(n.edges.size());
    }
    cell_count_ = static_cast<int>(places.size());
    cell_ = make_table<S, int>(exec_, places);
    cell_slot_ = make_table<S, int>(exec_, slots);
    for (int a = 0; a < d_; ++a) cell_end_.of.push_back(make_table<S, T>(exec_, ends[a]));
  }

  void find_around(const std::vector<IrregularNode>& all) {
    for (const IrregularNode& n : all) {
      std::map<std::array<int, 4>, Box> boxes;  // keyed by the block and the node's index in it
      for (const IrregularNode::Part& p : n.cells) {
        if (!is_here(p.cell)) continue;
        Place at = p.cell.at;
        for (int a = 0; a < 3; ++a) at[a] += domain_.offset(p.cell.block)[a];
        const int b = domain_.number(p.cell.block), m = p.corner;
        const Box one{at, {at[0] + 1, at[1] + 1, at[2] + 1}};
        const auto [box, is_first] =
            boxes.try_emplace({b, at[0] + (m & 1), at[1] + (m >> 1 & 1), at[2] + (m >> 2)}, one);
        for (int a = 0; a < 3 && !is_first; ++a) {
          box->second.lo[a] = std::min(box->second.lo[a], one.lo[a]);
          box->second.hi[a] = std::max(box->second.hi[a], one.hi[a]);
        }
      }
      for (const auto& [where, box] : boxes) around_.emplace_back(where[0], box);
    }
  }

  void put_edges(const std::vector<IrregularNode>& all, const MeshLayout& nodes) {
    std::vector<std::vector<int>> line(4);
    std::vector<std::vector<T>> area(static_cast<std::size_t>(d_));
    std::vector<T> volume, before, after;
    std::vector<int> slots;
    int slot = 1;
    for (const IrregularNode& n : all) {
      slot += static_cast<int>(n.cells.size());
      for (const IrregularNode::Edge& e : n.edges) {
        const int mine = slot++;
        if (!is_here(e.line[2])) continue;
        for (int m = 0; m < 4; ++m) line[m].push_back(place(nodes, e.line[m]));
        for (int a = 0; a < d_; ++a) area[a].push_back(static_cast<T>(e.area[a]));
        volume.push_back(static_cast<T>(e.volume));
        before.push_back(e.before ? T(1) : T(0));
        after.push_back(e.after ? T(1) : T(0));
        slots.push_back(mine);
      }
    }
    edge_count_ = static_cast<int>(slots.size());
    for (const auto& places : line) edges_.line.of.push_back(make_table<S, int>(exec_, places));
    for (const auto& values : area) edges_.area.of.push_back(make_table<S, T>(exec_, values));
    edges_.volume = make_table<S, T>(exec_, volume);
    edges_.before = make_table<S, T>(exec_, before);
    edges_.after = make_table<S, T>(exec_, after);
    edge_slot_ = make_table<S, int>(exec_, slots);
  }

  void put_nodes(const std::vector<IrregularNode>& all, const MeshLayout& nodes, const MeshLayout& cells) {
    std::vector<int> places, steps;
    std::vector<T> per_volume;
    std::vector<std::vector<int>> of_cells, of_edges;
    int slot = 1;
    for (const IrregularNode& n : all) {
      std::vector<int> first, second;
      for (std::size_t m = 0; m < n.cells.size(); ++m) first.push_back(slot++);
      for (std::size_t m = 0; m < n.edges.size(); ++m) second.push_back(slot++);
      if (!is_here(n.node)) continue;
      places.push_back(place(nodes, n.node));
      steps.push_back(place(cells, smallest_cell(n)));
      per_volume.push_back(static_cast<T>(1 / n.volume));
      of_cells.push_back(first);
      of_edges.push_back(second);
    }
    node_count_ = static_cast<int>(places.size());
    node_ = make_table<S, int>(exec_, places);
    node_cell_ = make_table<S, int>(exec_, steps);
    per_volume_ = make_table<S, T>(exec_, per_volume);
    cell_sums_ = tables(of_cells);
    edge_sums_ = tables(of_edges);
    sum_of_cells_ = StateTable<S, T>(exec_, d_, std::max(1, node_count_));
    sum_of_edges_ = StateTable<S, T>(exec_, d_, std::max(1, node_count_));
  }

  MeshIndex smallest_cell(const IrregularNode& n) const {  // in the node's own block
    MeshIndex least{-1, {}};
    double volume = 0;
    for (const IrregularNode::Part& p : n.cells) {
      if (p.cell.block != n.node.block) continue;
      const double v = domain_.geometry(domain_.number(p.cell.block)).volume(p.cell.at);
      if (least.block >= 0 && v >= volume) continue;
      least = p.cell;
      volume = v;
    }
    return least;
  }

  Slots tables(const std::vector<std::vector<int>>& of_nodes) const {
    std::size_t most = 0;
    for (const auto& slots : of_nodes) most = std::max(most, slots.size());
    Slots all;
    for (std::size_t begin = 0; begin < most; begin += slots_at_once) {
      all.emplace_back();
      for (std::size_t n = begin; n < begin + slots_at_once; ++n) {
        std::vector<int> one;
        for (const auto& slots : of_nodes) one.push_back(n < slots.size() ? slots[n] : 0);
        all.back().of.push_back(make_table<S, int>(exec_, one));
      }
    }
    return all;
  }

  std::vector<RankLists> between_ranks(const std::vector<IrregularNode>& all) const {
    std::map<int, RankLists> lists;
    int slot = 1;
    for (const IrregularNode& n : all) {
      const int to = domain_.owner(n.node.block);
      const auto add = [&](const MeshIndex& at) {
        const int from = domain_.owner(at.block), mine = slot++;
        if (from == to) return;
        if (from == ranks::here()) lists[to].send.push_back(mine);
        if (to == ranks::here()) lists[from].receive.push_back(mine);
      };
      for (const IrregularNode::Part& p : n.cells) add(p.cell);
      for (const IrregularNode::Edge& e : n.edges) add(e.line[2]);
    }
    std::vector<RankLists> result;
    for (auto& [rank, list] : lists) {
      list.rank = rank;
      result.push_back(std::move(list));
    }
    return result;
  }

  template <int D>
  void fill_cells(const StateFields<S, T>& whole, const std::vector<StateFields<S, T>>& along) {
    if (cell_count_ == 0) return;
    AlongFields<S, T> of_axes;
    for (int a = 0; a < d_; ++a) of_axes.of[a] = along[a].places();
    for_each<kernels::SlotsOfCells, OnPlaces<D>>(exec_, Set(line_box(cell_count_), 1), whole.places(), of_axes, cell_,
                                                 cell_slot_, cell_end_, slots_.places());
  }
  template <int D>
  void sum(const Slots& slots, StateTable<S, T>& to) {
    for (std::size_t n = 0; n < slots.size() && node_count_ > 0; ++n)
      for_each<kernels::SumOfSlots, OnPlaces<D>>(exec_, Set(line_box(node_count_), 1), slots_.places(), slots[n], to,
                                                 n > 0 ? 1 : 0);
  }

  Exec<S>& exec_;
  const Domain& domain_;
  std::vector<std::pair<int, Box>> around_;
  int d_, cell_count_ = 0, edge_count_ = 0, node_count_ = 0;
  MeshLayout layout_;
  StateFields<S, T> slots_;
  LineField<S, int> cell_, cell_slot_, edge_slot_, node_, node_cell_;
  PerAxis<LineField<S, T>> cell_end_;
  EdgeFields<S, T> edges_;
  LineField<S, T> per_volume_;
  Slots cell_sums_, edge_sums_;
  StateTable<S, T> sum_of_cells_, sum_of_edges_;
  std::vector<RankExchange<S, T>> neighbours_;
};

}  // namespace eddy::compressible
