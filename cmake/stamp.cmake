# Writes stamp.h where it has changed:  cmake -DROOT= -DFILE= -DFLAGS= -P stamp.cmake
# Modules with kernels are made of headers; those of verbs have sources of their own.
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
list(FILTER headers EXCLUDE REGEX "/src/python/")   # of one module alone
checksum(kernels "${FLAGS}" ${headers} ${ROOT}/cmake/folders.cmake ${ROOT}/cmake/options.cmake)
file(GLOB_RECURSE own ${ROOT}/src/python/*.?pp ${ROOT}/src/app/*/*.cpp)
list(FILTER own EXCLUDE REGEX "/src/app/(verbs|run)/")   # of the program
checksum(verbs "${kernels}" ${own})
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define EDDY_STAMP \"${kernels}\"\n#define EDDY_VERB_STAMP \"${verbs}\"\n")
