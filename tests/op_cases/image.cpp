// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
using Reals = std::vector<double>;
const IValue kNo;
constexpr const char* kAllDtypes = "?BbhilegfdFD";

Ints sizes_of(const IValue& t) { return t.toTensor().sizes().vec(); }
int64_t count(const Ints& sizes) {
  int64_t n = 1;
  for (const int64_t size : sizes) n *= size;
  return n;
}
// The indices of element `flat`.
Ints place_of(int64_t flat, const Ints& sizes) {
  Ints place(sizes.size());
  for (size_t d = sizes.size(); d-- > 0; flat /= sizes[d]) place[d] = flat % sizes[d];
  return place;
}
int64_t flat_of(const Ints& place, const Ints& sizes) {
  int64_t flat = 0;
  for (size_t d = 0; d < sizes.size(); ++d) flat = flat * sizes[d] + place[d];
  return flat;
}

enum class Edge { kConstant, kReflect, kReplicate, kCircular };

// Why we take dtypes that libtorch does not, or null.
const char* why_wider(const char* libtorch, const char* ours) {
  return std::string(libtorch) == ours ? nullptr : kNarrow;
}

// The sizes after padding the last dimensions.
Ints padded_sizes(Ints sizes, const Ints& pad) {
  for (size_t i = 0; i < pad.size() / 2; ++i) sizes[sizes.size() - 1 - i] += pad[2 * i] + pad[2 * i + 1];
  return sizes;
}
// Which element of the input stands at `place` of the padded tensor; -1 for none.
int64_t padding_source(Ints place, const Ints& sizes, const Ints& pad, Edge edge) {
  for (size_t i = 0; i < pad.size() / 2; ++i) {
    const size_t d = sizes.size() - 1 - i;
    int64_t at = place[d] - pad[2 * i];
    while (at < 0 || at >= sizes[d]) {
      if (edge == Edge::kConstant) return -1;
      const bool front = at < 0;
      if (edge == Edge::kReflect) at = front ? -at : 2 * (sizes[d] - 1) - at;
      else if (edge == Edge::kReplicate) at = front ? 0 : sizes[d] - 1;
      else at += front ? sizes[d] : -sizes[d];
    }
    place[d] = at;
  }
  return flat_of(place, sizes);
}
Tensor padded(const Tensor& x, const Ints& pad, Edge edge, double value = 0) {
  const Ints from = x.sizes().vec(), to = padded_sizes(from, pad);
  const Reals values = elements(x);
  Reals y(static_cast<size_t>(count(to)));
  for (size_t i = 0; i < y.size(); ++i) {
    const int64_t at = padding_source(place_of(static_cast<int64_t>(i), to), from, pad, edge);
    y[i] = at < 0 ? value : values[static_cast<size_t>(at)];
  }
  return from_elements(y, to);
}
Tensor padded_backward(const Tensor& grad, const Ints& from, const Ints& pad, Edge edge) {
  const Reals dy = elements(grad);
  Reals dx(static_cast<size_t>(count(from)));
  for (size_t i = 0; i < dy.size(); ++i)
    dx[static_cast<size_t>(padding_source(place_of(static_cast<int64_t>(i), grad.sizes().vec()), from, pad, edge))] +=
        dy[i];
  return from_elements(dx, from);
}

void add_padding_cases(OpCases& t) {
  t.add("constant_pad_nd",
        [](Sample& s) {
          return Stack{s.real({2, s.n(3, 60), s.n(4, 700)}), Ints{1, 2, 0, 3}, 1.5};
        })
      .also([](Sample& s) {
        return Stack{s.real({3, 5, 4}), Ints{-1, 2, 3, -2}, 0};
      })
      .also([](Sample& s) {
        return Stack{s.real({3, 5}), Ints{-1, -2, 0, -1}, 2};
      })
      .also([](Sample& s) {
        return Stack{s.real({0, 3}), Ints{1, 1, 2, 0}, 2};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}).contiguous(MemoryFormat::ChannelsLast), Ints{1, 0, 2, 1}, 3};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 4, 3}).transpose(1, 2), Ints{1, 1}, 3};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3}), Ints{}, 3};
      })
      .also([](Sample& s) {
        return Stack{s.real({}), Ints{}, 3};
      })
      .expects([](const Stack& a) {
        return padded(a[0].toTensor(), a[1].toIntVector(), Edge::kConstant, a[2].toScalar().toDouble());
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{1, 1, 1}, 0};
          },
          "Length of pad must be even but instead it equals 3")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), Ints{1, 1, 1, 1}, 0};
          },
          "Length of pad should be no more than twice the number of dimensions of the input")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), Ints{-2, -2}, 0};
          },
          "exceeds dimension size (1)")
      .dtypes(kAllDtypes)
      .exactly();
  t.add("pad",
        [](Sample& s) {
          return Stack{s.real({2, s.n(3, 60), s.n(4, 700)}), Ints{1, 2}, "constant", 1.5};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4}), Ints{1, 2}, "reflect", kNo};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 3}), Ints{1, 2, 0, 1}, "replicate", kNo};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 3}), Ints{1, 2, 0, 1}, "circular", 0.0};
      })
      .expects([](const Stack& a) {
        const std::string mode = a[2].toStringRef();
        const Edge edge = mode == "constant"    ? Edge::kConstant
                          : mode == "reflect"   ? Edge::kReflect
                          : mode == "replicate" ? Edge::kReplicate
                                                : Edge::kCircular;
        return padded(a[0].toTensor(), a[1].toIntVector(), edge, a[3].isNone() ? 0 : a[3].toDouble());
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{1, 1}, "mirror", kNo};
          },
          "Unrecognised padding mode mirror")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{1, 1}, "reflect", 1.0};
          },
          "doesn't take in value argument")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{1, 1, 1, 1}, "reflect", kNo};
          },
          "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now")
      .dtypes(kAllDtypes)
      .exactly();
  t.add("_pad_enum",
        [](Sample& s) {
          return Stack{s.real({2, s.n(3, 60), s.n(4, 700)}), Ints{1, 2}, 3, 1.5};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4}), Ints{2, 0}, 2, kNo};
      })
      .expects([](const Stack& a) {
        const bool constant = a[2].toInt() == 3;
        return padded(a[0].toTensor(), a[1].toIntVector(), constant ? Edge::kConstant : Edge::kCircular,
                      constant ? a[3].toDouble() : 0);
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{1, 1, 1}, 3, kNo};
          },
          "Padding length must be divisible by 2")
      .dtypes(kAllDtypes)
      .exactly();
  t.add("_pad_circular",
        [](Sample& s) {
          return Stack{s.real({2, s.n(3, 60), s.n(4, 700)}), Ints{1, 2}};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 5}), Ints{5, 0, 1, 2}};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4}), Ints{0, 0}};
      })
      .expects([](const Stack& a) { return padded(a[0].toTensor(), a[1].toIntVector(), Edge::kCircular); })
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 2, 3}), Ints{4, 0}};
          },
          "Padding value causes wrapping around more than once")
      .dtypes(kAllDtypes)
      .exactly();

  t.add("_circular_pad",
        [](Sample& s) {
          return Stack{s.real({2, s.n(3, 60), s.n(4, 700)}), Ints{1, 2, 0, 3}};
        })
      .also([](Sample& s) {
        return Stack{s.real({3, s.n(5, 1000)}), Ints{0, 5}};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 2, s.n(4, 30), s.n(5, 90)}), Ints{2, 1, 0, 3, 2, 2}};
      })
      .also([](Sample& s) {
        return Stack{s.real({0, 3, 4}), Ints{1, 1}};
      })
      .expects([](const Stack& a) { return padded(a[0].toTensor(), a[1].toIntVector(), Edge::kCircular); })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), Ints{4, 0}};
          },
          "expected amounts from 0 to the size of the dimension, 3")
      .dtypes("", kAllDtypes, kOurs)
      .exactly();
  t.add("_circular_pad_backward",
        [](Sample& s) {
          const Ints n{2, s.n(3, 60), s.n(4, 300)}, pad{1, 2, 0, 3};
          return Stack{s.real(padded_sizes(n, pad)), s.real(n), pad};
        })
      .also([](Sample& s) {
        const Ints n{3, 2, s.n(4, 30), s.n(5, 90)}, pad{2, 1, 0, 3, 2, 2};
        return Stack{s.real(padded_sizes(n, pad)), s.real(n), pad};
      })
      .expects([](const Stack& a) {
        return padded_backward(a[0].toTensor(), sizes_of(a[1]), a[2].toIntVector(), Edge::kCircular);
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({2, 3}), s.real({2, 3}), Ints{1, 0}};
          },
          "expected grad_output of size [2, 4], but got [2, 3]")
      .constant({1})
      .dtypes("", "......egfdFD", kOurs);

  static const char* const kNames[2][3] = {{"reflection_pad1d", "reflection_pad2d", "reflection_pad3d"},
                                           {"replication_pad1d", "replication_pad2d", "replication_pad3d"}};
  static const char* const kBackward[2][3] = {
      {"reflection_pad1d_backward", "reflection_pad2d_backward", "reflection_pad3d_backward"},
      {"replication_pad1d_backward", "replication_pad2d_backward", "replication_pad3d_backward"}};
  for (const bool reflect : {true, false})
    for (size_t dims = 1; dims <= 3; ++dims) {
      const Edge edge = reflect ? Edge::kReflect : Edge::kReplicate;
      const char* libtorch = reflect && dims == 3 ? "......egfdFD" : "........fdFD";
      // Two amounts per dimension, and the sizes of a batch.
      const Ints pad = dims == 1 ? Ints{2, 1} : dims == 2 ? Ints{2, 1, 0, 3} : Ints{2, 1, 0, 3, 1, 2};
      const Ints cropping = dims == 1 ? Ints{-1, 2} : dims == 2 ? Ints{-1, 2, 1, -2} : Ints{-1, 2, 1, -2, 0, -1};
      const auto sizes = [dims](const Sample& s) {
        Ints n{2, 3};
        if (dims == 3) n.push_back(4);
        if (dims >= 2) n.push_back(s.n(4, 30));
        n.push_back(s.n(5, dims == 1 ? 1000 : 90));
        return n;
      };
      t.add(kNames[reflect ? 0 : 1][dims - 1],
            [=](Sample& s) {
              return Stack{s.real(sizes(s)), pad};
            })
          .also([=](Sample& s) {
            return Stack{s.real(sizes(s))[1], cropping};
          })
          .also([=](Sample& s) {
            return Stack{s.real(sizes(s)).narrow(0, 0, 0), pad};
          })
          .expects([=](const Stack& a) { return padded(a[0].toTensor(), a[1].toIntVector(), edge); })
          .throws(
              [=](Sample& s) {
                return Stack{s.real({3}), pad};
              },
              "tensor expected for input")
          .throws(
              [=](Sample& s) {
                return Stack{s.real(sizes(s)), Ints{1}};
              },
              "padding size is expected to be")
          .dtypes(libtorch, "......egfdFD", why_wider(libtorch, "......egfdFD"))
          .exactly();
      t.add(kBackward[reflect ? 0 : 1][dims - 1],
            [=](Sample& s) {
              return Stack{s.real(padded_sizes(sizes(s), pad)), s.real(sizes(s)), pad};
            })
          .also([=](Sample& s) {
            const Ints n = sizes(s);
            return Stack{s.real(padded_sizes(n, cropping)), s.real(n), cropping};
          })
          .expects([=](const Stack& a) {
            return padded_backward(a[0].toTensor(), sizes_of(a[1]), a[2].toIntVector(), edge);
          })
          .throws(
              [=](Sample& s) {
                return Stack{s.real(sizes(s)), s.real(sizes(s)), pad};
              },
              "unexpected. Expected: ")
          .constant({1})
          .dtypes(libtorch, "......egfdFD", why_wider(libtorch, "......egfdFD"));
    }
}

// How resampling of one dimension weighs the input's elements: by the definition, a row of a matrix per result.
struct Line {
  enum Mode { kNearest, kNearestExact, kLinear, kCubic, kLinearWide, kCubicWide } mode;
  bool align = false;
};
double cubic_kernel(double x, double a) {
  x = std::fabs(x);
  if (x < 1) return (a + 2) * x * x * x - (a + 3) * x * x + 1;
  return x < 2 ? a * x * x * x - 5 * a * x * x + 8 * a * x - 4 * a : 0;
}
std::vector<Reals> line_weights(Line line, int64_t in, int64_t out, double scale) {
  const double n = static_cast<double>(in), m = static_cast<double>(out);
  const double step = line.align ? (out > 1 ? (n - 1) / (m - 1) : 0) : scale > 0 ? 1 / scale : n / m;
  std::vector<Reals> rows;
  for (int64_t i = 0; i < out; ++i) {
    Reals row(static_cast<size_t>(in));
    const auto at = [&](double k) -> double& { return row[static_cast<size_t>(std::min(std::max(k, 0.0), n - 1))]; };
    const double middle = step * (static_cast<double>(i) + 0.5),
                 x = line.align ? step * static_cast<double>(i) : middle - 0.5;
    switch (line.mode) {
      case Line::kNearest: at(std::floor(step * static_cast<double>(i))) = 1; break;
      case Line::kNearestExact: at(std::floor(middle)) = 1; break;
      case Line::kLinear:
        if (in == out) at(static_cast<double>(i)) = 1;
        else
          for (size_t k = 0; k < row.size(); ++k)
            row[k] = std::max(0.0, 1 - std::fabs(std::min(std::max(x, 0.0), n - 1) - static_cast<double>(k)));
        break;
      case Line::kCubic:
        for (double k = std::floor(x) - 1; k <= std::floor(x) + 2; ++k) at(k) += cubic_kernel(x - k, -0.75);
        break;
      default: {
        const double width = std::max(step, 1.0);
        double total = 0;
        for (size_t k = 0; k < row.size(); ++k) {
          const double distance = (static_cast<double>(k) + 0.5 - middle) / width;
          row[k] =
              line.mode == Line::kCubicWide ? cubic_kernel(distance, -0.5) : std::max(0.0, 1 - std::fabs(distance));
          total += row[k];
        }
        for (double& w : row) w /= total;
      }
    }
    rows.push_back(std::move(row));
  }
  return rows;
}
// The dimensions behind batch and channels, from sizes `from` to sizes `to`; or the gradient in the other direction.
Tensor resampled(Line line, const Tensor& x, const Ints& from, const Ints& to, const Reals& scales, bool backward) {
  Tensor y = x.to(kDouble);
  for (size_t d = 0; d < to.size(); ++d) {
    const std::vector<Reals> rows = line_weights(line, from[d], to[d], scales.empty() ? 0 : scales[d]);
    const int64_t dim = static_cast<int64_t>(d) + 2, results = backward ? from[d] : to[d];
    std::vector<Tensor> slices;
    for (int64_t r = 0; r < results; ++r) {
      Tensor sum = zeros_like(y.select(dim, 0));
      for (int64_t k = 0; k < y.size(dim); ++k) {
        const double w = backward ? rows[static_cast<size_t>(k)][static_cast<size_t>(r)]
                                  : rows[static_cast<size_t>(r)][static_cast<size_t>(k)];
        if (w != 0) sum = sum + y.select(dim, k) * w;
      }
      slices.push_back(sum);
    }
    y = stack(slices, dim);
  }
  return y;
}

struct Upsampling {
  const char *name, *vec, *backward, *backward_vec;
  size_t dims;
  Line::Mode mode;
  const char *libtorch, *libtorch_backward;
  bool aligns() const { return mode != Line::kNearest && mode != Line::kNearestExact; }
};
#define UPSAMPLING(name, dims, mode, forward, backward) \
  { name, name ".vec", name "_backward", name "_backward.vec", dims, Line::mode, forward, backward }
constexpr const char *kByteAndFloats = ".B.....gfd..", *kByteAndWide = ".B......fd..", *kFloats = ".......gfd..",
                     *kWide = "........fd..", *kAllFloats = "......egfd..";
const Upsampling kUpsamplings[] = {
    UPSAMPLING("upsample_nearest1d", 1, kNearest, kByteAndFloats, kFloats),
    UPSAMPLING("upsample_nearest2d", 2, kNearest, kByteAndFloats, kFloats),
    UPSAMPLING("upsample_nearest3d", 3, kNearest, kByteAndFloats, kFloats),
    UPSAMPLING("_upsample_nearest_exact1d", 1, kNearestExact, kByteAndWide, kFloats),
    UPSAMPLING("_upsample_nearest_exact2d", 2, kNearestExact, kByteAndWide, kFloats),
    UPSAMPLING("_upsample_nearest_exact3d", 3, kNearestExact, kByteAndWide, kFloats),
    UPSAMPLING("upsample_linear1d", 1, kLinear, kFloats, kFloats),
    UPSAMPLING("upsample_bilinear2d", 2, kLinear, kFloats, kFloats),
    UPSAMPLING("upsample_trilinear3d", 3, kLinear, kFloats, kFloats),
    UPSAMPLING("upsample_bicubic2d", 2, kCubic, kFloats, kAllFloats),
    UPSAMPLING("_upsample_bilinear2d_aa", 2, kLinearWide, kWide, kWide),
    UPSAMPLING("_upsample_bicubic2d_aa", 2, kCubicWide, kWide, kWide),
};
#undef UPSAMPLING

// (N, C, *), and sizes to which that is resampled: some greater, some less.
Ints input_sizes(const Sample& s, size_t dims) {
  Ints n{2, 3};
  if (dims == 3) n.push_back(s.n(3, 6));
  if (dims >= 2) n.push_back(s.n(4, 40));
  n.push_back(s.n(5, dims == 1 ? 700 : 31));
  return n;
}
Ints output_sizes(const Sample& s, size_t dims) {
  Ints n;
  if (dims == 3) n.push_back(s.n(5, 9));
  if (dims >= 2) n.push_back(s.n(7, 91));
  n.push_back(s.n(3, dims == 1 ? 1100 : 20));
  return n;
}
Ints image_of(const Ints& sizes) { return Ints(sizes.begin() + 2, sizes.end()); }

void add_upsampling_cases(OpCases& t) {
  for (const Upsampling& u : kUpsamplings) {
    const size_t dims = u.dims;
    // Arguments behind the sizes: align_corners where there is one, and scales.
    const auto tail = [&u](Stack stack, bool align, Reals scales) {
      if (u.aligns()) stack.push_back(align);
      for (size_t d = 0; d < u.dims; ++d) stack.push_back(scales.empty() ? kNo : IValue(scales[d]));
      return stack;
    };
    const auto vec_tail = [&u](Stack stack, bool align, IValue scales) {
      if (u.aligns()) stack.push_back(align);
      stack.push_back(std::move(scales));
      return stack;
    };
    // What such arguments from position `i` on say.
    const auto line = [&u](const Stack& a, size_t i) { return Line{u.mode, u.aligns() && a[i].toBool()}; };
    const auto scales = [&u](const Stack& a, size_t i) {
      Reals list;
      for (size_t d = 0; d < u.dims; ++d) {
        const IValue& v = a[i + (u.aligns() ? 1 : 0) + d];
        list.push_back(v.isNone() ? 0 : v.toDouble());
      }
      return list;
    };
    const Reals halves(dims, 2.5);
    const Ints scaled = [&] {  // of 4 elements each
      Ints n;
      for (size_t d = 0; d < dims; ++d) n.push_back(10);
      return n;
    }();
    const Ints small = [&] {
      Ints n{1, 2};
      for (size_t d = 0; d < dims; ++d) n.push_back(4);
      return n;
    }();
    const Ints one(dims, 1);
    const char* ours = u.libtorch[1] == 'B' ? ".B....egfd.." : kAllFloats;

    OpCase& forward = t.add(u.name, [=](Sample& s) {
      return tail({s.real(input_sizes(s, dims)), output_sizes(s, dims)}, false, {});
    });
    forward.also([=](Sample& s) {
             return tail({s.real(small), scaled}, false, halves);
           })
        .also([=](Sample& s) {
          return tail({s.real(input_sizes(s, dims)).narrow(0, 0, 0), output_sizes(s, dims)}, false, {});
        })
        .also([=](Sample& s) {
          return tail({s.real(small), one}, false, {});
        })
        .also([=](Sample& s) {
          return tail({s.real(small), image_of(small)}, false, {});
        })
        .expects([=](const Stack& a) {
          return resampled(line(a, 2), a[0].toTensor(), image_of(sizes_of(a[0])), a[1].toIntVector(), scales(a, 2),
                           false);
        })
        .throws(
            [=](Sample& s) {
              return tail({s.real({2, 3}), output_sizes(s, dims)}, false, {});
            },
            "It is expected input_size equals to")
        .throws(
            [=](Sample& s) {
              return tail({s.real(small), Ints(dims + 1, 2)}, false, {});
            },
            "It is expected output_size equals to")
        .throws(
            [=](Sample& s) {
              return tail({s.real(small), Ints(dims, 0)}, false, {});
            },
            "Input and output sizes should be greater than 0")
        .throws(
            [=](Sample& s) {
              return tail({s.real(small).narrow(1, 0, 0), one}, false, {});
            },
            "data tensor expected but got a tensor with sizes")
        .dtypes(u.libtorch, ours, kNarrow);
    if (u.aligns())
      forward.also([=](Sample& s) {
               return tail({s.real(small), scaled}, true, {});
             })
          .also([=](Sample& s) {
            return tail({s.real(small), one}, true, {});
          });
    if (dims == 2)
      forward.also([=](Sample& s) {
        return tail({s.real({2, 3, 4, 5}).contiguous(MemoryFormat::ChannelsLast), Ints{6, 3}}, false, {});
      });

    t.add(u.vec,
          [=](Sample& s) {
            return vec_tail({s.real(input_sizes(s, dims)), output_sizes(s, dims)}, false, kNo);
          })
        .also([=](Sample& s) {
          return vec_tail({s.real(small), kNo}, false, halves);
        })
        .expects([=](const Stack& a) {
          const bool given = !a[1].isNone();
          return resampled(line(a, 2), a[0].toTensor(), image_of(sizes_of(a[0])), given ? a[1].toIntVector() : scaled,
                           given ? Reals() : halves, false);
        })
        .throws(
            [=](Sample& s) {
              return vec_tail({s.real(small), scaled}, false, halves);
            },
            "Must specify exactly one of output_size and scale_factors")
        .throws(
            [=](Sample& s) {
              return vec_tail({s.real(small), kNo}, false, Reals{});
            },
            "expected as many as")
        .dtypes(u.libtorch, ours, kNarrow);

    t.add(u.backward,
          [=](Sample& s) {
            const Ints in = input_sizes(s, dims), out = output_sizes(s, dims);
            Ints grad{in[0], in[1]};
            grad.insert(grad.end(), out.begin(), out.end());
            return tail({s.real(grad), out, in}, false, {});
          })
        .also([=](Sample& s) {
          Ints grad{1, 2};
          grad.insert(grad.end(), scaled.begin(), scaled.end());
          return tail({s.real(grad), scaled, small}, false, halves);
        })
        .expects([=](const Stack& a) {
          return resampled(line(a, 3), a[0].toTensor(), image_of(a[2].toIntVector()), a[1].toIntVector(), scales(a, 3),
                           true);
        })
        .throws(
            [=](Sample& s) {
              return tail({s.real(small), scaled, small}, false, {});
            },
            "Expected grad_output to have the same shape as output")
        .dtypes(u.libtorch_backward, kAllFloats, why_wider(u.libtorch_backward, kAllFloats));
    t.add(u.backward_vec,
          [=](Sample& s) {
            Ints grad{1, 2};
            grad.insert(grad.end(), scaled.begin(), scaled.end());
            return vec_tail({s.real(grad), kNo, small}, false, halves);
          })
        .expects([=](const Stack& a) {
          return resampled(line(a, 3), a[0].toTensor(), image_of(small), scaled, halves, true);
        })
        .dtypes(u.libtorch_backward, kAllFloats, why_wider(u.libtorch_backward, kAllFloats));
  }
}

// f(from, to) of the elements of an image [n, c r r, h, w] and of its shuffled form.
template <class F>
Tensor shuffled(const Tensor& x, const Ints& to, const F& source) {
  const Reals from = elements(x);
  Reals y(from.size());
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = from[static_cast<size_t>(flat_of(source(place_of(static_cast<int64_t>(i), to)), x.sizes().vec()))];
  return from_elements(y, to);
}

void add_shuffle_cases(OpCases& t) {
  t.add("pixel_shuffle",
        [](Sample& s) {
          return Stack{s.real({2, 8, s.n(3, 50), s.n(2, 60)}), 2};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 4, 3, 2}).contiguous(MemoryFormat::ChannelsLast), 1};
      })
      .also([](Sample& s) {
        return Stack{s.real({0, 4, 3, 2}), 2};
      })
      .expects([](const Stack& a) {
        Ints to = sizes_of(a[0]);
        const int64_t r = a[1].toInt();
        to[1] /= r * r, to[2] *= r, to[3] *= r;
        return shuffled(a[0].toTensor(), to, [r](const Ints& p) {
          return Ints{p[0], p[1] * r * r + p[2] % r * r + p[3] % r, p[2] / r, p[3] / r};
        });
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 4}), 2};
          },
          "pixel_shuffle expects input to have at least 3 dimensions")
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 4, 4}), 0};
          },
          "pixel_shuffle expects a positive upscale_factor")
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 4, 4}), 3};
          },
          "input.size(-3)=4 is not divisible by 9")
      .dtypes(kAllDtypes)
      .exactly();
  t.add("pixel_unshuffle",
        [](Sample& s) {
          return Stack{s.real({2, 3, s.n(4, 50), s.n(2, 60)}), 2};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4, 2}).contiguous(MemoryFormat::ChannelsLast), 2};
      })
      .also([](Sample& s) {
        return Stack{s.real({0, 4, 4, 2}), 2};
      })
      .expects([](const Stack& a) {
        Ints to = sizes_of(a[0]);
        const int64_t r = a[1].toInt();
        to[1] *= r * r, to[2] /= r, to[3] /= r;
        return shuffled(a[0].toTensor(), to, [r](const Ints& p) {
          return Ints{p[0], p[1] / (r * r), p[2] * r + p[1] / r % r, p[3] * r + p[1] % r};
        });
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 3, 4}), 2};
          },
          "pixel_unshuffle expects height to be divisible")
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 4, 3}), 2};
          },
          "pixel_unshuffle expects width to be divisible")
      .throws(
          [](Sample& s) {
            return Stack{s.real({4, 4, 4}), -1};
          },
          "pixel_unshuffle expects a positive downscale_factor")
      .dtypes(kAllDtypes)
      .exactly();
  for (const char* name : {"channel_shuffle", "native_channel_shuffle"}) {
    OpCase& row = t.add(name, [](Sample& s) { return Stack{s.real({2, 6, s.n(3, 90), s.n(2, 60)}), 3}; });
    row.also([](Sample& s) {
         return Stack{s.real({2, 6, 3, 2}).contiguous(MemoryFormat::ChannelsLast), 2};
       })
        .also([](Sample& s) {
          return Stack{s.real({2, 0, 3}), 2};
        })
        .expects([](const Stack& a) {
          const Ints sizes = sizes_of(a[0]);
          const int64_t groups = a[1].toInt();
          return shuffled(a[0].toTensor(), sizes, [&](const Ints& p) {
            Ints from = p;
            from[1] = p[1] % groups * (sizes[1] / groups) + p[1] / groups;
            return from;
          });
        })
        .throws(
            [](Sample& s) {
              return Stack{s.real({2, 4, 4}), 0};
            },
            "Number of groups to divide channels in must be positive")
        .throws(
            [](Sample& s) {
              return Stack{s.real({2, 4, 4}), 3};
            },
            "Number of channels must be divisible by groups")
        .dtypes(kAllDtypes)
        .exactly();
  }
}

// f(column's row, column, pixel's place in [n, c, h, w]) for what the windows see inside of the images.
struct Windows {
  Ints kernel, dilation, padding, stride;
  int64_t along(size_t d, int64_t size) const {
    return (size + 2 * padding[d] - dilation[d] * (kernel[d] - 1) - 1) / stride[d] + 1;
  }
  template <class F>
  void visit(const Ints& images, const F& f) const {
    const int64_t rows = along(0, images[2]), columns = along(1, images[3]);
    for (int64_t n = 0; n < images[0]; ++n)
      for (int64_t c = 0; c < images[1]; ++c)
        for (int64_t k = 0; k < kernel[0] * kernel[1]; ++k)
          for (int64_t w = 0; w < rows * columns; ++w) {
            const int64_t y = w / columns * stride[0] - padding[0] + k / kernel[1] * dilation[0],
                          x = w % columns * stride[1] - padding[1] + k % kernel[1] * dilation[1];
            if (y < 0 || x < 0 || y >= images[2] || x >= images[3]) continue;
            const int64_t column = ((n * images[1] + c) * kernel[0] * kernel[1] + k) * rows * columns + w;
            f(static_cast<size_t>(column), static_cast<size_t>(((n * images[1] + c) * images[2] + y) * images[3] + x));
          }
  }
};

void add_window_cases(OpCases& t) {
  const Ints kernel{2, 3}, dilation{2, 1}, padding{1, 2}, stride{1, 2}, one{1, 1}, zero{0, 0};
  const auto windows = [](const Stack& a, size_t i) {
    return Windows{a[i].toIntVector(), a[i + 1].toIntVector(), a[i + 2].toIntVector(), a[i + 3].toIntVector()};
  };
  t.add("im2col",
        [=](Sample& s) {
          return Stack{s.real({2, 3, s.n(4, 30), s.n(5, 40)}), kernel, dilation, padding, stride};
        })
      .also([=](Sample& s) {
        return Stack{s.real({2, 4, 5}), Ints{2, 2}, one, zero, one};
      })
      .also([=](Sample& s) {
        return Stack{s.real({0, 2, 4, 5}), Ints{2, 2}, one, zero, one};
      })
      .also([=](Sample& s) {
        return Stack{s.real({1, 1, 1, 1}), one, one, zero, one};
      })
      .expects([=](const Stack& a) {
        const Windows w = windows(a, 1);
        Ints images = sizes_of(a[0]);
        const bool batched = images.size() == 4;
        if (!batched) images.insert(images.begin(), 1);
        const int64_t rows = images[1] * count(w.kernel), columns = w.along(0, images[2]) * w.along(1, images[3]);
        const Reals x = elements(a[0].toTensor());
        Reals y(static_cast<size_t>(images[0] * rows * columns));
        w.visit(images, [&](size_t column, size_t pixel) { y[column] = x[pixel]; });
        return from_elements(y, batched ? Ints{images[0], rows, columns} : Ints{rows, columns});
      })
      .throws(
          [=](Sample& s) {
            return Stack{s.real({3, 3}), one, one, zero, one};
          },
          "tensor with possibly 0 batch size")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 3, 3}), Ints{5, 2}, one, zero, one};
          },
          "calculated shape of the array of sliding blocks as (-1, 2)")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 3, 3}), zero, one, zero, one};
          },
          "kernel size should be greater than zero")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 3, 3}), one, one, zero, zero};
          },
          "stride should be greater than zero")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 3, 3}), one, zero, zero, one};
          },
          "dilation should be greater than zero")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 3, 3}), one, one, Ints{-1, 0}, one};
          },
          "padding should be non-negative")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 3, 3}), Ints{1, 1, 1}, one, zero, one};
          },
          "It is expected kernel_size equals to 2, but got size 3")
      .dtypes("......egfdFD");
  const auto columns = [=](Sample& s, int64_t height, int64_t width) {
    const Windows w{kernel, dilation, padding, stride};
    return s.real({2, 18, w.along(0, height) * w.along(1, width)});
  };
  t.add("col2im",
        [=](Sample& s) {
          const Ints image{s.n(4, 30), s.n(5, 40)};
          return Stack{columns(s, image[0], image[1]), image, kernel, dilation, padding, stride};
        })
      .also([=](Sample& s) {
        return Stack{s.real({8, 6}), Ints{3, 4}, Ints{2, 2}, one, zero, one};
      })
      .also([=](Sample& s) {
        return Stack{s.real({0, 8, 6}), Ints{3, 4}, Ints{2, 2}, one, zero, one};
      })
      .expects([=](const Stack& a) {
        const Windows w = windows(a, 2);
        const Ints sizes = sizes_of(a[0]), image = a[1].toIntVector();
        const bool batched = sizes.size() == 3;
        const Ints images{batched ? sizes[0] : 1, sizes[sizes.size() - 2] / count(w.kernel), image[0], image[1]};
        const Reals x = elements(a[0].toTensor());
        Reals y(static_cast<size_t>(count(images)));
        w.visit(images, [&](size_t column, size_t pixel) { y[pixel] += x[column]; });
        return from_elements(y, batched ? images : Ints(images.begin() + 1, images.end()));
      })
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 7, 4}), Ints{3, 3}, Ints{2, 2}, one, zero, one};
          },
          "to be divisible by the product of kernel_size")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 8, 5}), Ints{3, 3}, Ints{2, 2}, one, zero, one};
          },
          "to match the calculated number of sliding blocks 2 * 2 = 4, but got input.size(2)=5")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({8}), Ints{3, 3}, Ints{2, 2}, one, zero, one};
          },
          "Expected 2D or 3D")
      .dtypes("......egfdFD");
}

// How the value at a coordinate weighs the pixels along one dimension, by the definition.
Reals pixel_weights(double g, int64_t size, int64_t mode, int64_t padding, bool align) {
  const double n = static_cast<double>(size), x = align ? (g + 1) / 2 * (n - 1) : ((g + 1) * n - 1) / 2;
  const double low = align ? 0 : -0.5, high = align ? n - 1 : n - 0.5;
  const auto inside = [&](double at) {
    if (padding == 2 && low == high) return 0.0;
    while (padding == 2 && (at < low || at > high)) at = at < low ? 2 * low - at : 2 * high - at;
    return padding == 0 ? at : std::min(std::max(at, 0.0), n - 1);
  };
  Reals w(static_cast<size_t>(size));
  const auto add = [&](double k, double weight) {
    if (k >= 0 && k < n) w[static_cast<size_t>(k)] += weight;
  };
  const double at = inside(x);
  if (mode == 1) add(std::nearbyint(at), 1);
  else if (mode == 0)
    for (double k = 0; k < n; ++k) add(k, std::max(0.0, 1 - std::fabs(at - k)));
  else
    for (double k = std::floor(x) - 1; k <= std::floor(x) + 2; ++k) add(inside(k), cubic_kernel(x - k, -0.75));
  return w;
}
// f(image, point, pixel, weight) of all points of a grid.
template <class F>
void visit_points(const Ints& input, const Tensor& grid, const Stack& a, size_t i, const F& f) {
  const size_t dims = input.size() - 2;
  const Reals g = elements(grid);
  const int64_t points = grid.numel() / std::max<int64_t>(1, grid.size(0)) / static_cast<int64_t>(dims);
  const Ints image(input.begin() + 2, input.end());
  for (int64_t n = 0; n < input[0]; ++n)
    for (int64_t p = 0; p < points; ++p) {
      std::vector<Reals> w;
      for (size_t d = 0; d < dims; ++d)
        w.push_back(pixel_weights(g[static_cast<size_t>(n * points + p) * dims + dims - 1 - d], image[d], a[i].toInt(),
                                  a[i + 1].toInt(), a[i + 2].toBool()));
      for (int64_t pixel = 0; pixel < count(image); ++pixel) {
        const Ints place = place_of(pixel, image);
        double weight = 1;
        for (size_t d = 0; d < dims; ++d) weight *= w[d][static_cast<size_t>(place[d])];
        if (weight != 0) f(n, p, pixel, weight);
      }
    }
}
Tensor sampled(const Stack& a) {
  const Tensor &input = a[0].toTensor(), &grid = a[1].toTensor();
  const Ints sizes = input.sizes().vec();
  Ints to{sizes[0], sizes[1]};
  for (int64_t d = 1; d + 1 < grid.dim(); ++d) to.push_back(grid.size(d));
  const int64_t points = count(image_of(to)), pixels = count(image_of(sizes));
  const Reals x = elements(input);
  Reals y(static_cast<size_t>(count(to)));
  visit_points(sizes, grid, a, 2, [&](int64_t n, int64_t p, int64_t pixel, double w) {
    for (int64_t c = n * sizes[1]; c < (n + 1) * sizes[1]; ++c)
      y[static_cast<size_t>(c * points + p)] += w * x[static_cast<size_t>(c * pixels + pixel)];
  });
  return from_elements(y, to);
}
Tensor sampled_backward(const Stack& a) {
  const Tensor &grad = a[0].toTensor(), &grid = a[2].toTensor();
  const Ints sizes = sizes_of(a[1]);
  const int64_t points = count(image_of(grad.sizes().vec())), pixels = count(image_of(sizes));
  const Reals dy = elements(grad);
  Reals dx(static_cast<size_t>(count(sizes)));
  visit_points(sizes, grid, a, 3, [&](int64_t n, int64_t p, int64_t pixel, double w) {
    for (int64_t c = n * sizes[1]; c < (n + 1) * sizes[1]; ++c)
      dx[static_cast<size_t>(c * pixels + pixel)] += w * dy[static_cast<size_t>(c * points + p)];
  });
  return from_elements(dx, sizes);
}
// The middles of a grid's pixels under an affine map.
Tensor affine_points(const Stack& a) {
  const Ints size = a[1].toIntVector(), image = image_of(size);
  const bool align = a[2].toBool();
  const size_t dims = image.size();
  const Reals theta = elements(a[0].toTensor());
  Reals y;
  for (int64_t n = 0; n < size[0]; ++n)
    for (int64_t pixel = 0; pixel < count(image); ++pixel) {
      const Ints place = place_of(pixel, image);
      Reals point;  // innermost first, and 1
      for (size_t d = dims; d-- > 0;) {
        const double i = static_cast<double>(place[d]), m = static_cast<double>(image[d]);
        point.push_back(m == 1 ? 0 : align ? -1 + 2 * i / (m - 1) : (2 * i + 1) / m - 1);
      }
      point.push_back(1);
      for (size_t row = 0; row < dims; ++row) {
        double sum = 0;
        for (size_t k = 0; k <= dims; ++k)
          sum += theta[(static_cast<size_t>(n) * dims + row) * (dims + 1) + k] * point[k];
        y.push_back(sum);
      }
    }
  Ints to{size[0]};
  to.insert(to.end(), image.begin(), image.end());
  to.push_back(static_cast<int64_t>(dims));
  return from_elements(y, to);
}

void add_sampling_cases(OpCases& t) {
  t.add("affine_grid_generator",
        [](Sample& s) {
          return Stack{s.real({2, 2, 3}), Ints{2, 3, s.n(3, 40), s.n(4, 50)}, false};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 2, 3}), Ints{2, 3, 3, 4}, true};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 4}), Ints{2, 1, 3, 1, 2}, false};
      })
      .also([](Sample& s) {
        return Stack{s.real({1, 2, 3}), Ints{1, 1, 0, 2}, false};
      })
      .expects(affine_points)
      .throws(
          [](Sample& s) {
            return Stack{s.real({1, 2, 3}), Ints{1, 1, 2}, false};
          },
          "AffineGridGenerator needs 4d (spatial) or 5d (volumetric) inputs.")
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);
  t.add("affine_grid_generator_backward",
        [](Sample& s) {
          const Ints size{2, 3, s.n(3, 40), s.n(4, 50)};
          return Stack{s.real({2, size[2], size[3], 2}), size, false};
        })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 1, 2}), Ints{2, 1, 3, 1}, true};
      })
      .also([](Sample& s) {
        return Stack{s.real({2, 3, 1, 4, 3}), Ints{2, 1, 3, 1, 4}, false};
      })
      .also([](Sample& s) {
        return Stack{s.real({1, 0, 2, 2}), Ints{1, 1, 0, 2}, false};
      })
      .expects([](const Stack& a) {
        // Linear in theta: each element of the gradient is a product with the grid of a unit matrix.
        const Tensor grad = a[0].toTensor().to(kDouble);
        const int64_t batch = grad.size(0), dims = grad.size(-1), each = dims * (dims + 1);
        Reals y;
        for (int64_t n = 0; n < batch; ++n)
          for (int64_t i = 0; i < each; ++i) {
            const Tensor theta = zeros({batch, dims, dims + 1}, kDouble);
            theta[n].view({each})[i].fill_(1);
            y.push_back((affine_points({theta, a[1], a[2]}) * grad).sum().item<double>());
          }
        return from_elements(y, {batch, dims, dims + 1});
      })
      .differs(kIntegers, kNoIntegers)
      .dtypes(".Bbhil.gfdFD", ".BbhilegfdFD", kNarrow);

  const char* second = "libtorch has no second derivative by the grid";
  const auto points = [](Sample& s, Ints sizes) { return s.smooth(sizes, -1.2, 1.2, 0.25, 0.02); };
  const auto images = [](Sample& s) { return s.real({2, 3, s.n(4, 30), s.n(4, 31)}); };
  const auto volumes = [](Sample& s) { return s.real({2, 2, 4, s.n(4, 12), s.n(4, 13)}); };
  const auto plane = [](Sample& s) { return Ints{2, s.n(3, 40), s.n(2, 30), 2}; };
  const auto space = [](Sample& s) { return Ints{2, 2, s.n(3, 20), s.n(2, 15), 3}; };
  const auto add_all = [&](OpCase& row, const auto& input, const auto& grid, int64_t modes) {
    for (int64_t mode = 0; mode < modes; ++mode)
      for (int64_t padding = 0; padding < 3; ++padding)
        for (const bool align : {false, true})
          row.also([=](Sample& s) { return Stack{input(s), s.real(grid(s), -1.7, 1.7), mode, padding, align}; });
  };
  OpCase& any = t.add("grid_sampler", [=](Sample& s) { return Stack{images(s), points(s, plane(s)), 0, 0, false}; });
  any.also([=](Sample& s) {
       return Stack{volumes(s), s.real(space(s)), 0, 1, false};
     })
      .expects(sampled)
      .throws(
          [=](Sample& s) {
            return Stack{s.real({2, 1, 3, 3}), s.real({1, 2, 2, 2}), 0, 0, false};
          },
          "expected grid and input to have same batch size")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 3, 3}), s.real({1, 2, 2, 3}), 0, 0, false};
          },
          "expected grid to have size 2 in last dimension")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 0, 3}), s.real({1, 2, 2, 2}), 0, 0, false};
          },
          "expected input to have non-empty spatial dimensions")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 2, 2, 2}), s.real({1, 2, 2, 2, 3}), 2, 0, false};
          },
          "bicubic interpolation only supports 4D input")
      .without(Check::kSecondOrder, second)
      .dtypes(kWide, kAllFloats, kNarrow);
  OpCase& two = t.add("grid_sampler_2d", [=](Sample& s) { return Stack{images(s), points(s, plane(s)), 0, 0, false}; });
  add_all(two, images, plane, 3);
  two.also([](Sample& s) {
       return Stack{s.real({1, 2, 1, 1}), s.real({1, 2, 2, 2}), 0, 2, true};
     })
      .also([](Sample& s) {
        return Stack{s.real({0, 2, 3, 3}), s.real({0, 2, 2, 2}), 0, 0, true};
      })
      .also([](Sample& s) {
        return Stack{s.real({1, 2, 3, 3}), s.real({1, 0, 2, 2}), 0, 0, true};
      })
      .expects(sampled)
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 3, 3}), s.real({1, 2, 2, 2}), 3, 0, false};
          },
          "interpolation_mode got 3")
      .throws(
          [=](Sample& s) {
            return Stack{s.real({1, 1, 3, 3}), s.real({1, 2, 2, 2}), 0, -1, false};
          },
          "padding_mode got -1")
      .without(Check::kSecondOrder, second)
      .dtypes(kWide, kAllFloats, kNarrow);
  OpCase& three = t.add("grid_sampler_3d", [=](Sample& s) {
    return Stack{volumes(s), points(s, space(s)), 0, 0, false};
  });
  add_all(three, volumes, space, 2);
  three.expects(sampled).without(Check::kSecondOrder, second).dtypes(kWide, kAllFloats, kNarrow);

  const std::vector<bool> both{true, true};
  t.add("grid_sampler_2d_backward",
        [=](Sample& s) {
          const Tensor x = images(s), grid = points(s, plane(s));
          return Stack{s.real({2, 3, grid.size(1), grid.size(2)}), x, grid, 0, 0, false, both};
        })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 5, 2}), images(s), s.real({2, 5, 2, 2}), 2, 1, false, both};
      })
      .also([=](Sample& s) {
        return Stack{s.real({2, 3, 5, 2}), images(s), s.real({2, 5, 2, 2}), 1, 2, true, both};
      })
      .expects(sampled_backward)
      .constant({1, 2})
      .dtypes(kWide, kAllFloats, kNarrow);
  t.add("grid_sampler_3d_backward",
        [=](Sample& s) {
          const Tensor x = volumes(s), grid = points(s, space(s));
          return Stack{s.real({2, 2, grid.size(1), grid.size(2), grid.size(3)}), x, grid, 0, 0, false, both};
        })
      .also([=](Sample& s) {
        return Stack{s.real({2, 2, 2, 3, 2}), volumes(s), s.real({2, 2, 3, 2, 3}), 0, 2, false, both};
      })
      .also([=](Sample& s) {
        return Stack{s.real({2, 2, 2, 3, 2}), volumes(s), s.real({2, 2, 3, 2, 3}), 1, 1, true, both};
      })
      .expects(sampled_backward)
      .constant({1, 2})
      .dtypes(kWide, kAllFloats, kNarrow);
}

}  // namespace

void add_image_cases(OpCases& t) {
  add_padding_cases(t);
  add_upsampling_cases(t);
  add_shuffle_cases(t);
  add_window_cases(t);
  add_sampling_cases(t);
}

}  // namespace torchpp::tests
