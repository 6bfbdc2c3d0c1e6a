#include "exec/record/kernels.hpp"

#include <limits>

namespace eddy {

KernelList& kernel_list() {
  static KernelList list;
  return list;
}

bool KernelList::add(const KernelId& id, bool coloured, Analyse analyse) {
  const std::lock_guard lock(mutex_);
  Entry& entry = entries_[id];
  if (entry.analyse) return false;
  entry.coloured = coloured;
  entry.analyse = analyse;
  return true;
}

bool KernelList::add_sweeps(const KernelId& id, int reach) {
  const std::lock_guard lock(mutex_);
  entries_[id].reach = reach;
  return true;
}

const Analysis& KernelList::analysis_of(const Entry& entry) const {
  std::call_once(entry.analysed, [&] {
    entry.analysis = entry.analyse();
    if (entry.reach > 0) find_tile_faults(entry.analysis, entry.reach);
  });
  return entry.analysis;
}

const Analysis* KernelList::find(const KernelId& id) const {
  std::unique_lock lock(mutex_);
  const auto found = entries_.find(id);
  if (found == entries_.end() || !found->second.analyse) return nullptr;
  lock.unlock();
  return &analysis_of(found->second);
}

std::vector<ListedKernel> KernelList::all() const {
  std::unique_lock lock(mutex_);
  std::vector<std::pair<KernelId, const Entry*>> entries;
  for (const auto& [id, entry] : entries_)
    if (entry.analyse) entries.emplace_back(id, &entry);
  lock.unlock();
  std::vector<ListedKernel> kernels;
  for (const auto& [id, entry] : entries) kernels.push_back({id, entry->coloured, analysis_of(*entry)});
  return kernels;
}

double bytes_per_cell(const KernelId& kernel) {
  const Analysis* const listed = kernel_list().find(kernel);
  return listed ? listed->bytes : std::numeric_limits<double>::quiet_NaN();
}

double bytes_of(const Timers& timers) {
  double sum = 0;
  for (const auto& [kernel, timing] : timers) sum += bytes_per_cell(kernel) * double(timing.cells);
  return sum;
}

}  // namespace eddy
