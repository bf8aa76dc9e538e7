#include "cuda/dense/solver.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <thread>

#include "base/progress_meter.hpp"
#include "cuda/dense/transfer.hpp"
#include "cuda/steps.hpp"
#include "warpath/error.hpp"

namespace warpath::cuda::dense {
namespace {

// Tasks of the interior that cover the wait for a pivot, by the blocks on the device: measured.
constexpr double kGapPerBlock = 2.5;

using std::chrono::microseconds;

// Nobody looks at a solve that is over so soon.
constexpr double kTooShort = 0.005;

// Looking costs a copy of some bytes: not more often than this, and less where nothing happens.
constexpr microseconds kFirstWait{100};
constexpr microseconds kLongestWait{500};

std::size_t words(const Order& order) { return static_cast<std::size_t>(order.tiles); }

}  // namespace

Variant variant_of(const Plan& plan) {
  Variant found{};
  visit_step(plan.problem, [&]<class S, bool kNonnegative>(StepKey<S, kNonnegative>) {
    found = variant<S, kNonnegative>(plan.block == 128);
  });
  return found;
}

Solver::Solver(const Plan& plan)
    : plan_(plan),
      layout_(layout_of(plan)),
      variant_(variant_of(plan)),
      workspace_(layout_.workspace()),
      seen_(sizeof(Head) + sizeof(int) * (words(order_of(plan)) + 1)),
      seen_bytes_(sizeof(Head) + sizeof(int) * words(order_of(plan))) {
  launch_.order = order_of(plan);
  const int multiprocessors = multiprocessors_of(plan.device);
  int blocks = 0;
  if (multiprocessors < 2 || variant_.chain_bytes == 0) launch_.order.chain = false;
  launch_.shared_bytes = variant_.bytes_for(launch_.order);
  // The most that any solve needs: others may be between this and their launch.
  CUDA_CHECK(cudaFuncSetAttribute(
      variant_.kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
      static_cast<int>(std::max(variant_.shared_bytes, variant_.chain_bytes))));
  CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, variant_.kernel,
                                                           variant_.threads, launch_.shared_bytes));
  // No more blocks than tiles: they would only be in each other's way.
  const int tiles = launch_.order.tiles * launch_.order.tiles / (launch_.order.symmetric ? 2 : 1);
  blocks = std::min(blocks, tiles / multiprocessors + 1);
  launch_.blocks_per_multiprocessor = std::max(blocks, 1);
  launch_.blocks = multiprocessors * launch_.blocks_per_multiprocessor;
  launch_.order.gap = launch_.blocks > tiles ? 0 : static_cast<int>(kGapPerBlock * launch_.blocks);

  char* at = workspace_.get();
  const auto take = [&](std::size_t bytes) {
    char* taken = at;
    at += bytes;
    return taken;
  };
  launch_.flags = take(layout_.flags);
  auto* sections_there = reinterpret_cast<Order::Section*>(take(layout_.sections));
  auto* relaxations_there = reinterpret_cast<int*>(take(layout_.relaxations));
  auto* list = reinterpret_cast<PackedTask*>(take(layout_.list));
  launch_.relaxations = relaxations_there;
  launch_.list = list;
  launch_.tasks = layout_.tasks;
  launch_.rows = take(layout_.panels);
  launch_.columns = layout_.symmetric ? launch_.rows : take(layout_.panels);
  launch_.pivots = take(layout_.pivots);

  const Order& order = launch_.order;
  std::vector<Order::Section> sections;
  std::vector<int> relaxations;
  long long begin = 0;
  for (int s = 0; s < order.sections(); ++s) {
    sections.push_back(order.section(s, begin));
    begin += order.size_of(sections.back(), s);
  }
  for (int g = 0; g < order.groups(); ++g) relaxations.push_back(order.relaxations(g));
  const Stream stream;
  to_device(sections_there, sections.data(), sections.size(), stream);
  to_device(relaxations_there, relaxations.data(), relaxations.size(), stream);
  write_list(order, sections_there, list, layout_.tasks, stream);
  clear_flags(stream);
  stream.wait();
}

void Solver::clear_flags(cudaStream_t stream) {
  CUDA_CHECK(cudaMemsetAsync(launch_.flags, 0, layout_.flags, stream));
}

void Solver::prepare(void* matrix, Index ld, cudaStream_t stream) {
  launch_.matrix = matrix;
  launch_.ld = ld;
  launch_.stream = stream;
  if (used_) {
    clear_flags(stream);
    CUDA_CHECK(cudaStreamSynchronize(stream));
  }
  used_ = true;
  if (plan_.problem.n < layout_.side) variant_.pad(launch_, plan_.problem.n);
}

void Solver::start(cudaStream_t stream) {
  launch_.stream = stream;
  variant_.launch(launch_);
  if (layout_.symmetric) variant_.mirror(launch_);
}

void Solver::ask(cudaStream_t stream) {
  to_host(seen_.get(), static_cast<const char*>(launch_.flags), seen_bytes_, stream);
}

double Solver::fraction() const {
  const auto next = static_cast<double>(reinterpret_cast<const Head*>(seen_.get())->next);
  return std::min(1.0, next / static_cast<double>(std::max(layout_.tasks, 1LL)));
}

bool Solver::has_final(Index row) const {
  if (layout_.symmetric) return false;
  const auto* final_tiles = reinterpret_cast<const int*>(seen_.get() + sizeof(Head));
  return final_tiles[row / plan_.block] == launch_.order.tiles;
}

void Solver::stop(cudaStream_t stream) {
  int* word = reinterpret_cast<int*>(seen_.get() + seen_bytes_);
  *word = 1;
  to_device(&static_cast<Head*>(launch_.flags)->stop, word, 1, stream);
}

void watch(Solver& solver, const Event& end, ProgressMeter& meter, Transfer* transfer,
           cudaStream_t copies) {
  const Plan& plan = solver.plan();
  const Index n = plan.problem.n;
  Index home = 0;  // rows that are on their way back
  double reported = 0;
  bool stopped = false;
  const auto report = [&](double fraction) {
    meter.add((fraction - reported) * plan.tasks);
    reported = fraction;
  };
  const auto look = [&] {
    solver.ask(copies);
    CUDA_CHECK(cudaStreamSynchronize(copies));
    report(solver.fraction());
    if (transfer == nullptr || stopped) return;
    const Index before = home;
    while (home < n && solver.has_final(home)) home = std::min(n, home + plan.block);
    transfer->down(before, home, copies);
  };
  if (plan.predicted_seconds < kTooShort) end.wait();
  for (microseconds wait = kFirstWait; !end.has_come(); wait = std::min(2 * wait, kLongestWait)) {
    std::this_thread::sleep_for(wait);
    try {
      look();
    } catch (...) {  // out of the caller's callback, or of CUDA: nobody wants the rest any more
      try {
        solver.stop(copies);
      } catch (const Error&) {  // then it goes on to its end; what came first is what is told
      }
      throw;
    }
    if (meter.cancelled() && !stopped) solver.stop(copies);
    stopped = meter.cancelled();
  }
  look();
  report(1);
  meter.check();
  if (transfer == nullptr) return;
  transfer->down(home, n, copies);
  transfer->wait(copies);
}

}  // namespace warpath::cuda::dense
