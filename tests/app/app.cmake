# The program as a whole: what it refuses, what it says, and that broken runs go on to the same bits.
eddy_test(app SOURCES app/run.cpp app/analysis.cpp app/signals.cpp LIBS eddy_app)
foreach(name errors folder stops strangers sweep)
  eddy_script(app_${name} app/${name}.sh $<TARGET_FILE:eddy>)
endforeach()
if(EDDY_HAS_MPI)
  eddy_script(app_ranks app/ranks.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR} ${EDDY_PYTHON})
endif()
eddy_script(app_modules app/modules.sh $<TARGET_FILE:eddy> ${PROJECT_SOURCE_DIR} $<$<BOOL:${EDDY_HAS_MPI}>:mpi>)
