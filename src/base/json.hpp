// JSON that is written and never read: what programs are told instead of people.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace warpath {

class Json {
 public:
  using Member = std::pair<std::string, Json>;  // its name and its value

  Json() = default;  // null
  Json(std::nullptr_t) {}
  Json(bool value) : value_(value) {}
  Json(std::integral auto value) : value_(widened(value)) {}
  Json(double value) : value_(value) {}                // null where it is not finite
  Json(std::string text) : value_(std::move(text)) {}  // UTF-8
  Json(std::string_view text) : value_(std::string(text)) {}
  Json(const char* text) : value_(std::string(text)) {}
  template <class T>
  Json(const std::vector<T>& list) : value_(Array(list.begin(), list.end())) {}
  Json(std::initializer_list<Member> members);  // {{"name", value}, ...}
  static Json array() { return Json(Array()); }

  // The member of that name; a new one after the others. Null becomes an object.
  Json& operator[](std::string_view name);
  const std::vector<Member>& members() const { return std::get<Object>(value_); }
  const std::vector<Json>& elements() const { return std::get<Array>(value_); }
  // Each member of the other as by operator[].
  void update(const Json& other);

  // Null becomes an array.
  void push_back(Json element);

  // On one line, or on lines that are indented by so many columns.
  std::string text(int indent = 0) const;

 private:
  using Array = std::vector<Json>;
  using Object = std::vector<Member>;

  explicit Json(Array elements) : value_(std::move(elements)) {}
  static std::int64_t widened(std::signed_integral auto value) { return value; }
  static std::uint64_t widened(std::unsigned_integral auto value) { return value; }
  void write(std::string& text, int indent, std::size_t depth) const;

  std::variant<std::nullptr_t, bool, std::int64_t, std::uint64_t, double, std::string, Array,
               Object>
      value_;
};

}  // namespace warpath
