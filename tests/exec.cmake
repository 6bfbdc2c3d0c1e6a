eddy_test(exec_sum SOURCES exec_sum.cpp LIBS eddy_exec)
eddy_test(exec_analysis SOURCES exec_analysis.cpp LIBS eddy_solver)
eddy_test(exec_spaces SOURCES exec_spaces.cpp LIBS eddy_solver)
eddy_instances(test_exec_spaces spaces_impl.hpp spaces)
