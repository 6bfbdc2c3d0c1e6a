# The verbs except run: each is called as a function, and its output is checked.
foreach(part report family reading drawing)
  list(APPEND verb_parts app/verbs/${part}.cpp)
endforeach()
eddy_test(app_verbs SOURCES ${verb_parts} LIBS eddy_app)
eddy_test(app_verbs_machine SOURCES app/verbs/machine.cpp LIBS eddy_app)
set_tests_properties(app_verbs_machine PROPERTIES RUN_SERIAL ON)
