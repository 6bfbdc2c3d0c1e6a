# The headers of the standard library are precompiled once for kernels, for the program's files, for files that only record
# kernels, and for tests. Each has its own level of optimisation, which must be that of the files, because g++ 14 accepts no
# other. Without precompiled headers (another compiler, a debug build) every file must include what it uses.
set(EDDY_PRECOMPILED OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_BUILD_TYPE STREQUAL "Release" AND NOT EDDY_SANITIZE)
  set(EDDY_PRECOMPILED ON)
  file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/headers.cpp CONTENT "")
  set(EDDY_STANDARD <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <cstring> <filesystem> <fstream> <functional> <limits> <map>
    <memory> <optional> <set> <sstream> <string> <string_view> <thread> <tuple> <unordered_map> <utility> <variant> <vector> <omp.h>
    <fmt/format.h>)
  foreach(kind kernels program recorded tests)
    add_library(eddy_headers_${kind} OBJECT ${PROJECT_BINARY_DIR}/headers.cpp)
    target_link_libraries(eddy_headers_${kind} PRIVATE eddy_options)
  endforeach()
  target_precompile_headers(eddy_headers_kernels PRIVATE ${EDDY_STANDARD})
  target_precompile_headers(eddy_headers_program PRIVATE ${EDDY_STANDARD} <nlohmann/json.hpp>)
  target_precompile_headers(eddy_headers_recorded PRIVATE ${EDDY_STANDARD})
  target_compile_options(eddy_headers_program PRIVATE -O1)
  target_compile_options(eddy_headers_recorded PRIVATE -O0)
  target_compile_options(eddy_headers_tests PRIVATE -O0)
endif()
function(eddy_headers_from target kind)
  if(EDDY_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM eddy_headers_${kind})
  endif()
endfunction()

function(eddy_program_files target)
  target_compile_options(${target} PRIVATE "$<$<AND:$<CONFIG:Release>,$<COMPILE_LANGUAGE:CXX>>:-O1>")
  eddy_headers_from(${target} program)
endfunction()

# The folder rule (ARCHITECTURE.md): a folder sees only the headers of the folders that it may use. The headers of each
# folder lie in an include directory of their own, which only linking its target adds. The objects of all folders go into
# one library, libeddy.so, which the program, the modules and the tests share.
#   eddy_folder(NAME USES folder… LIBS target… SOURCES file… FAST file…)      without SOURCES: all *.cpp of the folder
# FAST: files of a folder that needs little optimisation, but for them.
set(EDDY_LIBRARY_DIR ${PROJECT_BINARY_DIR}/lib/eddy)   # libeddy.so and the modules; the same place under a prefix
function(eddy_folder name)
  cmake_parse_arguments(F "" "" "USES;LIBS;SOURCES;FAST" ${ARGN})
  if(NOT F_SOURCES)
    file(GLOB F_SOURCES CONFIGURE_DEPENDS *.cpp)
  endif()
  set(view ${PROJECT_BINARY_DIR}/include/${name})
  file(MAKE_DIRECTORY ${view})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${name} ${view}/${name} SYMBOLIC)
  set(uses ${F_USES})
  list(TRANSFORM uses REPLACE "(.+)" "eddy_\\1_headers")
  add_library(eddy_${name}_headers INTERFACE)
  target_include_directories(eddy_${name}_headers INTERFACE ${view})
  target_link_libraries(eddy_${name}_headers INTERFACE eddy_options ${uses})
  if(F_SOURCES)
    set(fast ON)
    if(name MATCHES "^(app|base|case|exec|output|solver)$")   # their code needs little optimisation
      set(fast OFF)
    endif()
    eddy_objects(${name} objects ${fast} ${F_SOURCES})
    if(F_FAST)
      eddy_objects(${name} fast_objects ON ${F_FAST})
    endif()
    set_property(GLOBAL APPEND PROPERTY EDDY_LIBRARIES ${F_LIBS})
  endif()
  add_library(eddy_${name} INTERFACE)   # for targets that use the folder: its headers, and libeddy.so
  target_link_libraries(eddy_${name} INTERFACE eddy_${name}_headers eddy_core)
endfunction()

# The objects of some files of a folder; of the caller: F_LIBS.
function(eddy_objects name kind fast)
  set(target eddy_${name}_${kind})
  add_library(${target} OBJECT ${ARGN})
  target_link_libraries(${target} PRIVATE eddy_${name}_headers ${F_LIBS})
  if(fast)
    eddy_headers_from(${target} kernels)
  else()
    eddy_program_files(${target})
  endif()
  if(EDDY_UNITY)   # the files of one folder are compiled at once
    foreach(source ${ARGN})
      get_filename_component(group ${source} DIRECTORY)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  endif()
  set_property(GLOBAL APPEND PROPERTY EDDY_OBJECTS $<TARGET_OBJECTS:${target}>)
endfunction()

# A shared library beside the others, in the build and under a prefix. It gets its name only when it is complete, so that no
# program loads half of it.
set(CMAKE_CXX_CREATE_SHARED_LIBRARY
  "<CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> -shared -Wl,-soname,<TARGET_SONAME> -o <TARGET>.new <OBJECTS> <LINK_LIBRARIES>"
  "${CMAKE_COMMAND} -E rename <TARGET>.new <TARGET>")
function(eddy_shared target)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)   # calls within a library need no look-up at load time
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${EDDY_LIBRARY_DIR} BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "\$ORIGIN")
  set_property(GLOBAL APPEND PROPERTY EDDY_INSTALLED ${target})
  install(TARGETS ${target} LIBRARY DESTINATION lib/eddy)
endfunction()

# These files only record kernels, so they are not optimised. Functions that kernels call are not inlined
# (exec/core/space.hpp), or the code would be very long.
function(eddy_recorded target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)
  target_compile_definitions(${target} PRIVATE EDDY_CALLS=1)
  eddy_headers_from(${target} recorded)
endfunction()

# A file that compiles a header for one space and precision by EDDY_INSTANTIATE(eddy::Host, double) and the like, a macro
# that the header defines.
set(EDDY_KERNEL_FLAGS -O3)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")   # passes that lengthen functions or take long, and did not make kernels faster in measurements
  list(APPEND EDDY_KERNEL_FLAGS --param=vect-epilogues-nomask=0 -fno-gcse-after-reload -fno-unswitch-loops)
endif()
function(eddy_instance target place header extension lines)
  get_filename_component(stem ${header} NAME_WE)
  set(file ${PROJECT_BINARY_DIR}/instances/${target}/${stem}.${place}.${extension})
  file(CONFIGURE OUTPUT ${file} CONTENT "#include \"${header}\"\n${lines}")
  target_sources(${target} PRIVATE ${file})
  if(CMAKE_BUILD_TYPE STREQUAL "Release" AND place MATCHES "^cpu")
    set(level ${EDDY_KERNEL_FLAGS})
    if(header IN_LIST EDDY_SELDOM)
      set(level -O1)
    endif()
    if(header IN_LIST EDDY_SELDOM OR target MATCHES "^test_")   # the target has no precompiled header of this level
      set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
    set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${level}")
  endif()
endfunction()

# Code that runs on a device is a module: a shared library that the program loads when a run needs it, and that is built then
# if it is missing (src/base/modules.hpp). There is one for each space and precision, and one recorded form for both.
#   eddy_modules(NAME FOLDER folder HEADERS header… NEEDS name… PLACES place…)
function(eddy_modules name)
  cmake_parse_arguments(M "" "FOLDER" "HEADERS;NEEDS;PLACES" ${ARGN})
  if(NOT M_PLACES)
    set(M_PLACES cpu.double cpu.single recorded cuda.double cuda.single)
  endif()
  foreach(place ${M_PLACES})
    if(NOT place MATCHES "^cuda" OR EDDY_HAS_CUDA)
      eddy_module(${name} ${place} ${M_FOLDER} "${M_HEADERS}" "${M_NEEDS}")
    endif()
  endforeach()
endfunction()
function(eddy_module name place folder headers needs)
  set(target ${name}.${place})
  string(REGEX REPLACE ".*\\." "" type ${place})
  string(REPLACE "single" "float" type ${type})
  list(TRANSFORM needs APPEND .${place})
  add_library(${target} SHARED)
  target_link_libraries(${target} PRIVATE eddy_${folder}_headers eddy_core ${needs})
  eddy_shared(${target})
  set_property(GLOBAL APPEND PROPERTY EDDY_MODULES ${target})
  set_target_properties(${target} PROPERTIES PREFIX "" LINKER_LANGUAGE CXX)
  string(JOIN " " needed ${needs})
  set(stamp EDDY_STAMP)
  if(place STREQUAL "verb")
    set(stamp EDDY_VERB_STAMP)
  endif()
  set(label ${PROJECT_BINARY_DIR}/instances/${target}/label.cpp)
  file(CONFIGURE OUTPUT ${label} CONTENT "#include \"stamp.h\"\nextern const char eddy_module[];\n\
const char eddy_module[] = \"eddy module ${target} \" ${stamp} \" needs ${needed};\";\n")
  set_source_files_properties(${label} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${label})
  target_include_directories(${target} PRIVATE ${PROJECT_BINARY_DIR}/instances)   # stamp.h
  add_dependencies(${target} eddy_stamp)
  foreach(header ${headers})
    if(place STREQUAL "recorded")
      eddy_instance(${target} ${place} ${header} cpp "EDDY_INSTANTIATE(eddy::OpenCl, double)\nEDDY_INSTANTIATE(eddy::OpenCl, float)\n")
    elseif(place MATCHES "^cuda")
      eddy_instance(${target} ${place} ${header} cu "EDDY_INSTANTIATE(eddy::Cuda, ${type})\n")
    else()
      eddy_instance(${target} ${place} ${header} cpp "EDDY_INSTANTIATE(eddy::Host, ${type})\n")
    endif()
  endforeach()
  if(place STREQUAL "recorded")
    eddy_recorded(${target})
  elseif(place STREQUAL "verb")
    eddy_program_files(${target})
  elseif(NOT place MATCHES "^cuda")
    eddy_headers_from(${target} kernels)
  else()
    target_link_libraries(${target} PRIVATE CUDA::cudart)
  endif()
endfunction()

# Compiles a header for a test program, whose kernels are in no module.
function(eddy_instances target header)
  eddy_instance(${target} cpu.double ${header} cpp "EDDY_INSTANTIATE(eddy::Host, double)\n")
  eddy_instance(${target} cpu.single ${header} cpp "EDDY_INSTANTIATE(eddy::Host, float)\n")
  add_library(${target}_recorded OBJECT)
  target_include_directories(${target}_recorded PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
  target_link_libraries(${target}_recorded PRIVATE eddy_options)
  eddy_recorded(${target}_recorded)
  target_link_libraries(${target} PRIVATE $<TARGET_OBJECTS:${target}_recorded>)
  eddy_instance(${target}_recorded recorded ${header} cpp "EDDY_INSTANTIATE(eddy::OpenCl, double)\nEDDY_INSTANTIATE(eddy::OpenCl, float)\n")
  if(EDDY_HAS_CUDA)
    eddy_instance(${target} cuda ${header} cu "EDDY_INSTANTIATE(eddy::Cuda, double)\nEDDY_INSTANTIATE(eddy::Cuda, float)\n")
  endif()
endfunction()
