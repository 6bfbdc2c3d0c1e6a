# The live view: a server, and the page from the npm project in web/, which is embedded in the module. Both are built when
# they are first used.
set(web ${PROJECT_SOURCE_DIR}/web)
set(workshop ${PROJECT_BINARY_DIR}/web)   # npm works here, so that nothing is written beside the sources
set(page ${workshop}/page)
file(MAKE_DIRECTORY ${workshop})
set(packages ${workshop}/packages)   # exists when npm has fetched its packages, the only step that needs a network
file(GLOB page_sources CONFIGURE_DEPENDS ${web}/src/*)
if(EDDY_PAGE)   # the page was built elsewhere
  set(page ${EDDY_PAGE})
  file(TOUCH ${packages})
  add_custom_target(page_packages)
else()
  add_custom_command(OUTPUT ${packages}
    DEPENDS ${web}/package.json ${web}/package-lock.json ${web}/.npmrc
    COMMAND ${CMAKE_COMMAND} -E rm -f ${packages}
    COMMAND ${CMAKE_COMMAND} -E copy ${web}/package.json ${web}/package-lock.json ${web}/.npmrc ${workshop}
    COMMAND ${CMAKE_COMMAND} -E chdir ${workshop} ${EDDY_NPM} ci --prefer-offline
    COMMAND ${CMAKE_COMMAND} -E touch ${packages}
    COMMENT "What the page of the live view is made of" VERBATIM)
  add_custom_target(page_packages DEPENDS ${packages})
  add_custom_command(OUTPUT ${page}/index.html ${page}/main.js ${page}/main.css
    DEPENDS ${page_sources} ${packages}
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${workshop}/src ${page}
    COMMAND ${CMAKE_COMMAND} -E copy_directory ${web}/src ${workshop}/src
    COMMAND ${CMAKE_COMMAND} -E env EDDY_PAGE=${page} ${CMAKE_COMMAND} -E chdir ${workshop} ${EDDY_NPM} run build
    COMMENT "The page of the live view" VERBATIM)
endif()

file(GLOB view CONFIGURE_DEPENDS view/*.cpp)
eddy_module(view verb app "" "")
target_sources(view.verb PRIVATE ${view})
target_link_libraries(view.verb PRIVATE PkgConfig::HTTPLIB)
target_compile_definitions(view.verb PRIVATE EDDY_PAGE_FOLDER="${page}")
set_target_properties(view.verb PROPERTIES UNITY_BUILD ${EDDY_UNITY})
set_source_files_properties(view/server.cpp view/page.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_source_files_properties(view/levels.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O3)   # loops over pixels
set_source_files_properties(view/page.cpp PROPERTIES OBJECT_DEPENDS "${page}/index.html;${page}/main.js;${page}/main.css")
