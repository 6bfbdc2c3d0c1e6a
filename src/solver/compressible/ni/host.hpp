// The exchange of Ni's scheme with the host: values for output, initial states, and stored states.
#pragma once
#include "solver/compressible/boundary/list.hpp"
#include "solver/compressible/ni/ni.hpp"
#include "solver/places.hpp"

namespace eddy::compressible {

// Converts density, momentum, energy into density, velocity, pressure; indexed by variable, then by place.
template <class T>
void make_primitive(std::vector<std::vector<T>>& all, int d, const GasNumbers<T>& gas) {
  for (std::size_t n = 0; n < all[0].size(); ++n) {
    all[0][n] = std::abs(all[0][n]);
    if (!(all[0][n] > T(0))) continue;
    T square = 0;
    for (int a = 0; a < d; ++a) {
      all[a + 1][n] /= all[0][n];
      square += all[a + 1][n] * all[a + 1][n];
    }
    all[d + 1][n] = gas.less_one * (all[d + 1][n] - T(0.5) * all[0][n] * square);
  }
}
template <class S, class T>
std::vector<std::vector<T>> NiFlow<S, T>::downloaded() {
  std::vector<std::vector<T>> all;
  for (int v = 0; v < d_ + 2; ++v) all.push_back(now_.of[v].download());
  make_primitive(all, d_, gas_);
  return all;
}
template <class S, class T>
std::vector<HostState> NiFlow<S, T>::states_at(const std::vector<OwnPoint>& points) {
  std::vector<HostState> states(points.size());
  if (points.empty()) return states;
  std::vector<std::vector<T>> all;
  for (const auto& values : state_of_points(exec_, now_, levels_[0].nodes, points))
    all.emplace_back(values.begin(), values.end());
  make_primitive(all, d_, gas_);
  for (std::size_t n = 0; n < points.size(); ++n) {
    states[n].density = static_cast<double>(all[0][n]);
    for (int a = 0; a < d_; ++a) states[n].velocity[a] = static_cast<double>(all[a + 1][n]);
    states[n].pressure = static_cast<double>(all[d_ + 1][n]);
  }
  return states;
}
template <class S, class T>
BlockValues NiFlow<S, T>::values(int variable) {
  const auto all = downloaded();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b)
    each(domain_.nodes(b), [&](const Place& n) {
      values[b].push_back(static_cast<double>(all[variable][levels_[0].nodes.place(b, n)]));
    });
  return values;
}
// Beyond patches values are extrapolated linearly.
template <class S, class T>
BlockValues NiFlow<S, T>::with_ghosts(int variable) {
  const auto all = downloaded();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b) {
    const Box own = domain_.nodes(b);
    const auto value = [&](const Place& n) { return static_cast<double>(all[variable][levels_[0].nodes.place(b, n)]); };
    each(own.grown(1, d_), [&](const Place& n) {
      const bool known = domain_.neighbours().node({domain_.block(b), domain_.local(b, n)}).what == Beyond::block;
      Place near = n, far = n;
      for (int a = 0; a < d_; ++a) {
        near[a] = std::clamp(n[a], own.lo[a], own.hi[a] - 1);
        far[a] = 2 * near[a] - n[a];
      }
      values[b].push_back(known ? value(n) : 2 * value(near) - value(far));
    });
  }
  return values;
}

template <class S, class T>
void NiFlow<S, T>::put(const std::vector<BlockValues>& state) {
  const GasNumbers<T> gas = gas_;
  std::vector<std::vector<T>> all(static_cast<std::size_t>(d_) + 2,
                                  std::vector<T>(static_cast<std::size_t>(levels_[0].nodes.size()), T(0)));
  std::fill(all.front().begin(), all.front().end(), T(1));  // nodes beyond patches are read: a valid state
  std::fill(all.back().begin(), all.back().end(), T(1));
  for (int b = 0; b < domain_.blocks(); ++b) {
    std::size_t n = 0;
    each(domain_.nodes(b), [&](const Place& at) {
      const std::size_t place = static_cast<std::size_t>(levels_[0].nodes.place(b, at));
      const T density = static_cast<T>(state[0][b][n]);
      T square = 0;
      all[0][place] = density;
      for (int a = 0; a < d_; ++a) {
        const T u = static_cast<T>(state[a + 1][b][n]);
        all[a + 1][place] = density * u;
        square += u * u;
      }
      all[d_ + 1][place] = static_cast<T>(state[d_ + 1][b][n]) * gas.per_less_one + T(0.5) * density * square;
      ++n;
    });
  }
  for (int v = 0; v < d_ + 2; ++v)
    for (StateFields<S, T>* s : {&now_, &next_}) s->of[v].upload(all[v]);
  copy_across(levels_[0], now_);
  copy_across(levels_[0], next_);
}

// The state of a face is the mean of its nodes, except those where the wall has a kink. At walls that the gas sticks to,
// the state before the face is on a linear profile from the wall, with the slope there of the parabola through the wall
// and the two nodes above it.
template <class S, class T>
FaceStates NiFlow<S, T>::face_states() {
  const auto all = downloaded();
  struct Mean {
    HostState state;
    Point place;
  };
  const auto mean = [&](const BoundaryFace& f, int inwards, const std::array<bool, 4>& kink) {
    Mean mean{};
    HostState& w = mean.state;
    const int axis = f.side / 2, b = domain_.number(f.cell.block);
    int corners = 0;
    for (int m = 0; m < (1 << (d_ - 1)); ++m) corners += !kink[m];
    for (int m = 0; m < (1 << (d_ - 1)); ++m) {
      if (kink[m]) continue;
      Place n = f.cell.at;
      for (int a = 0; a < 3; ++a) n[a] += domain_.offset(f.cell.block)[a];
      n[axis] += f.side % 2 ? 1 - inwards : inwards;
      n[(axis + 1) % d_] += m & 1;
      if (d_ == 3) n[(axis + 2) % d_] += m >> 1;
      const std::size_t place = static_cast<std::size_t>(levels_[0].nodes.place(b, n));
      const Point where = domain_.place_of(b, n);
      w.density += static_cast<double>(all[0][place]) / corners;
      for (int a = 0; a < d_; ++a) w.velocity[a] += static_cast<double>(all[a + 1][place]) / corners;
      w.pressure += static_cast<double>(all[d_ + 1][place]) / corners;
      for (int a = 0; a < 3; ++a) mean.place[a] += where[a] / corners;
    }
    return mean;
  };
  FaceStates s;
  for (std::size_t number = 0; number < domain_.faces().size(); ++number) {
    const BoundaryFace& f = domain_.faces()[number];
    const Mean wall = mean(f, 0, kinks_[number]);
    HostState inner = wall.state;
    const std::string name = condition_name(f.condition->kind);
    if (name == NoSlip::name || name == Isothermal::name) {
      const Mean first = mean(f, 1, {}), second = mean(f, 2, {});
      const auto height = [&](const Mean& m) {
        return (f.centre[0] - m.place[0]) * f.normal[0] + (f.centre[1] - m.place[1]) * f.normal[1] +
               (f.centre[2] - m.place[2]) * f.normal[2];
      };
      const double near = height(first), far = height(second), distance = 2 * f.distance;
      const auto line = [&](double at_wall, double at_first, double at_second) {
        const double slope = ((at_first - at_wall) * far / near - (at_second - at_wall) * near / far) / (far - near);
        return at_wall + slope * distance;
      };
      const auto warmth = [](const HostState& w) { return w.pressure / w.density; };
      for (int a = 0; a < d_; ++a)
        inner.velocity[a] = line(wall.state.velocity[a], first.state.velocity[a], second.state.velocity[a]);
      inner.density = wall.state.pressure / line(warmth(wall.state), warmth(first.state), warmth(second.state));
    }
    s.before.push_back(inner);
    s.behind.push_back(inner);
    s.beyond.push_back(wall.state);
    s.second.push_back(wall.state);
  }
  return s;
}

template <class S, class T>
std::vector<std::string> NiFlow<S, T>::stored_names() const {
  std::vector<std::string> names;
  for (const char* when : {"", "start."}) {
    names.push_back(std::string(when) + "density");
    for (int a = 0; a < d_; ++a) names.push_back(std::string(when) + "momentum." + "xyz"[a]);
    names.push_back(std::string(when) + "energy");
    if (!dual_) break;
  }
  return names;
}
template <class S, class T>
BlockValues NiFlow<S, T>::stored(int number) {
  const StateFields<S, T>& state = number < d_ + 2 ? now_ : start_;
  const std::vector<T> all = state.of[number % (d_ + 2)].download();
  BlockValues values(static_cast<std::size_t>(domain_.blocks()));
  for (int b = 0; b < domain_.blocks(); ++b)
    each(domain_.nodes(b),
         [&](const Place& n) { values[b].push_back(static_cast<double>(all[levels_[0].nodes.place(b, n)])); });
  return values;
}
template <class S, class T>
void NiFlow<S, T>::restore(const std::vector<BlockValues>& stored) {
  for (std::size_t m = 0; m < stored.size(); ++m) {
    StateFields<S, T>& state = m < std::size_t(d_ + 2) ? now_ : start_;
    const std::size_t v = m % std::size_t(d_ + 2);
    std::vector<T> all = now_.of[v].download();
    for (int b = 0; b < domain_.blocks(); ++b) {
      std::size_t n = 0;
      each(domain_.nodes(b),
           [&](const Place& at) { all[levels_[0].nodes.place(b, at)] = static_cast<T>(stored[m][b][n++]); });
    }
    state.of[v].upload(all);
  }
  copy_across(levels_[0], now_);
  if (dual_) copy_across(levels_[0], start_);
}
template <class S, class T>
std::vector<std::pair<std::string, double*>> NiFlow<S, T>::scalars() {
  return {{"dual_steps", &steps_}};
}

}  // namespace eddy::compressible
