# Sums, parts, the kernel analysis; every space equal to the host, bit for bit.
foreach(part sum parts tuning lines functions analysis listed)
  list(APPEND exec_parts exec/${part}.cpp)
endforeach()
eddy_test(exec SOURCES ${exec_parts} LIBS eddy_solver)
eddy_test(exec_spaces SOURCES exec/spaces.cpp LIBS eddy_solver MODULES linear)
eddy_test_kernels(exec_spaces tests/exec/spaces_impl.hpp)
eddy_test(exec_tiles SOURCES exec/tiles.cpp LIBS eddy_solver MODULES linear)
eddy_test_kernels(exec_tiles tests/exec/tiles_impl.hpp)
