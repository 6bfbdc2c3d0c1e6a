# Writes stamp.h where it has changed:  cmake -DROOT= -DFILE= -DFLAGS= -P stamp.cmake
# The stamp of modules with kernels covers headers; that of verbs covers their own sources, too.
function(checksum variable before)
  set(all "${before}")
  foreach(file ${ARGN})
    file(SHA256 ${file} sum)
    string(APPEND all ${sum})
  endforeach()
  string(SHA256 sum "${all}")
  string(SUBSTRING ${sum} 0 16 sum)
  set(${variable} ${sum} PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE headers ${ROOT}/src/*.hpp)
list(FILTER headers EXCLUDE REGEX "/src/python/")   # used by one module only
checksum(kernels "${FLAGS}" ${headers} ${ROOT}/cmake/folders.cmake ${ROOT}/cmake/options.cmake)
file(GLOB_RECURSE own ${ROOT}/src/python/*.?pp ${ROOT}/src/app/*/*.cpp)
list(FILTER own EXCLUDE REGEX "/src/app/(verbs|run)/")   # part of libeddy.so
checksum(verbs "${kernels}" ${own})
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define EDDY_STAMP \"${kernels}\"\n#define EDDY_VERB_STAMP \"${verbs}\"\n")
