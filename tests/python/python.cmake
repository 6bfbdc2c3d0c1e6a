# The Python package; where pybind11 and NumPy are.
if(EDDY_HAS_PYTHON)
  add_test(NAME python COMMAND ${EDDY_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/python/suite.py ${PROJECT_SOURCE_DIR})
  set_tests_properties(python PROPERTIES TIMEOUT 1200 ENVIRONMENT "PYTHONPATH=${EDDY_LIBRARY_DIR}/python;PYTHONDONTWRITEBYTECODE=1")
endif()
