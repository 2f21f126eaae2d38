// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <torchpp/serialize/pt.h>

#include <memory>
#include <string>

#include "src/serialize/file.h"
#include "src/serialize/pt_unpickler.h"
#include "src/serialize/zip.h"

namespace torchpp::serialize {

/// How the formats that archives are read from begin.
constexpr size_t kPtStartBytes = 512;
/// Most bytes of the names in PtReader. A list or dictionary that stands at many places is listed at each, so that a
/// small file could name very many.
constexpr size_t kMostPtNameBytes = size_t{1} << 24;
/// Whether bytes that begin so, of a file of at least kPtStartBytes or all of a shorter one, are of one of PyTorch's
/// formats.
bool is_pt(const char* start, size_t size) noexcept;

/// Whether a zip archive has the entry that PyTorch's have.
bool is_pt(const ZipReader& zip);
/// Tells, if it is asked, of which storages the elements were quantized.
PtFile read_pt(ZipReader& zip, const LoadPtOptions& options, QuantizedStorages* quantized = nullptr);
/// Reads from any source. `name` begins the errors.
PtFile read_pt(std::unique_ptr<RandomInput> in, const std::string& name, const LoadPtOptions& options,
               QuantizedStorages* quantized = nullptr);

}  // namespace torchpp::serialize
