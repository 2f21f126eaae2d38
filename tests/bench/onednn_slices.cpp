// SPDX-License-Identifier: BSD-3-Clause
// Measures oneDNN entered with one OpenMP thread from slices on our own workers against oneDNN's own OpenMP threading.
// Prints one row per shape, direction and cut: times of both, their ratio, and whether the bits are equal. A table of
// the best cuts stands in this line's history.
// Usage: bench_onednn_slices [filter]
#include <dnnl.hpp>

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

using dnnl::memory;
using tag = memory::format_tag;
using dims = memory::dims;

const dnnl::engine& cpu() {
  static dnnl::engine& e = *new dnnl::engine(dnnl::engine::kind::cpu, 0);
  return e;
}
dnnl::stream& stream() {
  thread_local dnnl::stream s(cpu());
  return s;
}

/// One caller and one spinning helper; the helper parks between measurements so that it never competes with OpenMP's
/// team.
class Pair {
 public:
  Pair() : helper_([this] { loop(); }) { helper_.detach(); }
  void wake() {
    {
      std::lock_guard<std::mutex> l(m_);
      awake_ = true;
    }
    cv_.notify_one();
  }
  void park() { awake_.store(false); }
  void run(int threads, int count, const std::function<void(int)>& f) {
    next_.store(0);
    if (threads == 1 || count == 1) {
      for (int i = 0; i < count; ++i) f(i);
      return;
    }
    f_ = &f;
    count_ = count;
    done_.store(false);
    go_.store(true, std::memory_order_release);
    take();
    while (!done_.load(std::memory_order_acquire)) __builtin_ia32_pause();
  }

 private:
  void take() {
    for (int i; (i = next_.fetch_add(1)) < count_;) (*f_)(i);
  }
  void loop() {
    omp_set_num_threads(1);
    for (;;) {
      if (!awake_.load()) {
        std::unique_lock<std::mutex> l(m_);
        cv_.wait(l, [this] { return awake_.load(); });
      }
      if (!go_.exchange(false, std::memory_order_acquire)) {
        __builtin_ia32_pause();
        continue;
      }
      take();
      done_.store(true, std::memory_order_release);
    }
  }
  std::mutex m_;
  std::condition_variable cv_;
  std::atomic<bool> awake_{false}, go_{false}, done_{true};
  std::atomic<int> next_{0};
  int count_ = 0;
  const std::function<void(int)>* f_ = nullptr;
  std::thread helper_;
};
Pair& pair() {
  static Pair& p = *new Pair;
  return p;
}

double now_us() {
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
double best_us(const std::function<void()>& f, double budget_us) {
  f();
  double best = 1e30;
  const double start = now_us();
  for (int i = 0; i < 3 || (now_us() - start < budget_us && i < 400); ++i) {
    const double t = now_us();
    f();
    best = std::min(best, now_us() - t);
  }
  return best;
}

/// Interleaved rounds of A (own threading) and B (slices); a pause lets OpenMP's team park before our helper wakes.
void compare(const char* what, const char* cut, int threads, const std::function<void()>& a,
             const std::function<void()>& b, const std::string& impl, bool equal) {
  double ta = 1e30, tb = 1e30;
  for (int round = 0; round < 5; ++round) {
    omp_set_num_threads(threads);
    ta = std::min(ta, best_us(a, 15000));
    omp_set_num_threads(1);
    if (threads > 1) {
      std::this_thread::sleep_for(std::chrono::milliseconds(12));
      pair().wake();
    }
    tb = std::min(tb, best_us(b, 15000));
    pair().park();
  }
  std::printf("%-34s %-12s %d  %10.0f %10.0f  %5.2f  %-3s %s\n", what, cut, threads, ta * 1e3, tb * 1e3, tb / ta,
              equal ? "yes" : "NO", impl.c_str());
  std::fflush(stdout);
}

struct Buffer {
  explicit Buffer(size_t n) : n_(n), p_(static_cast<char*>(aligned_alloc(64, (n + 4159) / 64 * 64))) {
    std::memset(p_, 0, n);
  }
  ~Buffer() { free(p_); }
  Buffer(const Buffer&) = delete;
  char* at(size_t o) const { return p_ + o; }
  size_t size() const { return n_; }
  void fill(unsigned seed, bool bf16) {
    uint64_t s = seed * 0x9e3779b97f4a7c15ull + 1;
    for (size_t i = 0; i < n_ / (bf16 ? 2 : 4); ++i) {
      s = s * 6364136223846793005ull + 1442695040888963407ull;
      const float v = static_cast<float>(static_cast<int32_t>(s >> 32)) * (1.f / 2147483648.f);
      if (bf16) std::memcpy(p_ + 2 * i, reinterpret_cast<const char*>(&v) + 2, 2);
      else std::memcpy(p_ + 4 * i, &v, 4);
    }
  }

 private:
  size_t n_;
  char* p_;
};
bool same(const Buffer& a, const Buffer& b) { return !std::memcmp(a.at(0), b.at(0), a.size()); }

char* scratch(size_t n) {
  thread_local Buffer* b = new Buffer(1);
  if (b->size() < n) b = new Buffer(n);
  return b->at(0);
}

/// A primitive with memories made in advance: what a warm cache leaves.
struct Call {
  dnnl::primitive p;
  std::unordered_map<int, memory> args;
  size_t scratchpad = 0;
  memory::desc scratch_md;
  std::string impl;
  void operator()() const {
    std::unordered_map<int, memory> a = args;
    if (scratchpad) a[DNNL_ARG_SCRATCHPAD] = memory(scratch_md, cpu(), scratch(scratchpad));
    p.execute(stream(), a);
  }
};
template <class Pd, class P>
Call make(const Pd& pd) {
  Call c;
  c.p = P(pd);
  c.scratch_md = pd.scratchpad_desc();
  c.scratchpad = c.scratch_md.get_size();
  c.impl = pd.impl_info_str();
  return c;
}
dnnl::primitive_attr attr() {
  dnnl::primitive_attr a;
  a.set_scratchpad_mode(dnnl::scratchpad_mode::user);
  return a;
}

struct Shape {
  const char* name;
  int n, c, h, oc, k, s, p, g;
  bool bf16;
  int oh() const { return (h + 2 * p - k) / s + 1; }
};
enum Kind { kForward, kData, kWeights };
const char* const kKinds[] = {"fwd", "bwd_data", "bwd_weights"};

/// One sub-problem: n images, rows of input ih and output oh, top padding; width as in the whole.
struct Part {
  int n, c, ih, oc, oh, pt;
  bool operator==(const Part& o) const {
    return n == o.n && c == o.c && ih == o.ih && oc == o.oc && oh == o.oh && pt == o.pt;
  }
};

struct Conv {
  Call call;
  memory::desc x, w, y;
};
Conv make_conv(const Shape& q, Kind kind, const Part& t) {
  const auto dt = q.bf16 ? memory::data_type::bf16 : memory::data_type::f32;
  const int ow = q.oh();
  const int pb = (t.oh - 1) * q.s + q.k - t.ih - t.pt, pr = (ow - 1) * q.s + q.k - q.h - q.p;
  const memory::desc x({t.n, t.c, t.ih, q.h}, dt, tag::nhwc), y({t.n, t.oc, t.oh, ow}, dt, tag::nhwc);
  const memory::desc w = q.g == 1 ? memory::desc({t.oc, t.c, q.k, q.k}, dt, tag::any)
                                  : memory::desc({q.g, t.oc / q.g, t.c / q.g, q.k, q.k}, dt, tag::any);
  const dims st{q.s, q.s}, pl{t.pt, q.p}, pd_{pb, pr};
  using namespace dnnl;
  const auto alg = algorithm::convolution_direct;
  Conv c;
  const convolution_forward::primitive_desc fpd({prop_kind::forward_training, alg, x, w, y, st, pl, pd_}, attr(),
                                                cpu());
  if (kind == kForward) {
    c.call = make<convolution_forward::primitive_desc, convolution_forward>(fpd);
    c.x = fpd.src_desc(), c.w = fpd.weights_desc(), c.y = fpd.dst_desc();
  } else if (kind == kData) {
    const convolution_backward_data::primitive_desc pd({alg, x, w, y, st, pl, pd_}, attr(), cpu(), fpd);
    c.call = make<convolution_backward_data::primitive_desc, convolution_backward_data>(pd);
    c.x = pd.diff_src_desc(), c.w = pd.weights_desc(), c.y = pd.diff_dst_desc();
  } else {
    const convolution_backward_weights::primitive_desc pd({alg, x, w, y, st, pl, pd_}, attr(), cpu(), fpd);
    c.call = make<convolution_backward_weights::primitive_desc, convolution_backward_weights>(pd);
    c.x = pd.src_desc(), c.w = pd.diff_weights_desc(), c.y = pd.diff_dst_desc();
  }
  return c;
}
void bind(Conv& c, Kind kind, char* x, char* w, char* y) {
  const int ax = kind == kData ? DNNL_ARG_DIFF_SRC : DNNL_ARG_SRC,
            aw = kind == kWeights ? DNNL_ARG_DIFF_WEIGHTS : DNNL_ARG_WEIGHTS,
            ay = kind == kForward ? DNNL_ARG_DST : DNNL_ARG_DIFF_DST;
  c.call.args = {{ax, memory(c.x, cpu(), x)}, {aw, memory(c.w, cpu(), w)}, {ay, memory(c.y, cpu(), y)}};
}
memory::desc plain_weights(const Shape& q) {
  const auto dt = q.bf16 ? memory::data_type::bf16 : memory::data_type::f32;
  return q.g == 1 ? memory::desc({q.oc, q.c, q.k, q.k}, dt, tag::oihw)
                  : memory::desc({q.g, q.oc / q.g, q.c / q.g, q.k, q.k}, dt, tag::goihw);
}
void reorder(const memory::desc& from, char* a, const memory::desc& to, char* b) {
  memory s(from, cpu(), a), d(to, cpu(), b);
  dnnl::reorder(s, d).execute(stream(), s, d);
}
Call make_reorder(const memory::desc& from, char* a, const memory::desc& to, char* b) {
  dnnl::reorder::primitive_desc pd(cpu(), from, cpu(), to, attr());
  Call c = make<dnnl::reorder::primitive_desc, dnnl::reorder>(pd);
  c.args = {{DNNL_ARG_FROM, memory(from, cpu(), a)}, {DNNL_ARG_TO, memory(to, cpu(), b)}};
  return c;
}

void measure_conv(const Shape& q, Kind kind, int threads) {
  const size_t e = q.bf16 ? 2 : 4;
  const int ow = q.oh();
  const size_t ximg = e * q.c * q.h * q.h, yimg = e * q.oc * ow * ow, wsz = e * q.oc * (q.c / q.g) * q.k * q.k;
  Buffer x(q.n * ximg), y(q.n * yimg), w(wsz), xs(q.n * ximg), ys(q.n * yimg), wr(wsz), ws(wsz);
  x.fill(1, q.bf16), w.fill(2, q.bf16), y.fill(3, q.bf16);
  std::memcpy(xs.at(0), x.at(0), x.size());
  std::memcpy(ys.at(0), y.at(0), y.size());

  omp_set_num_threads(threads);
  Conv whole = make_conv(q, kind, {q.n, q.c, q.h, q.oc, ow, q.p});
  Buffer pw(whole.w.get_size());
  reorder(plain_weights(q), w.at(0), whole.w, pw.at(0));
  bind(whole, kind, x.at(0), pw.at(0), y.at(0));
  const auto a = [&] { whole.call(); };
  a();
  if (kind == kWeights) reorder(whole.w, pw.at(0), plain_weights(q), wr.at(0));
  omp_set_num_threads(1);

  const std::string title = std::string(q.name) + " " + kKinds[kind];
  struct Slice {
    Conv conv;
    size_t xo, yo;
  };
  // Cuts by images and rows. Weight gradients: one partial sum per slice, added in slice order.
  const auto images_rows = [&](int groups, int blocks) {
    std::vector<Slice> parts;
    for (int i = 0; i < groups; ++i)
      for (int r = 0; r < blocks; ++r) {
        const int n0 = q.n * i / groups, n1 = q.n * (i + 1) / groups;
        Part t{n1 - n0, q.c, q.h, q.oc, ow, q.p};
        size_t xo = n0 * ximg, yo = n0 * yimg;
        if (blocks > 1 && kind != kData) {
          const int o0 = ow * r / blocks, o1 = ow * (r + 1) / blocks;
          const int i0 = std::max(0, o0 * q.s - q.p), i1 = std::min(q.h, (o1 - 1) * q.s - q.p + q.k);
          t.ih = i1 - i0, t.oh = o1 - o0, t.pt = i0 - (o0 * q.s - q.p);
          xo += e * q.c * q.h * i0, yo += e * q.oc * ow * o0;
        } else if (blocks > 1) {
          const int i0 = q.h * r / blocks, i1 = q.h * (r + 1) / blocks;
          int o0 = i0 + q.p - (q.k - 1);
          o0 = o0 <= 0 ? 0 : (o0 + q.s - 1) / q.s;
          const int o1 = std::min(ow, (i1 - 1 + q.p) / q.s + 1);
          t.ih = i1 - i0, t.oh = o1 - o0, t.pt = i0 + q.p - o0 * q.s;
          xo += e * q.c * q.h * i0, yo += e * q.oc * ow * o0;
        }
        parts.push_back({make_conv(q, kind, t), xo, yo});
      }
    return parts;
  };
  const auto run_spatial = [&](int groups, int blocks, const char* cut) {
    std::vector<Slice> parts;
    try {
      parts = images_rows(groups, blocks);
    } catch (const dnnl::error& err) {
      std::printf("%-34s %-12s %d  not creatable: %s\n", title.c_str(), cut, threads, err.message);
      return;
    }
    std::vector<Buffer*> packed;
    for (size_t i = 0; i < parts.size(); ++i) {
      if (kind == kWeights || packed.empty() || parts[i].conv.w != parts[0].conv.w)
        packed.push_back(new Buffer(parts[i].conv.w.get_size()));
      else packed.push_back(packed[0]);
      if (kind != kWeights) reorder(plain_weights(q), w.at(0), parts[i].conv.w, packed[i]->at(0));
      bind(parts[i].conv, kind, xs.at(parts[i].xo), packed[i]->at(0), ys.at(parts[i].yo));
    }
    const int count = static_cast<int>(parts.size());
    const std::function<void(int)> f = [&](int i) { parts[i].conv.call(); };
    const int chunks = wsz > 65536 ? 2 : 1;
    const std::function<void(int)> add = [&](int ch) {
      const size_t total = packed[0]->size() / e, b = total * ch / chunks, en = total * (ch + 1) / chunks;
      if (q.bf16) return;
      float* d = reinterpret_cast<float*>(packed[0]->at(0));
      for (int i = 1; i < count; ++i) {
        const float* s = reinterpret_cast<const float*>(packed[i]->at(0));
        for (size_t j = b; j < en; ++j) d[j] += s[j];
      }
    };
    const auto b = [&] {
      pair().run(threads, count, f);
      if (kind == kWeights && count > 1) pair().run(threads, chunks, add);
    };
    pair().wake();
    b();
    pair().park();
    bool eq = kind == kForward ? same(y, ys) : same(x, xs);
    if (kind == kWeights) {
      reorder(parts[0].conv.w, packed[0]->at(0), plain_weights(q), ws.at(0));
      eq = same(wr, ws);
    }
    const std::string impl = parts[0].conv.call.impl == whole.call.impl
                                 ? whole.call.impl
                                 : whole.call.impl + " -> " + parts[0].conv.call.impl;
    compare(title.c_str(), cut, threads, a, b, impl, eq);
  };
  // Cuts by channels of the result: forward output channels, data gradient input channels, weight gradient output
  // channels.
  const auto run_channels = [&](int slices) {
    if (q.g != 1) return;
    const bool in = kind == kData;
    const int total = in ? q.c : q.oc;
    if (total % (16 * slices)) return;
    const int part = total / slices;
    const Part t{q.n, in ? part : q.c, q.h, in ? q.oc : part, ow, q.p};
    const auto dt = q.bf16 ? memory::data_type::bf16 : memory::data_type::f32;
    const int hw = in ? q.h : ow;
    const memory::desc slice({q.n, part, hw, hw}, dt,
                             dims{static_cast<long>(hw) * hw * total, 1, static_cast<long>(hw) * total, total});
    const memory::desc dense({q.n, part, hw, hw}, dt, tag::nhwc);
    std::vector<Conv> parts;
    std::vector<Call> copy;
    for (int i = 0; i < slices; ++i) {
      Conv c = make_conv(q, kind, t);
      Buffer* pk = new Buffer(c.w.get_size());
      dims wd = plain_weights(q).dims(), off(4, 0);
      wd[in ? 1 : 0] = part, off[in ? 1 : 0] = part * i;
      const memory::desc sub = plain_weights(q).submemory_desc(wd, off);
      if (kind != kWeights) reorder(sub, w.at(0), c.w, pk->at(0));
      Buffer* tmp = new Buffer(dense.get_size());
      bind(c, kind, in ? tmp->at(0) : xs.at(0), pk->at(0), in ? ys.at(0) : tmp->at(0));
      char* wide = (in ? xs : ys).at(e * part * i);
      copy.push_back(kind == kWeights ? make_reorder(slice, wide, dense, tmp->at(0))
                                      : make_reorder(dense, tmp->at(0), slice, wide));
      parts.push_back(c);
    }
    const std::function<void(int)> f = [&](int i) {
      if (kind == kWeights) copy[i]();
      parts[i].call();
      if (kind != kWeights) copy[i]();
    };
    const auto b = [&] { pair().run(threads, slices, f); };
    pair().wake();
    b();
    pair().park();
    bool eq = kind == kForward ? same(y, ys) : same(x, xs);
    if (kind == kWeights) {
      for (int i = 0; i < slices; ++i) {
        dims wd = plain_weights(q).dims(), off(4, 0);
        wd[0] = part, off[0] = part * i;
        reorder(parts[i].w, static_cast<char*>(parts[i].call.args[DNNL_ARG_DIFF_WEIGHTS].get_data_handle()),
                plain_weights(q).submemory_desc(wd, off), ws.at(0));
      }
      eq = same(wr, ws);
    }
    compare(title.c_str(), ("chan" + std::to_string(slices)).c_str(), threads, a, b, parts[0].call.impl, eq);
  };

  for (int s : {2, 4, 8})
    if (s <= q.n) run_spatial(s, 1, ("img" + std::to_string(s)).c_str());
  if (q.n <= 4 && kind != kWeights)
    for (int r : {2, 4})
      if (ow >= 4 * r || q.n == 1)
        run_spatial(q.n, r, ("img" + std::to_string(q.n) + "row" + std::to_string(r)).c_str());
  for (int s : {2, 4}) run_channels(s);
}

struct Product {
  const char* name;
  int b, m, k, n;
  bool ta, tb, bf16;
};
void measure_matmul(const Product& q, int threads) {
  const size_t e = q.bf16 ? 2 : 4;
  const auto dt = q.bf16 ? memory::data_type::bf16 : memory::data_type::f32;
  Buffer a(e * q.b * q.m * q.k), bb(e * q.b * q.k * q.n), c(e * q.b * q.m * q.n), d(e * q.b * q.m * q.n);
  a.fill(1, q.bf16), bb.fill(2, q.bf16);
  const auto md = [&](int b, int r, int s, bool t, int ld) {
    return q.b > 1 ? memory::desc({b, r, s}, dt,
                                  t ? dims{static_cast<long>(r) * s, 1, ld} : dims{static_cast<long>(r) * s, ld, 1})
                   : memory::desc({r, s}, dt, t ? dims{1, ld} : dims{ld, 1});
  };
  // Rows m of the product starting at any row, n columns.
  const auto mm = [&](int b, int m, int n, char* pa, char* pb, char* pc) {
    const dnnl::matmul::primitive_desc pd(
        {md(b, m, q.k, q.ta, q.ta ? q.m : q.k), md(b, q.k, n, q.tb, q.tb ? q.k : q.n), md(b, m, n, false, q.n)}, attr(),
        cpu());
    Call r = make<dnnl::matmul::primitive_desc, dnnl::matmul>(pd);
    r.args = {{DNNL_ARG_SRC, memory(pd.src_desc(), cpu(), pa)},
              {DNNL_ARG_WEIGHTS, memory(pd.weights_desc(), cpu(), pb)},
              {DNNL_ARG_DST, memory(pd.dst_desc(), cpu(), pc)}};
    return r;
  };
  const auto sgemm = [&](int i, int m, int n, const char* pa, const char* pb, char* pc) {
    (void)i;
    dnnl_sgemm(q.ta ? 'T' : 'N', q.tb ? 'T' : 'N', m, n, q.k, 1.f, reinterpret_cast<const float*>(pa), q.ta ? q.m : q.k,
               reinterpret_cast<const float*>(pb), q.tb ? q.k : q.n, 0.f, reinterpret_cast<float*>(pc), q.n);
  };
  omp_set_num_threads(threads);
  const Call whole = mm(q.b, q.m, q.n, a.at(0), bb.at(0), c.at(0));
  const bool use_sgemm = !q.bf16 && q.b == 1;
  const auto fa = [&] {
    if (use_sgemm) sgemm(0, q.m, q.n, a.at(0), bb.at(0), c.at(0));
    else whole();
  };
  fa();
  omp_set_num_threads(1);
  const size_t sa = e * q.m * q.k, sb = e * q.k * q.n, sc = e * q.m * q.n;
  const auto run = [&](const std::string& cut, int count, const std::function<void(int)>& f, const std::string& impl) {
    const auto b = [&] { pair().run(threads, count, f); };
    pair().wake();
    b();
    pair().park();
    compare(q.name, cut.c_str(), threads, fa, b, impl, same(c, d));
  };
  if (q.b > 1) {
    for (int s : {2, 8}) {
      std::vector<Call> p;
      for (int i = 0; i < s; ++i) {
        const int b0 = q.b * i / s, b1 = q.b * (i + 1) / s;
        p.push_back(mm(b1 - b0, q.m, q.n, a.at(sa * b0), bb.at(sb * b0), d.at(sc * b0)));
      }
      run(
          "batch" + std::to_string(s), s, [&](int i) { p[i](); }, p[0].impl);
      if (!q.bf16)
        run(
            "sgemm" + std::to_string(s), s,
            [&](int i) {
              for (int j = q.b * i / s; j < q.b * (i + 1) / s; ++j)
                sgemm(j, q.m, q.n, a.at(sa * j), bb.at(sb * j), d.at(sc * j));
            },
            "gemm:jit");
    }
    return;
  }
  for (const bool rows : {true, false})
    for (int s : {1, 2, 8}) {
      const int total = rows ? q.m : q.n;
      if (total < 8 * s || (s == 1 && !rows)) continue;
      const auto cut = [&](int i) { return s == 1 ? (i ? total : 0) : i == s ? total : total * i / s / 8 * 8; };
      const auto pa = [&](int o) { return a.at(rows ? e * (q.ta ? 1 : q.k) * o : 0); };
      const auto pb = [&](int o) { return bb.at(rows ? 0 : e * (q.tb ? q.k : 1) * o); };
      const auto pc = [&](int o) { return d.at(e * o * (rows ? q.n : 1)); };
      std::vector<Call> p;
      for (int i = 0; i < s; ++i)
        p.push_back(mm(1, rows ? cut(i + 1) - cut(i) : q.m, rows ? q.n : cut(i + 1) - cut(i), pa(cut(i)), pb(cut(i)),
                       pc(cut(i))));
      const std::string label = (rows ? "row" : "col") + std::to_string(s);
      run(
          label + "_mm", s, [&](int i) { p[i](); }, p[0].impl);
      if (!q.bf16)
        run(
            label + "_sgemm", s,
            [&](int i) {
              const int z = cut(i + 1) - cut(i);
              sgemm(0, rows ? z : q.m, rows ? q.n : z, pa(cut(i)), pb(cut(i)), pc(cut(i)));
            },
            "gemm:jit");
    }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string filter = argc > 1 ? argv[1] : "";
  dnnl::set_primitive_cache_capacity(4096);
  std::printf("%-34s %-12s thr %9s %10s  ratio bits implementation\n", "problem", "cut", "own ns", "slices ns");
  const std::vector<Shape> shapes{{"stem_7x7_s2_3x224", 4, 3, 224, 64, 7, 2, 3, 1, false},
                                  {"1x1_64x56_to_256", 4, 64, 56, 256, 1, 1, 0, 1, false},
                                  {"1x1_1024x14_to_256", 4, 1024, 14, 256, 1, 1, 0, 1, false},
                                  {"1x1_s2_512x28_to_1024", 4, 512, 28, 1024, 1, 2, 0, 1, false},
                                  {"3x3_64x56", 4, 64, 56, 64, 3, 1, 1, 1, false},
                                  {"3x3_256x14", 4, 256, 14, 256, 3, 1, 1, 1, false},
                                  {"3x3_512x7", 4, 512, 7, 512, 3, 1, 1, 1, false},
                                  {"3x3_512x7_batch1", 1, 512, 7, 512, 3, 1, 1, 1, false},
                                  {"3x3_512x7_batch8", 8, 512, 7, 512, 3, 1, 1, 1, false},
                                  {"3x3_s2_128x56", 4, 128, 56, 128, 3, 2, 1, 1, false},
                                  {"grouped32_3x3_128x28", 4, 128, 28, 128, 3, 1, 1, 32, false},
                                  {"depthwise_3x3_144x56", 4, 144, 56, 144, 3, 1, 1, 144, false},
                                  {"depthwise_5x5_s2_240x28", 4, 240, 28, 240, 5, 2, 2, 240, false},
                                  {"3x3_64x56_batch1", 1, 64, 56, 64, 3, 1, 1, 1, false},
                                  {"3x3_64x56_bf16", 4, 64, 56, 64, 3, 1, 1, 1, true},
                                  {"lenet_1x28_k5", 64, 1, 28, 6, 5, 1, 2, 1, false},
                                  {"lenet_6x14_k5", 64, 6, 14, 16, 5, 1, 0, 1, false}};
  const std::vector<Product> products{{"mm_16", 1, 16, 16, 16, false, false, false},
                                      {"mm_64", 1, 64, 64, 64, false, false, false},
                                      {"mm_128", 1, 128, 128, 128, false, false, false},
                                      {"mm_256", 1, 256, 256, 256, false, false, false},
                                      {"mm_512", 1, 512, 512, 512, false, false, false},
                                      {"mm_1024", 1, 1024, 1024, 1024, false, false, false},
                                      {"mm_2048", 1, 2048, 2048, 2048, false, false, false},
                                      {"skinny_8192x64x64", 1, 8192, 64, 64, false, false, false},
                                      {"deep_64x8192x64", 1, 64, 8192, 64, false, false, false},
                                      {"wide_64x64x8192", 1, 64, 64, 8192, false, false, false},
                                      {"batch1_1x1024x1024", 1, 1, 1024, 1024, false, false, false},
                                      {"batch8_8x1024x1024", 1, 8, 1024, 1024, false, false, false},
                                      {"odd_257x509x383", 1, 257, 509, 383, false, false, false},
                                      {"linear_256x1024x1024_NT", 1, 256, 1024, 1024, false, true, false},
                                      {"linear_1024x192x768_NT", 1, 1024, 192, 768, false, true, false},
                                      {"transposed_a_1024", 1, 1024, 1024, 1024, true, false, false},
                                      {"batch1_NT_1x1024x1024", 1, 1, 1024, 1024, false, true, false},
                                      {"batched_1000x8", 1000, 8, 8, 8, false, false, false},
                                      {"batched_1000x32", 1000, 32, 32, 32, false, false, false},
                                      {"batched_64x64", 64, 64, 64, 64, false, false, false},
                                      {"batched_16x256", 16, 256, 256, 256, false, false, false},
                                      {"scores_48x128x32_NT", 48, 128, 32, 128, false, true, false},
                                      {"bf16_512", 1, 512, 512, 512, false, false, true},
                                      {"bf16_1024", 1, 1024, 1024, 1024, false, false, true},
                                      {"bf16_linear_256x1024_NT", 1, 256, 1024, 1024, false, true, true}};
  for (int threads : {2, 1}) {
    for (const Shape& q : shapes)
      for (Kind kind : {kForward, kData, kWeights})
        if ((std::string(q.name) + " " + kKinds[kind]).find(filter) != std::string::npos) try {
            measure_conv(q, kind, threads);
          } catch (const dnnl::error& err) {
            std::printf("%s %s: %s\n", q.name, kKinds[kind], err.message);
          }
    for (const Product& q : products)
      if (std::string(q.name).find(filter) != std::string::npos) measure_matmul(q, threads);
  }
}
