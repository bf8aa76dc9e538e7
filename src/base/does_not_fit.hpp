// The Error of a plan that takes more memory than there is, with how much more.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "warpath/error.hpp"

namespace warpath {

class DoesNotFit : public Error {
 public:
  // `limited`: by the memory limit of the options, not by the machine.
  DoesNotFit(std::size_t more, bool limited, std::string happened, std::string remedy)
      : Error(ErrorCode::does_not_fit, std::move(happened), std::move(remedy)),
        more_(more),
        limited_(limited) {}

  // Bytes that would have to be allowed, or there, besides.
  std::size_t more() const { return more_; }
  bool limited() const { return limited_; }

 private:
  std::size_t more_;
  bool limited_;
};

}  // namespace warpath
