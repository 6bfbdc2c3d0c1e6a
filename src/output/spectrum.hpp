// The power spectral density of a signal, after Welch: segments of a quarter of its length that overlap by half, each
// without its mean and under Hann's window. It is one-sided: its integral over the frequency is the variance.
#pragma once
#include <string>
#include <vector>

#include "output/image.hpp"
#include "output/signal.hpp"

namespace eddy {

struct Spectrum {
  std::vector<double> frequency, density;  // without the frequency 0
  double resolution = 0;                   // step of frequency: one over the length of a segment
  double peak = 0;                         // frequency of the peak, by a parabola through the logarithms; 0: none
  double cycles = 0;                       // periods of the peak in the whole signal
  double crossings = 0;                    // frequency by counting where the signal rises through its mean
};
Spectrum spectrum_of(const Signal& signal);  // empty if there are fewer than 64 samples or nothing varies

// `scale`: length over velocity, which makes the abscissa the Strouhal number; 0: none.
Image spectrum_chart(const Spectrum& spectrum, const std::string& title, const std::string& name, double scale);

}  // namespace eddy
