# Every folder under cases/: its full variant is checked, its small one run, reported and compared on all devices here.
file(GLOB_RECURSE case_files CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/cases ${PROJECT_SOURCE_DIR}/cases/*/case.toml)
foreach(file ${case_files})
  get_filename_component(case ${file} DIRECTORY)
  string(REPLACE "/" "_" name ${case})
  foreach(what run parity)
    add_test(NAME cases_${what}_${name}
      COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/cases_run.sh ${what} $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR}/cases/${case})
    set_tests_properties(cases_${what}_${name} PROPERTIES TIMEOUT 600)
  endforeach()
endforeach()

# The heat solver's corners, each found by trying to break it.
add_test(NAME heat_corners COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/heat_corners.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR})
set_tests_properties(heat_corners PROPERTIES TIMEOUT 300)

# The same for artificial compressibility.
add_test(NAME artificial_corners COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/artificial_corners.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR})
set_tests_properties(artificial_corners PROPERTIES TIMEOUT 300)

# The same for the projection solver.
add_test(NAME projection_corners COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/projection_corners.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR})
set_tests_properties(projection_corners PROPERTIES TIMEOUT 300)
