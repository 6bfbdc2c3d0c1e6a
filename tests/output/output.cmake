# Everything that writes files.
foreach(part blocks hexahedra block_pictures mesh_pictures block_watchers files rows tables pictures checkpoints watchers signal spectrum surfaces)
  list(APPEND output_parts output/${part}.cpp)
endforeach()
eddy_test(output SOURCES ${output_parts} LIBS eddy_output ZLIB::ZLIB)
target_include_directories(test_output SYSTEM PRIVATE ${HDF5_C_INCLUDE_DIRS})
target_link_libraries(test_output PRIVATE ${HDF5_C_LIBRARIES})

# One program writes VTK files and their content as text; VTK's own reader must find the same. Without VTK in Python the test is skipped (77).
add_executable(test_output_vtk output/vtk.cpp)
target_link_libraries(test_output_vtk PRIVATE eddy_options eddy_output ZLIB::ZLIB GTest::gtest)   # gtest is needed for the precompiled header
target_include_directories(test_output_vtk PRIVATE ${PROJECT_BINARY_DIR}/include/tests)
eddy_test_options(test_output_vtk)
set(vtk_files ${CMAKE_CURRENT_BINARY_DIR}/output_vtk)
add_test(NAME output_vtk_write COMMAND test_output_vtk ${vtk_files})
add_test(NAME output_vtk COMMAND ${EDDY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/output/vtk_read.py ${vtk_files})
set_tests_properties(output_vtk_write PROPERTIES FIXTURES_SETUP output_vtk_files)
set_tests_properties(output_vtk PROPERTIES FIXTURES_REQUIRED output_vtk_files SKIP_RETURN_CODE 77 TIMEOUT 120)
