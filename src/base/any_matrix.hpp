// A window on a matrix whose weight type is known only at run time.
#pragma once

#include <type_traits>

#include "base/dispatch.hpp"
#include "warpath/matrix.hpp"

namespace warpath {

inline AnyMatrixView view_of(const DenseMatrix& matrix) {
  return std::visit([](const auto& cells) -> AnyMatrixView { return cells.view(); }, matrix);
}

// Void is `void`, or `const void` for what is only read.
template <class Void>
struct AnyView {
  Void* data = nullptr;
  WeightType weight = WeightType::float32;
  Index rows = 0;
  Index columns = 0;
  Index row_stride = 0;
  Index column_stride = 1;

  AnyView() = default;
  template <class T>
  AnyView(MatrixView<T> view)  // NOLINT: any matrix is one
      : data(view.data()),
        weight(weight_type_of<std::remove_const_t<T>>),
        rows(view.rows()),
        columns(view.columns()),
        row_stride(view.row_stride()),
        column_stride(view.column_stride()) {}

  AnyView(const AnyMatrixView& any)  // NOLINT
      requires(std::is_const_v<Void>) {
    std::visit([this](auto view) { *this = AnyView(view); }, any);
  }

  // T must be the C++ type of `weight`.
  template <class T>
  auto as() const {
    using Cell = std::conditional_t<std::is_const_v<Void>, const T, T>;
    return MatrixView<Cell>(static_cast<Cell*>(data), rows, columns, row_stride, column_stride);
  }

  // Calls visit(MatrixView) with the view in its own type.
  template <class Visit>
  decltype(auto) visit(Visit&& visit) const {
    return visit_weight(weight, [&]<class T>(std::type_identity<T>) { return visit(as<T>()); });
  }

  AnyView transposed() const {
    AnyView view = *this;
    std::swap(view.rows, view.columns);
    std::swap(view.row_stride, view.column_stride);
    return view;
  }

  // Whether each row lies in one piece, apart from the others.
  bool is_row_major() const { return rows <= 1 || (column_stride == 1 && row_stride >= columns); }
};

using AnyMatrix = AnyView<void>;
using AnyInput = AnyView<const void>;

}  // namespace warpath
