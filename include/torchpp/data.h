// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Data: pipelines of stages (pipe.h, loader.h), and libtorch's datasets, samplers and data loaders
/// (dataloader.h).
///
///     data::Loader loader(data::list_files("train").shard().shuffle().parallel_map(read).batch(64).collate(),
///                         data::LoaderOptions().seed(1).workers(4));
///     for (auto& [images, labels] : loader) step(images, labels);
///
/// What Python's DataPipes have and this has not, and what does its work:
///   - fsspec, iopath, S3, AIStore, Google Drive, Hugging Face readers, Parquet: they are Python libraries or services
///     with clients of their own. map() with a function that calls the client, or read_from_http() where the service
///     speaks HTTP.
///   - dataframe: pandas and torcharrow are Python's; rows2columnar() gives columns.
///   - DataLoader2, reading services, adapters: Loader has workers, seeds and sharding as options.
///   - traverse, replace and remove of stages in a graph: a Pipe's stages are a type, fixed when it is compiled.
///   - set_shuffle and set_seed of a stage: order and seed are the epoch's (Pipe::reset(), LoaderOptions::seed()); a
///     program that does not want to shuffle appends no shuffle().
///   - input_col and output_col are methods of their own: filter_column(), map_column(), add_column(). flatmap(),
///     map_batches() and others take the whole item, of which their function uses what it wants.
///   - wrapper_class of batch, drop_empty_batches of filter: batches are std::vector; an empty one is filtered by a
///     condition.
///   - merge_fn and keep_key of zip_with_iter() and zip_with_map(): map() of the pairs behind them. bucketbatch()
///   without
///     a sort_key: shuffle().batch().
///   - indices of shuffle() and to_iter_datapipe() of data that is indexed: IndexedPipe::select() before them.
///   - length of sources: set_length(). Non-determinism and its guard: list_files() sorts, and every order follows from
///     seed and epoch.
///   - validation of types at run time: items have a type.
///   - routed_decode() of pickled files, which can hold programs, of videos and of .mat files: extension_handler() with
///     a decoder of the program's own.
///   - functional names of a program's own: Pipe::then<Stage>().
///   - encodings other than UTF-8 of files: map() with a conversion.

#include <torchpp/data/archives.h>
#include <torchpp/data/batch.h>
#include <torchpp/data/cache.h>
#include <torchpp/data/collate.h>
#include <torchpp/data/columns.h>
#include <torchpp/data/combine.h>
#include <torchpp/data/dataloader.h>
#include <torchpp/data/datasets.h>
#include <torchpp/data/decode.h>
#include <torchpp/data/files.h>
#include <torchpp/data/group.h>
#include <torchpp/data/http.h>
#include <torchpp/data/indexed.h>
#include <torchpp/data/join.h>
#include <torchpp/data/loader.h>
#include <torchpp/data/map.h>
#include <torchpp/data/order.h>
#include <torchpp/data/parse.h>
#include <torchpp/data/pipe.h>
#include <torchpp/data/progress.h>
#include <torchpp/data/samplers.h>
#include <torchpp/data/sources.h>
#include <torchpp/data/split.h>
#include <torchpp/data/sync.h>
#include <torchpp/data/transforms.h>
#include <torchpp/data/webdataset.h>
