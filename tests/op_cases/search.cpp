// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <map>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

using Ints = std::vector<int64_t>;
using Line = std::vector<double>;
using Tensors = std::vector<Tensor>;
constexpr const char* kPlaces = "places";
const IValue kNo;

std::vector<Line> lines_of(const Tensor& x) {
  const Line v = elements(x);
  const int64_t columns = x.size(-1);
  std::vector<Line> lines;
  for (int64_t r = 0; r < static_cast<int64_t>(v.size()) / columns; ++r)
    lines.emplace_back(v.begin() + r * columns, v.begin() + (r + 1) * columns);
  return lines;
}
Line numbers_of(const Line& v) {
  Line numbers;
  for (double x : v)
    if (!std::isnan(x)) numbers.push_back(x);
  return numbers;
}
double middle(Line v) {
  for (double x : v)
    if (std::isnan(x)) return x;
  std::sort(v.begin(), v.end());
  return v.empty() ? NAN : v[(v.size() - 1) / 2];
}
double middle_number(const Line& v) { return middle(numbers_of(v)); }
double most_frequent(const Line& v) {
  std::map<double, int> count;
  for (double x : v) ++count[x];
  double best = v[0];
  int most = 0;
  for (const auto& [x, n] : count)
    if (n > most) {
      most = n;
      best = x;
    }
  return best;
}

// One value for each line of a matrix, or of all its elements.
std::function<Tensor(const Stack&)> of_lines(double (*f)(Line), size_t keepdim) {
  return [=](const Stack& a) {
    Line result;
    for (const Line& line : lines_of(a[0].toTensor())) result.push_back(f(line));
    const int64_t rows = static_cast<int64_t>(result.size());
    return from_elements(result, a[keepdim].toBool() ? Ints{rows, 1} : Ints{rows});
  };
}
std::function<Tensor(const Stack&)> of_all(double (*f)(Line)) {
  return [=](const Stack& a) { return scalar_tensor(f(elements(a[0].toTensor())), kDouble); };
}

void add_order_statistics(OpCases& t) {
  const auto along = [](auto... rest) { return [=](Sample& s) { return Stack{s.real(), rest...}; }; };
  const auto with_nans = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real();
      return Stack{x.masked_fill(x.gt(1.2), NAN), rest...};
    };
  };
  const auto median = [](Line v) { return middle(std::move(v)); };
  const auto nanmedian = [](Line v) { return middle_number(v); };
  const char *dtypes = ".Bbhil.gfd..", *ours = ".Bbhilegfd..";
  const auto of_nothing = [](auto... rest) { return [=](Sample& s) { return Stack{s.real({2, 0}), rest...}; }; };
  t.add("median", along())
      .also([](Sample& s) { return Stack{s.real({})}; })
      .expects(of_all(median))
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
  t.add("nanmedian", with_nans()).also(along()).expects(of_all(nanmedian)).dtypes(dtypes, ours, kNarrow).exactly();
  t.add("median.dim", along(1, false))
      .also(along(-1, true))
      .expects(of_lines(median, 2))
      .throws(of_nothing(1, false), "median(): Expected reduction dim 1 to have non-zero size.")
      .throws(along(2, false), "Dimension out of range (expected to be in range of [-2, 1], but got 2)")
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
  t.add("nanmedian.dim", with_nans(1, false))
      .also(along(-1, true))
      .expects(of_lines(nanmedian, 2))
      .throws(of_nothing(1, false), "nanmedian(): Expected reduction dim 1 to have non-zero size.")
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
  t.add("mode", along(1, false))
      .also(along(-1, true))
      .expects(of_lines([](Line v) { return most_frequent(v); }, 2))
      .throws(of_nothing(1, false), "mode(): Expected reduction dim 1 to have non-zero size.")
      .dtypes("?Bbhilegfd..")
      .exactly();

  // Quantiles in the first dimension; q may be a number.
  const auto quantiles = [](bool skip_nan) {
    return [=](const Stack& a) {
      const Tensor x = a[0].toTensor();
      const Line q = a[1].isTensor() ? elements(a[1].toTensor()) : Line{a[1].toScalar().toDouble()};
      const bool one = !a[1].isTensor() || a[1].toTensor().dim() == 0, all = a[2].isNone(), keep = a[3].toBool();
      std::vector<Line> lines = all ? std::vector<Line>{elements(x)} : lines_of(x);
      const std::string between = a[4].toStringRef();
      Line result;
      for (double share : q)
        for (const Line& line : lines) {
          Line v = skip_nan ? numbers_of(line) : line;
          if (v.empty() || numbers_of(v).size() != v.size()) {
            result.push_back(NAN);
            continue;
          }
          std::sort(v.begin(), v.end());
          const double rank = share * static_cast<double>(v.size() - 1);
          const double low = v[static_cast<size_t>(std::floor(rank))], high = v[static_cast<size_t>(std::ceil(rank))];
          if (between == "lower") result.push_back(low);
          else if (between == "higher") result.push_back(high);
          else if (between == "nearest") result.push_back(v[static_cast<size_t>(std::nearbyint(rank))]);
          else if (between == "midpoint") result.push_back((low + high) / 2);
          else result.push_back(low + (high - low) * (rank - std::floor(rank)));
        }
      Ints sizes;
      if (!one) sizes.push_back(static_cast<int64_t>(q.size()));
      if (all) sizes.insert(sizes.end(), keep ? 2 : 0, 1);
      if (!all) sizes.push_back(x.size(0));
      if (!all && keep) sizes.push_back(1);
      return from_elements(result, sizes);
    };
  };
  const auto at = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real();
      return Stack{x, s.real({3}, 0.05, 0.95), rest...};
    };
  };
  const auto nans_at = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real(), q = s.real({2}, 0.05, 0.95);
      return Stack{x.masked_fill(x.gt(1.2), NAN), q, rest...};
    };
  };
  const char* rounded = "the place of a quantile jumps where q is rounded";
  const char* floats = "........fd..";
  t.add("quantile", at(1, false, "linear"))
      .also(at(kNo, false, "linear"))
      .also(at(kNo, true, "lower"))
      .also(at(1, true, "higher"))
      .also(at(-1, false, "midpoint"))
      .also(at(1, false, "nearest"))
      .expects(quantiles(false))
      .throws(at(1, false, "between"),
              "quantile() interpolation must be one of linear, lower, higher, midpoint or nearest, but got between")
      .throws(
          [](Sample& s) {
            return Stack{s.real({0}), s.real({}, 0, 1), kNo, false, "linear"};
          },
          "quantile() input tensor must be non-empty")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2}), s.real({1, 1}, 0, 1), kNo, false, "linear"};
          },
          "quantile() q must be a scalar or 1D tensor")
      .throws(
          [](Sample& s) {
            return Stack{s.real({2}), s.real({1}, 0, 1).to(kFloat), kNo, false, "linear"};
          },
          "quantile() q tensor must be same dtype as the input tensor")
      .without(Check::kDtypes, rounded)
      .dtypes(floats);
  t.add("nanquantile", nans_at(1, false, "linear"))
      .also(nans_at(kNo, false, "linear"))
      .also(at(1, true, "nearest"))
      .expects(quantiles(true))
      .without(Check::kDtypes, rounded)
      .dtypes(floats);
  t.add("quantile.scalar", along(0.3, 1, false, "linear"))
      .also(along(0.7, kNo, true, "higher"))
      .also(along(1.0, -1, true, "linear"))
      .expects(quantiles(false))
      .throws(along(1.5, 1, false, "linear"), "quantile() q must be in the range [0, 1] but got 1.5")
      .dtypes(floats);
  t.add("nanquantile.scalar", with_nans(0.3, 1, false, "linear"))
      .also(with_nans(0.7, kNo, true, "lower"))
      .expects(quantiles(true))
      .throws(along(-0.5, 1, false, "linear"), "quantile() q must be in the range [0, 1] but got -0.5")
      .dtypes(floats);
}

void add_searches(OpCases& t) {
  // Rising lines that start at 0.
  const auto rising = [](Sample& s, const Ints& sizes) { return s.real(sizes, 0.125, 0.25).cumsum(-1); };
  const auto places = [](const Tensor& sequences, const Tensor& values, bool right) {
    const std::vector<Line> lines = lines_of(sequences);
    const Line v = elements(values);
    const size_t per_line = lines.size() == 1 ? v.size() : static_cast<size_t>(values.size(-1));
    Line result;
    for (size_t i = 0; i < v.size(); ++i) {
      const Line& line = lines[i / per_line];
      result.push_back(static_cast<double>(
          std::count_if(line.begin(), line.end(), [&](double x) { return right ? !(x > v[i]) : !(x >= v[i]); })));
    }
    return from_elements(result, values.sizes());
  };
  const auto numbers_in_lines = [=](bool narrow, bool right, const IValue& side) {
    return [=](Sample& s) {
      const Tensor x = rising(s, {s.n(3, 131), 9});
      return Stack{x, s.real({s.n(3, 131), s.n(4, 1021)}, -0.5, 2), narrow, right, side, kNo};
    };
  };
  const auto wrong = [](const Ints& sequence, const Ints& values, auto... rest) {
    return [=](Sample& s) {
      const Tensor x = s.real(sequence);
      return Stack{x, s.real(values), rest...};
    };
  };
  const char* dtypes = ".lllllllll..";
  t.add("searchsorted.Tensor", numbers_in_lines(false, false, kNo))
      .also(numbers_in_lines(true, true, kNo))
      .also(numbers_in_lines(false, false, "right"))
      .also([](Sample& s) {  // one sequence for all, equal elements
        const Tensor x = s.index({12}, 6).to(kDouble);
        return Stack{std::get<0>(x.sort()), s.index(s.plane(), 7).to(kDouble), false, true, kNo, kNo};
      })
      .also([=](Sample& s) {
        const Tensor x = rising(s, {9});
        return Stack{x.flip(0), s.real({}, 0, 2), false, false, "left", torchpp::arange(8, -1, -1, kLong)};
      })
      .expects([=](const Stack& a) {
        const Tensor x = a[0].toTensor();
        return places(a[5].isNone() ? x : x.flip(0), a[1].toTensor(),
                      a[3].toBool() || (!a[4].isNone() && a[4].toStringRef() == "right"));
      })
      .throws(wrong({3}, {3}, false, false, "middle", kNo),
              "torch.searchsorted(): side can only be 'left' or 'right' but got middle")
      .throws(wrong({3}, {3}, false, true, "left", kNo),
              "torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True")
      .throws(
          wrong({2, 3}, {}, false, false, kNo, kNo),
          "torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got "
          "boundaries tensor dim(2) and input value's dim(0) numel(1)")
      .throws(wrong({}, {3}, false, false, kNo, kNo),
              "torch.searchsorted(): boundaries tensor should have positive dimension, but got 0 dimension")
      .throws(wrong({2, 3}, {3, 3}, false, false, kNo, kNo),
              "torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
              "tensor and input value tensor must match, but we got boundaries tensor [2, 3] and input value tensor "
              "[3, 3]")
      .throws(wrong({3}, {3}, false, false, kNo, torchpp::arange(2, kLong)),
              "torch.searchsorted(): boundary and sorter must have the same size, but got boundary tensor [3]and got "
              "sorter tensor [2]")
      .throws(wrong({3}, {3}, false, false, kNo, torchpp::arange(3, kDouble)),
              "torch.searchsorted(): sorter must be a tensor of long dtype but got dtype Double")
      .dtypes(dtypes)
      .exactly();
  t.add("searchsorted.Scalar", [=](Sample& s) { return Stack{rising(s, {9}), 1, false, false, kNo, kNo}; })
      .also([=](Sample& s) { return Stack{rising(s, {9}), 0.7, true, true, kNo, kNo}; })
      .expects([=](const Stack& a) {
        return places(a[0].toTensor(), scalar_tensor(a[1].toScalar().toDouble(), kDouble), a[3].toBool());
      })
      .without(Check::kGradient, kPlaces)
      .dtypes("llllllllll..")
      .exactly();
  t.add("bucketize.Tensor",
        [=](Sample& s) {
          const Tensor x = s.real(s.plane(), -0.5, 2);
          return Stack{x, rising(s, {9}), false, false};
        })
      .also([](Sample& s) {
        const Tensor x = s.index(s.plane(), 7).to(kDouble);
        return Stack{x, torchpp::arange(1, 6, kDouble), true, true};
      })
      .expects([=](const Stack& a) { return places(a[1].toTensor(), a[0].toTensor(), a[3].toBool()); })
      .throws(wrong({3}, {2, 3}, false, false), "boundaries tensor must be 1 dimension, but got dim(2)")
      .without(Check::kGradient, kPlaces)
      .dtypes(dtypes)
      .exactly();
  t.add("bucketize.Scalar",
        [=](Sample& s) {
          return Stack{1, rising(s, {9}), false, true};
        })
      .expects([=](const Stack& a) {
        return places(a[1].toTensor(), scalar_tensor(a[0].toScalar().toDouble(), kDouble), a[3].toBool());
      })
      .without(Check::kGradient, kPlaces)
      .dtypes("llllllllll..")
      .exactly();

  const auto values_of = [](const IValue& v) {
    return v.isTensor() ? elements(v.toTensor()) : Line{v.toScalar().toDouble()};
  };
  const auto membership = [=](const Stack& a) {
    const Line v = values_of(a[0]), tests = values_of(a[1]);
    Line result;
    for (double x : v) result.push_back((std::count(tests.begin(), tests.end(), x) != 0) != a[3].toBool() ? 1 : 0);
    return from_elements(result, a[0].isTensor() ? a[0].toTensor().sizes() : IntArrayRef());
  };
  const auto members_of = [](int64_t tests, bool invert) {
    return [=](Sample& s) {
      const Tensor x = s.index(s.plane(), 50).to(kDouble);
      return Stack{x, s.index({tests}, 50).to(kDouble), false, invert};
    };
  };
  const auto of_bool = [](Sample& s) { return Stack{s.mask({3}), s.real({3}), false, false}; };
  const char* unsupported = "Unsupported input type encountered for isin(): Bool";
  t.add("isin.Tensor_Tensor", members_of(4, false))
      .also(members_of(20, true))
      .also(members_of(0, false))
      .also([](Sample& s) {  // NaN equals nothing; many of them, and an infinity
        const Tensor x = s.real(s.plane()), few = torchpp::where(x.gt(1), torchpp::full({}, NAN, kDouble), x.floor());
        return Stack{few.masked_fill(x.lt(-1), HUGE_VAL), few.flatten().slice(0, 0, 12), true, false};
      })
      .expects(membership)
      .throws(of_bool, unsupported)
      .without(Check::kGradient, "truth values")
      .dtypes(".?????..??..", ".??????.??..", kNarrow)
      .exactly();
  t.add("isin.Tensor_Scalar",
        [](Sample& s) {
          return Stack{s.index(s.plane(), 3).to(kDouble), 1, false, false};
        })
      .also([](Sample& s) {
        return Stack{s.index(s.plane(), 3).to(kDouble), 2.0, false, true};
      })
      .expects(membership)
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), true, false, false};
          },
          unsupported)
      .without(Check::kGradient, "truth values")
      .dtypes(".??????.??..")
      .exactly();
  t.add("isin.Scalar_Tensor",
        [](Sample& s) {
          return Stack{1, s.index(s.plane(), 3).to(kDouble), false, false};
        })
      .also([](Sample& s) {
        return Stack{5, s.index({4}, 3).to(kDouble), false, true};
      })
      .expects(membership)
      .without(Check::kGradient, "truth values")
      .dtypes(".?????..??..", ".??????.??..", kNarrow)
      .exactly();
}

// The bin of each value between rising edges; -1 outside.
int64_t bin_of(double x, const Line& edges) {
  if (x < edges.front() || x > edges.back()) return -1;
  int64_t bin = 0;
  while (bin + 2 < static_cast<int64_t>(edges.size()) && x >= edges[static_cast<size_t>(bin) + 1]) ++bin;
  return bin;
}
Line even_edges(double least, double most, int64_t bins) {
  Line edges;
  for (int64_t i = 0; i <= bins; ++i)
    edges.push_back(i == bins ? most : least + (most - least) * static_cast<double>(i) / static_cast<double>(bins));
  return edges;
}
// The histogram of points over edges for each column, and the edges.
Tensors histogram_of(const Tensor& points, const std::vector<Line>& edges, const IValue& weight, bool density) {
  const size_t columns = edges.size();
  const Line x = elements(points), w = weight.isNone() ? Line(x.size() / columns, 1) : elements(weight.toTensor());
  Ints sizes;
  int64_t cells = 1;
  for (const Line& e : edges) {
    sizes.push_back(static_cast<int64_t>(e.size()) - 1);
    cells *= sizes.back();
  }
  Line sums(static_cast<size_t>(cells)), volumes(sums.size(), 1);
  double total = 0;
  for (size_t i = 0; i < w.size(); ++i) {
    int64_t at = 0;
    for (size_t d = 0; d < columns && at >= 0; ++d) {
      const int64_t bin = bin_of(x[i * columns + d], edges[d]);
      at = bin < 0 ? -1 : at * sizes[d] + bin;
    }
    if (at < 0) continue;
    sums[static_cast<size_t>(at)] += w[i];
    total += w[i];
  }
  for (size_t cell = 0; cell < sums.size() && density; ++cell) {
    size_t rest = cell;
    double volume = 1;
    for (size_t d = columns; d-- > 0; rest /= static_cast<size_t>(sizes[d])) {
      const size_t bin = rest % static_cast<size_t>(sizes[d]);
      volume *= edges[d][bin + 1] - edges[d][bin];
    }
    sums[cell] /= total * volume;
  }
  Tensors results{from_elements(sums, sizes)};
  for (const Line& e : edges) results.push_back(from_elements(e, {static_cast<int64_t>(e.size())}));
  return results;
}

void add_histograms(OpCases& t) {
  const char* counts = "libtorch has no derivative";
  const char* floats = "......egfd..";
  const char* range_is_read = "the range of the elements is read";
  const char* edges_move = "elements move to other bins where they are rounded";
  const auto range_of = [](const Tensor& x) {
    const Line v = elements(x);
    return std::pair<double, double>(*std::min_element(v.begin(), v.end()), *std::max_element(v.begin(), v.end()));
  };
  t.add("histc",
        [](Sample& s) {
          return Stack{s.real(), 4, -1.5, 1};
        })
      .also([](Sample& s) {
        return Stack{s.real(), 7, 0, 0};
      })
      .expects([=](const Stack& a) {
        double least = a[2].toScalar().toDouble(), most = a[3].toScalar().toDouble();
        if (least == most) std::tie(least, most) = range_of(a[0].toTensor());
        return histogram_of(a[0].toTensor().reshape({-1, 1}), {even_edges(least, most, a[1].toInt())}, kNo, false)[0];
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 0, 0, 1};
          },
          "bins must be > 0, but got 0 for dimension 0")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 3, 5, 2};
          },
          "torch.histc: max must be larger than min")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 3, 0, HUGE_VAL};
          },
          "torch.histc: range of [0, inf] is not finite")
      .without(Check::kDtypes, edges_move)
      .dtypes(".......gfd..", floats, kNarrow);
  t.add("bincount",
        [](Sample& s) {
          return Stack{s.index({s.n(9, 100000)}, 5), kNo, 0};
        })
      .also([](Sample& s) {
        const int64_t n = s.n(9, 100000);
        return Stack{s.index({n}, 5), s.real({n}), 8};
      })
      .expects([](const Stack& a) {
        const Line x = elements(a[0].toTensor()), w = a[1].isNone() ? Line(x.size(), 1) : elements(a[1].toTensor());
        Line sums(static_cast<size_t>(a[2].toInt()));
        for (size_t i = 0; i < x.size(); ++i) {
          const size_t bin = static_cast<size_t>(x[i]);
          if (bin >= sums.size()) sums.resize(bin + 1);
          sums[bin] += w[i];
        }
        return from_elements(sums, {static_cast<int64_t>(sums.size())});
      })
      .throws(
          [](Sample& s) {
            return Stack{s.index({2, 3}, 5), kNo, 0};
          },
          "bincount only supports 1-d non-negative integral inputs.")
      .throws(
          [](Sample& s) {
            return Stack{s.index({3}, 5), s.real({2}), 0};
          },
          "weights should be 1-d and have the same length as input")
      .throws(
          [](Sample& s) {
            return Stack{s.index({3}, 5), kNo, -1};
          },
          "minlength should be >= 0")
      .dtypes(".lllll......");
  const auto edges = [](Sample& s, int64_t n) { return s.real({n}, 0.5, 1).cumsum(0) - 2.5; };
  t.add("histogram.bins_tensor",
        [=](Sample& s) {
          const Tensor x = s.real();
          return Stack{x, edges(s, 6), kNo, false};
        })
      .also([=](Sample& s) {
        const Tensor x = s.real(), w = s.real(s.plane(), 0, 1);
        return Stack{x, edges(s, 6), w, true};
      })
      .expects_all([](const Stack& a) {
        return histogram_of(a[0].toTensor().reshape({-1, 1}), {elements(a[1].toTensor())}, a[2], a[3].toBool());
      })
      .throws(
          [](Sample& s) {
            const Tensor x = s.real({3});
            return Stack{x, s.real({1}), kNo, false};
          },
          "bins must be > 0, but got 0 for dimension 0")
      .without(Check::kGradient, counts)
      .without(Check::kDtypes, edges_move)
      .dtypes(".......gfd..", floats, kNarrow);
  t.add("histogram.bin_ct",
        [](Sample& s) {
          return Stack{s.real(), 5, std::vector<double>{-1, 1.5}, kNo, false};
        })
      .also(
          [](Sample& s) {
            const Tensor x = s.real();
            return Stack{x, 4, kNo, s.real(s.plane(), 0, 1), true};
          },
          range_is_read)
      .expects_all([=](const Stack& a) {
        const Tensor x = a[0].toTensor();
        auto [least, most] = range_of(x);
        if (!a[2].isNone()) {
          least = a[2].toDoubleVector()[0];
          most = a[2].toDoubleVector()[1];
        }
        return histogram_of(x.reshape({-1, 1}), {even_edges(least, most, a[1].toInt())}, a[3], a[4].toBool());
      })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 2, std::vector<double>{3, 1}, kNo, false};
          },
          "torch.histogramdd: min should not exceed max, but got min 3 max 1 for dimension 0")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), 2, std::vector<double>{3}, kNo, false};
          },
          "torch.histogramdd: for a 1-dimensional histogram range should have 2 elements, but got 1")
      .without(Check::kGradient, counts)
      .without(Check::kDtypes, edges_move)
      .dtypes("........fd..", floats, kNarrow);
  const auto points = [](Sample& s) { return s.real({s.n(9, 40000), 2}); };
  const auto evenly = [=](const Stack& a, const Ints& bins) {
    const Tensor x = a[0].toTensor();
    std::vector<Line> all;
    for (int64_t d = 0; d < 2; ++d) {
      auto [least, most] = range_of(x.select(1, d));
      if (!a[2].isNone()) {
        least = a[2].toDoubleVector()[static_cast<size_t>(2 * d)];
        most = a[2].toDoubleVector()[static_cast<size_t>(2 * d + 1)];
      }
      all.push_back(even_edges(least, most, bins[static_cast<size_t>(d)]));
    }
    return histogram_of(x, all, a[3], a[4].toBool());
  };
  t.add("histogramdd",
        [=](Sample& s) {
          return Stack{points(s), Ints{3, 4}, std::vector<double>{-1, 1, -2, 1.5}, kNo, false};
        })
      .also(
          [=](Sample& s) {
            const Tensor x = points(s);
            return Stack{x, Ints{3, 4}, kNo, s.real({x.size(0)}, 0, 1), true};
          },
          range_is_read)
      .expects_all([=](const Stack& a) { return evenly(a, a[1].toIntVector()); })
      .throws(
          [](Sample& s) {
            return Stack{s.real({3}), Ints{2}, kNo, kNo, false};
          },
          "torch.histogramdd: input tensor should have at least 2 dimensions")
      .without(Check::kGradient, counts)
      .without(Check::kDtypes, edges_move)
      .dtypes("........fd..", floats, kNarrow);
  t.add("histogramdd.int_bins",
        [=](Sample& s) {
          return Stack{points(s), 3, std::vector<double>{-1, 1, -2, 1.5}, kNo, false};
        })
      .expects_all([=](const Stack& a) {
        return evenly(a, {a[1].toInt(), a[1].toInt()});
      })
      .without(Check::kGradient, counts)
      .without(Check::kDtypes, edges_move)
      .dtypes("........fd..", floats, kNarrow);
  const auto over = [](const Tensor& x, const std::vector<Tensor>& lists, const IValue& weight, bool density) {
    std::vector<Line> all;
    for (const Tensor& e : lists) all.push_back(elements(e));
    return histogram_of(x, all, weight, density);
  };
  t.add("histogramdd.TensorList_bins",
        [=](Sample& s) {
          const Tensor x = points(s), first = edges(s, 4);
          return Stack{x, Tensors{first, edges(s, 6)}, kNo, kNo, false};
        })
      .expects_all([=](const Stack& a) { return over(a[0].toTensor(), a[1].toTensorVector(), a[3], a[4].toBool()); })
      .without(Check::kGradient, counts)
      .without(Check::kDtypes, edges_move)
      .dtypes(".......gfd..", floats, kNarrow);
  t.add("_histogramdd_from_bin_tensors",
        [=](Sample& s) {
          const Tensor x = points(s), first = edges(s, 4);
          return Stack{x, Tensors{first, edges(s, 6)}, kNo, false};
        })
      .also([=](Sample& s) {
        const Tensor x = points(s), first = edges(s, 4), second = edges(s, 6);
        return Stack{x, Tensors{first, second}, s.real({x.size(0)}, 0, 1), true};
      })
      .expects([=](const Stack& a) { return over(a[0].toTensor(), a[1].toTensorVector(), a[2], a[3].toBool())[0]; })
      .throws(
          [=](Sample& s) {
            const Tensor x = points(s);
            return Stack{x, Tensors{edges(s, 4)}, kNo, false};
          },
          "torch.histogramdd: expected 2 sequences of bin edges for a 2-dimensional histogram but got 1")
      .without(Check::kGradient, counts)
      .without(Check::kDtypes, edges_move)
      .dtypes(".......gfd..", floats, kNarrow);
}

// Items in the order of the first of each run, which run each belongs to, and the lengths of the runs.
template <class T, class F>
Tensors runs_of(const std::vector<T>& items, bool sorted, const F& as_tensor, IntArrayRef inverse_sizes) {
  std::vector<size_t> order(items.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  if (sorted) std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return items[a] < items[b]; });
  std::vector<T> found;
  Line inverse(items.size()), counts;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || !(items[order[i]] == items[order[i - 1]])) {
      found.push_back(items[order[i]]);
      counts.push_back(0);
    }
    inverse[order[i]] = static_cast<double>(found.size() - 1);
    ++counts.back();
  }
  return {as_tensor(found), from_elements(inverse, inverse_sizes),
          from_elements(counts, {static_cast<int64_t>(counts.size())})};
}

void add_distinct(OpCases& t) {
  const char* none = "libtorch has no derivative";
  const char *dtypes = "?Bbhil.gfd..", *ours = "?Bbhilegfd..";
  const auto few = [](auto... rest) {
    return [=](Sample& s) { return Stack{s.index(s.plane(), 3).to(kDouble), rest...}; };
  };
  const auto elements_of = [](const Stack& a, bool sorted) {
    const Tensor x = a[0].toTensor();
    return runs_of(
        elements(x), sorted, [](const Line& v) { return from_elements(v, {static_cast<int64_t>(v.size())}); },
        x.sizes());
  };
  const auto rows_of = [](const Stack& a, bool sorted) {
    const Tensor x = a[0].toTensor();
    const int64_t columns = x.size(1);
    return runs_of(lines_of(x), sorted,
                   [=](const std::vector<Line>& rows) {
                     Line all;
                     for (const Line& row : rows) all.insert(all.end(), row.begin(), row.end());
                     return from_elements(all, {static_cast<int64_t>(rows.size()), columns});
                   },
                   {x.size(0)});
  };
  // Rows of two elements, so that some are equal.
  const auto rows = [](auto... rest) {
    return [=](Sample& s) { return Stack{s.index({s.n(9, 5000), 2}, 2).to(kDouble), rest...}; };
  };
  t.add("_unique2", few(true, true, true))
      .expects_all([=](const Stack& a) { return elements_of(a, true); })
      .without(Check::kGradient, none)
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
  t.add("unique_dim", rows(0, true, true, true))
      .expects_all([=](const Stack& a) { return rows_of(a, true); })
      .throws(few(2, true, false, false), "Dimension out of range (expected to be in range of [-2, 1], but got 2)")
      .throws(
          [](Sample& s) {
            return Stack{s.real({3, 0}), 0, true, false, false};
          },
          "There are 0 sized dimensions, and they aren't selected, so unique cannot be applied")
      .without(Check::kGradient, none)
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
  t.add("unique_consecutive", few(true, true, kNo))
      .also(rows(true, true, 0))
      .expects_all([=](const Stack& a) { return a[3].isNone() ? elements_of(a, false) : rows_of(a, false); })
      .without(Check::kGradient, none)
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
  t.add("unique_dim_consecutive", rows(0, true, true))
      .expects_all([=](const Stack& a) { return rows_of(a, false); })
      .without(Check::kGradient, none)
      .dtypes(dtypes, ours, kNarrow)
      .exactly();
}

}  // namespace

void add_search_cases(OpCases& t) {
  add_order_statistics(t);
  add_searches(t);
  add_histograms(t);
  add_distinct(t);
}

}  // namespace torchpp::tests
