// Fits a polynomial to values around a point by weighted least squares; the results are weights of these values.
//
//      ○   ○   ○        value of the polynomial, or its slope, anywhere = Σ weight · datum
//        ○ x ○          data: values, or slopes along a direction, at given points
//      ● ● ● ●          ● on a wall: values that are known
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>

namespace eddy::projection {

using Coordinates = std::array<double, 3>;

struct Axes {  // those along which a polynomial varies
  int count = 0;
  std::array<int, 3> of{};
  const int* begin() const { return of.data(); }
  const int* end() const { return of.data() + count; }
  bool has(int axis) const { return std::find(begin(), end(), axis) != end(); }
};
inline double scalar_product(const Coordinates& a, const Coordinates& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

template <class V, std::size_t Most>
class Few {  // values whose number is small, held without memory of their own
 public:
  Few() {}
  void push_back(const V& v) { of_.at(count_++) = v; }
  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  V& operator[](std::size_t n) { return of_[n]; }
  const V& operator[](std::size_t n) const { return of_[n]; }
  const V& back() const { return of_[count_ - 1]; }
  V& front() { return of_[0]; }
  void shorten(std::size_t n) { count_ = std::min(count_, n); }
  V* begin() { return of_.data(); }
  V* end() { return of_.data() + count_; }
  const V* begin() const { return of_.data(); }
  const V* end() const { return of_.data() + count_; }

 private:
  std::size_t count_ = 0;
  std::array<V, Most> of_;
};

class Fit {
 public:
  static constexpr std::size_t most_data = 41;
  using Weights = Few<double, most_data>;
  // In coordinates around `origin` in units of `scale`. `through_origin`: the value there is known, the first datum.
  Fit(const Axes& axes, int degree, const Coordinates& origin, const Coordinates& scale, bool through_origin);

  void add_value(const Coordinates& x);
  void add_slope(const Coordinates& x, const Coordinates& direction);  // datum: the slope along the direction, 1/m
  int data() const { return static_cast<int>(rows_.size()) + (through_origin_ ? 1 : 0); }

  // One weight per datum, in their order; empty if the data do not determine the polynomial.
  Weights value(const Coordinates& x) const;
  Weights slope(const Coordinates& x, const Coordinates& direction) const;

 private:
  struct Terms {  // of the polynomial, at most those of a parabola in space
    std::size_t count = 0;
    std::array<double, 10> value;
    Terms() {}
    void add(double v) { value[count++] = v; }
    double& operator[](std::size_t n) { return value[n]; }
    const double& operator[](std::size_t n) const { return value[n]; }
  };
  Terms terms(const Coordinates& local) const;
  Terms terms_of_slope(const Coordinates& local, const Coordinates& direction) const;
  Coordinates local(const Coordinates& x) const;
  static double importance(const Coordinates& local);
  Weights weights(const Terms& wanted, double of_origin) const;

  Axes axes_;
  int degree_;
  Coordinates origin_, scale_;
  bool through_origin_;
  Few<Terms, most_data> rows_;
  Few<double, most_data> importance_;
};

}  // namespace eddy::projection
