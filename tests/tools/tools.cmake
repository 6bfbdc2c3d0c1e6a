# tools/check is tested by provoking its messages, the launcher on a tiny program and with stand-ins for apt-get and the
# like, without network or root.
eddy_script(check tools/check_test.sh ${PROJECT_SOURCE_DIR})
eddy_script(launcher tools/launcher_test.sh ${PROJECT_SOURCE_DIR})

add_test(NAME schema COMMAND ${EDDY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/tools/schema_test.py $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR}/cases)

# The commands of the manual in small variants; those of all pages in the long suite.
set(pages first-hour.md install.md tutorials/heat.md)
eddy_script(docs tools/docs_test.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR} ${pages})
if(EDDY_TESTS_ALL)
  eddy_script(docs_all tools/docs_test.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR} --but ${pages})
  eddy_long(docs_all)
  find_program(EDDY_MKDOCS mkdocs)
  mark_as_advanced(EDDY_MKDOCS)
  if(EDDY_MKDOCS)
    add_test(NAME docs_site COMMAND ${EDDY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/tools/site_test.py ${PROJECT_SOURCE_DIR})
    eddy_long(docs_site)
  endif()
endif()
