# Fields at cells, nodes and faces, as far as files.
eddy_test(field_points SOURCES field/points.cpp LIBS eddy_output eddy_solver)
eddy_test(field_statistics SOURCES field/statistics.cpp LIBS eddy_output eddy_solver)
