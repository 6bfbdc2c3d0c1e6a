# Fields at cells, nodes and faces, as far as files.
eddy_test(field_points SOURCES field_points.cpp LIBS eddy_output eddy_solver)
eddy_test(field_statistics SOURCES field_statistics.cpp LIBS eddy_output eddy_solver)
