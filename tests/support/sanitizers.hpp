// Whether this program is built with a sanitizer, which makes it many times slower.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define WARPATH_UNDER_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define WARPATH_UNDER_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WARPATH_UNDER_ASAN 1
#elif __has_feature(thread_sanitizer)
#define WARPATH_UNDER_TSAN 1
#endif
#endif

namespace support {

#if defined(WARPATH_UNDER_ASAN) || defined(WARPATH_UNDER_TSAN)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace support
