# The program as a whole: what it refuses, what it says, and that broken runs go on to the same bits.
eddy_test(app_run SOURCES app_run.cpp LIBS eddy_app)
eddy_test(projection_parts SOURCES projection_parts.cpp LIBS eddy_app)
foreach(name app_errors app_folder app_stops app_strangers)
  add_test(NAME ${name} COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/${name}.sh $<TARGET_FILE:eddy>)
  set_tests_properties(${name} PROPERTIES TIMEOUT 1200)
endforeach()
if(EDDY_HAS_MPI)
  add_test(NAME app_ranks COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/app_ranks.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR}
    ${EDDY_PYTHON})
  set_tests_properties(app_ranks PROPERTIES TIMEOUT 1200)
endif()
