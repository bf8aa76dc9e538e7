// Micro benchmarks of the CPU tiles: the two verbs and the packing, per instruction set and weight
// type, in tasks (or elements) per second. `warpath bench` measures whole solves; this tells which
// part of one to look at.
//
//   build/release/warpath_microbench --benchmark_filter='relax/float32'

#include <benchmark/benchmark.h>

#include <string>

#include "cpu/isa.hpp"
#include "cpu/tiles.hpp"
#include "warpath/matrix.hpp"

namespace {

using warpath::Index;
using warpath::Matrix;
using warpath::cpu::Tiles;

constexpr Index kRows = 192;
constexpr Index kColumns = 384;
constexpr Index kDepth = 192;
constexpr Index kClose = warpath::cpu::kBaseBlock;

template <class T>
Matrix<T> strips(Index count, Index size) {
  return Matrix<T>(1, count * size, T{1});
}

template <class T>
void relax(benchmark::State& state, const Tiles<T>& tiles) {
  const auto a = strips<T>(tiles.row_strips(kRows), tiles.row_strip_size(kDepth));
  const auto b = strips<T>(tiles.column_strips(kColumns), tiles.column_strip_size(kDepth));
  Matrix<T> c(kRows, kColumns, T{3});
  for (auto _ : state) {
    tiles.relax(a.data(), b.data(), kRows, kColumns, kDepth, c.data(), c.leading_dimension());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kRows * kColumns * kDepth);
}

template <class T>
void close(benchmark::State& state, const Tiles<T>& tiles) {
  Matrix<T> block(kClose, kClose, T{1});
  for (auto _ : state) {
    tiles.close(block.data(), block.leading_dimension(), kClose);
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kClose * kClose * kClose);
}

template <class T>
void pack(benchmark::State& state, const Tiles<T>& tiles) {
  const Matrix<T> panel(kRows, kDepth, T{1});
  auto packed = strips<T>(tiles.row_strips(kRows), tiles.row_strip_size(kDepth));
  for (auto _ : state) {
    tiles.pack_rows({panel.data(), panel.leading_dimension(), 1}, kRows, kDepth, packed.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kRows * kDepth);
}

template <class T>
void spin(benchmark::State& state, const Tiles<T>& tiles) {
  double tasks = 0;
  for (auto _ : state) tasks += tiles.spin(10000);
  state.SetItemsProcessed(static_cast<std::int64_t>(tasks));
}

template <class T>
void add(const std::string& type, bool nonnegative) {
  using warpath::SemiringKind;
  for (const std::string_view isa : warpath::cpu::built_isas()) {
    if (!warpath::cpu::has_isa(isa)) continue;
    const auto kind = sizeof(T) == 1 ? SemiringKind::reachability : SemiringKind::shortest_path;
    const Tiles<T>* tiles = warpath::cpu::find_tiles<T>(kind, nonnegative, isa);
    const std::string name = "/" + type + "/" + std::string(isa);
    benchmark::RegisterBenchmark(("peak" + name).c_str(), spin<T>, *tiles);
    benchmark::RegisterBenchmark(("relax" + name).c_str(), relax<T>, *tiles);
    benchmark::RegisterBenchmark(("close" + name).c_str(), close<T>, *tiles);
    benchmark::RegisterBenchmark(("pack" + name).c_str(), pack<T>, *tiles);
  }
}

const bool registered = [] {
  add<float>("float32", false);
  add<float>("float32_nonnegative", true);
  add<double>("float64", false);
  add<std::int32_t>("int32", false);
  add<std::int16_t>("int16", false);
  add<std::uint8_t>("boolean", false);
  return true;
}();

}  // namespace
