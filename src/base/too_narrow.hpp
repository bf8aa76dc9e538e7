// The Error of distances that outgrow their type, where a wider one would do.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "warpath/error.hpp"

namespace warpath {

// The type to try next; empty where there is none.
inline std::optional<WeightType> wider_than(WeightType type) {
  switch (type) {
    case WeightType::int16: return WeightType::int32;
    case WeightType::int32: return WeightType::int64;
    case WeightType::int64:
    case WeightType::float32: return WeightType::float64;
    default: return std::nullopt;
  }
}

class TooNarrow : public Error {
 public:
  // The remedy is another where no type is wider.
  TooNarrow(WeightType type, std::string happened, std::string remedy,
            std::vector<Index> vertices = {})
      : Error(ErrorCode::bad_input, std::move(happened),
              wider_than(type) ? std::move(remedy) : "divide all weights by the same number",
              std::move(vertices)),
        type_(type) {}

  WeightType type() const { return type_; }

 private:
  WeightType type_;
};

}  // namespace warpath
