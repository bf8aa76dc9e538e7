// The arrays of a SciPy matrix: positions and weights, checked as they are read.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/npy_array.hpp"
#include "io/weight.hpp"
#include "io/zip.hpp"
#include "warpath/error.hpp"

namespace warpath::io::npz {

[[noreturn]] inline void fail(std::string_view name, const std::string& what,
                              std::string remedy = {}) {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {}", name, what), std::move(remedy));
}

// One array of the archive.
struct Member {
  Bytes content;
  NpyArray array;

  Member(const Zip& zip, const std::string& member)
      : content(unpack(zip, member)),
        array({content.view(), fmt::format("{}/{}", zip.source().name, member)}) {}

 private:
  static Bytes unpack(const Zip& zip, const std::string& member) {
    if (const ZipMember* const found = zip.find(member)) return zip.unpack(*found);
    fail(zip.source().name,
         fmt::format("found no member '{}', expected a SciPy sparse matrix", member),
         "save the matrix with scipy.sparse.save_npz");
  }
};

// Positions: int32 or int64.
class Positions : Member {
 public:
  Positions(const Zip& zip, const std::string& member)
      : Member(zip, member), wide_(array.kind == "i8") {
    if (!wide_ && array.kind != "i4") array.wrong_type("i4 or i8", "save the matrix with SciPy");
    size_ = array.check_cells(1, wide_ ? 8 : 4);
  }

  const std::string& name() const { return array.name; }
  std::size_t size() const { return size_; }
  Index operator[](std::size_t k) const {
    return wide_ ? array.cell<std::int64_t>(k) : array.cell<std::int32_t>(k);
  }

  void expect_size(std::size_t expected) const {
    if (size_ == expected) return;
    fail(name(), fmt::format("found {} cells, expected {}", size_, expected),
         "the arrays of the matrix do not belong together; check_format() and prune() help");
  }

  Index vertex(std::size_t k, Index vertices) const {
    const Index position = (*this)[k];
    if (position >= 0 && position < vertices) return position;
    fail(name(), fmt::format("found {} in cell {}, expected 0 to {}", position, k, vertices - 1));
  }

 private:
  bool wide_;
  std::size_t size_ = 0;
};

class Weights : Member {
 public:
  explicit Weights(const Zip& zip) : Member(zip, "data.npy") {
    array.visit_cells([this]<class Cell>(std::type_identity<Cell>) {
      size_ = array.check_cells(1, sizeof(Cell));
      own_ = weight_type_of<WeightOfCells<Cell>>;
      number_ = [](const NpyArray& cells, std::size_t k) { return number_of(cells.cell<Cell>(k)); };
    });
    is_boolean_ = array.kind == "b1";
    if (is_boolean_) own_ = WeightType::int32;
  }

  std::size_t size() const { return size_; }

  // What they become unless the caller says otherwise: int64 only where it must be.
  WeightType own() const {
    if (own_ != WeightType::int64) return own_;
    for (std::size_t k = 0; k < size_; ++k) {
      if (!objection<std::int32_t>(number_(array, k)).empty()) return WeightType::int64;
    }
    return WeightType::int32;
  }

  template <class T>
  T at(std::size_t k, Index row, Index column) const {
    const Number number = number_(array, k);
    if (is_boolean_) {
      if (number.value == 1) return T{1};
      refuse(k, row, column, "True for an arc, and no entry for none",
             "drop the others with eliminate_zeros()");
    }
    if (!std::isfinite(number.value)) {
      refuse(k, row, column, "a finite number, and no entry where there is no arc", {});
    }
    const std::string expected = objection<T>(number);
    if (!expected.empty()) {
      refuse(k, row, column, expected, "take another type for the weights, such as float64");
    }
    return weight_of<T>(number);
  }

 private:
  [[noreturn]] void refuse(std::size_t k, Index row, Index column, const std::string& expected,
                           std::string remedy) const {
    const std::string found = array.visit_cells([&]<class Cell>(std::type_identity<Cell>) {
      const auto cell = array.cell<Cell>(k);
      return is_boolean_ && cell == 0 ? "False" : fmt::format("{}", cell);
    });
    fail(array.name,
         fmt::format("found {} in row {}, column {}, expected {}", found, row, column, expected),
         std::move(remedy));
  }

  std::size_t size_ = 0;
  WeightType own_{};
  Number (*number_)(const NpyArray& cells, std::size_t k) = nullptr;
  bool is_boolean_ = false;
};

}  // namespace warpath::io::npz
