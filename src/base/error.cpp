#include "warpath/error.hpp"

namespace warpath {

std::string_view to_string(ErrorCode code) {
  switch (code) {
    case ErrorCode::internal: return "internal";
    case ErrorCode::usage: return "usage";
    case ErrorCode::unsupported: return "unsupported";
    case ErrorCode::bad_input: return "bad-input";
    case ErrorCode::negative_cycle: return "negative-cycle";
    case ErrorCode::does_not_fit: return "does-not-fit";
    case ErrorCode::device_unavailable: return "device-unavailable";
    case ErrorCode::verification_failed: return "verification-failed";
    case ErrorCode::io: return "io";
    case ErrorCode::cancelled: return "cancelled";
  }
  return "unknown";
}

Error::Error(ErrorCode code, std::string happened, std::string remedy, std::vector<Index> vertices,
             Cycle cycle)
    : code_(code),
      happened_(std::move(happened)),
      remedy_(std::move(remedy)),
      what_(remedy_.empty() ? happened_ : happened_ + "; " + remedy_),
      vertices_(std::move(vertices)),
      cycle_(std::move(cycle)) {}

}  // namespace warpath
