// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Pipe: a chain of stages of a data pipeline.
///
///     auto batches = data::list_files("train", ListFilesOptions().masks({"*.tar"})).open_files().load_from_tar()
///                        .webdataset().shard().shuffle(1000).parallel_map(decode).batch(32).collate().prefetch(4);
///     for (auto& batch : batches) step(batch);
///
/// Sources are functions of torchpp::data that return a Pipe. Each method consumes the pipe and returns one with a
/// stage more. The methods are defined in the headers of their families: <torchpp/data.h> has all of them; a program
/// that includes this header alone includes also the families that it uses.

#include <torchpp/data/stage.h>

#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data {

struct GroupOptions;
struct JoinOptions;
struct MaxTokenOptions;
struct Hashes;

template <class T>
class Pipe {
 public:
  using Item = T;

  explicit Pipe(StagePtr<T> stage) noexcept : stage_(std::move(stage)) {}

  /// The next item; nullopt at the end of the epoch. The first call begins epoch 0 with seed 0 unless reset() has begun
  /// one.
  optional<T> next() {
    start();
    return stage_->next();
  }
  /// Begins an epoch.
  void reset(const Epoch& epoch = {}) {
    stage_->reset(epoch);
    started_ = true;
  }
  State state() const { return stage_->state(); }
  void load_state(const State& state) {
    start();
    stage_->load_state(state);
  }
  optional<int64_t> size() const { return stage_->size(); }

  /// The items that are left, in a range-based for loop.
  class Iterator {
   public:
    explicit Iterator(Pipe* pipe) : pipe_(pipe) { ++*this; }
    T& operator*() { return *item_; }
    Iterator& operator++() {
      if (pipe_ != nullptr && !(item_ = pipe_->next())) pipe_ = nullptr;
      return *this;
    }
    bool operator!=(const Iterator& o) const noexcept { return pipe_ != o.pipe_; }

   private:
    Pipe* pipe_;
    optional<T> item_;
  };
  Iterator begin() { return Iterator(this); }
  Iterator end() { return Iterator(nullptr); }

  /// Appends a stage of the program's own: S(StagePtr<T> source, args...), which derives from Stage<Item>.
  template <class S, class... Args>
  auto then(Args&&... args) && {
    return Pipe<typename S::Item>(StagePtr<typename S::Item>(new S(std::move(stage_), std::forward<Args>(args)...)));
  }
  /// Gives the stages away; the pipe is then empty.
  StagePtr<T> take() && noexcept { return std::move(stage_); }

  // <torchpp/data/map.h>
  template <class F>
  auto map(F f) &&;
  template <class F>
  auto parallel_map(F f) &&;
  template <class F, class Options>
  auto parallel_map(F f, const Options& options) &&;
  template <class F>
  auto filter(F f) &&;
  template <class F>
  auto flatmap(F f) &&;
  template <class F>
  auto map_batches(F f, int64_t batch_size) &&;
  auto prefetch(int64_t buffer_size = 10) &&;

  // <torchpp/data/order.h>
  auto shard() &&;
  auto sharding_filter() &&;
  template <int unbatch_level = 0>
  auto shuffle(int64_t buffer_size = 10000) &&;
  auto header(int64_t limit = 10) &&;
  auto cycle(optional<int64_t> count = nullopt) &&;
  auto repeat(int64_t times) &&;
  auto enumerate(int64_t starting_index = 0) &&;
  auto set_length(int64_t length) &&;
  auto in_memory_cache(optional<int64_t> size = nullopt) &&;

  // <torchpp/data/combine.h>
  template <class... Us>
  auto zip(Pipe<Us>... others) &&;
  template <class... Us>
  auto zip_longest(Pipe<Us>... others) &&;
  template <class... Pipes>
  auto concat(Pipes... others) &&;
  template <class... Pipes>
  auto mux(Pipes... others) &&;
  template <class... Pipes>
  auto mux_longest(Pipes... others) &&;

  // <torchpp/data/split.h>
  auto fork(int64_t num_instances, int64_t buffer_size = 1000) &&;
  template <class F>
  auto demux(int64_t num_instances, F f, bool drop_none = false, int64_t buffer_size = 1000) &&;
  auto random_split(std::vector<double> weights, uint64_t seed = 0, optional<int64_t> total_length = nullopt) &&;
  template <size_t... columns_to_skip>
  auto unzip(int64_t buffer_size = 1000) &&;

  // <torchpp/data/group.h>
  template <class F>
  auto groupby(F f, const GroupOptions& options) &&;
  template <class F>
  auto max_token_bucketize(int64_t max_token_count, F f, const MaxTokenOptions& options) &&;
  template <class F>
  auto bucketbatch(int64_t batch_size, F f, bool drop_last = false, int64_t batch_num = 100, int64_t bucket_num = 1,
                   bool use_in_batch_shuffle = true) &&;
  auto window(int64_t size, int64_t step = 1) &&;
  auto rows2columnar(std::vector<std::string> column_names = {}) &&;

  // <torchpp/data/join.h>
  template <class U, class F, class G>
  auto zip_with_iter(Pipe<U> other, F f, G g, const JoinOptions& options) &&;
  template <class Map, class F>
  auto zip_with_map(Map map, F f) &&;

  // <torchpp/data/columns.h>
  template <size_t I, size_t... More, class F>
  auto map_column(F f) &&;
  template <class K, class F>
  auto map_column(K column, F f) &&;
  template <class K, class F>
  auto map_column(K column, K output, F f) &&;
  template <size_t... I, class F>
  auto add_column(F f) &&;
  template <size_t I, size_t... More, class F>
  auto filter_column(F f) &&;
  template <class K, class F>
  auto filter_column(K column, F f) &&;
  template <class K>
  auto drop(std::vector<K> columns) &&;
  template <size_t... I>
  auto drop() &&;
  template <class K>
  auto slice(std::vector<K> columns) &&;
  template <size_t... I>
  auto slice() &&;
  auto slice(int64_t start, optional<int64_t> stop = nullopt, int64_t step = 1) &&;
  template <size_t... I>
  auto flatten() &&;
  template <class K>
  auto add_index(K name) &&;

  // <torchpp/data/sync.h>
  auto pin_memory() &&;
  template <class F>
  auto fullsync(F all_have) &&;

  // <torchpp/data/batch.h>
  auto batch(int64_t batch_size, bool drop_last = false) &&;
  template <int levels = 1>
  auto unbatch() &&;
  auto in_batch_shuffle() &&;
  auto collate() &&;
  template <class F>
  auto collate(F f) &&;

  // <torchpp/data/files.h>. Here and below: options of the type that the family's header names, or none.
  template <class... Options>
  auto list_files(const Options&... options) &&;
  auto open_files() &&;
  auto read_from_stream(int64_t chunk = 0) &&;

  // <torchpp/data/archives.h>
  template <class... Options>
  auto load_from_tar(const Options&... options) &&;
  template <class... Options>
  auto load_from_zip(const Options&... options) &&;
  template <class... Options>
  auto load_from_rar(const Options&... options) &&;
  template <class... Options>
  auto load_from_gz(const Options&... options) &&;
  template <class... Options>
  auto load_from_bz2(const Options&... options) &&;
  template <class... Options>
  auto load_from_xz(const Options&... options) &&;
  template <class... Options>
  auto load_from_zstd(const Options&... options) &&;
  template <class... Options>
  auto decompress(const Options&... options) &&;
  template <class... Options>
  auto extract(const Options&... options) &&;
  template <class... Options>
  auto read_from_tar(const Options&... options) &&;
  template <class... Options>
  auto read_from_zip(const Options&... options) &&;
  template <class... Options>
  auto read_from_xz(const Options&... options) &&;

  // <torchpp/data/parse.h>
  template <class... Options>
  auto readlines(const Options&... options) &&;
  template <class... Options>
  auto readlines_without_path(const Options&... options) &&;
  auto lines_to_paragraphs(const char* joiner = "\n") &&;
  template <class... Options>
  auto parse_csv(const Options&... options) &&;
  template <class... Options>
  auto parse_csv_with_path(const Options&... options) &&;
  template <class... Options>
  auto parse_csv_as_dict(const Options&... options) &&;
  template <class... Options>
  auto parse_csv_as_dict_with_path(const Options&... options) &&;
  auto parse_json_files() &&;
  auto parse_json_lines(int64_t max_line_bytes = int64_t{1} << 30) &&;
  template <class... Options>
  auto load_from_tfrecord(const Options&... options) &&;

  // <torchpp/data/webdataset.h>
  auto webdataset() &&;

  // <torchpp/data/decode.h>
  template <class... Arguments>
  auto routed_decode(Arguments... handlers_and_key_fn) &&;

  // <torchpp/data/cache.h>
  template <class... Options>
  auto check_hash(const Hashes& hashes, const Options&... options) &&;
  template <class... Function>
  auto save_to_disk(const Function&... filepath_fn) &&;
  template <class Options, class Section>
  auto on_disk_cache(const Options& options, Section section) &&;

  // <torchpp/data/http.h>
  template <class... Options>
  auto read_from_http(const Options&... options) &&;
  template <class... Options>
  auto read_from_remote(const Options&... options) &&;

 private:
  void start() {
    if (!started_) reset();
  }

  StagePtr<T> stage_;
  bool started_ = false;
};

template <class S>
Pipe(torchpp::detail::Owned<S>) -> Pipe<typename S::Item>;

}  // namespace torchpp::data
