// SPDX-License-Identifier: BSD-3-Clause
// The element-wise parts of recurrent cells, for float and double.

#include "src/backends/cpu/isa/recurrent_abi.h"

#include "src/backends/cpu/isa/kernel.h"
#include "src/backends/math/elementary.h"

namespace torchpp::cpu {
namespace {

using math::fn::sigmoid;
using math::fn::tanh;

template <class T>
void lstm(int64_t n, const RecurrentStep<T>& s) {
  T *i = s.gates[0], *f = s.gates[1], *g = s.gates[2], *o = s.gates[3], *c = s.c, *h = s.h;
  const T *bi = s.bias[0], *bf = s.bias[1], *bg = s.bias[2], *bo = s.bias[3], *before = s.before;
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) {
    const T in = sigmoid(i[j] + bi[j]), forget = sigmoid(f[j] + bf[j]), cell = tanh(g[j] + bg[j]),
            out = sigmoid(o[j] + bo[j]);
    const T now = forget * before[j] + in * cell;
    i[j] = in, f[j] = forget, g[j] = cell, o[j] = out, c[j] = now;
    h[j] = out * tanh(now);
  }
}

template <class T>
void gru(int64_t n, const RecurrentStep<T>& s) {
  T *r = s.gates[0], *z = s.gates[1], *m = s.gates[2], *own = s.gates[3], *h = s.h;
  const T *br = s.bias[0], *bz = s.bias[1], *bn = s.bias[2], *before = s.before;
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) {
    const T reset = sigmoid(r[j] + br[j]), update = sigmoid(z[j] + bz[j]), share = own[j] + bn[j];
    const T fresh = tanh(m[j] + reset * share);
    r[j] = reset, z[j] = update, m[j] = fresh, own[j] = share;
    h[j] = fresh + update * (before[j] - fresh);
  }
}

template <class T>
void rnn_tanh(int64_t n, const RecurrentStep<T>& s) {
  const T *sum = s.gates[0], *b = s.bias[0];
  T* h = s.h;
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) h[j] = tanh(sum[j] + b[j]);
}

template <class T>
void rnn_relu(int64_t n, const RecurrentStep<T>& s) {
  const T *sum = s.gates[0], *b = s.bias[0];
  T* h = s.h;
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) {
    const T x = sum[j] + b[j];
    h[j] = x <= T(0) ? T(0) : x;  // a NaN stays
  }
}

template <class T>
void lstm_backward(int64_t n, const RecurrentGradient<T>& s) {
  const T *i = s.gates[0], *f = s.gates[1], *g = s.gates[2], *o = s.gates[3], *before = s.before, *c = s.c, *dh = s.dh;
  T *di = s.to[0], *df = s.to[1], *dg = s.to[2], *d_o = s.to[3], *dc = s.dc;
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) {
    const T in = i[j], forget = f[j], cell = g[j], out = o[j], squashed = tanh(c[j]);
    const T d = dc[j] + dh[j] * out * (T(1) - squashed * squashed);
    di[j] = d * cell * in * (T(1) - in);
    df[j] = d * before[j] * forget * (T(1) - forget);
    dg[j] = d * in * (T(1) - cell * cell);
    d_o[j] = dh[j] * squashed * out * (T(1) - out);
    dc[j] = d * forget;
  }
}

template <class T>
void gru_backward(int64_t n, const RecurrentGradient<T>& s) {
  const T *r = s.gates[0], *z = s.gates[1], *m = s.gates[2], *own = s.gates[3], *before = s.before;
  T *dr = s.to[0], *dz = s.to[1], *dm = s.to[2], *d_own = s.to[3], *dh = s.dh;
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) {
    const T reset = r[j], update = z[j], fresh = m[j], d = dh[j];
    const T d_fresh = d * (T(1) - update) * (T(1) - fresh * fresh);
    dr[j] = d_fresh * own[j] * reset * (T(1) - reset);
    dz[j] = d * (before[j] - fresh) * update * (T(1) - update);
    dm[j] = d_fresh;
    d_own[j] = d_fresh * reset;
    dh[j] = d * update;
  }
}

template <class T>
void tanh_backward(int64_t n, const RecurrentGradient<T>& s) {
  const T *h = s.h, *dh = s.dh;
  T* to = s.to[0];
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) to[j] = dh[j] * (T(1) - h[j] * h[j]);
}

template <class T>
void relu_backward(int64_t n, const RecurrentGradient<T>& s) {
  const T *h = s.h, *dh = s.dh;
  T* to = s.to[0];
  TORCHPP_NO_ALIAS
  for (int64_t j = 0; j < n; ++j) to[j] = h[j] <= T(0) ? T(0) : dh[j];
}

}  // namespace

#define RECURRENT_KERNELS(T, variable)                                                                        \
  const RecurrentKernels<T> variable = {&lstm<T>,          &gru<T>,          &rnn_tanh<T>,      &rnn_relu<T>, \
                                        &lstm_backward<T>, &gru_backward<T>, &tanh_backward<T>, &relu_backward<T>};
RECURRENT_KERNELS(float, TORCHPP_SET_NAME(recurrent_float))
RECURRENT_KERNELS(double, TORCHPP_SET_NAME(recurrent_double))

}  // namespace torchpp::cpu
