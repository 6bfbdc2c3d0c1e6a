# Fields at cells, nodes and faces, as far as files.
eddy_test(field SOURCES field/points.cpp field/statistics.cpp LIBS eddy_output eddy_solver)
