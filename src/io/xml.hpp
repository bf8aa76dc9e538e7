// XML as events, read by Expat.
#pragma once

#include <span>
#include <string_view>

#include "io/text.hpp"

namespace warpath::io {

struct XmlAttribute {
  std::string_view name;
  std::string_view value;
};

// Is told what stands in a document. Names come without the prefix of their namespace.
class XmlEvents {
 public:
  virtual void begin(std::string_view name, std::span<const XmlAttribute> attributes,
                     const Word& tag) = 0;
  virtual void end(std::string_view name) = 0;
  virtual void text(std::string_view piece, const Word& place) = 0;

 protected:
  ~XmlEvents() = default;
};

// Goes over the whole source. Error bad_input with the place for what is no XML; for definitions of
// entities, which can make little text enormous, and all else in a DTD; and for elements that are nested
// too deep or tags that are too long to be meant. What events throw ends it, too.
void read_xml(const Source& source, XmlEvents& events);

}  // namespace warpath::io
