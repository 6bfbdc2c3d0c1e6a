// Kernels that transform lines to modes and back (linear/fft_plan.hpp).
#pragma once
#include "exec/shapes/line_set.hpp"
#include "exec/shapes/transform_plan.hpp"
#include "linear/fft_plan.hpp"
#include "linear/kernels.hpp"

namespace eddy::kernels {

template <class V>
FN Complex<V> times(const Complex<V>& a, const V& re, const V& im) {
  return {fma(a.re, re, -(a.im * im)), fma(a.re, im, a.im * re)};
}
template <class V>
FN Complex<V> down(const Complex<V>& m, const Complex<V>& n) {  // m − i n
  return {m.re + n.im, m.im - n.re};
}
template <class V>
FN Complex<V> up(const Complex<V>& m, const Complex<V>& n) {  // m + i n
  return {m.re - n.im, m.im + n.re};
}
template <class T, class V>
FN Complex<V> plus(double factor, const Complex<V>& a, const Complex<V>& b) {  // factor · a + b
  const V f = T(factor);
  return {fma(f, a.re, b.re), fma(f, a.im, b.im)};
}
template <class T, class V>
FN Complex<V> scaled(double factor, const Complex<V>& a) {
  const V f = T(factor);
  return {f * a.re, f * a.im};
}

// z_q ← Σ z_r e^{−2πi qr/R}
template <int R, class T, class V>
FN void dft(Complex<V>* z) {
  using C = Complex<V>;
  if constexpr (R == 2) {
    const C a = z[0], b = z[1];
    z[0] = a + b;
    z[1] = a - b;
  } else if constexpr (R == 3) {
    const C a = z[1] + z[2], d = scaled<T>(0.86602540378443864676, z[1] - z[2]), m = plus<T>(-0.5, a, z[0]);
    z[0] = z[0] + a;
    z[1] = down(m, d);
    z[2] = up(m, d);
  } else if constexpr (R == 4) {
    const C a = z[0] + z[2], b = z[0] - z[2], c = z[1] + z[3], d = z[1] - z[3];
    z[0] = a + c;
    z[1] = down(b, d);
    z[2] = a - c;
    z[3] = up(b, d);
  } else if constexpr (R == 5) {
    constexpr double c1 = 0.30901699437494742410, c2 = -0.80901699437494742410, s1 = 0.95105651629515357212,
                     s2 = 0.58778525229247312917;
    const C a = z[1] + z[4], b = z[2] + z[3], c = z[1] - z[4], d = z[2] - z[3];
    const C m1 = plus<T>(c1, a, plus<T>(c2, b, z[0])), m2 = plus<T>(c2, a, plus<T>(c1, b, z[0]));
    const C n1 = plus<T>(s1, c, scaled<T>(s2, d)), n2 = plus<T>(s2, c, scaled<T>(-s1, d));
    z[0] = z[0] + (a + b);
    z[1] = down(m1, n1);
    z[2] = down(m2, n2);
    z[3] = up(m2, n2);
    z[4] = up(m1, n1);
  } else if constexpr (R == 7) {
    constexpr double c1 = 0.62348980185873353053, c2 = -0.22252093395631440429, c3 = -0.90096886790241912624,
                     s1 = 0.78183148246802980871, s2 = 0.97492791218182360702, s3 = 0.43388373911755812048;
    const C a = z[1] + z[6], b = z[2] + z[5], c = z[3] + z[4], d = z[1] - z[6], e = z[2] - z[5], f = z[3] - z[4];
    const C m1 = plus<T>(c1, a, plus<T>(c2, b, plus<T>(c3, c, z[0])));
    const C m2 = plus<T>(c2, a, plus<T>(c3, b, plus<T>(c1, c, z[0])));
    const C m3 = plus<T>(c3, a, plus<T>(c1, b, plus<T>(c2, c, z[0])));
    const C n1 = plus<T>(s1, d, plus<T>(s2, e, scaled<T>(s3, f)));
    const C n2 = plus<T>(s2, d, plus<T>(-s3, e, scaled<T>(-s1, f)));
    const C n3 = plus<T>(s3, d, plus<T>(-s1, e, scaled<T>(s2, f)));
    z[0] = z[0] + (a + (b + c));
    z[1] = down(m1, n1);
    z[2] = down(m2, n2);
    z[3] = down(m3, n3);
    z[4] = up(m3, n3);
    z[5] = up(m2, n2);
    z[6] = up(m1, n1);
  } else {
    static_assert(R == 8);
    constexpr double s = 0.70710678118654752440;
    C e[4] = {z[0], z[2], z[4], z[6]}, o[4] = {z[1], z[3], z[5], z[7]};
    dft<4, T>(e), dft<4, T>(o);
    const C o1 = scaled<T>(s, C{o[1].re + o[1].im, o[1].im - o[1].re});
    const C o3 = scaled<T>(s, C{o[3].im - o[3].re, -(o[3].re + o[3].im)});
    z[0] = e[0] + o[0];
    z[4] = e[0] - o[0];
    z[1] = e[1] + o1;
    z[5] = e[1] - o1;
    z[2] = down(e[2], o[2]);
    z[6] = up(e[2], o[2]);
    z[3] = e[3] + o3;
    z[7] = e[3] - o3;
  }
}

template <class S, class T>
struct FftTables {
  static constexpr bool bundle = true;
  Line<S, int> place, position;
  Line<S, T> sign, twiddle_re, twiddle_im, turn_re, turn_im;
};

// The steps of a transform between bring() and give(), forward or back.
template <bool Back, class S, class T>
struct FftSteps {
  using V = Value<S, T>;

  template <int Kind>
  FN static Index<S> slot(const FftTables<S, T>& t, Index<S> item, const TransformNumbers<S>& n, int which) {
    if constexpr (Kind == fft_kind::pairs) {
      return which == 0 ? t.position(item + 1) : t.position(n.length - 1 - item);
    } else {
      const Index<S> block = item / n.stride;
      return block * n.length + (item - block * n.stride) + n.stride * which;
    }
  }
  template <int Kind>
  FN static void work(const FftTables<S, T>& t, Index<S> item, const TransformNumbers<S>& n, Complex<V>* z) {
    if constexpr (Kind == fft_kind::pairs) {
      pair(t, item + 1, z);
    } else {
      constexpr int r = fft_kind::radices[Kind];
      const Index<S> j = item - item / n.stride * n.stride + n.table;
      if constexpr (Back) {
        detail::for_constant<r>([&](auto q) {
          if constexpr (q > 0) {
            const Index<S> w = j + n.stride * (q - 1);
            z[q] = times(z[q], V(t.twiddle_re(w)), V(-t.twiddle_im(w)));
          }
          z[q] = {z[q].im, z[q].re};  // the inverse is the forward transform with real and imaginary parts swapped
        });
        dft<r, T>(z);
        detail::for_constant<r>([&](auto q) { z[q] = {z[q].im, z[q].re}; });
      } else {
        dft<r, T>(z);
        detail::for_constant<r>([&](auto q) {
          if constexpr (q > 0) {
            const Index<S> w = j + n.stride * (q - 1);
            z[q] = times(z[q], V(t.twiddle_re(w)), V(t.twiddle_im(w)));
          }
        });
      }
    }
  }
  // Modes k and n − k of two lines u and v, from those of z = u + i v: w_k u_k = a + i b is stored as a at k and −b at
  // n − k.
  FN static void pair(const FftTables<S, T>& t, Index<S> k, Complex<V>* z) {
    const V re = t.turn_re(k), im = t.turn_im(k), half = T(0.5);
    if constexpr (Back) {
      const Complex<V> u = times(Complex<V>{z[0].re, -z[1].re}, re, V(-im)),
                       v = times(Complex<V>{z[0].im, -z[1].im}, re, V(-im));
      z[0] = {u.re - v.im, u.im + v.re};
      z[1] = {u.re + v.im, v.re - u.im};
    } else {
      const Complex<V> u = times(Complex<V>{half * (z[0].re + z[1].re), half * (z[0].im - z[1].im)}, re, im),
                       v = times(Complex<V>{half * (z[0].im + z[1].im), half * (z[1].re - z[0].re)}, re, im);
      z[0] = {u.re, v.re};
      z[1] = {-u.im, -v.im};
    }
  }
};

// On symbols these steps are recorded once, without a loop: all kernels share one copy, which saves most of the compile
// time.
template <bool Back, int Kind, class S, class T>
__attribute__((noinline)) void recorded_steps(const FftTables<S, T>& t, Index<S> item, const TransformNumbers<S>& n,
                                              Complex<Value<S, T>>* z) {
  FftSteps<Back, S, T>::template work<Kind>(t, item, n, z);
}

// The members that all transform kernels have in common.
#define EDDY_FFT_STEPS(Back)                                                                             \
  static constexpr int axis = V::axis, kinds = fft_kind::count;                                          \
  using Real = T;                                                                                        \
  using Number = Value<S, T>;                                                                            \
  static constexpr int width(int kind) { return kind == fft_kind::pairs ? 2 : fft_kind::radices[kind]; } \
  template <int Kind>                                                                                    \
  FN Index<S> slot(Index<S> item, const TransformNumbers<S>& n, int which) const {                       \
    return FftSteps<Back, S, T>::template slot<Kind>(tables, item, n, which);                            \
  }                                                                                                      \
  template <int Kind>                                                                                    \
  FN void work(Index<S> item, const TransformNumbers<S>& n, Complex<Number>* z) const {                  \
    if constexpr (is_symbolic<S>)                                                                        \
      recorded_steps<Back, Kind>(tables, item, n, z);                                                    \
    else                                                                                                 \
      FftSteps<Back, S, T>::template work<Kind>(tables, item, n, z);                                     \
  }                                                                                                      \
  FN Index<S> place_in(Index<S> i) const { return Back ? i : Index<S>(tables.place(i)); }                \
  FN Index<S> place_out(Index<S> i) const { return Back ? Index<S>(tables.place(i)) : i; }

template <class S, class T, int D, class V>
struct FftResidual {  // transforms the residual b − A x to modes
  static constexpr const char* name = "fft_residual";
  typename V::Variant::template Bound<S, T, D> a;
  In<S, T> x, b;
  Out<S, T> modes;
  Param<S, T> rate;
  FftTables<S, T> tables;
  EDDY_FFT_STEPS(false)
  FN Number one(Cell<S> c) const {
    return inflow<D>(a, x, Number(fma(-(Number(rate) * a.storage(c)), Number(x(c)), Number(b(c)))), c) *
           tables.sign(c[axis]);
  }
  FN Complex<Number> bring(Cell<S> c, Cell<S> d) const { return {one(c), one(d)}; }
  FN void give(Cell<S> c, Cell<S> d, const Complex<Number>& z) const {
    modes(d) = z.im;
    modes(c) = z.re;
  }
};

template <class S, class T, int D, class V>
struct FftForward {  // transforms along a further axis, in place
  static constexpr const char* name = "fft_forward";
  InOut<S, T> modes;
  FftTables<S, T> tables;
  EDDY_FFT_STEPS(false)
  FN Complex<Number> bring(Cell<S> c, Cell<S> d) const {
    return {modes(c) * tables.sign(c[axis]), modes(d) * tables.sign(d[axis])};
  }
  FN void give(Cell<S> c, Cell<S> d, const Complex<Number>& z) const {
    modes(d) = z.im;
    modes(c) = z.re;
  }
};

template <class S, class T, int D, class V>
struct FftBack {  // transforms back along that axis, in place
  static constexpr const char* name = "fft_back";
  InOut<S, T> modes;
  FftTables<S, T> tables;
  EDDY_FFT_STEPS(true)
  FN Complex<Number> bring(Cell<S> c, Cell<S> d) const { return {modes(c), modes(d)}; }
  FN void give(Cell<S> c, Cell<S> d, const Complex<Number>& z) const {
    const Number sign = tables.sign(c[axis]);
    modes(d) = z.im * sign;
    modes(c) = z.re * sign;
  }
};

template <class S, class T, int D, class V>
struct FftCorrect {  // transforms back and adds the result to x
  static constexpr const char* name = "fft_correct";
  In<S, T> modes;
  InOut<S, T> x;
  FftTables<S, T> tables;
  EDDY_FFT_STEPS(true)
  FN Complex<Number> bring(Cell<S> c, Cell<S> d) const { return {modes(c), modes(d)}; }
  FN void give(Cell<S> c, Cell<S> d, const Complex<Number>& z) const {
    const Number sign = tables.sign(c[axis]), of_c = x(c), of_d = x(d);
    x(d) = fma(z.im, sign, of_d);
    x(c) = fma(z.re, sign, of_c);
  }
};
#undef EDDY_FFT_STEPS

}  // namespace eddy::kernels
