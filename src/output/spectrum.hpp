// The power spectral density of a signal, after Welch: segments of a quarter of it that overlap by half, each without its
// mean and under Hann's window; one-sided, so that its integral over the frequency is the variance.
#pragma once
#include <string>
#include <vector>

#include "output/image.hpp"
#include "output/signal.hpp"

namespace eddy {

struct Spectrum {
  std::vector<double> frequency, density;  // without the frequency 0
  double resolution = 0;                   // of frequencies: one over the length of a segment
  double peak = 0;                         // by the parabola through the logarithms at the largest one; 0: none
  double cycles = 0;                       // of the peak in the whole signal
  double crossings = 0;                    // frequency by counting where the signal rises through its mean
};
Spectrum spectrum_of(const Signal& signal);  // empty: fewer than 64 samples, or nothing varies

// `scale`: length over velocity; 0: none. The abscissa is then the Strouhal number.
Image spectrum_chart(const Spectrum& spectrum, const std::string& title, const std::string& name, double scale);

}  // namespace eddy
