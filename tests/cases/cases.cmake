# Every folder under cases/: its full variant is checked; its small one is run and reported, and must give the bits of
# golden.csv. The short suite runs double precision, and both precisions of two cases, one of which is compared on all
# devices of the machine. With --all every case is compared in both precisions.
add_executable(golden cases/golden.cpp)
target_link_libraries(golden PRIVATE eddy_app)
set_target_properties(golden PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
eddy_program_files(golden)

set(cases ${PROJECT_SOURCE_DIR}/cases)
file(GLOB_RECURSE case_files CONFIGURE_DEPENDS RELATIVE ${cases} ${cases}/*/case.toml)
foreach(file ${case_files})
  get_filename_component(case ${file} DIRECTORY)
  string(REPLACE "/" "_" name ${case})
  eddy_script(cases_run_${name} cases/run.sh run $<TARGET_FILE:eddy> ${cases}/${case})
  set(precisions double)
  if(EDDY_TESTS_ALL OR case MATCHES "^(heat/plate|poisson/chalmers-2d)$")
    list(APPEND precisions single)
  endif()
  eddy_script(golden_${name} cases/golden.sh $<TARGET_FILE:golden> ${cases} ${case} ${precisions})
  if(EDDY_TESTS_ALL)
    eddy_script(cases_parity_${name} cases/run.sh parity $<TARGET_FILE:eddy> ${cases}/${case})
    eddy_long(cases_parity_${name})
  endif()
endforeach()

# Bodies and holes that the cuts between ranks pass through.
if(EDDY_TESTS_ALL AND EDDY_HAS_MPI)
  foreach(case heat/annulus projection/heated-cylinder projection/rotating-cylinder projection/oscillating-cylinder projection/conjugate
      projection/natural-convection-1e8)
    string(REPLACE "/" "_" name ${case})
    set(steps)
    if(case MATCHES "^projection")
      set(steps -s run.end_time= -s run.steps=12)
    endif()
    eddy_script(cases_ranks_${name} cases/run.sh ranks $<TARGET_FILE:eddy> ${cases}/${case} ${steps})
    eddy_long(cases_ranks_${name})
  endforeach()
endif()

# OpenCL compiles the kernels of this test for seconds.
if(NOT EDDY_TESTS_ALL)
  eddy_script(parity_heat cases/run.sh parity $<TARGET_FILE:eddy> ${cases}/heat/plate -s run.precision=double)
endif()

# Orders of accuracy, on the last of the grids or steps; `converge` judges them by [expect] order and order_time.
function(eddy_order name case levels)
  add_test(NAME order_${name} COMMAND eddy converge ${PROJECT_SOURCE_DIR}/cases/${case} --small --levels ${levels}
    -s run.device=cpu -s run.threads=1 ${ARGN})
  set_tests_properties(order_${name} PROPERTIES TIMEOUT 300 PASS_REGULAR_EXPRESSION "order[a-z_]* of [^\n]*: PASS"
    FAIL_REGULAR_EXPRESSION ": FAIL")
endfunction()

set(uniform -s mesh.stretch.x.kind=uniform -s mesh.stretch.y.kind=uniform)
set(first_order -s run.theta=1 -s "expect.order_time={between=[0.95,1.1]}")
set(explicit -s run.theta=0 -s run.steps=16000 -s mesh.cells=[8,8] -s "expect.order_time={between=[0.95,1.1]}")

eddy_order(plate heat/plate 4)
eddy_order(fin heat/fin 4)
eddy_order(mms_2d_stretched heat/mms-2d 4)
eddy_order(mms_2d_uniform heat/mms-2d 4 ${uniform})
eddy_order(mms_3d_stretched heat/mms-3d 4)
eddy_order(mms_3d_uniform heat/mms-3d 4 ${uniform})
eddy_order(time_crank_nicolson heat/mms-transient 4 --time)
eddy_order(time_implicit_euler heat/mms-transient 5 --time ${first_order})
eddy_order(time_explicit_euler heat/mms-transient 3 --time ${explicit})
eddy_order(time_slab heat/slab-transient 4 --time)
eddy_order(time_slab_implicit heat/slab-transient 4 --time ${first_order})
eddy_order(artificial_mms_2d artificial/mms-2d 4)
if(EDDY_TESTS_ALL)
  eddy_order(artificial_mms_3d artificial/mms-3d 3)
  eddy_long(order_artificial_mms_3d)
endif()
eddy_order(projection_taylor_green projection/taylor-green 4)
eddy_order(projection_taylor_green_stretched projection/taylor-green 3 -s "mesh.stretch.x={kind=\"tanh\", factor=1}" -s "mesh.stretch.y={kind=\"tanh\", factor=1}" -s linear.solver=multigrid -s "expect.order={between=[1.9,3.2]}")
eddy_order(projection_time projection/taylor-green 4 --time -s run.steps=12)
eddy_order(projection_time_implicit projection/taylor-green 4 --time -s run.steps=12 -s scheme.viscous=implicit)
eddy_order(projection_time_euler projection/taylor-green 4 --time -s run.steps=16 -s scheme.time=euler -s "expect.order_time={between=[0.95,1.1]}")
eddy_order(projection_taylor_green_central projection/taylor-green 4 -s scheme.convection=donor-cell)
