# Case reader, formulas, grids; and short runs of the fuzzers.
eddy_test(case_text SOURCES case_text.cpp LIBS eddy_base)
eddy_test(case_formula SOURCES case_formula.cpp LIBS eddy_case)
eddy_test(case_errors SOURCES case_errors.cpp LIBS eddy_solver)
eddy_test(case_hints SOURCES case_hints.cpp LIBS eddy_solver)
eddy_test(case_files SOURCES case_files.cpp LIBS eddy_solver)
eddy_test(case_values SOURCES case_values.cpp LIBS eddy_solver)
eddy_test(mesh_grid SOURCES mesh_grid.cpp LIBS eddy_mesh)
eddy_test(mesh_shapes SOURCES mesh_shapes.cpp LIBS eddy_mesh)
foreach(name case folder)
  add_test(NAME ${name}_fuzz
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/case_fuzz.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/fuzz_${name} 10 ${name})
  set_tests_properties(${name}_fuzz PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 300)
endforeach()
