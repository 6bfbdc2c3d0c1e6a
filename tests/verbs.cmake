# What the user types, except running itself: each verb is called as a function, and what it prints is read.
foreach(part report family reading machine)
  eddy_test(app_verbs_${part} SOURCES app_verbs_${part}.cpp LIBS eddy_app)
endforeach()
set_tests_properties(app_verbs_machine PROPERTIES RUN_SERIAL ON)
eddy_test(app_analysis SOURCES app_analysis.cpp LIBS eddy_app)
eddy_test(app_signals SOURCES app_signals.cpp LIBS eddy_app)
