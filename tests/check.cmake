add_test(NAME check COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/check_test.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(check PROPERTIES TIMEOUT 60)
