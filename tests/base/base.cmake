eddy_test(base_text SOURCES base/text.cpp LIBS eddy_base)
