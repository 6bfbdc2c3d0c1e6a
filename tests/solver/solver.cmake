# Each solver's corners, found by trying to break it; parts of the projection solver against what is known of them.
foreach(solver heat artificial projection)
  eddy_script(${solver}_corners solver/${solver}/corners.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR})
endforeach()
foreach(part averages smagorinsky forces convection everything)
  list(APPEND projection_parts solver/projection/${part}.cpp)
endforeach()
eddy_test(projection_parts SOURCES ${projection_parts} LIBS eddy_app)
