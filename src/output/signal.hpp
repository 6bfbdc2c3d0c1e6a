// What a signal in time says: its frequency and amplitude, and its mean with an interval. Steps need not be even.
//
// Frequency: the sine that explains most of the signal,
//     min over f, c, a, b of  Σ w (x − c − a cos 2πft − b sin 2πft)²,      w = length of the step × Hann's window.
// The peak of a Fourier transform is where the search for f begins; the fit then has neither the grid of its
// frequencies nor the leakage of the mean. Counting mean crossings would be simpler, but noise makes more of them, and
// harmonics too. For one sine, sampled however, the answer is exact up to rounding.
// Two periods or more must lie in the signal, and the sine must explain more of it than anything slower does, a steady
// drift aside: what varies once could be the begin of anything.
//
// Mean: time average by trapezoids. Its 95 % interval comes from the means of batches, which are nearly independent
// when they are long: 32 of them, or 16, or 8 where their neighbours are still correlated; what is left of the
// correlation widens the interval.
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

struct Oscillation {  // NaN where a number is not known
  double frequency;   // per time
  double amplitude;   // of the sine of that frequency
  double periods;     // of the strongest variation, in the whole signal
  std::string why{};  // there is no frequency; empty: there is one
};
Oscillation oscillation_of(const Signal& signal);

struct Interval {
  double mean;
  double error;  // half the width of the 95 % interval; NaN: too few samples
};
Interval mean_of(const Signal& signal);
Interval rms_of(const Signal& signal);  // of the fluctuation about the mean; "mean" is the rms

Signal signal_from(const Signal& whole, double from);  // what lies at or after `from`

using Reasons = std::map<std::string, std::string>;  // numbers that are not known by their name, and why
struct SignalNumbers {
  std::vector<Number> known;
  Reasons unknown;
  std::vector<std::string> notes{};  // worth a sentence
};
// NAME.frequency and so on, of the part that the options ask for.
SignalNumbers signal_numbers(const SignalOptions& options, const Signal& signal, const std::string& unit);

}  // namespace eddy
