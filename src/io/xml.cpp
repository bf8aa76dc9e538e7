#include "io/xml.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include <expat.h>

namespace warpath::io {
namespace {

constexpr std::size_t kStep = std::size_t{64} << 10;
constexpr int kDeepest = 256;
constexpr std::ptrdiff_t kLongestTag = std::ptrdiff_t{1} << 20;

std::string_view without_prefix(std::string_view name) {
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

class XmlReader {
 public:
  XmlReader(const Source& source, XmlEvents& events)
      : source_(source),
        cursor_(source),
        events_(events),
        parser_(XML_ParserCreate(nullptr), XML_ParserFree) {
    if (!parser_) throw std::bad_alloc();
    XML_SetUserData(parser_.get(), this);
    XML_SetElementHandler(parser_.get(), on_begin, on_end);
    XML_SetCharacterDataHandler(parser_.get(), on_text);
    XML_SetDefaultHandler(parser_.get(), on_other);
    XML_SetStartDoctypeDeclHandler(parser_.get(), on_doctype);
  }

  void read() {
    for (std::size_t done = 0; done < source_.bytes.size() || done == 0;) {
      const std::string_view step = source_.bytes.substr(done, kStep);
      done += step.size();
      const bool last = done == source_.bytes.size();
      const XML_Status status =
          XML_Parse(parser_.get(), step.data(), static_cast<int>(step.size()), last ? 1 : 0);
      if (failure_) std::rethrow_exception(failure_);
      if (status != XML_STATUS_OK) fail_at_error();
      const char* const at = step.data() + step.size();
      // Expat keeps what it has not told yet.
      if (at - told_ > kLongestTag) cursor_.fail(rest_of_line(told_), "a shorter tag or comment");
      if (source_.passed) source_.passed(at);
      if (last) return;
    }
  }

 private:
  // What is being told, in the file.
  Word here() {
    const XML_Index index = XML_GetCurrentByteIndex(parser_.get());
    const std::size_t begin =
        std::min(source_.bytes.size(), index < 0 ? 0 : static_cast<std::size_t>(index));
    const auto count = static_cast<std::size_t>(XML_GetCurrentByteCount(parser_.get()));
    const std::string_view word = source_.bytes.substr(begin, count);
    return {word.data(), word.data() + word.size()};
  }

  Word rest_of_line(const char* at) const {
    const char* const end = source_.bytes.data() + source_.bytes.size();
    return {at, std::find(at, end, '\n')};
  }

  [[noreturn]] void fail_at_error() {
    const char* const why = XML_ErrorString(XML_GetErrorCode(parser_.get()));
    cursor_.fail(rest_of_line(here().begin), fmt::format("XML that is well-formed ({})", why));
  }

  // Exceptions must not pass through Expat, which is C.
  template <class Tell>
  static void tell(void* self, Tell tell) {
    auto& reader = *static_cast<XmlReader*>(self);
    if (reader.failure_) return;
    const Word place = reader.here();
    reader.told_ = place.begin;
    try {
      tell(reader, place);
    } catch (...) {
      reader.failure_ = std::current_exception();
      XML_StopParser(reader.parser_.get(), XML_FALSE);
    }
  }

  static void on_begin(void* self, const XML_Char* name, const XML_Char** attributes) {
    tell(self, [&](XmlReader& reader, const Word& place) {
      if (++reader.depth_ > kDeepest) {
        reader.cursor_.fail(place, fmt::format("at most {} elements in each other", kDeepest));
      }
      reader.attributes_.clear();
      for (; *attributes != nullptr; attributes += 2) {
        reader.attributes_.push_back({without_prefix(attributes[0]), attributes[1]});
      }
      reader.events_.begin(without_prefix(name), reader.attributes_, place);
    });
  }

  static void on_end(void* self, const XML_Char* name) {
    tell(self, [&](XmlReader& reader, const Word&) {
      --reader.depth_;
      reader.events_.end(without_prefix(name));
    });
  }

  static void on_text(void* self, const XML_Char* text, int length) {
    tell(self, [&](XmlReader& reader, const Word& place) {
      reader.events_.text({text, static_cast<std::size_t>(length)}, place);
    });
  }

  static void on_other(void* self, const XML_Char*, int) {
    tell(self, [](XmlReader&, const Word&) {});
  }

  static void on_doctype(void* self, const XML_Char*, const XML_Char*, const XML_Char*, int inner) {
    tell(self, [&](XmlReader& reader, const Word& place) {
      if (inner == 0) return;
      reader.cursor_.fail(place, "no definitions in a DTD", "remove them; GraphML needs none");
    });
  }

  const Source& source_;
  Cursor cursor_;
  XmlEvents& events_;
  std::unique_ptr<std::remove_pointer_t<XML_Parser>, decltype(&XML_ParserFree)> parser_;
  std::vector<XmlAttribute> attributes_;
  const char* told_ = source_.bytes.data();  // where the last event began
  int depth_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void read_xml(const Source& source, XmlEvents& events) { XmlReader(source, events).read(); }

}  // namespace warpath::io
