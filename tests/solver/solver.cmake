# Each solver's corners, found by trying to break it; parts of the projection and of the compressible
# solver against what is known of them.
file(GLOB corners CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} solver/*/corners.sh)
foreach(file ${corners})
  string(REGEX REPLACE "solver/(.*)/corners.sh" "\\1" solver ${file})
  eddy_script(${solver}_corners ${file} $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR})
endforeach()
foreach(part averages smagorinsky forces convection everything)
  list(APPEND projection_parts solver/projection/${part}.cpp)
endforeach()
eddy_test(projection_parts SOURCES ${projection_parts} LIBS eddy_app)
foreach(part points conditions lists analysis)
  list(APPEND compressible_parts solver/compressible/${part}.cpp)
endforeach()
eddy_test(compressible_parts SOURCES ${compressible_parts} LIBS eddy_app)
# The recorded form of kernels takes long to compile, and runs once.
set_source_files_properties(solver/compressible/analysis.cpp PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)
