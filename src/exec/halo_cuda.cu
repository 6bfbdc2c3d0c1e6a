#include "exec/halo_impl.hpp"

EDDY_INSTANTIATE_TRANSFER(eddy::Cuda)
