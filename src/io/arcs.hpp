// From arcs in text to a Graph, in memory for the Graph and nothing else.
//
// A text format supplies walk(cursor, sink), which goes over the whole text once: it calls
// sink.start(vertices, arcs), then sink.arc(...) for every arc. read_arcs() walks as often as it must:
// once when the sources never fall back and the first guess at the weights' type was right, which is how
// most files are; a time more for every wider type; and twice, to count and to place, when the arcs
// come in another order, or memory is limited. The sink ends a walk that was in vain by an exception.
#pragma once

#include <algorithm>
#include <cfloat>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "io/dense.hpp"
#include "io/text.hpp"
#include "io/weight.hpp"

namespace warpath::io {

struct ArcOptions {
  std::optional<WeightType> weights = {};  // empty: as ReadOptions::weights
  Direction direction = Direction::directed;
  bool mirror = false;           // every arc is meant both ways (a self-loop still once)
  std::size_t memory_limit = 0;  // as ReadOptions::memory_limit
};

// What most formats mean: arcs as they stand, or edges when the caller says so.
inline Direction to_direction(const ReadOptions& options) {
  return options.undirected ? Direction::undirected : Direction::directed;
}
inline ArcOptions to_arc_options(const ReadOptions& options) {
  return {options.weights, to_direction(options), options.undirected, options.memory_limit};
}

// The most vertices that a header is believed: far more than any such file has, and little memory.
inline Index most_vertices(const Source& source) {
  constexpr Index limit = std::numeric_limits<Graph::Target>::max();
  constexpr Index idle = 1 << 20;
  constexpr Index per_byte = 64;
  return std::min(limit, idle + per_byte * static_cast<Index>(source.bytes.size()));
}

// A header's number of vertices. Error bad_input for more than is believed.
inline Index declared_vertices(Cursor& cursor, const Source& source,
                               std::string_view what = "a number of vertices") {
  const Index most = most_vertices(source);
  const Word here = Cursor(cursor).word();
  Index claimed = 0;
  const auto [stop, error] = std::from_chars(here.begin, here.end, claimed);
  constexpr Index limit = std::numeric_limits<Graph::Target>::max();
  if (error == std::errc{} && stop == here.end && claimed > most && most < limit) {
    cursor.fail(here,
                fmt::format("at most {} vertices in a file of {} bytes: is it cut off?", most,
                            source.bytes.size()),
                "fetch the file again, or number only the vertices that have arcs");
  }
  return cursor.whole(what, 0, most);
}

// Whether float32 is what was meant. It gives back six digits, and most numbers of seven.
inline bool float_holds(const Number& number) {
  const double size = std::abs(number.value);
  return number.digits <= 7 && (!is_nonzero(number) || (size >= FLT_MIN && size <= FLT_MAX));
}

// Thrown where arcs do not come in order of their sources.
struct OutOfOrder {};

// Thrown where a weight needs another type, and the caller has chosen none.
struct TooNarrow {
  WeightType wider;
};

// TooNarrow unless T holds the number; Error bad_input where there is no other type to take.
template <class T>
void check_weight(const Cursor& cursor, const Number& number, const Word& word, bool chosen) {
  if (chosen || std::is_same_v<T, double>) {
    const std::string expected = objection<T>(number);
    if (!expected.empty()) {
      cursor.fail(word, expected, chosen ? "take another type for the weights, or name none" : "");
    }
    return;
  }
  if (std::is_same_v<T, float> && float_holds(number)) return;
  const bool whole = number.whole && objection<std::int64_t>(number).empty();
  if (std::is_same_v<T, std::int64_t> && whole) return;
  if (std::is_same_v<T, std::int32_t> && whole && objection<T>(number).empty()) return;
  throw TooNarrow{std::is_same_v<T, std::int32_t> && whole ? WeightType::int64
                  : float_holds(number)                    ? WeightType::float32
                                                           : WeightType::float64};
}

// Calls read(std::type_identity<T>()) with a type, and again with a wider one while that is too narrow.
template <class Read>
auto read_widening(WeightType type, const Read& read) {
  for (;;) {
    try {
      return visit_arc_weight(type, read);
    } catch (const TooNarrow& narrow) {
      type = narrow.wider;
    }
  }
}

// No file has more.
inline std::size_t most_arcs(const Source& source) {
  constexpr std::size_t shortest = 4;  // "1 2\n"
  return source.bytes.size() / shortest + 1;
}

template <class T>
class ArcSink {
 public:
  ArcSink(const Source& source, const ArcOptions& options, bool in_order)
      : options_(options),
        name_(source.name),
        most_arcs_(most_arcs(source)),
        pass_(in_order ? Pass::append : Pass::count) {}

  // `arcs` is what the header promises, or 0.
  void start(Index vertices, Index arcs) {
    if (pass_ == Pass::place) {
      if (vertices == builder_->vertices()) return;
      throw Error(
          ErrorCode::bad_input,
          fmt::format("the input had {} vertices and now has {}", builder_->vertices(), vertices),
          "do not change it while it is read");
    }
    check_graph_memory(vertices, 0, sizeof(T), name_, options_.memory_limit);
    builder_.emplace(vertices);
    if (pass_ == Pass::append) {
      builder_->reserve(std::min(static_cast<std::size_t>(arcs), most_arcs_));
    }
  }

  void arc(const Cursor& cursor, Index from, Index to, const Number& number, const Word& word) {
    // Whole numbers are checked here, at once; the rest is rarer.
    const bool plain = std::is_same_v<T, std::int32_t> && number.whole &&
                       std::abs(number.value) < no_path<std::int32_t>();
    if (!plain) check_weight<T>(cursor, number, word, options_.weights.has_value());
    const T weight = weight_of<T>(number);
    const bool both = options_.mirror && from != to;
    if (pass_ == Pass::append) {
      append(from, to, weight);
    } else if (pass_ == Pass::count) {
      builder_->count(from);
      if (both) builder_->count(to);
      counted_ += both ? 2 : 1;
    } else if (!builder_->place(from, to, weight) || (both && !builder_->place(to, from, weight))) {
      cursor.fail(word, "the same file as a moment ago; it is changing");
    }
  }

  // The same for a weight that every type holds but the smallest, as most are.
  void arc(const Cursor& cursor, Index from, Index to, std::uint32_t weight, const Word& word) {
    if constexpr (std::is_same_v<T, std::int32_t>) {
      if (pass_ == Pass::append) return append(from, to, static_cast<T>(weight));
    }
    const Number number{.value = static_cast<double>(weight), .whole = true, .digits = 7};
    arc(cursor, from, to, number, word);
  }

  // After a walk: true when the graph is complete, else walk again.
  bool complete() {
    if (pass_ != Pass::count) return true;
    check_graph_memory(builder_->vertices(), counted_, sizeof(T), name_, options_.memory_limit);
    builder_->start_placing();
    pass_ = Pass::place;
    return false;
  }

  Graph finish() { return std::move(*builder_).finish(options_.direction); }

 private:
  enum class Pass : std::uint8_t { append, count, place };
  void append(Index from, Index to, T weight) {
    if (!builder_->append(from, to, weight)) throw OutOfOrder();
  }

  ArcOptions options_;
  const std::string& name_;
  std::size_t most_arcs_;
  std::size_t counted_ = 0;
  Pass pass_;
  std::optional<detail::GraphBuilder<T>> builder_;
};

template <class Walk>
Graph read_arcs(const Source& source, const ArcOptions& options, const Walk& walk) {
  const auto read = [&](bool in_order) {
    const WeightType first = options.weights.value_or(WeightType::int32);
    return read_widening(first, [&]<class T>(std::type_identity<T>) {
      ArcSink<T> sink(source, options, in_order);
      do {
        Cursor cursor(source);
        walk(cursor, sink);
      } while (!sink.complete());
      return sink.finish();
    });
  };
  // Arcs that are appended may take thrice their memory for a moment; counted ones are known to fit.
  constexpr std::size_t largest_arc = sizeof(Graph::Target) + sizeof(double);
  const bool tight =
      options.memory_limit != 0 && 3 * largest_arc * most_arcs(source) > options.memory_limit;
  if (options.mirror || tight) return read(false);
  try {
    return read(true);
  } catch (const OutOfOrder&) {
    return read(false);
  }
}

}  // namespace warpath::io
