# One answer: the same bits from every compiler. Contraction to fma is off everywhere, fast-math nowhere,
# and a float that silently becomes a double is an error.
add_library(eddy_options INTERFACE)
if(EDDY_ARCH)
  set(march -march=${EDDY_ARCH})
endif()
# Nothing tests floating-point exceptions. Without them select() becomes one instruction, and loops vectorise.
set(EDDY_HOST_FLAGS ${march} -fPIC -fno-semantic-interposition -ffp-contract=off -fno-fast-math -Wall -Wextra -Wdouble-promotion
    -fno-math-errno -fno-trapping-math)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND EDDY_HOST_FLAGS -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -fno-tree-loop-distribute-patterns)   # g++ 12 has false warnings of strings; the last option keeps the copy kernel a loop
endif()
if(EDDY_WERROR)
  list(APPEND EDDY_HOST_FLAGS -Werror)
endif()
if(EDDY_SANITIZE)
  list(APPEND EDDY_HOST_FLAGS -fsanitize=${EDDY_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(eddy_options INTERFACE -fsanitize=${EDDY_SANITIZE})
  target_compile_definitions(eddy_options INTERFACE EDDY_CALLS=1)
endif()
string(JOIN "," _host_flags ${march} -fPIC -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math -Wall -Wextra -Wno-unknown-pragmas -Wno-restrict)
target_compile_options(eddy_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:${EDDY_HOST_FLAGS}>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-fmad=false;-prec-div=true;-prec-sqrt=true;-ftz=false;--extended-lambda;--expt-relaxed-constexpr;-Xcompiler=${_host_flags}>")
target_compile_definitions(eddy_options INTERFACE
  $<$<BOOL:${EDDY_HAS_CUDA}>:EDDY_HAS_CUDA=1> $<$<BOOL:${EDDY_HAS_OPENCL}>:EDDY_HAS_OPENCL=1> $<$<BOOL:${EDDY_HAS_MPI}>:EDDY_HAS_MPI=1>
  OMPI_SKIP_MPICXX=1 MPICH_SKIP_MPICXX=1)
target_link_libraries(eddy_options INTERFACE OpenMP::OpenMP_CXX fmt::fmt)   # for all targets, or precompiled headers would not fit
