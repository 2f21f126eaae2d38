// SPDX-License-Identifier: BSD-3-Clause

// Long runs of element-wise loops: split over threads, written past the cache, turned in tiles.

#include <torchpp/core/parallel.h>

#include <atomic>

#include "src/backends/cpu/copy.h"
#include "src/backends/cpu/elementwise.h"

namespace torchpp::cpu {
namespace {

constexpr int kMost = Iterator::kMaxOperands;

// A loop and what it takes, as it runs over pieces of the operands.
struct Run {
  LoopFn loop;
  const Scalars* scalars;
  int operands;
  bool streams;  // the result, which is dense, is written past the cache

  int operator()(char* const* data, const int64_t* strides, int64_t n) const {
    return streams ? run_streamed(loop, data, strides, operands, n, scalars) : loop(data, strides, n, scalars);
  }
};

// The status of loops on several threads.
class Status {
 public:
  void add(int status) {
    if (TORCHPP_UNLIKELY(status != kLoopDone)) value_.store(status, std::memory_order_relaxed);
  }
  int get() const { return value_.load(std::memory_order_relaxed); }

 private:
  std::atomic<int> value_{kLoopDone};
};

// Rows shorter than this are stored through the cache: each end of a row is a part of a line.
constexpr int64_t kStreamedRow = 4096;

// Most functions of 16-bit floats pass through blocks of their own: with a block for the result besides they take
// longer than through the cache (a sum of 8M elements in blocks on Zen 3, one thread: 3.5 to 5.7 ms, streamed 4.2
// to 7.7). Integers of that size are treated alike.
bool passes_blocks(int64_t result_size, int64_t operand_size) { return result_size == 2 && operand_size == 2; }

bool streams(const Iterator& it) {
  const int64_t size = it.itemsize(0);
  if (it.operands() > 1 && passes_blocks(size, it.itemsize(1))) return false;
  if (it.dim() == 0 || it.strides(0)[0] != size || it.shape()[0] * size < kStreamedRow) return false;
  int64_t all = it.numel() * size;
  for (int k = 1; k < it.operands(); ++k) {
    if (it.data(k) == it.data(0)) return false;  // in place: the lines have been read
    int64_t bytes = it.itemsize(k);
    for (size_t d = 0; d < it.dim(); ++d)
      if (it.strides(k)[d] != 0) bytes *= it.shape()[d];
    all += bytes;
  }
  return exceeds_cache(all);
}

// The dimension along which an operand is dense that is not dense along the innermost one; 0 where there is none or
// where the operand is not worth turning.
size_t turned_dim(const Iterator& it, int k) {
  constexpr int64_t kLeast = 16;
  const int64_t size = it.itemsize(k);
  if (it.strides(k)[0] == size || it.strides(k)[0] == 0 || it.shape()[0] < kLeast || transposed_copy(size) == nullptr)
    return 0;
  for (size_t d = 1; d < it.dim(); ++d)
    if (it.strides(k)[d] == size && it.shape()[d] >= kLeast) return d;
  return 0;
}

// Operands whose unit step lies in another dimension than the result's are turned tile by tile into a buffer in the
// cache, because elements of a row that each stand on a page of their own cost a miss each (2048 x 2048 floats: 6 ns an
// element in rows). False where there is no such operand.
bool run_turned(const Iterator& it, const Run& run, Status& status) {
  if (it.dim() < 2 || it.strides(0)[0] != it.itemsize(0)) return false;
  size_t across = 0;
  for (int k = 1; k < it.operands() && across == 0; ++k) across = turned_dim(it, k);
  if (TORCHPP_LIKELY(across == 0)) return false;
  bool turned[kMost] = {};
  int64_t widest = 1;
  for (int k = 1; k < it.operands(); ++k) {
    turned[k] = turned_dim(it, k) == across;
    if (turned[k] && it.itemsize(k) > widest) widest = it.itemsize(k);
  }

  constexpr int64_t kTileBytes = 16384, kWidth = 128;
  const int64_t height = kTileBytes / (kWidth * widest);
  const int64_t columns = it.shape()[0], rows = it.shape()[across], bands = (rows + height - 1) / height;
  const int64_t units = it.numel() / (rows * columns) * bands;
  parallel_for(0, units, 1 + kElementwiseGrain / (columns * height), [&](int64_t begin, int64_t end) {
    alignas(64) char tiles[kMost - 1][kTileBytes];
    for (int64_t unit = begin; unit < end; ++unit) {
      const int64_t first = unit % bands * height, count = rows - first < height ? rows - first : height;
      char* data[kMost];
      for (int k = 0; k < it.operands(); ++k) data[k] = it.data(k) + first * it.strides(k)[across];
      int64_t position = unit / bands;
      for (size_t d = 1; d < it.dim(); ++d) {
        if (d == across) continue;
        for (int k = 0; k < it.operands(); ++k) data[k] += position % it.shape()[d] * it.strides(k)[d];
        position /= it.shape()[d];
      }
      for (int64_t c = 0; c < columns; c += kWidth) {
        const int64_t width = columns - c < kWidth ? columns - c : kWidth;
        char* at[kMost];
        int64_t step[kMost], down[kMost];
        for (int k = 0; k < it.operands(); ++k) {
          at[k] = data[k] + c * it.strides(k)[0];
          step[k] = it.strides(k)[0];
          down[k] = it.strides(k)[across];
          if (!turned[k]) continue;
          const int64_t size = it.itemsize(k);
          transposed_copy(size)(tiles[k - 1], width * size, at[k], step[k], count, width);
          at[k] = tiles[k - 1];
          step[k] = size;
          down[k] = width * size;
        }
        for (int64_t r = 0; r < count; ++r) {
          status.add(run.loop(at, step, width, run.scalars));
          for (int k = 0; k < it.operands(); ++k) at[k] += down[k];
        }
      }
    }
  });
  return true;
}

// Rows of a dense result, so short that each costs more to begin than to compute: operands that are one value in a row,
// or one row for all, are repeated for a block of rows in the nearest cache (1000 x 3 products of a column and a row:
// 0.3 of the time). False where the operands lie otherwise.
bool run_repeated(const Iterator& it, const Run& run, Status& status) {
  constexpr int64_t kShort = 64, kLeastRows = 8, kBlockBytes = 4096;
  if (it.dim() < 2 || it.numel() == 0) return false;
  const int64_t n = it.shape()[0], rows = it.shape()[1];
  if (n >= kShort || rows < kLeastRows) return false;
  enum Way { kDense, kValue, kElements, kRow };
  Way ways[kMost];
  int64_t widest = 1;
  for (int k = 0; k < it.operands(); ++k) {
    const int64_t size = it.itemsize(k), along = it.strides(k)[0], down = it.strides(k)[1];
    if (k > 0 && along == 0) ways[k] = down == 0 ? kValue : kElements;
    else if (along == size && down == n * size) ways[k] = kDense;
    else if (k > 0 && along == size && down == 0) ways[k] = kRow;
    else return false;
    if (size > widest) widest = size;
  }
  const int64_t height = kBlockBytes / (n * widest), bands = (rows + height - 1) / height;
  parallel_for(0, it.numel() / (rows * n) * bands, 1 + kElementwiseGrain / (n * height),
               [&](int64_t begin, int64_t end) {
                 alignas(64) char blocks[kMost - 1][kBlockBytes];
                 const char* rows_of[kMost] = {};  // the row of which a block holds copies
                 int64_t strides[kMost];
                 for (int k = 0; k < it.operands(); ++k) strides[k] = ways[k] == kValue ? 0 : it.itemsize(k);
                 for (int64_t unit = begin; unit < end; ++unit) {
                   const int64_t first = unit % bands * height, count = rows - first < height ? rows - first : height;
                   char* data[kMost];
                   for (int k = 0; k < it.operands(); ++k) {
                     data[k] = it.data(k) + first * it.strides(k)[1];
                     int64_t position = unit / bands;
                     for (size_t d = 2; d < it.dim(); position /= it.shape()[d], ++d)
                       data[k] += position % it.shape()[d] * it.strides(k)[d];
                     if (ways[k] == kElements) {
                       repeated_copy(it.itemsize(k))(blocks[k - 1], data[k], it.strides(k)[1], count, n);
                       data[k] = blocks[k - 1];
                     } else if (ways[k] == kRow) {
                       if (rows_of[k] != data[k])
                         copy_repeatedly(blocks[k - 1], data[k], n * it.itemsize(k), height < rows ? height : rows);
                       rows_of[k] = data[k];
                       data[k] = blocks[k - 1];
                     }
                   }
                   status.add(run.loop(data, strides, count * n, run.scalars));
                 }
               });
  return true;
}

}  // namespace

// The loop writes blocks that stay in the first-level cache; they are copied on from there: small ones, so that the
// processor reads and computes the next one while it still writes (8M floats on a Xeon of 2019, one thread, blocks of
// 2048 bytes and of 512: a + b 11.5 and 9.2 ms, exp(a) 10.7 and 7.9). The first one ends where a line does.
int run_streamed(LoopFn loop, char* const* data, const int64_t* strides, int operands, int64_t n,
                 const Scalars* scalars) {
  constexpr int64_t kBlockBytes = 512, kLine = 64;
  alignas(kLine) char block[kBlockBytes];
  const StreamFn stream = stream_copy();
  const int64_t size = strides[0], most = kBlockBytes / size,
                head = static_cast<int64_t>(-reinterpret_cast<uintptr_t>(data[0]) % kLine) / size;
  int status = kLoopDone;
  for (int64_t done = 0; done < n;) {
    const int64_t whole = done == 0 && head > 0 ? head : most, count = n - done < whole ? n - done : whole;
    char* at[kMost] = {block};
    for (int k = 1; k < operands; ++k) at[k] = data[k] + done * strides[k];
    const int failed = loop(at, strides, count, scalars);
    if (failed == kLoopDone) stream(data[0] + done * size, block, count * size, 0);
    status |= failed;
    done += count;
  }
  end_stream();
  return status;
}

TORCHPP_NOINLINE int run_split(LoopFn loop, char* const* data, const int64_t* strides, int operands, int64_t n,
                               const Scalars* scalars) {
  int64_t row = 0;
  bool in_place = false;
  for (int k = 0; k < operands; ++k) {
    row += strides[k];
    in_place |= k > 0 && data[k] == data[0];
  }
  const bool by_blocks = operands > 1 && passes_blocks(strides[0], strides[1]);
  const Run run{loop, scalars, operands, !in_place && !by_blocks && exceeds_cache(n * row)};
  Status status;
  parallel_for(0, n, kElementwiseGrain, [&](int64_t begin, int64_t end) {
    char* at[kMost];
    for (int k = 0; k < operands; ++k) at[k] = data[k] + begin * strides[k];
    status.add(run(at, strides, end - begin));
  });
  return status.get();
}

void run_loop(const Iterator& iterator, LoopFn loop, const Scalars* scalars, const char* op) {
  if (iterator.operands() == 0) return;  // Meta tensors have no memory to walk
  const Run run{loop, scalars, iterator.operands(), streams(iterator)};
  Status status;
  if (!run_turned(iterator, run, status) && !run_repeated(iterator, run, status))
    parallel_for(0, iterator.numel(), kElementwiseGrain, [&](int64_t begin, int64_t end) {
      iterator.rows(begin, end,
                    [&](char* const* data, const int64_t* strides, int64_t n) { status.add(run(data, strides, n)); });
    });
  if (TORCHPP_UNLIKELY(status.get() != kLoopDone)) fail_zero_division(op);
}

}  // namespace torchpp::cpu
