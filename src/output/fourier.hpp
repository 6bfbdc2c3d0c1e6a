// Fourier transforms of signals.
#pragma once
#include <complex>
#include <vector>

#include "output/signal.hpp"

namespace eddy {

void transform(std::vector<std::complex<double>>& x);  // in place; the length is a power of two
// `count` values at evenly spaced times from the first to the last, by linear interpolation.
std::vector<double> on_even_grid(const Signal& signal, std::size_t count);

}  // namespace eddy
