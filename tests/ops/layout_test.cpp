// SPDX-License-Identifier: BSD-3-Clause
// Strides of results that depend on the layouts of the operands.
#include <torchpp/dispatch/library.h>
#include <torchpp/ops/pointwise.h>
#include <torchpp/ops/reduction.h>

#include "tests/ops/shapes_support.h"

namespace torchpp::test {
namespace {

struct Layouts {
  const char* operands;  ///< each as sizes:strides, '.' of no dimension, '_' for none
  const char* result;    ///< its strides
};

// Answers of libtorch 1.13.1, the same for neg, exp, logical_not, leaky_relu of one operand, for maximum, add, lt,
// atan2, lerp by a number of two, for addcmul, where, lerp, clamp of three. The layouts were drawn at random: permuted,
// channels-last, expanded, stepped, with dimensions of sizes 0 and 1 of any strides, broadcast.
constexpr Layouts kLayouts[] = {
    {"1x2x1x4x1:4.4.8.1.8", "8.4.4.1.1"},
    {"2x3x4x4x4:192.64.16.4.1", "192.64.16.4.1"},
    {"2:1", "1"},
    {"1x1:0.1", "1.1"},
    {"2x1:2.8", "1.2"},
    {"4x4x4:1.16.4", "1.16.4"},
    {"3x4:4.1", "4.1"},
    {"4x3:3.1", "3.1"},
    {"2x2:2.1", "2.1"},
    {"3:1", "1"},
    {"2x1:1.1", "1.1"},
    {"2x3:1.2", "1.2"},
    {"1x4x1x0:1.1.1.1", "4.1.1.1"},
    {"2x4x2x4x4:1.32.256.2.8", "1.32.128.2.8"},
    {"4x3x2x4:1.4.48.12", "1.4.48.12"},
    {"1x2:2.1", "2.1"},
    {"2x1x1x3:3.3.6.1", "3.3.3.1"},
    {"2x2x2x2x2:16.4.2.8.1", "16.4.2.8.1"},
    {"3x4:1.3", "1.3"},
    {"1x3x2x4x4:96.32.16.4.1", "96.32.16.4.1"},
    {"3x3x4x4x1:96.8.24.1.8", "48.4.12.1.4"},
    {"4x4x2x3:24.1.12.4", "24.1.12.4"},
    {"2x3:3.1", "3.1"},
    {"2x4x3x2:12.24.4.1", "6.12.2.1"},
    {"3x1x3x3x1:9.9.3.1.1", "9.9.3.1.1"},
    {"2x3x3x1x2:1.12.2.0.0", "2.12.4.2.1"},
    {"4x3:1.4", "1.4"},
    {"1:1", "1"},
    {"4x4:4.0", "4.1"},
    {"3x1x3x1x4:12.4.4.36.1", "12.12.4.4.1"},
    {"4:1", "1"},
    {"2x4x2x3x3:72.18.9.3.1", "72.18.9.3.1"},
    {"1x3x4x2x3:3.192.2.8.32", "4.24.1.4.8"},
    {"2x3:0.2", "3.1"},
    {"3x4x4:16.4.1", "16.4.1"},
    {"4x2x4x4x4:16.1.2.64.512", "8.1.2.32.128"},
    {"2x3x1x2x2:6.2.2.1.12", "6.2.2.1.12"},
    {"4x1x2:1.1.0", "2.2.1"},
    {"3x1:1.7", "1.1"},
    {"4x3x4x3:4.16.1.48", "4.16.1.48"},
    {"3x1x3x3x4:36.108.12.4.1", "36.36.12.4.1"},
    {"1x1x1x3x4:3.3.3.1.3", "3.3.3.1.3"},
    {"2x4:4.1", "4.1"},
    {"1x1x2x2x4:2.100.8.4.1", "16.16.8.4.1"},
    {"4x4x1x3x4:3.12.0.1.48", "3.12.0.1.48"},
    {"1x3:100.1", "3.1"},
    {"2x1x2x4:4.16.8.1", "4.16.8.1"},
    {"4x3x4x1:3.1.12.48", "3.1.12.48"},
    {"2x1x2:1.1.2", "1.1.2"},
    {"1x2x2x3x2:12.12.1.2.6", "12.12.1.2.6"},
    {"2x1x4:1.1.2", "1.1.2"},
    {"3x2x2x4x2:1.0.24.3.12", "1.24.48.3.12"},
    {"2x4x2x4:4.8.32.1", "4.8.32.1"},
    {"3x2x4:1.3.6", "1.3.6"},
    {"2x1x3x4x2:48.2.16.2.1", "24.2.8.2.1"},
    {"2x2x3:1.6.2", "1.6.2"},
    {"2x4x4x4:4.8.1.32", "4.8.1.32"},
    {"1x3x4x4x4:48.4.48.1.12", "48.4.48.1.12"},
    {"1x3x1x3x4:1.8.100.24.2", "1.4.36.12.1"},
    {"2x3x4x4:4.32.8.0", "4.32.8.1"},
    {". .", ""},
    {"2x4x2x4x1:4.16.0.1.0 2x4x1x4x1:16.4.4.1.1", "8.16.4.1.1"},
    {"4x4:4.1 4x4:4.1", "4.1"},
    {"3x3x2x1:6.2.1.1 3x3x2x1:6.1.18.3", "6.2.1.1"},
    {". 1:1", "1"},
    {"4:1 4:1", "1"},
    {"1:1 .", "1"},
    {"4x1x1x2:2.16.1.8 2:1", "1.8.1.4"},
    {"1x4x1x1:16.4.1.2 1x4x3x2:0.6.1.3", "24.6.1.3"},
    {"4x3:3.1 .", "3.1"},
    {"3x2x2x1:0.1.2.3 3x2x2x1:2.0.0.0", "4.1.2.4"},
    {"4x4:4.1 2x4x4x4:4.8.1.32", "16.32.4.1"},
    {"1x3x3:1.1.6 1x3x3:9.3.1", "1.1.3"},
    {"2x1x4:1.8.2 2x1x4:4.5.1", "1.8.2"},
    {"3x1:1.5 3x1:1.1", "1.1"},
    {"1:1 1:1", "1"},
    {"1x1x4:4.1.1 2x4x1x4:16.1.16.4", "16.1.4.4"},
    {"3x1:1.1 .", "1.1"},
    {"4x4x4:4.1.32 4x4x4:16.4.1", "4.1.16"},
    {"3:1 3:1", "1"},
    {"1x1x1x2:2.1.2.1 1x1x1x2:1.1.2.4", "2.1.2.1"},
    {"3x4x4x3x4:192.48.12.4.1 .", "192.48.12.4.1"},
    {"4x4x4:4.16.1 4x4x4:16.4.1", "4.16.1"},
    {"1x2x4x3:24.12.3.1 .", "24.12.3.1"},
    {"3x3:2.6 1x3x3:1.1.3", "1.1.3"},
    {"1x3x1x3x3:5.1.1.3.9 1x3x3:1.2.12", "9.1.1.3.9"},
    {"3x1x2:2.0.1 3x4x2:4.1.12", "8.1.4"},
    {"3x3x1x1x1:3.1.5.3.1 .", "3.1.9.3.1"},
    {"3x3x1:3.1.5 1x3x1x1:1.2.6.12", "3.3.1.9"},
    {"4x3x1:3.1.0 4x1x1:1.7.1", "3.1.1"},
    {"4x1x4x4:16.1.4.1 4x1x4x4:4.7.1.16", "16.1.4.1"},
    {". 2x1x1x3:1.1.1.2", "1.1.1.2"},
    {"1x1x1:1.1.3 .", "1.1.1"},
    {"4x3x2x1:3.1.12.12 4x3x2x1:0.8.1.5", "3.1.12.24"},
    {"4x3:1.4 .", "1.4"},
    {"2x2:2.1 1x2:5.1", "2.1"},
    {"1x1x1x2:2.1.1.1 3x1x2x2:4.4.2.1", "4.4.2.1"},
    {"1x1x3x1:2.100.1.2 4x3x3x3:27.9.3.1", "27.9.3.1"},
    {"1x3x4x4x1:4.4.12.1.4 1x3x4x4x1:16.16.1.4.16", "4.4.12.1.4"},
    {"4:1 .", "1"},
    {"3x3x3x4x2:2.12.288.72.36 3x3x3x4x2:72.24.8.2.1", "1.3.72.18.9"},
    {"1x1x3x1x4:2.32.32.16.2 1x1x3x2x4:3.3.1.12.3", "1.4.4.12.1"},
    {"4x1:1.1 4x3:3.1", "3.1"},
    {"2x1x1:1.1.1 2x1x3:3.1.1", "3.1.1"},
    {"4x2x3x1x1:1.12.4.1.1 4x2x3x3x3:54.27.9.3.1", "9.108.36.3.1"},
    {"4x1:1.4 .", "1.4"},
    {"1x1x2x2:4.4.2.1 1x2x2:2.0.0", "4.4.2.1"},
    {"3x2:4.2 .", "2.1"},
    {"4x2x1x2x4:1.4.64.0.16 4x2x1x2x4:2.32.8.1.8", "2.8.64.1.16"},
    {"2x3:3.1 .", "3.1"},
    {"2:1 .", "1"},
    {"1x4x4x3:192.4.1.32 1x4x4x3:48.1.12.4", "48.4.1.16"},
    {"3x2:1.3 1x1:100.100", "1.3"},
    {"4x2:2.1 1x2:2.1", "2.1"},
    {"4x3x1x2x2:12.1.6.6.3 4x3x1x2x2:3.1.12.24.12", "12.1.6.6.3"},
    {"1x4x3:12.3.1 1x4x3:0.0.1", "12.3.1"},
    {"1x1x4x2:8.8.2.1 .", "8.8.2.1"},
    {"1x1x3:2.1.2 1x1x3:100.0.1", "1.1.1"},
    {"1:2 1:0", "1"},
    {"4x2x4x3x3:72.36.9.3.1 1x2x4x1x3:24.3.6.3.1", "72.36.9.3.1"},
    {"1x1x1x2:4.2.1.1 3x1x1x2:2.1.2.1", "2.2.1.1"},
    {"4x4:4.1 4x1:4.2", "4.1"},
    {"1x2x1x3x4:3.12.3.1.3 1x2x1x3x1:6.3.3.1.1", "3.12.3.1.3"},
    {"1x3x4:12.4.1 2x3x4:1.8.2", "1.8.2"},
    {"1x1x2:2.2.1 .", "2.2.1"},
    {"4x1:1.1 1x1:1.1", "1.1"},
    {"2x3x3x4:36.12.4.1 1x3x3x4:36.12.4.1", "36.12.4.1"},
    {"1x4x1x1x1:0.0.0.1.1 3x4x1x1x1:4.1.100.5.1", "4.1.12.12.1"},
    {"1x1x4x1:1.1.1.4 1x1x4x1:5.3.1.1", "4.4.1.1"},
    {"1x3x3x4:4.4.24.1 1x3x3x4:36.12.4.1", "4.4.12.1"},
    {"0x1x3x1:3.1.1.100 0x1x3x1:3.7.1.5", "3.3.1.1"},
    {"1x4:7.1 4x4:4.1", "4.1"},
    {"1x1x1:1.1.1 4x1x1:1.1.1", "1.1.1"},
    {". 3x1x4:1.1.3", "1.1.3"},
    {"4x3:3.1 4x3:1.4", "3.1"},
    {"3x1:2.12 3x4:4.0", "4.1"},
    {"1x0x2:2.1.4 0x2:1.1", "0.1.0"},
    {"1x2:2.2 1x2:2.1", "1.1"},
    {"2:1 2:1", "1"},
    {"1:1 4x2x3x3:18.9.3.1", "18.9.3.1"},
    {"4x1x1x3x1:3.3.3.1.1 4x4x1x3x1:12.3.3.1.12", "12.3.12.1.12"},
    {"1x1:1.1 .", "1.1"},
    {"4x1:0.0 4x1:1.7", "1.4"},
    {"3:1 .", "1"},
    {"1x1x1x2:2.2.2.1 3x1x1x2:2.2.12.12", "1.3.6.3"},
    {"1x2x1x1x1:0.0.2.1.2 1x2x1x1x1:1.1.1.2.1", "1.1.1.2.1"},
    {"1x1:2.4 3x4:0.3", "4.1"},
    {"1x3x1:2.2.12 3x1:1.7", "1.1.3"},
    {"1x2:2.1 1x2:2.1", "2.1"},
    {"1x4x4x4x2:128.1.32.4.16 1x4x4x4x2:128.32.8.2.1", "128.1.32.4.16"},
    {"1x3x1x4:7.4.12.1 .", "12.4.12.1"},
    {"2x3x4x4:48.16.4.1 2x3x4x4:48.1.12.3", "48.16.4.1"},
    {"3x2:1.0 .", "2.1"},
    {"1x4x3:1.3.1 2x4x3:12.3.1", "12.3.1"},
    {"3x3:3.1 3x3:2.12", "3.1"},
    {"1x1:1.1 3x4:4.1", "4.1"},
    {"1x4:4.1 3x4:4.1", "4.1"},
    {"1x1x2x2x2:8.16.4.2.1 1x1x2x2x2:8.8.2.4.1", "8.8.4.2.1"},
    {"3x1:1.1 3x1:1.3", "1.1"},
    {"2x1x1x1x1:1.7.1.1.3 2x1x1x1x1:8.4.1.4.2", "1.2.1.1.2"},
    {"1x2x4x2x4:2.32.8.4.1 .", "4.32.8.4.1"},
    {"2x2x3:8.2.16 1x2x2x3:12.6.3.1", "12.2.1.4"},
    {"2x4x3x4x2:1.48.8.192.2 2x4x3x4x2:0.0.8.2.1", "1.12.4.48.2"},
    {"3x1x2x4x1:8.8.4.1.1 3x1x2x4x1:4.24.12.1.4", "8.24.4.1.4"},
    {"1x2:2.1 2x2:2.1", "2.1"},
    {"3x2:1.3 3x2:1.3", "1.3"},
    {"2x1x4x1:4.1.1.8 2x1x4x1:4.4.1.1", "4.4.1.1"},
    {"2x2:2.1 2x2:2.1", "2.1"},
    {"3x2x2x2x2:16.8.1.4.2 3x2x2x2x2:16.8.4.2.1", "16.8.1.4.2"},
    {"2x4x3:12.3.1 3:1", "12.3.1"},
    {"2:1 1:1", "1"},
    {"1x1x3:3.3.1 2x1x4x1x3:12.3.3.3.1", "12.3.3.3.1"},
    {"4x2x4x3:24.12.3.1 1x2x4x1:8.4.1.1", "24.12.3.1"},
    {"1x1x1x1x1:1.1.1.1.1 1x2x4x4x3:96.3.24.6.1", "96.3.24.6.1"},
    {"4x1x1:1.1.1 1x1x1:1.1.1", "1.1.1"},
    {"1x2x2:4.2.1 1x2x1:1.1.1", "4.2.1"},
    {"3x2x4x1:8.1.2.2 3x2x4x1:8.4.1.1", "8.1.2.2"},
    {"2x2x2:0.1.0 .", "4.2.1"},
    {"1x2x1x1:2.1.1.1 1x2x1x1:2.1.2.2", "2.1.1.1"},
    {"3x3x4x4x2:96.32.8.2.1 .", "96.32.8.2.1"},
    {"3x1:1.7 .", "1.3"},
    {"4x2x2x1:2.1.8.32 4x2x2x2:8.4.2.1", "4.2.16.1"},
    {"1x4x1x3:1.0.3.1 1x4x3x1:1.3.1.1", "1.9.3.1"},
    {"2x1:1.1 2x1:1.2", "1.1"},
    {"1:0 1:1", "1"},
    {"3x1x2x3:6.5.3.1 3x1x2x1:2.5.1.5", "6.6.3.1"},
    {"1:1 1:100", "1"},
    {"1x1:1.1 1x1:100.5", "1.1"},
    {"2x3x3x4x4:144.48.16.4.1 2x3x3x4x4:4.96.32.1.0", "144.48.16.4.1"},
    {"1x3:1.1 2x3:0.0", "3.1"},
    {"1x1x3x4:12.1.4.1 1x1x3x4:1.12.1.3", "12.1.4.1"},
    {"4x4:0.4 4x4:1.4", "1.4"},
    {". 3:2", "1"},
    {"1x1x1:1.1.1 1x4x1x2:8.1.8.4", "8.1.8.4"},
    {"3x4x1x1x1:4.1.1.1.1 3x4x1x1x1:16.4.4.2.4", "4.1.1.1.1"},
    {"3x4x2:4.24.2 .", "2.6.1"},
    {"3x3x4x2:24.8.2.1 3x3x4x2:24.8.0.0", "24.8.2.1"},
    {"3x3x4:12.4.1 .", "12.4.1"},
    {"4x1x1x2:1.8.8.0 .", "2.8.8.1"},
    {"1x4x2x3:24.1.12.4 4x4x1x3:1.4.100.0", "1.24.12.4"},
    {"2x2:2.1 .", "2.1"},
    {"1x2x1:2.1.1 4x2x1:1.4.8", "1.4.8"},
    {"4x3x4x1x1:12.4.1.1.1 4x3x4x1x3:36.12.3.3.1", "36.12.3.3.1"},
    {"4x1x1:1.1.1 3x4x4x1x4:64.4.1.192.16", "64.4.1.192.16"},
    {"4x1x1:1.1.1 1x1x1:1.0.0", "1.1.1"},
    {"2x1x1x4x1:4.4.4.1.1 .", "4.4.4.1.1"},
    {"3x4:4.1 3x4:4.1", "4.1"},
    {"2:1 1:0", "1"},
    {"2x3x3x1:9.3.1.18 2x3x1x1:3.1.1.7", "9.3.1.18"},
    {"1:1 2x1:1.1", "1.1"},
    {"1x3x1x4x3:3.12.2.1.4 3x3x1x4x1:3.1.9.9.9", "36.12.4.1.4"},
    {"1x2:1.2 1x2:0.1", "1.1"},
    {"1x3x3:5.1.3 4x3x3:9.3.1", "9.1.3"},
    {"2x4x2x1:4.1.8.16 .", "4.1.8.16"},
    {"2x1x1x3:1.6.6.2 1x2x1x1x1:2.1.1.5.1", "6.1.6.6.2"},
    {"2x3x1x3x3:27.1.9.3.9 .", "27.1.9.3.9"},
    {"2x4x3x4:48.1.16.4 2x4x3x4:0.2.0.0", "48.1.16.4"},
    {"1x3x3x2:1.6.2.1 3x1x2:2.2.1", "1.6.2.1"},
    {"1x3x1x1x3:9.1.9.9.3 3:1", "9.1.9.9.3"},
    {"1x3:1.1 4x3x4x1x3:0.0.36.1.12", "36.12.3.1.1"},
    {"3x1x2x1:1.6.3.1 3x4x2x1:8.1.4.8", "4.1.12.4"},
    {"1x4x1x2x3:24.3.12.12.1 .", "24.3.12.12.1"},
    {"2x4x4x4:1.2.8.0 2x4x4x4:16.32.1.4", "16.32.1.4"},
    {"1x2x1x1:2.1.2.2 1x1x1x1:1.1.1.1", "2.1.2.2"},
    {"1:1 4x3x3x3x1:9.3.1.36.3", "9.3.1.36.3"},
    {"2x4x1:1.2.1 4x1:1.1", "1.2.1"},
    {"1x3x2x1:3.2.1.1 1x3x2x1:0.1.3.5", "6.2.1.2"},
    {"2x1:1.2 .", "1.2"},
    {"3x2x2:2.6.1 1x2x2:4.2.1", "2.6.1"},
    {"4x2x1:1.4.1 2x1:1.0", "1.4.1"},
    {"4x3x1x1:6.1.24.1 1x3x1x4:1.4.1.1", "12.4.1.1"},
    {"1x1x3x3x4:3.3.12.1.3 .", "3.3.12.1.3"},
    {"1x4x1x2x2:1.2.1.8.1 1x2:1.0", "1.2.1.8.1"},
    {"1x2:1.2 1x2:1.1", "1.1"},
    {"2x2x1:2.1.1 2x2x1:1.4.5", "2.1.2"},
    {"1x1x4x1:4.1.1.1 3x1x4x3:12.12.3.1", "12.3.3.1"},
    {"2x1x2x1:2.3.1.7 1x4x1x1:8.2.16.1", "2.4.1.16"},
    {"1x2x3x2:12.1.4.2 2:1", "12.1.4.2"},
    {"2x3:2.4 2x3:0.1", "1.2"},
    {"1x1x1x1x2:0.0.0.0.0 1x1x1x1x2:2.8.1.1.2", "1.2.1.1.1"},
    {"4x1x2x2:4.4.2.1 1x1x2x2:4.2.2.1 .", "4.4.2.1"},
    {"3x2x1:2.1.1 3x2x1:4.1.2 3x2x1:1.0.6", "2.1.2"},
    {"2:1 2:1 4x3x2:6.1.3", "6.1.3"},
    {"3x4x4x4:1.12.3.48 3x4x1x1:1.3.1.1 1x4:4.1", "1.12.3.48"},
    {"2x1x1x1x3:3.3.3.3.1 2x1x1x3x1:3.6.0.1.0 2x1x1x1x1:1.1.0.0.0", "9.18.9.3.1"},
    {"1x3x3x4x1:192.384.32.2.16 1x3x3x4x1:36.12.1.3.12 .", "12.12.4.1.4"},
    {"3x4:4.1 . 3x4:4.1", "4.1"},
    {"3x4x1:4.0.12 3x4x1:4.1.1 .", "4.1.1"},
    {"1x1x4x2x3:24.24.6.3.1 4x1x4x2x1:0.32.0.0.16 4x1x4x2x3:192.24.1.48.8", "24.24.6.3.1"},
    {"1x1:1.1 1x2:2.1 .", "2.1"},
    {"1:1 1:1 1:1", "1"},
    {"4x1x1x3x3:1.1.1.12.4 3:1 4x1x1x3x3:9.9.1.1.3", "1.1.1.12.4"},
    {"1x2x1x3x3:1.9.3.1.3 1x2x1x3x3:9.9.9.3.1 1x2x1x3x3:2.12.2.4.48", "1.9.3.1.3"},
    {"1x1x1x1:1.8.4.2 3x3x1x1:4.12.2.72 3x3x1x1:3.1.9.9", "1.3.1.1"},
    {"1:1 3x4x1x1x2:8.2.100.2.1 .", "8.2.24.2.1"},
    {"2x2:2.1 2x2:2.4 2x2:0.1", "2.1"},
    {"1x1:1.0 2x1:1.1 2x1:1.7", "1.2"},
    {"1x3:7.1 1x3:3.1 3:1", "3.1"},
    {"1x4x4x3:48.3.12.1 4x3:0.0 4x1:0.0", "48.3.12.1"},
    {"4:0 4:1 4:2", "1"},
    {"3:1 1:1 1:1", "1"},
    {"1x3x2:6.2.1 1x1x2:2.2.1 1x3x2:6.1.0", "6.2.1"},
    {"4x2:2.1 4x2:2.1 .", "2.1"},
    {"1x1:2.1 1x4x2x1x1:8.2.1.1.1 1x4x1x1x1:1.0.4.4.0", "8.2.1.1.1"},
    {"4x1x2:2.0.0 4x1x2:2.2.1 4x1x2:4.2.1", "2.2.1"},
    {"4x4x2x4:0.0.0.0 4x4x2x1:8.2.1.2 4x4x1x1:4.1.4.4", "32.8.4.1"},
    {"3x2x1:2.1.1 3x2x4:1.24.6 3x2x4:4.12.1", "8.4.1"},
    {"1x2:2.1 1x2:2.1 1x2:2.2", "2.1"},
    {"2:1 2:1 2:1", "1"},
    {"1x3x1x3x3:7.3.100.9.1 1x3x1x3x1:9.3.3.1.1 3x3x2x3x3:54.18.9.3.1", "54.18.9.3.1"},
    {"1:1 1:0 1:5", "1"},
    {"4x3x4x4:2.256.64.16 1x3x4x4:48.4.1.12 .", "1.64.16.4"},
    {"1x1x1:2.1.0 1x1x1:1.1.1 1x1x1:1.1.1", "1.1.1"},
    {"4x4:4.1 4x4:1.4 4x4:4.1", "4.1"},
    {"2x1x1:1.2.4 2x4x1:1.2.2 2x4x1:1.2.1", "1.2.2"},
    {"3x1x3:3.1.1 3x3x3:1.9.3 .", "3.9.1"},
    {"4x1x4x1x3:12.12.3.2.1 4x1x4x3x3:36.1.9.1.0 4x1x4x3x3:8.96.2.192.32", "36.36.9.3.1"},
    {"1x3:3.1 1x3:3.1 .", "3.1"},
    {"3x3x2x3x4:72.4.36.12.1 3x3x2x3x4:1.3.108.9.27 1x3x2x3x1:1.0.1.0.3", "72.4.36.12.1"},
    {"1:0 2:1 1:1", "1"},
    {"0x1:1.1 0x1:1.2 .", "1.0"},
    {"4x4x1x2x3:0.1.4.4.8 1x4x1x2x3:2.6.100.3.1 4x4x1x2x3:8.2.8.1.32", "8.1.4.4.32"},
    {"3x3x2:2.6.1 1x3x2:3.1.3 3x1x1:1.3.3", "2.6.1"},
    {"4x1:1.1 4x1:1.0 4x1:2.16", "1.4"},
    {"3x2x3:0.0.0 3x2x1:2.1.1 3x2x1:2.1.1", "6.3.1"},
    {"1x2:2.1 4x1:4.2 1x2:4.2", "2.1"},
    {"1x1:1.1 1x1:100.2 1x1:1.1", "1.1"},
    {"1x1x3x2x4:3.24.1.3.6 1x4x3x2x4:1.24.8.4.1 1x4x3x2x4:1.0.0.1.2", "3.24.1.3.6"},
    {"2x3x2x1:48.8.2.4 2x1x2x1:2.2.1.2 2x3x2x1:8.32.4.2", "6.2.1.2"},
    {"3x1x1x3x1:1.1.9.3.1 3x4x1x3x4:1.36.9.3.9 .", "1.36.9.3.9"},
    {"4x1x1:1.4.4 . 4x1x1:1.1.1", "1.4.4"},
    {"1x1x4:4.1.1 3x3x4:12.4.1 3x3x4:1.12.3", "12.4.1"},
    {"4x1x2:1.2.4 4x1x2:0.8.0 1x2:1.1", "1.4.4"},
    {"2x3x1:3.1.1 2x3x1:1.2.2 .", "3.1.1"},
    {"4x2x4x4x1:32.16.4.1.1 . 4x2x4x4x3:4.48.96.1.16", "96.48.12.1.4"},
    {"4x1x4:0.16.0 4x1x4:4.4.1 4x1x4:4.4.1", "4.4.1"},
    {"1x2x4x3x3:3.9.18.3.1 2x4x3x3:36.9.3.1 1x1x4x3x1:3.3.0.0.3", "3.9.18.3.1"},
    {". 3x3x2x0:6.1.3.3 3x3x2x0:1.3.9.9", "0.1.0.3"},
    {"3x3:3.1 3x3:1.0 3x3:1.3", "3.1"},
    {"1x3x4:1.1.3 1x3x1:1.1.1 1x3x4:12.4.1", "1.1.3"},
    {"3x3x3x3:27.9.3.1 . 3x3x3x3:3.1.9.27", "27.9.3.1"},
    {"1x2x3x2x1:12.6.2.1.7 1x2x3x2x2:24.1.2.6.12 1x2x3x2x2:24.12.4.2.1", "24.6.2.1.12"},
    {"1x2:4.2 1x2:0.1 1x2:2.1", "2.1"},
    {"3x2x4x1x1:64.8.2.32.1 1x2x4x1x1:8.8.1.1.1 3x2x4x1x1:8.1.2.1.24", "8.4.1.8.1"},
    {"1x1x1:1.0.0 1x2x1:1.1.1 .", "1.1.1"},
    {". 1:1 .", "1"},
    {"1x1x4x4x2:2.32.8.2.1 1x1x4x4x2:2.1.8.2.1 2x1x4x4x2:32.32.8.2.1", "32.32.8.2.1"},
    {". . 3x1:1.1", "1.1"},
    {"2x3x4:12.4.1 2x3x4:3.1.6 1x3x1:3.1.3", "12.4.1"},
    {"3x4x3x3x1:36.9.3.1.2 3x4x3x3x1:36.9.3.1.1 3x4x3x3x1:1.9.36.3.36", "36.9.3.1.3"},
    {"4:1 4:0 .", "1"},
    {"2x4:4.1 2x3x4x2x4:96.32.8.4.1 2x1x4x2x4:4.2.32.8.256", "96.32.8.4.1"},
    {"2:1 . 2:1", "1"},
    {"2x2x3x2:1.6.2.12 1x2x3x2:7.6.2.1 .", "1.6.2.12"},
    {"4x2x3:6.3.1 4x2x3:6.3.1 4x2x3:6.3.1", "6.3.1"},
    {"4x2x2x1:1.8.4.8 1x2x2x2:1.4.2.1 4x2x2x2:64.4.1.16", "2.16.8.1"},
    {"1x2:7.1 1x1:0.2 1x2:2.1", "2.1"},
    {"4:1 4:1 .", "1"},
    {"1x1:1.1 1x1:1.1 1x1:1.1", "1.1"},
    {"2x3:3.1 2x3:3.1 .", "3.1"},
    {"4x4x0x3x4:48.12.12.4.1 4x4x0x3x4:48.12.12.4.1 .", "48.12.12.4.1"},
    {"1x3:3.1 1x3:5.1 1x3:6.2", "3.1"},
    {"2x3x1:3.1.0 2x3x1:3.1.1 2x3x1:1.2.6", "3.1.3"},
    {"1x1x1x3:1.6.2.2 . 1x2x3x3:18.9.3.1", "18.9.3.1"},
    {"1x1:1.1 1x1:1.1 1x1:0.1", "1.1"},
    {"1:1 . 1:1", "1"},
    {"2x2x1x4:8.4.5.1 2x1x1x1:1.0.1.3 2x2x1x4:2.1.16.4", "8.4.8.1"},
    {"2x2x3x2:1.2.8.4 2x2x3x2:2.12.4.1 2x2x3x2:1.4.8.2", "1.2.8.4"},
    {"3x4:0.1 . .", "4.1"},
    {"3x3x4:12.4.1 3x3x4:12.4.1 3x3x4:0.0.0", "12.4.1"},
    {"2x4x2x4x3:96.24.12.3.1 2x1x2x1x3:6.3.3.1.1 2x4x2x4x3:2.16.1.4.64", "96.24.12.3.1"},
    {"2x3:3.1 2x1:1.1 2x3:1.2", "3.1"},
    {". 1x1x1:1.1.1 2x1x3:1.6.2", "1.6.2"},
    {"4x2x1x3x4:2.1.100.8.24 . 4x2x1x3x4:24.12.12.4.1", "2.1.96.8.24"},
    {"2x4:1.2 2x4:4.1 2x4:4.1", "1.2"},
    {"4x3x2:1.4.12 4x3x2:24.4.1 4x3x2:3.1.12", "1.4.12"},
    {"1x1x1:1.1.1 4x1x1:1.4.4 .", "1.4.4"},
    {"2x4x4x1x1:16.4.64.32.2 2x4x4x1x1:16.2.128.64.32 2x4x4x1x1:16.4.1.1.1", "4.1.8.8.1"},
    {"4x3x1x4x3:4.96.2.576.32 4x3x1x4x3:36.1.2.0.0 4x3x1x4x3:2.384.16.48.16", "1.12.1.36.4"},
    {"2x1x2x1:2.2.1.2 1x2x1:2.1.1 2x1x2x1:1.2.2.1", "2.4.1.2"},
    {"2x1x2x4:1.1.8.0 1x1x2x4:8.8.4.1 2x1x2x1:2.4.1.4", "4.8.8.1"},
    {"3x1x1x2:4.2.4.24 3x1x1x2:1.3.3.3 3x1x1x1:1.3.3.3", "1.1.3.3"},
    {"3x1:1.3 3x1:1.1 .", "1.3"},
    {"2x0:1.1 2x0:2.4 .", "1.2"},
    {"1x1x1x2x1:2.1.2.1.2 1x1x3x2x2:48.24.4.96.1 .", "12.6.2.6.1"},
    {"4x1x1x1x4:1.16.1.4.4 4x1x1x1x1:1.3.0.5.5 1x1x1x1x4:2.100.2.1.1", "1.16.1.4.4"},
    {"4x2x2:2.1.8 4x2x2:4.1.2 .", "2.1.8"},
    {"1x4:1.1 . 1x4:4.1", "1.1"},
    {"4x2x3x1x2:12.6.2.2.1 1x1x1x1x2:2.2.5.100.1 4x2x3x1x2:6.24.2.7.1", "12.6.2.6.1"},
    {"1x2x1x1:2.1.5.2 . 1x2x1x1:2.1.2.1", "2.1.2.2"},
    {"1x1x3x2:12.1.2.6 2:1 1x2x1x1x2:4.1.2.4.2", "12.1.6.2.6"},
    {"4x1x3:3.12.1 1x1x3:3.3.1 1x1x3:3.3.1", "3.12.1"},
    {"4x2x4x2x2:32.0.2.16.1 1x2x4x2x2:32.16.4.2.1 4x2x4x2x2:64.8.2.1.32", "32.16.2.8.1"},
    {"2x3x1x4:4.8.24.1 2x3x1x4:12.4.24.1 2x3x1x4:12.4.4.1", "4.8.24.1"},
    {"4x1x4x1x2:8.8.2.7.1 4x1x4x1x2:8.8.2.2.1 .", "8.8.2.8.1"},
    {"1x1x1:1.1.5 4x1:1.1 .", "1.1.4"},
    {"2x3x3x2:1.12.0.6 . 2x3x3x1:0.0.1.9", "1.12.2.6"},
    {"3x2x1x2x4:8.24.8.1.2 . 3x1x4x1x1:4.1.1.12.1", "32.96.8.1.2"},
    {"2x1x2x1:4.1.1.4 2x1x2x1:2.4.1.1 .", "2.1.1.2"},
    {"4x1x2x2x3:4.16.1.2.16 4x1x2x2x3:1.1.0.0.0 2x2x3:6.3.1", "4.16.1.2.16"},
};

S parse_list(const std::string& text, char separator) {
  S numbers;
  for (size_t at = 0; at < text.size();
       at = text.find(separator, at) == std::string::npos ? text.size() : text.find(separator, at) + 1)
    numbers.push_back(std::stoll(text.substr(at)));
  return numbers;
}

std::vector<Tensor> parse_operands(const std::string& text) {
  std::vector<Tensor> operands;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    const std::string one = text.substr(at, end - at);
    at = end + 1;
    if (one == "." || one == "_") {
      operands.push_back(one == "." ? zeros({}) : Tensor());
      continue;
    }
    const size_t colon = one.find(':');
    const Tensor t =
        empty_strided(parse_list(one.substr(0, colon), 'x'), parse_list(one.substr(colon + 1), '.'), kFloat);
    operands.push_back(t.zero_());
  }
  return operands;
}

std::vector<Tensor> results_of(const std::vector<Tensor>& x) {
  if (x.size() == 1) return {x[0].neg(), x[0].exp(), x[0].logical_not(), leaky_relu(x[0], 0.1)};
  if (x.size() == 2) return {maximum(x[0], x[1]), x[0] + x[1], x[0] < x[1], atan2(x[0], x[1]), lerp(x[0], x[1], 0.5)};
  return {addcmul(x[0], x[1], x[2]), where(x[0].to(kBool), x[1], x[2]), lerp(x[0], x[1], x[2]),
          x[0].clamp(optional<Tensor>(x[1]), optional<Tensor>(x[2]))};
}

TEST(ElementwiseLayout, IsThatOfLibtorch) {
  for (const Layouts& row : kLayouts) {
    SCOPED_TRACE(row.operands);
    const S expected = parse_list(row.result, '.');
    const std::vector<Tensor> operands = parse_operands(row.operands);
    size_t form = 0;
    for (const Tensor& result : results_of(operands)) EXPECT_EQ(strides(result), expected) << "form " << form++;
    // A destination of another shape is resized to the same strides.
    Tensor out = empty({0});
    if (operands.size() == 1) neg_out(out, operands[0]);
    else if (operands.size() == 2) add_out(out, operands[0], operands[1]);
    else return;
    EXPECT_EQ(strides(out), expected) << "out=";
  }
}

// A number is an operand of no dimension: it counts as one of another shape, which decides strides of dimensions of
// size 1.   Source: libtorch 1.13.1.
TEST(ElementwiseLayout, OfNumbers) {
  const Tensor row = empty_strided({1, 3}, {1, 1}, kFloat).zero_();
  EXPECT_EQ(strides(row + 2), S({1, 1}));
  EXPECT_EQ(strides(row + row), S({3, 1}));
  EXPECT_EQ(strides(row.exp()), S({3, 1}));
  EXPECT_EQ(strides(row.eq(2)), S({1, 1}));
  EXPECT_EQ(strides(row.pow(2)), S({3, 1}));
  const Tensor image = empty_strided({1, 1, 3, 2}, {6, 1, 2, 1}, kFloat).zero_();
  EXPECT_EQ(strides(image.mul(2)), S({6, 1, 2, 1}));
  EXPECT_EQ(strides(image.mul(image)), S({6, 6, 2, 1}));
  EXPECT_EQ(strides(ones({2, 3}) + ones({3, 2}).t()), S({3, 1}));
  EXPECT_EQ(strides(ones({3, 2}).t() + ones({2, 3})), S({1, 2}));
}

// In place the destination's own strides stay; an intermediate of another dtype does not change them.
// The gradient of threshold and leaky_relu looks at its input before the incoming gradient.   Source: libtorch 1.13.1.
TEST(ElementwiseLayout, OfGradients) {
  const Tensor rows = ones({3, 2}), columns = ones({2, 3}).t();
  const auto backward = [](const char* name, Stack stack) {
    find_op(name).call_boxed(stack);
    return strides(stack[0].toTensor());
  };
  EXPECT_EQ(backward("threshold_backward", {rows, columns, 0.5}), S({1, 3}));
  EXPECT_EQ(backward("threshold_backward", {columns, rows, 0.5}), S({2, 1}));
  EXPECT_EQ(backward("leaky_relu_backward", {rows, columns, 0.5, false}), S({1, 3}));
  EXPECT_EQ(backward("elu_backward", {rows, 1, 1, 1, false, columns}), S({2, 1}));
  EXPECT_EQ(backward("hardtanh_backward", {rows, columns, -1, 1}), S({2, 1}));
}

// Of a transposed tensor; libtorch 1.13.1: some keep its order, others give contiguous results.
TEST(ElementwiseLayout, OfIndexedWrites) {
  const Tensor x = ones({2, 3}).t(), at = tensor({0}), first = x.narrow(0, 0, 1), mask = ones({3, 2}, kBool);
  EXPECT_EQ(strides(index_fill(x, 0, at, 2)), S({1, 3}));
  EXPECT_EQ(strides(index_put(x, {at}, tensor(2.0f))), S({1, 3}));
  EXPECT_EQ(strides(x.index_add(0, at, first)), S({2, 1}));
  EXPECT_EQ(strides(index_copy(x, 0, at, first)), S({2, 1}));
  EXPECT_EQ(strides(x.scatter(0, zeros({1, 1}, kLong), 2)), S({2, 1}));
  EXPECT_EQ(strides(x.masked_fill(mask, 2)), S({2, 1}));
}

// A tensor and indices of its leading dimensions. The kept dimensions stand in memory as those of the tensor, the
// others as those of the indices.   Source: libtorch 1.13.1; the layouts were drawn at random.
constexpr Layouts kIndexLayouts[] = {
    {"2:1 3x1x5:1.15.3", "1.15.3"},
    {"3x1x3:3.3.1 _ 3x5:1.0 3x5:1.3", "15.1.3"},
    {"4x1x3:1.4.4 _ _ 3:1", "3.12.1"},
    {"1x3x3:1.3.1 3:1 1:1 3:1", "1"},
    {"1x3x2:2.2.1 _ 1x3x3:1.1.3", "6.6.2.6.1"},
    {"3x3x2x4:2.6.1.18 . 2:1", "8.1.2"},
    {"1:1 2x1x1:1.1.1", "1.1.1"},
    {"2x3x3:3.6.1 5x1x2:1.5.5 5x1x2:4.4.1 3x2:2.1", "1.5.15"},
    {"3x1x1:1.1.3 1x5x2:20.4.1", "10.2.1.1.1"},
    {"2x2x3:12.6.1 _ 5:1 3x5:1.3", "15.1.3"},
    {"4x4x1:4.1.1 . _ .", "1"},
    {"1x4x4x1:1.1.4.1 _ _ _ 3x1:1.1", "3.3.12.1.1"},
    {"4x3x3x1:9.1.3.9 3x2x3:1.9.3 1x2x3:6.1.2 3x2x3:3.0.1", "1.9.3.3"},
    {"3x2x4x3:96.24.6.2 _ 3x5x1:5.1.15", "180.60.12.180.3.1"},
    {"4x4x1x2:8.2.32.1 3x3:1.0", "24.8.2.8.1"},
    {"3x3x4:12.1.3 2x5:0.1", "60.12.1.3"},
    {"3:1 1x1:1.1", "1.1"},
    {"4x2:4.2 1x2x5:10.5.1 5x2x5:1.25.5", "1.25.5"},
    {"4x1x4x4:4.16.16.1 1:1", "16.4.4.1"},
    {"3x2x3x4:2.1.24.6 1x3:1.1 1x3:3.1 1x3:1.1 1x3:1.0", "3.1"},
    {"2x1:1.2 _ .", "1"},
    {"1x3x2:24.4.1 3x1x2:1.6.3 3x1x2:2.2.1", "2.12.6.1"},
    {"2x3:1.2 2:1 2:2", "1"},
    {"3x4x1x2:4.1.1.0 _ _ _ 2x3x5:15.5.1", "120.30.30.15.5.1"},
    {"3x4x1:4.1.4 .", "1.4"},
    {"4x2x2:1.8.4 _ _ 5x1x1:1.5.5", "5.20.1.5.5"},
    {"2x2x4:16.8.1 _ 3x2:1.3 3x2:1.3", "6.1.3"},
    {"1x2x2x3:24.12.6.1 _ 2x1:1.2 _ 3x1x1:4.4.2", "4.2.4.4.1"},
    {"4x2x2:16.4.1 1x2x3:2.1.2 1x2x3:12.6.2 2x1:1.1", "2.1.2"},
    {"1x2:1.1 3x1x5:0.1.0 3x1x5:5.5.1", "5.5.1"},
    {"2x4:4.1 2x5:5.1 2x2x5:0.5.1", "10.5.1"},
    {"2:1 5x1x3:3.1.1", "3.3.1"},
    {"3x1x2x4:8.8.4.1 _ 3:1 3:1 .", "3.1"},
    {"1x2x2x3:2.1.6.2 _ . .", "1.1"},
    {"3x3:0.1 _ 5x3x2:1.10.5", "30.1.10.5"},
    {"4:2 .", ""},
    {"4x1x1x3:0.3.3.1 1:2 _ . 1:1", "1.1"},
    {"4x4x1:1.4.1 _ .", "1.1"},
    {"1:1 2x3x1:1.2.1", "1.2.1"},
    {"4x4x2:2.8.1 _ _ 1x3:3.1", "3.12.3.1"},
};

// 0, 1, 2 .. below `end`, and again, in the memory of a tensor of this layout.
Tensor counted(const Tensor& layout, ScalarType dtype, int64_t end) {
  int64_t n = 1;
  for (int64_t d = 0; d < layout.dim(); ++d) n += (layout.size(d) - 1) * layout.stride(d);
  const Tensor t = empty_strided(layout.sizes(), layout.strides(), dtype);
  t.as_strided({n}, {1}).copy_(arange(n).remainder(end));
  return t;
}

TEST(IndexLayout, IsThatOfLibtorch) {
  for (const Layouts& row : kIndexLayouts) {
    SCOPED_TRACE(row.operands);
    const S expected = parse_list(row.result, '.');
    std::vector<Tensor> at = parse_operands(row.operands);
    const Tensor x = counted(at[0], kFloat, 1000);
    at.erase(at.begin());
    std::vector<Tensor> contiguous_at(at.size());
    for (size_t d = 0; d < at.size(); ++d) {
      if (!at[d].defined()) continue;
      at[d] = counted(at[d], kLong, x.size(static_cast<int64_t>(d)));
      contiguous_at[d] = at[d].clone(MemoryFormat::Contiguous);
    }
    const Tensor result = index(x, at);
    EXPECT_EQ(strides(result), expected);
    EXPECT_TRUE(equal(result, index(x.clone(MemoryFormat::Contiguous), contiguous_at)));
    Tensor out = empty({0}), contiguous = empty(result.sizes());
    index_out(out, x, at);
    EXPECT_EQ(strides(out), expected) << "out=";
    EXPECT_TRUE(equal(index_out(contiguous, x, at), result));
    EXPECT_TRUE(contiguous.is_contiguous());
  }
}

TEST(IndexLayout, OfTake) {  // libtorch 1.13.1
  const Tensor x = arange(4, kFloat), at = tensor({0, 3, 2, 1, 1, 0}).view({2, 3}).t();
  Tensor out = empty({0});
  EXPECT_EQ(strides(x.take(at)), S({2, 1}));
  EXPECT_EQ(strides(take_out(out, x, at)), S({1, 3}));
  EXPECT_TRUE(equal(out, x.take(at)));
}

// Positions in one dimension stand side by side.   Source: libtorch 1.13.1.
TEST(IndexLayout, OfPositions) {
  const Tensor x = ones({3, 4});
  EXPECT_EQ(strides(x.nonzero()), S({1, 12}));
  EXPECT_EQ(strides(zeros({3, 4}).nonzero()), S({1, 0}));
  EXPECT_EQ(strides(ones({}).nonzero()), S({1, 1}));
  EXPECT_EQ(strides(argwhere(ones({4}))), S({1, 4}));
  for (const Tensor& t : where(x)) EXPECT_EQ(strides(t), S({1}));
  Tensor resized = empty({0}, kLong), kept = empty({12, 2}, kLong);
  EXPECT_EQ(strides(nonzero_out(resized, x)), S({1, 12}));
  EXPECT_EQ(strides(nonzero_out(kept, x)), S({2, 1}));
  EXPECT_TRUE(equal(kept, resized));
  EXPECT_TRUE(equal(kept, x.nonzero()));
}

// Source: libtorch 1.13.1.
TEST(SortLayout, IsThatOfTheInput) {
  const Tensor x = tensor({5.f, 1.f, 4.f, 2.f, 0.f, 3.f}).view({2, 3});
  const auto expect = [](const Tensor& t, const S& expected) {
    for (int64_t dim = 0; dim < t.dim(); ++dim) {
      const auto [values, indices] = t.sort(dim);
      EXPECT_EQ(strides(values), expected);
      EXPECT_EQ(strides(indices), expected);
      const auto [same_values, same_indices] = t.clone(MemoryFormat::Contiguous).sort(dim);
      EXPECT_TRUE(equal(values, same_values));
      EXPECT_TRUE(equal(indices, same_indices));
      EXPECT_EQ(strides(t.argsort(dim)), expected);
    }
    EXPECT_EQ(strides(msort(t)), expected);
    Tensor values = empty({0}), indices = empty({0}, kLong), rows = empty({0}), kept = empty(t.sizes());
    sort_out(values, indices, t, 0);
    EXPECT_EQ(strides(values), expected);
    EXPECT_EQ(strides(indices), expected);
    EXPECT_EQ(strides(msort_out(rows, t)), expected);
    EXPECT_TRUE(equal(msort_out(kept, t), rows));
    EXPECT_TRUE(kept.is_contiguous());
  };
  expect(x, {3, 1});
  expect(x.t(), {1, 3});
  expect(x.view({2, 1, 3}).transpose(0, 2), {1, 3, 3});
  expect(x.view({3, 2}).slice(1, 0, 1).expand({3, 4}), {4, 1});
  expect(x.t().slice(0, 0, 3, 2), {1, 2});
}

TEST(ElementwiseLayout, InPlaceStays) {
  Tensor t = zeros({3, 2}).t();
  t.add_(ones({2, 3}));
  EXPECT_EQ(strides(t), S({1, 2}));
  t.add_(ones({2, 3}, kDouble));
  EXPECT_EQ(strides(t), S({1, 2}));
  Tensor same_shape = zeros({3, 2}).t();
  add_out(same_shape, ones({2, 3}), ones({2, 3}));
  EXPECT_EQ(strides(same_shape), S({1, 2}));
  same_shape.resize_({2, 3});
  EXPECT_EQ(strides(same_shape), S({1, 2}));
  same_shape.resize_({2, 3}, MemoryFormat::Contiguous);
  EXPECT_EQ(strides(same_shape), S({3, 1}));
}

}  // namespace
}  // namespace torchpp::test
