// What the table of kernels asks for beside the sparse method: none of it is played. The dense engine, which closes a large
// root, closes it on the host.
#include "base/dispatch.hpp"
#include "cuda/dense/solver.hpp"
#include "cuda/limits.hpp"
#include "paper/kernels.hpp"
#include "played/device.hpp"
#include "warpath/error.hpp"

namespace warpath {
namespace {

[[noreturn]] void refuse() {
  throw Error(ErrorCode::unsupported, "a kernel that is not played", "use another");
}

}  // namespace

namespace cuda {

double peak(const Plan&) { refuse(); }
double copy_rate(const Plan&) { refuse(); }

namespace dense {

void run(Work&) { refuse(); }
double peak(const Plan&) { refuse(); }
MatrixFacts look(const DeviceMatrix&, int) { refuse(); }
bool has_clear_cycles(const DeviceMatrix&, int, const InputFacts&, double) { refuse(); }
void copy_rows(const DeviceMatrix&, int, Index, Index, void*, Index, CopyWay) { refuse(); }

int device_of(const void* memory) {
  const cudaMemoryType type = attributes_of(memory).type;
  return type == cudaMemoryTypeDevice || type == cudaMemoryTypeManaged ? 0 : -1;
}

Solver::Solver(const Plan& plan) : plan_(plan), layout_(layout_of(plan)), variant_(), seen_(1) {}

void Solver::prepare(void* matrix, Index ld, cudaStream_t) {
  launch_.matrix = matrix;
  launch_.ld = ld;
}

void Solver::start(cudaStream_t stream) {
  visit_semiring(plan_.problem.semiring, plan_.problem.weight, [&]<class S>(S) {
    using T = typename S::Weight;
    auto* cells = static_cast<T*>(launch_.matrix);
    played::do_on_host(stream, [cells, ld = launch_.ld, n = plan_.problem.n] {
      for (Index k = 0; k < n; ++k) {
        const T* from = cells + k * ld;
        for (Index i = 0; i < n; ++i) {
          T* to = cells + i * ld;
          const T first = to[k];
          if (first == S::no_path()) continue;
          for (Index j = 0; j < n; ++j) {
            const T through = S::extend(first, from[j]);
            if (S::is_better(through, to[j])) to[j] = through;
          }
        }
      }
    });
  });
}

}  // namespace dense
}  // namespace cuda

namespace paper {

void run_harish_narayanan(Work&) { refuse(); }
void run_katz_kider(Work&) { refuse(); }
void run_optimized_blocked(Work&) { refuse(); }
void run_staged_load(Work&) { refuse(); }
void run_staged_load_straight(Work&) { refuse(); }

}  // namespace paper
}  // namespace warpath
