# The launcher, on a program of three lines and with stand-ins for apt-get and its like: no network, no root.
add_test(NAME launcher COMMAND bash ${CMAKE_CURRENT_SOURCE_DIR}/launcher_test.sh ${PROJECT_SOURCE_DIR})
set_tests_properties(launcher PROPERTIES TIMEOUT 300)
