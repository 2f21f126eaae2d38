// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/data/parse.h>
#include <torchpp/data/stream.h>

#include <string>
#include <string_view>

namespace torchpp::data {

/// The records of a TFRecord stream. Each has a length and checksums (masked CRC-32C) of the length and of the bytes,
/// which are compared before anything is believed.
class TfRecordReader {
 public:
  TfRecordReader(Stream stream, int64_t max_record_bytes);

  /// Stores the next record's bytes; false at the end. Throws FileError; there is no next record then.
  bool next(std::string& record);

 private:
  [[noreturn]] void fail(const std::string& what);

  Stream stream_;
  uint64_t most_;
  int64_t count_ = 0;
};

/// The features of a serialized tf.train.Example, or the context and the lists of a tf.train.SequenceExample. Throws
/// FileError, which begins with `subject`.
Features parse_example(std::string_view bytes, const TfRecordOptions& options, const std::string& subject);

}  // namespace torchpp::data
