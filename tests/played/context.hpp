// A place where a function waits, on a stack of its own. What the system has for it asks the kernel at every change, which
// would be most of the time here.
#pragma once

#include <cstddef>

#if !defined(__x86_64__)
#include <ucontext.h>
#endif

namespace on_host {

#if defined(__x86_64__)

struct Context {
  void* stack = nullptr;  // where registers that a function must keep are, and where it goes on
};

extern "C" void played_change_context(Context* from, const Context* to);

inline void change_context(Context& from, const Context& to) { played_change_context(&from, &to); }

// `entry`, which must not return, begins with the first change to it.
inline void prepare(Context& context, char* stack, std::size_t bytes, void (*entry)()) {
  constexpr std::size_t kKept = 6;
  auto** top = reinterpret_cast<void**>(stack + bytes);  // a multiple of 16
  *--top = nullptr;
  *--top = reinterpret_cast<void*>(entry);
  for (std::size_t k = 0; k < kKept; ++k) *--top = nullptr;
  context.stack = top;
}

#else

struct Context {
  ucontext_t context = {};
};

inline void change_context(Context& from, const Context& to) {
  swapcontext(&from.context, &to.context);
}

inline void prepare(Context& context, char* stack, std::size_t bytes, void (*entry)()) {
  getcontext(&context.context);
  context.context.uc_stack.ss_sp = stack;
  context.context.uc_stack.ss_size = bytes;
  context.context.uc_link = nullptr;
  makecontext(&context.context, entry, 0);
}

#endif

}  // namespace on_host
