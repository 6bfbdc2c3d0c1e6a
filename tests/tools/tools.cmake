# tools/check by provoking its messages; the launcher on a program of three lines and with stand-ins for apt-get and its
# like: no network, no root.
eddy_script(check tools/check_test.sh ${PROJECT_SOURCE_DIR})
eddy_script(launcher tools/launcher_test.sh ${PROJECT_SOURCE_DIR})
