// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "tests/op_cases/op_case.h"

namespace torchpp::tests {
namespace {

constexpr const char* kFile = "tests/ops/loss_test.cpp";
const IValue kNo;

const int64_t kMean = Reduction::Mean, kNone = Reduction::None, kSum = Reduction::Sum;

Tensor reduced(const std::vector<double>& losses, IntArrayRef sizes, int64_t reduction) {
  if (reduction == kNone) return from_elements(losses, sizes);
  long double sum = 0;
  for (const double x : losses) sum += x;
  if (reduction == kMean) sum /= static_cast<long double>(losses.size());
  return scalar_tensor(static_cast<double>(sum), kDouble);
}

// The losses of the elements of tensors of one shape, reduced as argument `at` says.
template <class F>
std::function<Tensor(const Stack&)> of_each(size_t at, F f) {
  return [=](const Stack& a) {
    std::vector<std::vector<double>> columns;
    for (const IValue& v : a)
      if (v.isTensor() && v.toTensor().defined()) columns.push_back(elements(v.toTensor()));
    std::vector<double> losses, row(columns.size());
    for (size_t i = 0; i < columns[0].size(); ++i) {
      for (size_t c = 0; c < columns.size(); ++c) row[c] = columns[c][columns[c].size() == 1 ? 0 : i];
      losses.push_back(f(a, row));
    }
    return reduced(losses, a[0].toTensor().sizes(), a[at].toInt());
  };
}

// The loss of each row of log-probabilities [rows, classes] by its target, with weights per class and targets that are
// left out. Means are of weights.
Tensor nll_of_rows(const std::vector<double>& x, size_t classes, const std::vector<double>& targets,
                   const std::vector<double>& weight, int64_t reduction, int64_t ignored, IntArrayRef sizes) {
  std::vector<double> losses;
  double sum = 0, total = 0;
  for (size_t r = 0; r < targets.size(); ++r) {
    const bool used = targets[r] != static_cast<double>(ignored);
    const size_t at = used ? static_cast<size_t>(targets[r]) : 0;
    const double w = !used ? 0 : weight.empty() ? 1 : weight[at];
    losses.push_back(used ? -w * x[r * classes + at] : 0);
    sum += losses.back();
    total += w;
  }
  if (reduction == kNone) return from_elements(losses, sizes);
  return scalar_tensor(reduction == kMean ? sum / total : sum, kDouble);
}
Tensor nll_of(const Stack& a) {
  const Tensor x = a[0].toTensor();
  const Tensor rows = x.dim() == 4 ? x.permute({0, 2, 3, 1}) : x;
  return nll_of_rows(elements(rows), static_cast<size_t>(rows.size(-1)), elements(a[1].toTensor()),
                     a[2].isNone() ? std::vector<double>() : elements(a[2].toTensor()), a[3].toInt(), a[4].toInt(),
                     a[1].toTensor().sizes());
}
Tensor cross_entropy_of(const Stack& a) {
  std::vector<double> x = elements(a[0].toTensor());
  const size_t classes = static_cast<size_t>(a[0].toTensor().size(1));
  for (size_t row = 0; row < x.size(); row += classes) {
    long double sum = 0;
    for (size_t c = 0; c < classes; ++c) sum += std::exp(static_cast<long double>(x[row + c]));
    for (size_t c = 0; c < classes; ++c) x[row + c] -= static_cast<double>(std::log(sum));
  }
  const std::vector<double> weight = a[2].isNone() ? std::vector<double>() : elements(a[2].toTensor());
  const std::vector<double> target = elements(a[1].toTensor());
  if (!a[1].toTensor().is_floating_point())
    return nll_of_rows(x, classes, target, weight, a[3].toInt(), a[4].toInt(), a[1].toTensor().sizes());
  // Targets are probabilities of the classes; the mean is of the rows.
  std::vector<double> losses(x.size() / classes);
  for (size_t i = 0; i < x.size(); ++i)
    losses[i / classes] -= x[i] * target[i] * (weight.empty() ? 1 : weight[i % classes]);
  return reduced(losses, {static_cast<int64_t>(losses.size())}, a[3].toInt());
}

void add_composite_loss_cases(OpCases& t) {
  using Row = const std::vector<double>&;
  const auto pair = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.real(s.plane(), 0.1, 0.9);
      return Stack{self, s.real(s.plane(), 1.1, 1.9), rest...};
    };
  };
  // A target of 1 and -1.
  const auto with_signs = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.real(s.plane(), 0.1, 0.9);
      return Stack{self, s.index(s.plane(), 2).to(kDouble).mul(2).sub(1), rest...};
    };
  };
  t.add("l1_loss", pair(kMean))
      .also(pair(kNone))
      .also(pair(kSum))
      .expects(of_each(2, [](const Stack&, Row x) { return std::fabs(x[0] - x[1]); }))
      .dtypes("......egfdfd");
  const auto with_logits = [](Row x, double w, double p) {
    return w * ((1 - x[1]) * x[0] + (1 + (p - 1) * x[1]) * std::log1p(std::exp(-x[0])));
  };
  t.add("binary_cross_entropy_with_logits", pair(kNo, kNo, kMean))
      .also(pair(kNo, kNo, kNone))
      .also([](Sample& s) {
        const Tensor self = s.real(), target = s.real(s.plane(), 0, 1), weight = s.real(s.plane(), 0.5, 2);
        return Stack{self, target, weight, s.real({1}, 0.5, 2), kSum};
      })
      .expects(of_each(
          4, [=](const Stack& a, Row x) { return with_logits(x, a[2].isNone() ? 1 : x[2], a[3].isNone() ? 1 : x[3]); }))
      .constant({2, 3})
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  // Rows of log-probabilities; with weights, and with a target that is left out.
  const auto rows = [](bool weight, int64_t reduction, int64_t ignored) {
    return [=](Sample& s) {
      const int64_t n = s.n(7, 40000);
      const Tensor self = s.real({n, 3}, -3, -0.1), target = s.index({n}, 3);
      return Stack{self, target, weight ? IValue(s.real({3}, 0.5, 2)) : kNo, reduction, ignored};
    };
  };
  const auto images = [](bool weight, int64_t reduction, int64_t ignored) {
    return [=](Sample& s) {
      const int64_t n = s.n(2, 200);
      const Tensor self = s.real({n, 3, 2, 4}, -3, -0.1), target = s.index({n, 2, 4}, 3);
      return Stack{self, target, weight ? IValue(s.real({3}, 0.5, 2)) : kNo, reduction, ignored};
    };
  };
  const auto misfit = [](Sample& s) {
    const Tensor self = s.real({4, 3});
    return Stack{self, s.index({5}, 3), kNo, kMean, -100};
  };
  t.add("nll_loss", rows(true, kMean, -100))
      .also(rows(false, kNone, -100))
      .also(rows(true, kMean, 1))
      .also(rows(true, kNone, 1))
      .also(rows(false, kSum, 2))
      .constant({2})
      .expects(nll_of)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(misfit, "size mismatch (got input: [4, 3], target: [5])");
  t.add("nll_loss2d", images(true, kMean, -100))
      .also(images(false, kNone, 1))
      .also(images(true, kSum, 1))
      .constant({2})
      .expects(nll_of)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(misfit, "only batches of spatial targets supported (3D tensors) but got targets of dimension: 1");
  t.add("nll_loss_nd", images(true, kMean, -100))
      .also(rows(true, kMean, 1))
      .also(rows(false, kNone, -100))
      .constant({2})
      .expects(nll_of)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(misfit, "Expected input batch_size (4) to match target batch_size (5).");
  const auto smoothed = [](bool weight, int64_t reduction, int64_t ignored) {
    return [=](Sample& s) {
      const int64_t n = s.n(7, 40000);
      const Tensor self = s.real({n, 3}), target = s.index({n}, 3);
      return Stack{self, target, weight ? IValue(s.real({3}, 0.5, 2)) : kNo, reduction, ignored, 0.0};
    };
  };
  t.add("cross_entropy_loss", smoothed(false, kMean, -100))
      .also(smoothed(true, kMean, 1))
      .also(smoothed(true, kNone, -100))
      .also(smoothed(false, kSum, 2))
      .also([](Sample& s) {
        const Tensor self = s.real({s.n(4, 40000), 3}), target = s.real(self.sizes(), 0, 1);
        return Stack{self, target, s.real({3}, 0.5, 2), kMean, -100, 0.0};
      })
      .constant({2})
      .expects(cross_entropy_of)
      .dtypes(".......gfd..", "......egfd..", kNarrow)
      .throws(
          [](Sample& s) {
            const Tensor self = s.real({4, 3});
            return Stack{self, s.index({4}, 3), kNo, kMean, -100, 1.5};
          },
          "label_smoothing must be between 0.0 and 1.0. Got: 1.5")
      .throws(
          [](Sample& s) {
            const Tensor self = s.real({4, 3});
            return Stack{self, s.index({4, 3}, 3), kNo, kMean, -100, 0.0};
          },
          "Expected floating point type for target with class probabilities, got Long");
  t.add("kl_div", pair(kMean, false))
      .also(pair(kNone, false))
      .also(pair(kSum, true))
      .expects(of_each(2,
                       [](const Stack& a, Row x) {
                         return a[3].toBool() ? std::exp(x[1]) * (x[1] - x[0]) : x[1] * (std::log(x[1]) - x[0]);
                       }))
      .dtypes("......egfd..");
  t.add("poisson_nll_loss", pair(true, false, 1e-8, kMean))
      .also(pair(false, true, 1e-8, kNone))
      .also(pair(true, true, 1e-8, kSum))
      .expects(of_each(
          5,
          [](const Stack& a, Row x) {
            const double loss = a[2].toBool() ? std::exp(x[0]) - x[1] * x[0] : x[0] - x[1] * std::log(x[0] + 1e-8);
            return a[3].toBool() ? loss + x[1] * std::log(x[1]) - x[1] + std::log(6.283185307179586 * x[1]) / 2 : loss;
          }))
      .dtypes(".fffff.gfdFD", ".fffffegfdFD", kNarrow);
  t.add("hinge_embedding_loss", with_signs(0.5, kMean))
      .also(with_signs(0.5, kNone))
      .constant({1})
      .expects(of_each(3, [](const Stack&, Row x) { return x[1] == 1 ? x[0] : std::max(0.5 - x[0], 0.); }))
      .dtypes(".......gfd..", ".fffffegfd..", kWider);
  t.add("cosine_embedding_loss",
        [](Sample& s) {
          const int64_t n = s.n(4, 4000);
          const Tensor a = s.real({n, 5}), b = s.real({n, 5});
          return Stack{a, b, s.index({n}, 2).mul(2).sub(1), 0.1, kMean};
        })
      .also([](Sample& s) {
        const int64_t n = s.n(4, 4000);
        const Tensor a = s.real({n, 5}), b = s.real({n, 5});
        return Stack{a, b, s.index({n}, 2).mul(2).sub(1), 0.1, kNone};
      })
      .expects([](const Stack& a) {
        const std::vector<double> x = elements(a[0].toTensor()), y = elements(a[1].toTensor()),
                                  target = elements(a[2].toTensor());
        std::vector<double> losses;
        for (size_t row = 0; row < target.size(); ++row) {
          double xx = 1e-12, yy = 1e-12, xy = 0;
          for (size_t i = 5 * row; i < 5 * row + 5; ++i) xx += x[i] * x[i], yy += y[i] * y[i], xy += x[i] * y[i];
          const double cosine = xy / std::sqrt(xx * yy);
          losses.push_back(target[row] == 1 ? 1 - cosine : std::max(cosine - 0.1, 0.));
        }
        return reduced(losses, a[2].toTensor().sizes(), a[4].toInt());
      })
      .dtypes("ffffff.gfd..", "ffffffegfd..", kNarrow)
      .throws(
          [](Sample& s) {
            const Tensor a = s.real({4, 5});
            return Stack{a, a, s.index({4, 5}, 2), 0.0, kMean};
          },
          "0D or 1D target tensor expected, multi-target not supported");
  t.add("margin_ranking_loss",
        [](Sample& s) {
          const Tensor a = s.real(), b = s.real();
          return Stack{a, b, s.index(s.plane(), 2).to(kDouble).mul(2).sub(1), 0.1, kMean};
        })
      .also([](Sample& s) {
        const Tensor a = s.real(), b = s.real();
        return Stack{a, b, s.index(s.plane(), 2).to(kDouble).mul(2).sub(1), 0.1, kNone};
      })
      .constant({2})
      .expects(of_each(4, [](const Stack&, Row x) { return std::max(-x[2] * (x[0] - x[1]) + 0.1, 0.); }))
      .dtypes(".fffff.gfd..", ".fffffegfd..", kNarrow);
  t.add("soft_margin_loss", with_signs(kMean))
      .also(with_signs(kNone))
      .constant({1})
      .expects(of_each(2, [](const Stack&, Row x) { return std::log1p(std::exp(-x[1] * x[0])); }))
      .dtypes(".......gfdFD", "......egfdFD", kNarrow);
  const auto margins = [](int64_t p, bool weight, int64_t reduction) {
    return [=](Sample& s) {
      const int64_t n = s.n(4, 4000);
      const Tensor self = s.real({n, 3}), target = s.index({n}, 3);
      return Stack{self, target, p, 1, weight ? IValue(s.real({3}, 0.5, 2)) : kNo, reduction};
    };
  };
  t.add("multi_margin_loss", margins(1, false, kMean))
      .also(margins(2, true, kNone))
      .constant({4})
      .expects([](const Stack& a) {
        const std::vector<double> x = elements(a[0].toTensor()), target = elements(a[1].toTensor());
        const std::vector<double> weight = a[4].isNone() ? std::vector<double>(3, 1) : elements(a[4].toTensor());
        std::vector<double> losses(target.size());
        for (size_t i = 0; i < x.size(); ++i) {
          const size_t at = static_cast<size_t>(target[i / 3]);
          const double term = std::max(1 - x[i / 3 * 3 + at] + x[i], 0.);
          if (i % 3 != at) losses[i / 3] += weight[at] * (a[2].toScalar().toDouble() == 1 ? term : term * term) / 3;
        }
        return reduced(losses, a[1].toTensor().sizes(), a[5].toInt());
      })
      .without(Check::kMeta, "looks for targets that are out of range")
      .dtypes("........fd..", ".fffffegfd..", kWider)
      .throws(margins(3, false, kMean), "only p == 1 and p == 2 supported");
  const auto triplet = [](bool swap, int64_t reduction) {
    return [=](Sample& s) {
      const Tensor anchor = s.real({s.n(4, 4000), 5}), positive = s.real(anchor.sizes());
      return Stack{anchor, positive, s.real(anchor.sizes()), 1.0, 2.0, 1e-6, swap, reduction};
    };
  };
  t.add("triplet_margin_loss", triplet(false, kMean))
      .also(triplet(true, kNone))
      .expects([](const Stack& a) {
        const auto distance = [](const Tensor& x, const Tensor& y) {
          const std::vector<double> u = elements(x), v = elements(y);
          std::vector<double> all(u.size() / 5);
          for (size_t i = 0; i < u.size(); ++i) all[i / 5] += std::pow(u[i] - v[i] + 1e-6, 2);
          for (double& d : all) d = std::sqrt(d);
          return all;
        };
        const std::vector<double> near = distance(a[0].toTensor(), a[1].toTensor()),
                                  far = distance(a[0].toTensor(), a[2].toTensor()),
                                  other = distance(a[1].toTensor(), a[2].toTensor());
        std::vector<double> losses;
        for (size_t i = 0; i < near.size(); ++i)
          losses.push_back(std::max(near[i] - (a[6].toBool() ? std::min(far[i], other[i]) : far[i]) + 1, 0.));
        return reduced(losses, {static_cast<int64_t>(losses.size())}, a[7].toInt());
      })
      .dtypes(".fffff.gfdfd", ".fffffegfdfd", kNarrow);
}

// The lines of the target: 2 and 0; nothing; all classes of which the line has place.
Tensor labels_of_lines(int64_t lines) {
  const Tensor some = torchpp::tensor({2, 0, -1, 1, -1, 3, 2, 1, 3, 0, 1, 2}, kLong).view({3, 4});
  return some.repeat({(lines + 2) / 3, 1}).narrow(0, 0, lines);
}

// For each line the sum of the hinge terms, and how its elements change it.
void multilabel_terms(const std::vector<double>& x, const std::vector<double>& labels, std::vector<double>& losses,
                      std::vector<double>& slopes, std::vector<double>& marks) {
  slopes.assign(x.size(), 0);
  marks.assign(x.size(), 0);
  for (size_t line = 0; line < x.size(); line += 4) {
    std::vector<size_t> own;
    for (size_t i = 0; i < 4 && labels[line + i] >= 0; ++i) own.push_back(static_cast<size_t>(labels[line + i]));
    for (size_t i : own) marks[line + i] = 1;
    double sum = 0;
    for (size_t i : own)
      for (size_t d = 0; d < 4; ++d) {
        const double z = 1 - (x[line + i] - x[line + d]);
        if (marks[line + d] != 0 || z <= 0) continue;
        sum += z / 4;
        slopes[line + i] -= 0.25;
        slopes[line + d] += 0.25;
      }
    losses.push_back(sum);
  }
}

void add_multilabel_cases(OpCases& t) {
  const int64_t mean = Reduction::Mean, none = Reduction::None;
  const auto lines = [](int64_t reduction) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 4000);
      return Stack{s.real({n, 4}), labels_of_lines(n), reduction};
    };
  };
  const auto reference = [=](const Stack& a) {
    std::vector<double> losses, slopes, marks;
    multilabel_terms(elements(a[0].toTensor()), elements(a[1].toTensor()), losses, slopes, marks);
    return reduced(losses, {static_cast<int64_t>(losses.size())}, a[2].toInt());
  };
  t.add("multilabel_margin_loss", lines(mean))
      .also(lines(none))
      .also([=](Sample& s) {
        const Tensor x = s.real({4});
        return Stack{x, torchpp::tensor({1, 3, -1, 0}, kLong), int64_t{Reduction::Sum}};
      })
      .expects(reference)
      .throws(
          [=](Sample& s) {
            Stack a = lines(mean)(s);
            a[1] = a[1].toTensor() + 2;
            return a;
          },
          "'target' is out of range")
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("multilabel_margin_loss_forward", lines(mean))
      .also(lines(none))
      .expects(reference)
      .dtypes("........fd..", "......egfd..", kNarrow);
  const auto backward = [=](int64_t reduction) {
    return [=](Sample& s) {
      const int64_t n = s.n(3, 4000);
      const Tensor grad = s.real(reduction == none ? std::vector<int64_t>{n} : std::vector<int64_t>{});
      const Tensor x = s.real({n, 4}), labels = labels_of_lines(n);
      std::vector<double> losses, slopes, marks;
      multilabel_terms(elements(x), elements(labels), losses, slopes, marks);
      return Stack{grad, x, labels, reduction, from_elements(marks, {n, 4})};
    };
  };
  t.add("multilabel_margin_loss_backward", backward(mean))
      .also(backward(none))
      .expects([](const Stack& a) {
        std::vector<double> losses, slopes, marks;
        const std::vector<double> g = elements(a[0].toTensor());
        multilabel_terms(elements(a[1].toTensor()), elements(a[2].toTensor()), losses, slopes, marks);
        for (size_t i = 0; i < slopes.size(); ++i)
          slopes[i] *= g.size() == 1 ? g[0] / static_cast<double>(losses.size()) : g[i / 4];
        return from_elements(slopes, a[1].toTensor().sizes());
      })
      .constant({4})
      .dtypes("........fd..", "......egfd..", kNarrow);
}

}  // namespace

void add_loss_cases(OpCases& t) {
  const auto pair = [](auto... rest) {
    return [=](Sample& s) {
      const Tensor self = s.real(s.plane(), 0.1, 0.9);
      return Stack{self, s.real(s.plane(), 0.1, 0.9), rest...};
    };
  };
  const auto with_grad = [](bool weight, auto... rest) {
    return [=](Sample& s) {
      const Tensor grad = s.real({}), self = s.real(s.plane(), 0.1, 0.9);
      Stack a{grad, self, s.real(s.plane(), 0.1, 0.9)};
      if (weight) a.push_back(kNo);
      for (const IValue& v : {IValue(rest)...}) a.push_back(v);
      return a;
    };
  };
  const int64_t mean = Reduction::Mean, none = Reduction::None, sum = Reduction::Sum;
  t.add("mse_loss", pair(none))
      .also(pair(mean))
      .also(pair(sum))
      .by(kFile)
      .dtypes("......e.fd..", "......egfd..", kNarrow);
  t.add("mse_loss_backward", with_grad(false, mean))
      .by(kFile)
      .dtypes(".Bbhil..fd..", "......egfd..", kFloatingGradient);
  t.add("smooth_l1_loss", pair(sum, 0.5))
      .also(pair(none, 0.5))
      .also(pair(mean, 0.5))
      .by(kFile)
      .dtypes("......egfd..")
      .throws(pair(mean, -1.0), "smooth_l1_loss does not support negative values for beta.");
  t.add("smooth_l1_loss_backward", with_grad(false, mean, 0.5))
      .by(kFile)
      .dtypes(".Bbhi..gfd..", "......egfd..", kFloatingGradient);
  t.add("huber_loss", pair(mean, 0.5))
      .also(pair(none, 0.5))
      .also(pair(sum, 0.5))
      .by(kFile)
      .dtypes("......egfd..")
      .throws(pair(mean, 0.0), "huber_loss does not support non-positive values for delta.");
  t.add("huber_loss_backward", with_grad(false, mean, 0.5)).by(kFile).dtypes("......egfd..");
  t.add("binary_cross_entropy", pair(kNo, mean))
      .also(pair(kNo, none))
      .also(pair(kNo, sum))
      .throws(
          [=](Sample& s) {
            const Tensor x = s.real({3}, 0, 1);
            return Stack{x, x, x.to(kComplexDouble), none};
          },
          "result type ComplexDouble can't be cast to the desired output type Double")  // libtorch 1.13.1
      .by(kFile)
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("binary_cross_entropy_backward", with_grad(true, mean))
      .by(kFile)
      .dtypes("........fd..", "......egfd..", kNarrow);
  t.add("nll_loss_forward",
        [=](Sample& s) {
          const int64_t rows = s.n(4, 40000);
          return Stack{s.real({rows, 3}, -3, -0.1), s.index({rows}, 3), s.real({3}, 0.5, 2), mean, -100};
        })
      .also([=](Sample& s) {
        const int64_t rows = s.n(4, 40000);
        const Tensor self = s.real({rows, 3}, -3, -0.1);
        return Stack{self, s.index({rows}, 3), kNo, none, 1};
      })
      .constant({2})
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  t.add("nll_loss_backward",
        [=](Sample& s) {
          const int64_t rows = s.n(4, 40000);
          const Tensor grad = s.real({});
          const Tensor self = s.real({rows, 3}, -3, -0.1), target = s.index({rows}, 3);
          return Stack{grad, self, target, kNo, mean, -100, scalar_tensor(rows, kDouble)};
        })
      .constant({1, 6})
      .by(kFile)
      .dtypes(".......gfd..", "......egfd..", kNarrow);
  add_multilabel_cases(t);
  add_composite_loss_cases(t);
}

}  // namespace torchpp::tests
