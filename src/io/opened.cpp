#include "io/opened.hpp"

#include <utility>

#include "io/gzip.hpp"
#include "warpath/error.hpp"

namespace warpath::io {

Opened::Opened(const std::string& path, Progress progress)
    : name_(name_of(path)), progress_(std::move(progress)), file_(read_file(path)) {
  open(file_.view());
}

Opened::Opened(std::string_view bytes, std::string name, Progress progress)
    : name_(std::move(name)), progress_(std::move(progress)) {
  open(bytes);
}

void Opened::open(std::string_view bytes) {
  source_ = {bytes, name_, [this, bytes](const char* at) { passed(file_, bytes, at); }};
  if (!recognises_gzip(bytes)) return;
  unpacked_ = gunzip(source_);
  const std::string_view all = unpacked_.view();
  source_ = {all, name_, [this, all](const char* at) { passed(unpacked_, all, at); }};
}

void Opened::passed(const Bytes& held, std::string_view all, const char* at) const {
  held.release(at);
  if (!progress_) return;
  const auto done = static_cast<double>(at - all.data());
  if (progress_({done, static_cast<double>(all.size())}) == ProgressAnswer::cancel) {
    throw Error(ErrorCode::cancelled, "reading " + name_ + " was cancelled");
  }
}

}  // namespace warpath::io
