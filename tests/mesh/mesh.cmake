# Grids, and which cells lie in a shape.
eddy_test(mesh_grid SOURCES mesh/grid.cpp LIBS eddy_mesh)
eddy_test(mesh_shapes SOURCES mesh/shapes.cpp LIBS eddy_mesh)
