// What is put into a stream is done as late as it may be, when it is waited for; of some streams, at once: so that what depends
// on work that it does not wait for shows.
#include "played/streams.hpp"

#include <deque>
#include <memory>
#include <random>
#include <vector>

#include "played/device.hpp"

namespace played {
namespace {

struct Queue {
  std::deque<std::function<void()>> work;
  long put = 0;
  long done = 0;
  bool at_once = false;

  void run_until(long end) {
    while (done < end) {
      const std::function<void()> next = std::move(work.front());
      work.pop_front();
      ++done;  // before it is: it may wait for others, which wait for what was before
      next();
    }
  }
};

// Which streams are at once: different ones from solve to solve.
std::shared_ptr<Queue> new_queue() {
  static std::minstd_rand random(1);
  auto queue = std::make_shared<Queue>();
  queue->at_once = random() / 2 % 2 == 0;
  return queue;
}

std::vector<std::weak_ptr<Queue>>& queues() {
  static std::vector<std::weak_ptr<Queue>> all;
  return all;
}

}  // namespace
}  // namespace played

struct PlayedStream {
  std::shared_ptr<played::Queue> queue = played::new_queue();
};
struct PlayedEvent {
  std::shared_ptr<played::Queue> queue = nullptr;
  long until = 0;
};

namespace played {
namespace {

const std::shared_ptr<Queue>& queue_of(cudaStream_t stream) {
  static const PlayedStream none;
  return (stream == nullptr ? none : *stream).queue;
}

cudaError_t wait_for(Queue& queue) {
  queue.run_until(queue.put);
  return cudaSuccess;
}

}  // namespace

std::recursive_mutex& the_device() {
  static std::recursive_mutex mutex;
  return mutex;
}

cudaError_t put(cudaStream_t stream, std::function<void()> work) {
  Queue& queue = *queue_of(stream);
  queue.work.push_back(std::move(work));
  ++queue.put;
  if (queue.at_once) queue.run_until(queue.put);
  return cudaSuccess;
}

void do_on_host(cudaStream_t stream, std::function<void()> work) {
  ON_DEVICE;
  put(stream, std::move(work));
}

}  // namespace played

using namespace played;

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  ON_DEVICE;
  *stream = new PlayedStream;
  std::erase_if(queues(), [](const auto& queue) { return queue.expired(); });
  queues().push_back((*stream)->queue);
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned flags, int) {
  return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  ON_DEVICE;
  wait_for(*stream->queue);
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  ON_DEVICE;
  return wait_for(*queue_of(stream));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event) {
  ON_DEVICE;
  if (event->queue == nullptr) return cudaSuccess;  // it was never recorded
  return put(stream, [queue = event->queue, until = event->until] { queue->run_until(until); });
}
cudaError_t cudaEventCreate(cudaEvent_t* event) {
  *event = new PlayedEvent;
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  ON_DEVICE;
  event->queue = queue_of(stream);
  event->until = event->queue->put;
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  ON_DEVICE;
  if (event->queue != nullptr) event->queue->run_until(event->until);
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
  ON_DEVICE;
  const bool come = event->queue == nullptr || event->queue->done >= event->until;
  if (!come) event->queue->run_until(event->queue->done + 1);
  return come ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t, cudaEvent_t) {
  return answer(milliseconds, 1.0F);
}

cudaError_t cudaDeviceSynchronize() {
  ON_DEVICE;
  for (const auto& weak : queues()) {
    if (const auto queue = weak.lock()) wait_for(*queue);
  }
  return wait_for(*queue_of(nullptr));
}
