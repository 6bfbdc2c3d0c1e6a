eddy_test(linear_cycles SOURCES linear_cycles.cpp LIBS eddy_linear)
