# The program as a whole: what it refuses, what it says, and that broken runs go on to the same bits.
eddy_test(app_run SOURCES app_run.cpp LIBS eddy_app)
eddy_test(projection_parts SOURCES projection_parts.cpp LIBS eddy_app)
foreach(name app_errors app_stops)
  add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh $<TARGET_FILE:eddy>)
  set_tests_properties(${name} PROPERTIES TIMEOUT 600)
endforeach()
