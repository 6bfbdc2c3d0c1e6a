// The files of the page, built by the npm project in web/ and embedded in this module, so that an installed program
// needs no others.
#include <array>
#include <string_view>

#include "app/view/source.hpp"

#define EDDY_PAGE_FILE(name, file)                                                                        \
  asm(".section .rodata\n.balign 16\n" #name "_begin:\n.incbin \"" EDDY_PAGE_FOLDER "/" file "\"\n" #name \
      "_end:\n.byte 0\n.previous\n");                                                                     \
  extern "C" const char name##_begin[], name##_end[];

EDDY_PAGE_FILE(eddy_page_html, "index.html")
EDDY_PAGE_FILE(eddy_page_js, "main.js")
EDDY_PAGE_FILE(eddy_page_css, "main.css")

namespace eddy::view {

std::string_view page_file(const std::string& name) {
  const auto text = [](const char* begin, const char* end) {
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  };
  if (name == "index.html") return text(eddy_page_html_begin, eddy_page_html_end);
  if (name == "main.js") return text(eddy_page_js_begin, eddy_page_js_end);
  if (name == "main.css") return text(eddy_page_css_begin, eddy_page_css_end);
  return {};
}

}  // namespace eddy::view
