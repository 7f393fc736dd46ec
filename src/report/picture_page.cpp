// SPDX-License-Identifier: MIT
#include "report/picture_page.hpp"

#include <fmt/format.h>

#include "report/page.hpp"
#include "report/xml_text.hpp"

namespace fretsaw {

namespace {

// Pictures keep their own colors, on white, whatever the page has.
constexpr const char* kPictureStyle =
    R"(.picture { background: #ffffff; border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; text-align: center;
  overflow-x: auto; }
svg { max-width: max(100%, 100rem); height: auto; }
pre { background: var(--shade); border-radius: .5rem; padding: 1rem; overflow-x: auto;
  font: 14px/1.5 ui-monospace, monospace; }
)";

// Without the head of an XML document, which has no place inside another one.
std::string picture_element(const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? "" : svg.substr(begin);
}

}  // namespace

std::string html_of(const std::string& title, const std::vector<PagePicture>& pictures) {
  std::string out = page_begin(title, kPictureStyle);
  for (const PagePicture& picture : pictures)
    out += fmt::format("<h2>{}</h2>\n<div class=\"picture\">{}</div><pre>{}</pre>\n",
                       xml_escaped(picture.title), picture_element(picture.svg), xml_escaped(picture.text));
  return out + "</main>\n</body>\n</html>\n";
}

}  // namespace fretsaw
