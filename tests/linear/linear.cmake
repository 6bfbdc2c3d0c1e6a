# Convergence and solutions of linear solvers; the line solvers in every space.
eddy_test(linear_cycles SOURCES linear/cycles.cpp linear/changes.cpp linear/nested.cpp LIBS eddy_solver MODULES linear)
eddy_test(linear_lines SOURCES linear/lines.cpp LIBS eddy_solver MODULES linear)
eddy_test_kernels(linear_lines tests/linear/lines_impl.hpp)
