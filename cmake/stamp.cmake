# Writes stamp.h where it has changed:  cmake -DROOT= -DFILE= -DFLAGS= -P stamp.cmake
file(GLOB_RECURSE headers ${ROOT}/src/*.hpp)
list(FILTER headers EXCLUDE REGEX "/src/python/")   # of one module alone
list(APPEND headers ${ROOT}/cmake/folders.cmake ${ROOT}/cmake/options.cmake)
set(all "${FLAGS}")
foreach(header ${headers})
  file(SHA256 ${header} sum)
  string(APPEND all ${sum})
endforeach()
string(SHA256 stamp "${all}")
string(SUBSTRING ${stamp} 0 16 stamp)
file(CONFIGURE OUTPUT ${FILE} CONTENT "#define EDDY_STAMP \"${stamp}\"\n")
