#include "io/edge_survey.hpp"

#include <string>
#include <utility>

#include "io/dense.hpp"
#include "io/edge_lines.hpp"

namespace warpath::io {
namespace {

void tell(const Source& source, std::string hint) {
  if (source.hint) source.hint(std::move(hint));
}

// The two names of a first line, and whether they stand in others, too.
class FirstLine {
 public:
  FirstLine(const Source& source, const EdgeLayout& layout) {
    Cursor cursor(source);
    Fields fields;
    if (!fields.next(cursor) || fields.size() != layout.columns) return;
    const auto name = [&](std::size_t column) {
      const Field& field = fields[column];
      std::string buffer;
      return field.word.is_too_long() ? std::string() : std::string(field.text(buffer));
    };
    from_ = name(layout.from);
    to_ = name(layout.to);
  }

  // Called for the first line, too, where it is no header.
  void pass(std::string_view from, std::string_view to) {
    if (!again_ && lines_++ > 0) again_ = is_one(from) || is_one(to);
  }

  // Of words over at least two lines that have none of them.
  bool is_alone() const { return !again_ && lines_ > 2 && is_word(from_) && is_word(to_); }

  // Where the names are vertices of the lines below.
  bool is_arc(const Dictionary& below) const {
    return (is_numbered(from_) && has(below, from_)) || (is_numbered(to_) && has(below, to_));
  }
  bool is_ambiguous(const Dictionary& below) const { return has(below, from_) && has(below, to_); }

  // As a shell takes them.
  std::string listed() const {
    const std::string both = harmless(from_) + "," + harmless(to_);
    return both.find(' ') == std::string::npos ? both : "'" + both + "'";
  }

 private:
  static bool is_word(const std::string& name) {
    return !name.empty() && !(name[0] >= '0' && name[0] <= '9') && name[0] != '-';
  }
  static bool is_numbered(const std::string& name) {
    return !name.empty() && name.back() >= '0' && name.back() <= '9';
  }
  static bool has(const Dictionary& below, const std::string& name) {
    return !name.empty() && below.find(name) >= 0;
  }
  bool is_one(std::string_view name) const { return name == from_ || name == to_; }

  std::string from_;
  std::string to_;
  std::size_t lines_ = 0;
  bool again_ = false;
};

// How many lines say that they lead both ways.
struct Types {
  std::size_t lines = 0;
  std::size_t undirected = 0;
};

}  // namespace

EdgeSurvey survey_edges(const Source& source, EdgeLayout& layout, const ReadOptions& options) {
  const bool guessed = layout.header && !layout.certain;
  EdgeSurvey survey{Dictionary(source.bytes.size())};
  Dictionary& dictionary = survey.dictionary;
  FirstLine first(source, layout);
  const bool watched = !layout.header && layout.columns == 2 && options.columns.empty();
  Types types;
  std::string buffer;
  bool any = false;
  const auto enter = [&](const Cursor& cursor, const Field& field) {
    if (dictionary.enter(field.text(buffer))) check_label(cursor, field.word);
    if (options.memory_limit != 0) {
      check_memory(dictionary.bytes(), source.name, options.memory_limit);
    }
  };
  Cursor cursor(source);
  each_line(cursor, layout, [&](const Cursor& at, const Fields& fields) {
    any = true;
    enter(at, fields[layout.from]);
    if (!is_lone(layout, fields)) enter(at, fields[layout.to]);
    if (watched) first.pass(fields[layout.from].word.text(), fields[layout.to].word.text());
    if (layout.type < layout.columns && !is_lone(layout, fields)) {
      ++types.lines;
      const Word& type = fields[layout.type].word;
      if (!type.is_too_long() && lower(type.text()) == "undirected") ++types.undirected;
    }
    if (layout.dictionary) {
      DictionaryReader entries(at, fields[layout.weight].word);
      while (entries.next()) survey.attributes.add(entries.key(), entries.value().text());
    }
    return !guessed || dictionary.only_numbers();
  });
  const bool no_header =
      guessed ? !any || !dictionary.only_numbers() : layout.doubtful && first.is_arc(dictionary);
  if (layout.header && no_header) {
    if (!guessed) {
      tell(source, fmt::format("the first line is taken for an arc, since its names are vertices "
                               "below; --columns {} makes it a header",
                               first.listed()));
    }
    layout.header = layout.certain = layout.doubtful = false;
    return survey_edges(source, layout, options);
  }
  if (layout.doubtful && first.is_ambiguous(dictionary)) {
    tell(source,
         "the first line is taken for a header, though its names are vertices, too; "
         "put the line 'from,to' above it if it is an arc");
  }
  if (watched && first.is_alone()) {
    tell(source, fmt::format("the first line is taken for an arc, though its names are in no other "
                             "line; --columns {} makes it a header",
                             first.listed()));
  }
  if (!layout.hint.empty()) tell(source, layout.hint);
  survey.undirected = types.undirected > 0 && types.undirected == types.lines;
  if (types.undirected > 0 && !survey.undirected && !options.undirected) {
    tell(source, fmt::format("{} of {} lines are of type 'Undirected', and lead one way as all do; "
                             "--undirected travels both ways",
                             types.undirected, types.lines));
  }
  return survey;
}

}  // namespace warpath::io
