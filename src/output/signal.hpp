// Frequency, amplitude, and mean with an interval, of a signal in time. Steps need not be even.
//
// Frequency: the sine that explains most of the signal,
//     min over f, c, a, b of  Σ w (x − c − a cos 2πft − b sin 2πft)²,      w = length of the step × Hann's window.
// The search for f begins at the peak of a Fourier transform; the fit is then free of the transform's grid of
// frequencies and of leakage from the mean. Counting mean crossings would be simpler, but noise and harmonics add
// crossings. For a pure sine with any sampling the answer is exact up to rounding.
// The signal must hold two periods or more, and the sine must explain more of it than any slower variation does, a
// steady drift aside, because a variation that occurs only once could be the beginning of anything.
//
// Mean: time average by trapezoids. Its 95 % interval comes from the means of batches, which are nearly independent
// when they are long: 32 of them, or 16 or 8 where neighbours are still correlated. The remaining correlation widens
// the interval.
#pragma once
#include <map>
#include <string>
#include <vector>

#include "case/options.hpp"
#include "field/watcher.hpp"

namespace eddy {

struct Signal {
  std::vector<double> time, value;  // times ascend
};

struct Oscillation {  // a number that is not known is NaN
  double frequency;   // per unit of time
  double amplitude;   // amplitude of the sine of that frequency
  double periods;     // periods of the strongest variation in the whole signal
  std::string why{};  // why there is no frequency; "": there is one
};
Oscillation oscillation_of(const Signal& signal);

struct Interval {
  double mean;
  double error;  // half the width of the 95 % interval; NaN: too few samples
};
Interval mean_of(const Signal& signal);
Interval rms_of(const Signal& signal);  // `mean` is the rms of the fluctuation about the mean

Signal signal_from(const Signal& whole, double from);  // the samples at or after `from`

using Reasons = std::map<std::string, std::string>;  // from the name of a number that is not known to the reason
struct SignalNumbers {
  std::vector<Number> known;
  Reasons unknown;
  std::vector<std::string> notes{};  // sentences for the user
};
// NAME.frequency and so on, for the part of the signal that the options ask for.
SignalNumbers signal_numbers(const SignalOptions& options, const Signal& signal, const std::string& unit);

}  // namespace eddy
