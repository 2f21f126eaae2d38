// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file The bytes of files, decoded by the files' names.

#include <torchpp/core/callable.h>
#include <torchpp/core/export.h>
#include <torchpp/core/optional.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/stream.h>
#include <torchpp/dispatch/ivalue.h>

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace torchpp::data {

/// Makes a value of a file's bytes, or nothing if the key is not one of its own: the key is what the stage's key
/// function makes of the path, by default the extension ("jpg"; "seg.jpg" has the extension "jpg").
using DecodeHandler = Callable<optional<IValue>(const std::string& key, const std::string& bytes)>;

/// txt, text, transcript: the text. cls, cls2, class, count, index, inx, id: an integer, or nothing if it is none.
/// json, jsn: the value. safetensors: a dictionary of tensors. npy: a tensor.
/// Source: torch 1.13's basichandlers; pickled files are not read, since they can hold programs.
TORCHPP_API DecodeHandler basic_handler();
/// jpg, jpeg, png, bmp, gif, tga, hdr: a tensor (C, H, W), of the kind that `spec` names: "l", "rgb" or "rgba" are
/// float from 0 to 1; with an 8 behind it uint8. Throws ValueError for another spec. Source: torch 1.13's imagehandler.
TORCHPP_API DecodeHandler image_handler(const std::string& spec = "rgb");
/// wav: a tuple of the samples, a float tensor (channels, frames), and the sample rate. Source: torch 1.13's
/// audiohandler.
TORCHPP_API DecodeHandler audio_handler();
/// The handler for the extensions given, with blanks between them and in small letters, with the decoder of a program's
/// own. Two extensions with a dot between them ("seg.jpg") need a key function that gives both. Source: torch 1.13's
/// handle_extension.
TORCHPP_API DecodeHandler extension_handler(const std::string& extensions,
                                            Callable<IValue(const std::string& bytes)> decode);

/// Those of a routed_decode() without handlers: basic_handler(), image_handler() and audio_handler().
TORCHPP_API std::vector<DecodeHandler> default_handlers();

/// What is behind the last dot of a path's file name.
TORCHPP_API std::string extension_of(const std::string& path);

/// Makes a path's key.
using KeyFunction = Callable<std::string(const std::string& path)>;

namespace detail {
struct Decoding {
  std::vector<DecodeHandler> handlers;
  KeyFunction key_fn;

  void add(std::vector<DecodeHandler> more) {
    for (DecodeHandler& handler : more) handlers.push_back(std::move(handler));
  }
  void add(DecodeHandler handler) { handlers.push_back(std::move(handler)); }
  void add(KeyFunction function) { key_fn = std::move(function); }
};
TORCHPP_API StagePtr<PathAnd<IValue>> routed_decode(StagePtr<File> files, Decoding decoding);
}  // namespace detail

/// The value that the first handler makes of each file's bytes which has one for the path's key: (path, value). The
/// bytes themselves, as a text, if none has. Handlers, if any, come as a std::vector or one by one; a function from the
/// path to the key may stand at the end.
///
///     auto values = data::list_files("samples").open_files().routed_decode(data::basic_handler());
///
/// Source: torch 1.13 RoutedDecoder.
template <class T>
template <class... Arguments>
auto Pipe<T>::routed_decode(Arguments... handlers_and_key_fn) && {
  detail::Decoding decoding;
  (decoding.add(std::move(handlers_and_key_fn)), ...);
  if constexpr ((std::is_convertible_v<Arguments, KeyFunction> && ...)) decoding.add(default_handlers());
  return Pipe<PathAnd<IValue>>(detail::routed_decode(std::move(*this).take(), std::move(decoding)));
}

}  // namespace torchpp::data
