# What the user types, except running itself: each verb is called as a function, and what it prints is read.
foreach(part report family reading machine)
  eddy_test(app_verbs_${part} SOURCES app/verbs/${part}.cpp LIBS eddy_app)
endforeach()
set_tests_properties(app_verbs_machine PROPERTIES RUN_SERIAL ON)
