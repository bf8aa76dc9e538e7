// The one exception of the library.
#pragma once

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "warpath/types.hpp"

namespace warpath {

enum class ErrorCode : std::uint8_t {
  internal,             // a bug in Warpath
  usage,                // an option that makes no sense, alone or with another
  unsupported,          // a combination that this build or kernel does not offer
  bad_input,            // a graph, matrix or file that is not what it claims to be
  negative_cycle,       // shortest paths do not exist
  does_not_fit,         // the memory needed is not there
  device_unavailable,   // a device was asked for and is missing or failed
  verification_failed,  // a result is not what it claims to be
  io,                   // the system refused to open, read or write a file
  cancelled,            // the progress callback answered cancel
};

// "negative-cycle", "bad-input", ...
std::string_view to_string(ErrorCode code);

// Vertices in order, the last followed by the first again, and the arcs between them.
struct Cycle {
  std::vector<Index> vertices;
  std::vector<double> weights;  // weights[k] is that of the arc from vertices[k]
  double sum = 0;               // of exactly these, rounded once
};

// Says what happened, with the offending values, and what to do about it. Every failure that
// leaves the library is one of these; std::bad_alloc is turned into `does_not_fit`.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string happened, std::string remedy = {},
        std::vector<Index> vertices = {}, Cycle cycle = {});

  ErrorCode code() const noexcept { return code_; }
  const std::string& happened() const noexcept { return happened_; }
  const std::string& remedy() const noexcept { return remedy_; }  // may be empty

  // The vertices that the text names, as the library counts them; for those who know better names.
  const std::vector<Index>& vertices() const noexcept { return vertices_; }

  // A negative cycle that was found; without vertices in all other errors.
  const Cycle& cycle() const noexcept { return cycle_; }

  // "happened; remedy" in one line.
  const char* what() const noexcept override { return what_.c_str(); }

 private:
  ErrorCode code_;
  std::string happened_;
  std::string remedy_;
  std::string what_;
  std::vector<Index> vertices_;
  Cycle cycle_;
};

}  // namespace warpath
