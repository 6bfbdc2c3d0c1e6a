eddy_test(linear_cycles SOURCES linear_cycles.cpp LIBS eddy_solver)
eddy_test(exec_lines SOURCES exec_lines.cpp LIBS eddy_exec)
eddy_test(linear_lines SOURCES linear_lines.cpp LIBS eddy_solver)
eddy_instances(test_linear_lines lines_impl.hpp lines)
