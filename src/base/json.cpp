#include "base/json.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>

namespace warpath {
namespace {

void write_quoted(std::string& text, std::string_view word) {
  text += '"';
  for (const char c : word) {
    if (c == '"' || c == '\\') {
      text += {'\\', c};
    } else if (static_cast<unsigned char>(c) < 0x20) {
      fmt::format_to(std::back_inserter(text), "\\u{:04x}", static_cast<unsigned>(c));
    } else {
      text += c;
    }
  }
  text += '"';
}

// With a point or an exponent: a reader that tells them apart shall see that it is no integer.
std::string spelled(double number) {
  if (!std::isfinite(number)) return "null";
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

// Opening, what write(element) writes for each, and closing; a line for each where they are indented.
template <class List, class Write>
void write_list(std::string& text, const char* brackets, const List& list, int indent,
                std::size_t depth, const Write& write) {
  const auto new_line = [&](std::size_t columns) {
    if (indent > 0 && !list.empty()) text += '\n' + std::string(columns, ' ');
  };
  const auto step = static_cast<std::size_t>(indent);
  text += brackets[0];
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0) text += ',';
    new_line((depth + 1) * step);
    write(list[i]);
  }
  new_line(depth * step);
  text += brackets[1];
}

}  // namespace

Json::Json(std::initializer_list<Member> members) : value_(Object(members)) {}

Json& Json::operator[](std::string_view name) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Object();
  Object& members = std::get<Object>(value_);
  const auto known = std::find_if(members.begin(), members.end(),
                                  [&](const Member& member) { return member.first == name; });
  if (known != members.end()) return known->second;
  return members.emplace_back(std::string(name), Json()).second;
}

void Json::update(const Json& other) {
  for (const auto& [name, value] : other.members()) (*this)[name] = value;
}

void Json::push_back(Json element) {
  if (std::holds_alternative<std::nullptr_t>(value_)) value_ = Array();
  std::get<Array>(value_).push_back(std::move(element));
}

std::string Json::text(int indent) const {
  std::string text;
  write(text, indent, 0);
  return text;
}

void Json::write(std::string& text, int indent, std::size_t depth) const {
  struct Writer {
    std::string& text;
    int indent;
    std::size_t depth;

    void operator()(std::nullptr_t) const { text += "null"; }
    void operator()(bool value) const { text += value ? "true" : "false"; }
    void operator()(std::int64_t value) const { text += std::to_string(value); }
    void operator()(std::uint64_t value) const { text += std::to_string(value); }
    void operator()(double value) const { text += spelled(value); }
    void operator()(const std::string& value) const { write_quoted(text, value); }
    void operator()(const Array& elements) const {
      write_list(text, "[]", elements, indent, depth,
                 [&](const Json& element) { element.write(text, indent, depth + 1); });
    }
    void operator()(const Object& members) const {
      write_list(text, "{}", members, indent, depth, [&](const Member& member) {
        write_quoted(text, member.first);
        text += indent > 0 ? ": " : ":";
        member.second.write(text, indent, depth + 1);
      });
    }
  };
  std::visit(Writer{text, indent, depth}, value_);
}

}  // namespace warpath
