// Sets up the grids, lists and tables of Ni's scheme.
#pragma once
#include "solver/compressible/ni/ni.hpp"
#include "solver/compressible/numbers.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

template <class S, class T>
NiFlow<S, T>::NiFlow(Exec<S>& exec, const Domain& domain, const Case& c, const Scales& scales)
    : exec_(exec),
      domain_(domain),
      run_(c.run),
      options_(c.options_as<CompressibleOptions>()),
      d_(domain.dimensions()),
      steady_(c.run.steady.has_value()),
      dual_(!steady_ && options_.scheme.time == TimeKind::dual),
      gas_(gas_numbers<T>(options_, scales)),
      friction_(friction_numbers<T>(options_)) {
  const int wanted = steady_ || dual_ ? options_.scheme.levels : 1;
  std::vector<std::unique_ptr<Domain>> coarse;
  const Domain* last = &domain;
  for (int l = 1; l < wanted; ++l) {
    coarse.push_back(last->coarser());
    if (!coarse.back()) break;
    last = coarse.back().get();
  }
  levels_.reserve(coarse.size() + 1);  // fields refer to the layouts of their level
  add_level(domain, true);
  for (auto& one : coarse) {
    if (!one) break;
    add_level(*one, false);
    levels_.back().own = std::move(one);
  }
  const MeshLayout& layout = levels_[0].nodes;
  if (levels_.size() > 1) levels_[0].change = StateFields<S, T>(exec, layout);
  now_ = StateFields<S, T>(exec, layout);
  next_ = StateFields<S, T>(exec, layout);
  counts_ = MeshField<S, T>(exec, layout);
  if (dual_) {
    start_ = StateFields<S, T>(exec, layout);
    before_ = StateFields<S, T>(exec, layout);
    levels_[0].given = StateFields<S, T>(exec, layout);
  }
}

template <class S, class T>
void NiFlow<S, T>::add_level(const Domain& domain, bool finest) {
  Level& l = levels_.emplace_back();
  l.domain = &domain;
  l.nodes = domain.node_layout(sizeof(T));
  l.cells = domain.cell_layout(sizeof(T));
  const NodeLists lists(domain);
  for (int a = 0; a < d_; ++a) {
    l.node.emplace_back(exec_, l.nodes);
    upload_as(l.node.back(), domain.node_coordinates(l.nodes, a), [](double x) { return x; });
  }
  const auto inverse = [](double volume) { return 1 / volume; };
  const std::vector<double> volumes = domain.volumes(l.cells);
  l.per_volume = MeshField<S, T>(exec_, l.cells);
  upload_as(l.per_volume, volumes, inverse);
  l.node_volume = MeshField<S, T>(exec_, l.nodes);
  upload_as(l.node_volume, lists.node_volumes(l.nodes, l.cells, volumes), inverse);
  l.kind = MeshField<S, int>(exec_, l.cells);
  l.kind.upload(lists.kinds_of_cells(l.cells));
  l.step = MeshField<S, T>(exec_, l.cells);
  l.step.upload(std::vector<T>(static_cast<std::size_t>(l.cells.size()), T(1)));
  if (const auto all = lists.irregular(); !all.empty())
    l.irregular = std::make_unique<Irregular<S, T>>(exec_, domain, all, l.nodes, l.cells);
  if (!finest || !in_one_pass() || l.irregular) {
    l.whole = StateFields<S, T>(exec_, l.cells);
    for (int a = 0; a < d_; ++a) l.along.emplace_back(exec_, l.cells);
  }
  if (!finest) {
    l.state = StateFields<S, T>(exec_, l.nodes);
    l.given = StateFields<S, T>(exec_, l.cells);
    l.change = StateFields<S, T>(exec_, l.nodes);
  }
  const CopyLists copies = lists.copies(l.nodes);
  l.copied = static_cast<int>(copies.to.size());
  l.from = make_table<S, int>(exec_, copies.from);
  l.to = make_table<S, int>(exec_, copies.to);
  l.neighbours = make_exchanges<S, T>(exec_, lists.between_ranks(l.nodes), d_);
  if (!finest) return;
  add_conditions(lists);
  kinks_ = lists.kinks();
  once_ = MeshField<S, T>(exec_, l.nodes);
  upload_as(once_, lists.that_count(l.nodes), [](double one) { return one; });
}

template <class S, class T>
void NiFlow<S, T>::add_conditions(const NodeLists& lists) {
  for (const NodePass& pass : lists.conditions()) {
    Condition c;
    c.kind = pass.kind;
    c.count = static_cast<int>(pass.nodes.size());
    c.faces = pass.faces;
    std::vector<int> places;
    for (const MeshIndex& n : pass.nodes) {
      Place at = n.at;
      for (int a = 0; a < 3; ++a) at[a] += domain_.offset(n.block)[a];
      places.push_back(levels_[0].nodes.place(domain_.number(n.block), at));
    }
    c.place = make_table<S, int>(exec_, places);
    for (int a = 0; a < d_; ++a) {
      std::vector<T> normal;
      for (const Point& n : pass.normals) normal.push_back(static_cast<T>(n[a]));
      c.normal.of.push_back(make_table<S, T>(exec_, normal));
    }
    for (const BoundaryFace& f : c.faces)
      for (const Formula& formula : f.condition->values) c.timed = c.timed || formula.uses_time();
    timed_ = timed_ || c.timed;
    c.given = StateTable<S, T>(exec_, d_, c.count);
    set_given(c, 0);
    conditions_.push_back(std::move(c));
  }
}

template <class S, class T>
void NiFlow<S, T>::set_given(Condition& c, double time) {
  std::vector<HostState> given;
  for (const BoundaryFace& f : c.faces) given.push_back(given_at(f, options_, d_, time));
  c.given.put(given, d_);
}

}  // namespace eddy::compressible
