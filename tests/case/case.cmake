# Case reader and formulas; and short runs of the fuzzers.
eddy_test(case_formula SOURCES case/formula.cpp LIBS eddy_case)
foreach(part errors hints files values)
  eddy_test(case_${part} SOURCES case/${part}.cpp LIBS eddy_solver)
endforeach()
foreach(name case folder)
  eddy_script(${name}_fuzz case/fuzz.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR}/fuzz_${name} 10 ${name})
  set_tests_properties(${name}_fuzz PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
