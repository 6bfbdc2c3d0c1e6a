# tools/check by provoking its messages; the launcher on a program of three lines and with stand-ins for apt-get and its
# like: no network, no root.
eddy_script(check tools/check_test.sh ${PROJECT_SOURCE_DIR})
eddy_script(launcher tools/launcher_test.sh ${PROJECT_SOURCE_DIR})

# The manual: its commands in small variants; those of all solvers in the long form.
eddy_script(docs tools/docs_test.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR} first-hour.md tutorials/heat.md)
if(EDDY_TESTS_ALL)
  eddy_script(docs_all tools/docs_test.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR} tutorials/poisson.md tutorials/projection.md
    tutorials/artificial.md tutorials/compressible.md tutorials/galerkin.md)
  eddy_long(docs_all)
endif()
