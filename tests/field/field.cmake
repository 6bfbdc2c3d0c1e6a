# Fields at cells, nodes and faces, from kernels to files.
eddy_test(field SOURCES field/points.cpp field/statistics.cpp LIBS eddy_output eddy_solver)
