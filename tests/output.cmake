# Everything that writes files.
eddy_test(output_files SOURCES output_files.cpp LIBS eddy_output)
eddy_test(output_tables SOURCES output_tables.cpp LIBS eddy_output)
eddy_test(output_pictures SOURCES output_pictures.cpp LIBS eddy_output)
eddy_test(output_checkpoints SOURCES output_checkpoints.cpp LIBS eddy_output)
target_include_directories(test_output_checkpoints SYSTEM PRIVATE ${HDF5_C_INCLUDE_DIRS})
eddy_test(output_watchers SOURCES output_watchers.cpp LIBS eddy_output)
eddy_test(output_signal SOURCES output_signal.cpp LIBS eddy_output)

# One program writes VTK files and what they hold; VTK's own reader must find the same. Python without VTK: skipped (77).
add_executable(test_output_vtk output_vtk.cpp)
target_link_libraries(test_output_vtk PRIVATE eddy_options eddy_output)
set(vtk_files ${CMAKE_CURRENT_BINARY_DIR}/output_vtk)
add_test(NAME output_vtk_write COMMAND test_output_vtk ${vtk_files})
add_test(NAME output_vtk COMMAND ${EDDY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/vtk_read.py ${vtk_files})
set_tests_properties(output_vtk_write PROPERTIES FIXTURES_SETUP output_vtk_files)
set_tests_properties(output_vtk PROPERTIES FIXTURES_REQUIRED output_vtk_files SKIP_RETURN_CODE 77 TIMEOUT 120)
