// Each thread of a block has a stack, which it keeps from block to block. It runs until it has to wait for others, or has
// ended; then the next one does. When none can go on, all go on who are waiting for nobody but each other.
#include "played/threads_of_a_block.hpp"

#include <cuda_pipeline.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include "played/context.hpp"
#include "support/sanitizers.hpp"

#ifdef WARPATH_UNDER_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(__x86_64__)
asm(R"(
.text
.globl played_change_context
.type played_change_context, @function
played_change_context:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq (%rsi), %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
.size played_change_context, .-played_change_context
)");
#endif

// Shared memory, which kernels declare as `extern __shared__`.
namespace warpath::cuda::sparse {
uint4 memory[on_host::kSharedBytes / sizeof(uint4)];
}

namespace on_host {
namespace {

using warpath::cuda::sparse::memory;

constexpr std::size_t kStackBytes = std::size_t{256} << 10;

// What a thread waits at: a line of the code, or one of these.
constexpr int kNothing = 0;
constexpr int kEnd = -1;
constexpr int kExchange = -2;

struct Copy {
  void* to;
  const void* from;
  std::size_t bytes;
  std::size_t zeros;
  std::size_t batch;
};

void do_copy(const Copy& copy) {
  std::memcpy(copy.to, copy.from, copy.bytes);
  std::memset(static_cast<char*>(copy.to) + copy.bytes, 0, copy.zeros);
}

struct Thread {
  Context context = {};
  unsigned index = 0;
  int at = kEnd;
  bool with_warp = false;  // waits for its warp, not for the block
  unsigned exchanges = 0;
  std::vector<Copy> copies = {};  // that have not come
  std::size_t batches = 0;
  void* fake_stack = nullptr;  // AddressSanitizer's
  alignas(16) char stack[kStackBytes];
};

struct Warp {
  std::uint64_t values[2][kLanes];
};

std::vector<std::unique_ptr<Thread>> all;
std::vector<Warp> warps;
Thread* current = nullptr;
const std::function<void()>* body = nullptr;
bool fetches_at_once = false;

// Who lets them run.
Context scheduler;
const void* scheduler_stack = nullptr;
std::size_t scheduler_bytes = 0;

// AddressSanitizer has to know of every change of stacks.
void change(Context& from, void** fake_stack, const Context& to, const void* stack,
            std::size_t bytes) {
#ifdef WARPATH_UNDER_ASAN
  __sanitizer_start_switch_fiber(fake_stack, stack, bytes);
#endif
  change_context(from, to);
  (void)fake_stack, (void)stack, (void)bytes;
}
void arrive_in_thread() {
#ifdef WARPATH_UNDER_ASAN
  __sanitizer_finish_switch_fiber(current->fake_stack, &scheduler_stack, &scheduler_bytes);
#endif
}

void run(Thread& thread) {
  current = &thread;
  threadIdx = thread.index;
  thread.at = kNothing;
  void* fake_stack = nullptr;
  change(scheduler, &fake_stack, thread.context, thread.stack, kStackBytes);
#ifdef WARPATH_UNDER_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
#endif
}

void stop(int at, bool with_warp) {
  Thread& thread = *current;
  thread.at = at;
  thread.with_warp = with_warp;
  change(thread.context, &thread.fake_stack, scheduler, scheduler_stack, scheduler_bytes);
  arrive_in_thread();
}

void live() {
  arrive_in_thread();
  for (;;) {
    (*body)();
    if (!current->copies.empty()) fail("a thread ends before what it fetches has come");
    stop(kEnd, false);
  }
}

// Threads [begin, end) wait at one place: they go on.
void let_go(unsigned begin, unsigned end) {
  int at = kEnd;
  for (unsigned t = begin; t < end; ++t) {
    Thread& thread = *all[t];
    if (thread.at == kEnd) continue;
    if (at != kEnd && thread.at != at) {
      std::fprintf(stderr, "lines %d and %d\n", at, thread.at);
      fail("threads wait for each other at different places");
    }
    at = thread.at;
  }
  for (unsigned t = begin; t < end; ++t) {
    if (all[t]->at != kEnd) all[t]->at = kNothing;
  }
}

// Nobody can go on alone: warps that wait for themselves do, or else the block.
void let_go_together(unsigned threads) {
  bool any = false;
  for (unsigned begin = 0; begin < threads; begin += kLanes) {
    unsigned waiting = 0;
    for (unsigned t = begin; t < begin + kLanes; ++t) waiting += all[t]->with_warp;
    if (waiting == 0) continue;
    if (waiting < kLanes) fail("lanes wait for others that have ended, or wait for the block");
    let_go(begin, begin + kLanes);
    any = true;
  }
  if (!any) let_go(0, threads);
}

}  // namespace

void fail(const char* what) {
  std::fprintf(stderr, "The device that is played: %s (block %u %u, thread %u).\n", what,
               blockIdx.x, blockIdx.y, threadIdx.x);
  std::abort();
}

void wait_for_block(int line) { stop(line, false); }
void wait_for_warp(int line) { stop(line, true); }

bool fetches_come_at_once() { return fetches_at_once; }

const std::uint64_t* exchanged(std::uint64_t value) {
  // In turns: the next values must not come before all have read these.
  std::uint64_t* values = warps[current->index / kLanes].values[current->exchanges++ % 2];
  values[current->index % kLanes] = value;
  stop(kExchange, true);
  return values;
}

void run_block(unsigned threads, std::size_t shared_bytes, bool backwards,
               const std::function<void()>& thread) {
  if (threads == 0 || threads % kLanes != 0 || threads > kMostThreads) fail("so many threads");
  while (all.size() < threads) {
    auto one = std::make_unique<Thread>();
    one->index = static_cast<unsigned>(all.size());
    prepare(one->context, one->stack, kStackBytes, live);
    all.push_back(std::move(one));
    warps.resize((all.size() + kLanes - 1) / kLanes);
  }
#ifdef WARPATH_UNDER_ASAN
  ASAN_UNPOISON_MEMORY_REGION(memory, sizeof memory);
#endif
  std::memset(memory, kGarbage, shared_bytes);
#ifdef WARPATH_UNDER_ASAN
  ASAN_POISON_MEMORY_REGION(reinterpret_cast<char*>(memory) + shared_bytes,
                            sizeof memory - shared_bytes);
#endif
  body = &thread;
  // What is not waited for shows where it comes late, what is still read where it comes early.
  static std::minstd_rand random(1);
  fetches_at_once = random() / 2 % 2 == 0;
  for (unsigned t = 0; t < threads; ++t) {
    all[t]->at = kNothing;
    all[t]->batches = 0;
  }
  for (unsigned left = threads;;) {
    for (unsigned k = 0; k < threads; ++k) {
      Thread& one = *all[backwards ? threads - 1 - k : k];
      if (one.at != kNothing) continue;
      run(one);
      if (one.at == kEnd) --left;
    }
    if (left == 0) return;
    let_go_together(threads);
  }
}

}  // namespace on_host

using namespace on_host;

void __pipeline_memcpy_async(void* to, const void* from, std::size_t bytes, std::size_t zeros) {
  const auto place = reinterpret_cast<std::uintptr_t>(to) | reinterpret_cast<std::uintptr_t>(from);
  if ((bytes != 4 && bytes != 8 && bytes != 16) || place % bytes != 0 || zeros > bytes) {
    fail("fetches what cannot be fetched");
  }
  const Copy copy{to, from, bytes - zeros, zeros, current->batches};
  if (fetches_at_once) {
    do_copy(copy);
  } else {
    current->copies.push_back(copy);
  }
}
void __pipeline_commit() { ++current->batches; }
void __pipeline_wait_prior(std::size_t batches) {
  std::size_t come = 0;
  for (const Copy& copy : current->copies) {
    if (copy.batch + batches >= current->batches) break;
    do_copy(copy);
    ++come;
  }
  current->copies.erase(current->copies.begin(),
                        current->copies.begin() + static_cast<std::ptrdiff_t>(come));
}
