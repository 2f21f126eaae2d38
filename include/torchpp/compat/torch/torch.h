// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file Programs written for libtorch's C++ front end compile against torchpp with this header and the compile
/// definition torch=torchpp, both of which the CMake target torchpp::compat brings. So `torch` is not an alias but the
/// namespace itself: a program may reopen it, specialise its templates and declare its classes in advance.
///
/// Not supported: declaring at::Tensor in advance (at and c10 are namespaces of their own that use this one) or the
/// handle of a module, `class Linear;` (it is a name for ModuleHolder<LinearImpl>), and defining a function that
/// torchpp has with the same signature.

#include <ATen/ATen.h>
#include <torch/csrc/autograd/function.h>
#include <torch/library.h>
#include <torch/linalg.h>
#include <torch/optim/serialize.h>
#include <torch/utils.h>
#include <torch/version.h>
#include <torchpp/data/dataloader.h>
#include <torchpp/data/datasets.h>
#include <torchpp/data/samplers.h>
#include <torchpp/data/transforms.h>
#include <torchpp/nn/modules/bases.h>
#include <torchpp/serialize/pt.h>
#include <torchpp/torchpp.h>

// Standard headers that libtorch's torch.h includes and programs rely on.
#include <algorithm>
#include <array>
#include <atomic>
#include <bitset>
#include <cassert>
#include <chrono>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <deque>
#include <forward_list>
#include <fstream>
#include <functional>
#include <future>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <numeric>
#include <queue>
#include <random>
#include <set>
#include <shared_mutex>
#include <sstream>
#include <stack>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <typeindex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>
#if __has_include(<unistd.h>)
#include <unistd.h>
#endif
