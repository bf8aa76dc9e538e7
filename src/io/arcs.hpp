// From arcs in text to a Graph, in memory for the Graph and nothing else.
//
// A text format supplies walk(cursor, sink), which goes over the whole text once: it calls
// sink.start(vertices, arcs), then sink.arc(...) for every arc, and returns at once when either
// answers false. read_arcs() walks as often as it must: once when the sources never fall back and
// the first guess at the weights' type was right, which is how most files are; a time more for every
// wider type; and twice, to count and to place, when the arcs come in another order.
#pragma once

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "base/dispatch.hpp"
#include "base/graph_builder.hpp"
#include "io/text.hpp"
#include "io/weight.hpp"

namespace warpath::io {

struct ArcOptions {
  std::optional<WeightType> weights = {};  // empty: as ReadOptions::weights
  Direction direction = Direction::directed;
  bool mirror = false;  // every arc is meant both ways (a self-loop still once)
};

// What most formats mean: arcs as they stand, or edges when the caller says so.
inline ArcOptions to_arc_options(const ReadOptions& options) {
  return {options.weights, options.undirected ? Direction::undirected : Direction::directed,
          options.undirected};
}

// The most vertices that a header is believed: far more than any such file has, and little memory.
inline Index most_vertices(const Source& source) {
  constexpr Index limit = std::numeric_limits<Graph::Target>::max();
  constexpr Index idle = 1 << 20;
  constexpr Index per_byte = 64;
  return std::min(limit, idle + per_byte * static_cast<Index>(source.bytes.size()));
}

// Whether float32 is what was meant. It gives back six digits, and most numbers of seven.
inline bool float_holds(const Number& number) {
  const double size = std::abs(number.value);
  return number.digits <= 7 && (size == 0 || (size >= FLT_MIN && size <= FLT_MAX));
}

template <class T>
class ArcSink {
 public:
  ArcSink(const Source& source, const ArcOptions& options)
      : options_(options),
        most_arcs_(source.bytes.size() / kShortestArc + 1),
        pass_(options.mirror ? Pass::count : Pass::append) {}

  // `arcs` is what the header promises, or 0.
  bool start(Index vertices, Index arcs) {
    if (pass_ == Pass::place) {
      if (vertices == builder_->vertices()) return true;
      throw Error(
          ErrorCode::bad_input,
          fmt::format("the input had {} vertices and now has {}", builder_->vertices(), vertices),
          "do not change it while it is read");
    }
    builder_.emplace(vertices);
    if (pass_ == Pass::append) {
      builder_->reserve(std::min(static_cast<std::size_t>(arcs), most_arcs_));
    }
    return true;
  }

  bool arc(const Cursor& cursor, Index from, Index to, const Number& number, const Word& word) {
    // Whole numbers are checked here, at once; the rest is rarer.
    const bool plain = std::is_same_v<T, std::int32_t> && number.whole &&
                       std::abs(number.value) < no_path<std::int32_t>();
    if (!plain && !fits(cursor, number, word)) return false;
    const T weight = weight_of<T>(number);
    if (pass_ == Pass::append) {
      in_order_ = builder_->append(from, to, weight);
      return in_order_;
    }
    return count_or_place(cursor, from, to, weight, word);
  }

  // The same for a weight that every type holds but the smallest, as most are.
  bool arc(const Cursor& cursor, Index from, Index to, std::uint32_t weight, Word word) {
    if constexpr (std::is_same_v<T, std::int32_t>) {
      if (pass_ == Pass::append) {
        if (builder_->append(from, to, static_cast<T>(weight))) return true;
        in_order_ = false;
        return false;
      }
    }
    const Number number{.value = static_cast<double>(weight), .whole = true, .digits = 7};
    return arc(cursor, from, to, number, word);
  }

  // What stopped the walk, if a type that holds more is needed.
  std::optional<WeightType> wider() const { return wider_; }

  // After a walk: true when the graph is complete, else walk again.
  bool complete() {
    switch (pass_) {
      case Pass::append:
        if (in_order_) return true;
        pass_ = Pass::count;
        return false;
      case Pass::count:
        builder_->start_placing();
        pass_ = Pass::place;
        return false;
      case Pass::place: break;
    }
    return true;
  }

  Graph finish() { return std::move(*builder_).finish(options_.direction); }

 private:
  enum class Pass : std::uint8_t { append, count, place };
  static constexpr std::size_t kShortestArc = 4;  // "1 2\n"

  bool count_or_place(const Cursor& cursor, Index from, Index to, T weight, const Word& word) {
    const bool both = options_.mirror && from != to;
    if (pass_ == Pass::count) {
      builder_->count(from);
      if (both) builder_->count(to);
    } else if (!builder_->place(from, to, weight) || (both && !builder_->place(to, from, weight))) {
      cursor.fail(word, "the same file as a moment ago; it is changing");
    }
    return true;
  }

  // False when the weight needs a wider type, which may be taken.
  bool fits(const Cursor& cursor, const Number& number, const Word& word) {
    if (options_.weights || std::is_same_v<T, double>) {
      const std::string expected = objection<T>(number);
      if (!expected.empty()) cursor.fail(word, expected);
      return true;
    }
    if (std::is_same_v<T, float> && float_holds(number)) return true;
    const bool whole = number.whole && objection<std::int64_t>(number).empty();
    if (std::is_same_v<T, std::int64_t> && whole) return true;
    wider_ = std::is_same_v<T, std::int32_t> && whole ? WeightType::int64
             : float_holds(number)                    ? WeightType::float32
                                                      : WeightType::float64;
    return false;
  }

  ArcOptions options_;
  std::size_t most_arcs_;
  Pass pass_;
  bool in_order_ = true;
  std::optional<detail::GraphBuilder<T>> builder_;
  std::optional<WeightType> wider_;
};

template <class T, class Walk>
std::optional<Graph> read_arcs_as(const Source& source, const ArcOptions& options, Walk& walk,
                                  WeightType& type) {
  ArcSink<T> sink(source, options);
  do {
    Cursor cursor(source);
    walk(cursor, sink);
    if (sink.wider()) {
      type = *sink.wider();
      return std::nullopt;
    }
  } while (!sink.complete());
  return sink.finish();
}

template <class Walk>
Graph read_arcs(const Source& source, const ArcOptions& options, Walk walk) {
  WeightType type = options.weights.value_or(WeightType::int32);
  for (;;) {
    std::optional<Graph> graph;
    visit_arc_weight(type, [&]<class T>(std::type_identity<T>) {
      graph = read_arcs_as<T>(source, options, walk, type);
    });
    if (graph) return std::move(*graph);
  }
}

}  // namespace warpath::io
