// The arrays of a SciPy matrix: positions and weights, checked as they are read.
#pragma once

#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "io/npy_cells.hpp"
#include "io/npy_header.hpp"
#include "io/weight.hpp"
#include "io/zip.hpp"
#include "warpath/error.hpp"

namespace warpath::io::npz {

[[noreturn]] inline void fail(std::string_view name, const std::string& what,
                              std::string remedy = {}) {
  throw Error(ErrorCode::bad_input, fmt::format("{}: {}", name, what), std::move(remedy));
}

// One array of the archive.
class Array {
 public:
  Array(const Zip& zip, const Source& archive, const std::string& member)
      : name_(fmt::format("{}/{}", archive.name, member)), content_(open(zip, archive, member)) {
    header_ = parse_npy_header(source());
    swapped_ = is_swapped(header_);
  }

  // Others keep pointers to the cells.
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;

  Source source() const { return {content_.view(), name_}; }
  const NpyHeader& header() const { return header_; }
  bool swapped() const { return swapped_; }
  const char* cells() const { return content_.view().data() + header_.data; }

  // The number of cells, once the bytes of that many are known to be there; each has `width`.
  std::size_t size(std::size_t dimensions, std::size_t width) const {
    if (header_.shape.size() != dimensions) {
      throw Error(ErrorCode::bad_input,
                  fmt::format("{}:1:{}: found an array with {} dimensions, expected {}", name_,
                              header_.shape_at + 1, header_.shape.size(), dimensions));
    }
    const auto cells = static_cast<std::size_t>(dimensions == 0 ? 1 : header_.shape[0]);
    const std::size_t there = content_.view().size() - header_.data;
    if (there / width != cells || there % width != 0) {
      fail(name_, fmt::format("found {} bytes of cells, expected {} cells of {} bytes", there,
                              cells, width));
    }
    return cells;
  }

 private:
  static Unpacked open(const Zip& zip, const Source& archive, const std::string& member) {
    const ZipMember* const found = zip.find(member);
    if (found == nullptr) {
      fail(archive.name,
           fmt::format("found no member '{}', expected a SciPy sparse matrix", member),
           "save the matrix with scipy.sparse.save_npz");
    }
    return zip.unpack(*found);
  }

  std::string name_;
  Unpacked content_;
  NpyHeader header_;
  bool swapped_ = false;
};

// Positions: int32 or int64.
class Positions {
 public:
  Positions(const Zip& zip, const Source& archive, const std::string& member)
      : array_(zip, archive, member), wide_(array_.header().kind == "i8") {
    if (!wide_ && array_.header().kind != "i4") {
      wrong_type(array_.source(), array_.header(), "i4 or i8", "save the matrix with SciPy");
    }
    size_ = array_.size(1, wide_ ? 8 : 4);
    cells_ = array_.cells();
  }

  std::string_view name() const { return array_.source().name; }
  std::size_t size() const { return size_; }
  Index operator[](std::size_t k) const {
    if (wide_) return load<std::int64_t>(cells_ + 8 * k, array_.swapped());
    return load<std::int32_t>(cells_ + 4 * k, array_.swapped());
  }

 private:
  Array array_;
  bool wide_;
  std::size_t size_ = 0;
  const char* cells_ = nullptr;
};

// How cells of one type become weights.
struct CellType {
  std::string_view kind;
  std::size_t width;
  WeightType own;  // what they become unless the caller says otherwise; int64 only where it must be
  Number (*number)(const char* at, bool swapped);
  std::string (*shown)(const char* at, bool swapped);
};

template <class T>
constexpr CellType cell_type(std::string_view kind, WeightType own) {
  return {kind, sizeof(T), own,
          [](const char* at, bool swapped) { return number_of(load<T>(at, swapped)); },
          [](const char* at, bool swapped) { return fmt::format("{}", load<T>(at, swapped)); }};
}

inline constexpr CellType kCellTypes[] = {
    cell_type<float>("f4", WeightType::float32),
    cell_type<double>("f8", WeightType::float64),
    cell_type<std::int8_t>("i1", WeightType::int16),
    cell_type<std::int16_t>("i2", WeightType::int16),
    cell_type<std::int32_t>("i4", WeightType::int32),
    cell_type<std::int64_t>("i8", WeightType::int64),
    cell_type<std::uint8_t>("u1", WeightType::int16),
    cell_type<std::uint16_t>("u2", WeightType::int32),
    cell_type<std::uint32_t>("u4", WeightType::int64),
    cell_type<std::uint64_t>("u8", WeightType::int64),
    cell_type<std::uint8_t>("b1", WeightType::int32),
};

class Weights {
 public:
  Weights(const Zip& zip, const Source& archive) : array_(zip, archive, "data.npy") {
    for (const CellType& type : kCellTypes) {
      if (type.kind == array_.header().kind) type_ = &type;
    }
    if (type_ == nullptr) {
      wrong_type(array_.source(), array_.header(), kWeightCells, kConvertCells);
    }
    size_ = array_.size(1, type_->width);
    cells_ = array_.cells();
    is_boolean_ = type_->kind == "b1";
  }

  std::string_view name() const { return array_.source().name; }
  std::size_t size() const { return size_; }
  WeightType own() const {
    if (type_->own != WeightType::int64) return type_->own;
    for (std::size_t k = 0; k < size_; ++k) {
      const Number number = type_->number(cells_ + k * type_->width, array_.swapped());
      if (!objection<std::int32_t>(number).empty()) return WeightType::int64;
    }
    return WeightType::int32;
  }

  template <class T>
  T at(std::size_t k, Index row, Index column) const {
    const Number number = type_->number(cells_ + k * type_->width, array_.swapped());
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
    const char* const at = cells_ + k * type_->width;
    const std::string found =
        is_boolean_ && *at == 0 ? "False" : type_->shown(at, array_.swapped());
    fail(name(),
         fmt::format("found {} in row {}, column {}, expected {}", found, row, column, expected),
         std::move(remedy));
  }

  Array array_;
  const CellType* type_ = nullptr;
  std::size_t size_ = 0;
  const char* cells_ = nullptr;
  bool is_boolean_ = false;
};

}  // namespace warpath::io::npz
