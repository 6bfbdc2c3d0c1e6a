// Fourier transforms of signals.
#pragma once
#include <complex>
#include <vector>

#include "output/signal.hpp"

namespace eddy {

void transform(std::vector<std::complex<double>>& x);  // in place; a power of two
// So many values at even times from the first to the last, on the lines through the samples.
std::vector<double> on_even_grid(const Signal& signal, std::size_t count);

}  // namespace eddy
