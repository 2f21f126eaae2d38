// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The bytes of files, decoded by the files' names.

#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/stage.h>
#include <torchpp/data/stream.h>
#include <torchpp/dispatch/ivalue.h>

#include <string>
#include <vector>

namespace torchpp::data {

/// Makes a value of a file's bytes, or nothing if the key is not one of its own: the key is what the stage's key
/// function makes of the path, by default the extension ("jpg"; "seg.jpg" has the extension "jpg").
using DecodeHandler = Callable<optional<IValue>(const std::string& key, const std::string& bytes)>;

/// txt, text, transcript: the text. cls, cls2, class, count, index, inx, id: an integer, or nothing if it is none.
/// json, jsn: the value. safetensors: a dictionary of tensors.
/// Source: torch 1.13's basichandlers; pickled files are not read, since they can hold programs.
TORCHPP_API DecodeHandler basic_handler();
/// The handler for the extensions given, with blanks between them and in small letters, with the decoder of a program's
/// own. Two extensions with a dot between them ("seg.jpg") need a key function that gives both. Source: torch 1.13's
/// handle_extension.
TORCHPP_API DecodeHandler extension_handler(const std::string& extensions,
                                            Callable<IValue(const std::string& bytes)> decode);

/// What is behind the last dot of a path's file name.
TORCHPP_API std::string extension_of(const std::string& path);

namespace detail {
TORCHPP_API StagePtr<PathAnd<IValue>> routed_decode(StagePtr<File> files, std::vector<DecodeHandler> handlers,
                                                    Callable<std::string(const std::string& path)> key_fn);
}  // namespace detail

}  // namespace torchpp::data
