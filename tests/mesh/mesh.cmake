# Grids, and which cells lie in a shape.
eddy_test(mesh_grid SOURCES mesh/grid.cpp LIBS eddy_mesh)
eddy_test(mesh_shapes SOURCES mesh/shapes.cpp LIBS eddy_mesh)
# Meshes of blocks: how they are made, and where they meet.
eddy_test(mesh_seams SOURCES mesh/seams.cpp LIBS eddy_mesh)
eddy_test(mesh_neighbours SOURCES mesh/neighbours.cpp LIBS eddy_mesh)
eddy_test(mesh_blocks SOURCES mesh/block_meshes.cpp LIBS eddy_mesh)
eddy_test(mesh_files SOURCES mesh/files.cpp LIBS eddy_mesh)
if(EDDY_HAS_CGNS)
  target_compile_definitions(test_mesh_files PRIVATE EDDY_HAS_CGNS=1)
  target_include_directories(test_mesh_files SYSTEM PRIVATE ${CGNS_INCLUDE_DIR} ${HDF5_C_INCLUDE_DIRS})
  target_link_libraries(test_mesh_files PRIVATE ${CGNS_LIBRARY})
endif()
# Meshes of hexahedra.
eddy_test(mesh_hexahedra SOURCES mesh/hexahedra.cpp LIBS eddy_mesh ZLIB::ZLIB)
eddy_test(mesh_hex_files SOURCES mesh/hex_files.cpp LIBS eddy_mesh ZLIB::ZLIB)
