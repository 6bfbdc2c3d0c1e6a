# Sums, parts, the kernel analysis; every space equal to the host, bit for bit.
foreach(part sum parts tuning lines functions)
  eddy_test(exec_${part} SOURCES exec/${part}.cpp LIBS eddy_exec)
endforeach()
eddy_test(exec_analysis SOURCES exec/analysis.cpp exec/listed.cpp LIBS eddy_solver)
eddy_test(exec_spaces SOURCES exec/spaces.cpp LIBS eddy_solver MODULES linear)
eddy_test_kernels(exec_spaces tests/exec/spaces_impl.hpp)
eddy_test(exec_tiles SOURCES exec/tiles.cpp LIBS eddy_solver MODULES linear)
eddy_test_kernels(exec_tiles tests/exec/tiles_impl.hpp)
