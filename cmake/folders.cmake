# The standard library is read once, not by every file: precompiled for kernels, for the program's files, for those that
# only record kernels, and for tests. Each has its own level of optimisation, which must be that of the files: g++ 14 takes no
# other. Without it (another compiler, a debug build) every file must include what it uses.
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

# The folder rule (ARCHITECTURE.md): a folder sees only the headers of the folders it may use. Each folder's headers stand
# alone in an include directory of their own, which comes with linking its target, and in no other way. What the folders
# compile goes into one library, libeddy.so, which the program, the modules and the tests share.
#   eddy_folder(NAME USES folder… LIBS target… SOURCES file…)      without SOURCES: all *.cpp of the folder
set(EDDY_LIBRARY_DIR ${PROJECT_BINARY_DIR}/lib/eddy)   # libeddy.so and the modules; the same place under a prefix
function(eddy_folder name)
  cmake_parse_arguments(F "" "" "USES;LIBS;SOURCES" ${ARGN})
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
    add_library(eddy_${name}_objects OBJECT ${F_SOURCES})
    target_link_libraries(eddy_${name}_objects PRIVATE eddy_${name}_headers ${F_LIBS})
    if(name MATCHES "^(app|base|case|exec|output|solver)$")   # nothing in them is worth much of the compiler's time
      eddy_program_files(eddy_${name}_objects)
    else()
      eddy_headers_from(eddy_${name}_objects kernels)
    endif()
    if(EDDY_UNITY)   # what lies in one folder is compiled at once
      foreach(source ${F_SOURCES})
        get_filename_component(group ${source} DIRECTORY)
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP "${group}")
      endforeach()
      set_target_properties(eddy_${name}_objects PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    endif()
    set_property(GLOBAL APPEND PROPERTY EDDY_OBJECTS $<TARGET_OBJECTS:eddy_${name}_objects>)
    set_property(GLOBAL APPEND PROPERTY EDDY_LIBRARIES ${F_LIBS})
  endif()
  add_library(eddy_${name} INTERFACE)   # for whoever links: its headers, and libeddy.so
  target_link_libraries(eddy_${name} INTERFACE eddy_${name}_headers eddy_core)
endfunction()

# A shared library among the others, in the build as under a prefix. It gets its name when it is whole: nobody ever loads half
# of one.
set(CMAKE_CXX_CREATE_SHARED_LIBRARY
  "<CMAKE_CXX_COMPILER> <LANGUAGE_COMPILE_FLAGS> <LINK_FLAGS> -shared -Wl,-soname,<TARGET_SONAME> -o <TARGET>.new <OBJECTS> <LINK_LIBRARIES>"
  "${CMAKE_COMMAND} -E rename <TARGET>.new <TARGET>")
function(eddy_shared target)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions)   # calls inside a library need no look-up when it is loaded
  set_target_properties(${target} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${EDDY_LIBRARY_DIR} BUILD_WITH_INSTALL_RPATH ON INSTALL_RPATH "\$ORIGIN")
  install(TARGETS ${target} LIBRARY DESTINATION lib/eddy)
endfunction()

# Kernels are only recorded in these files: nothing in them is worth the compiler's time. What kernels call stays a call
# (exec/core/space.hpp), or the functions would be very long.
function(eddy_recorded target)
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-O0>)
  target_compile_definitions(${target} PRIVATE EDDY_CALLS=1)
  eddy_headers_from(${target} recorded)
endfunction()

# A file that compiles a header for one space and precision: it says EDDY_INSTANTIATE(eddy::Host, double) and so on; the
# header defines what that means.
set(EDDY_KERNEL_FLAGS -O3)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")   # what makes long functions longer, or takes long in them, and was not seen to make kernels faster
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
    if(header IN_LIST EDDY_SELDOM OR target MATCHES "^test_")   # there is no precompiled header of this level in the target
      set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
    set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES COMPILE_OPTIONS "${level}")
  endif()
endfunction()

# What runs on a device is a module: a shared library that the program loads when a run asks for it, and that is built then
# where it is not there (src/base/modules.hpp). One per space and precision, and one of the recorded form for both.
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

# The same for a test program, whose kernels are in no module.
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
