// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/compare.h"

#include "tests/differential/plan.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <regex>

namespace differential {
namespace {

// The beginning of a message without what varies between calls: numbers, names of dtypes, and all after the first line.
std::string pattern_of(const std::string& message) {
  static const std::regex& varying = *new std::regex(
      "\\b((u?int|float|complex|Float|Int|Complex|BFloat|bfloat)[0-9]+(_t)?|c10::complex<\\w+>|(c10|at)::\\w+|"
      "(un)?signed char|(long|short) "
      "int|int|bool|(Byte|Char|Short|Int|Long|Half|Float|Double|ComplexFloat|ComplexDouble|Bool|BFloat16|float|double)"
      "(Tensor|Type)?|[0-9]+)\\b");
  return std::regex_replace(message.substr(0, message.find('\n')), varying, "#").substr(0, 90);
}

/// How far elements may be apart.
struct Tolerance {
  double relative = 0, absolute = 0;
  bool overflows = false;  ///< the order of summation decides between finite and infinite
  bool signed_zero = true;
};

// The name of a step: 0 forward, 1 backward, 2 second order.
Tolerance tolerance_of(const OperatorTraits& traits, const Outcome& o, DType dtype, int step) {
  Tolerance t;
  if (is_integral(dtype)) return t;
  const double eps = std::max(epsilon(dtype), o.epsilon > 0 ? o.epsilon : epsilon(DType::kFloat));
  const bool short_type = eps >= epsilon(DType::kHalf);
  // Short types are computed in float32 and rounded at the end, in some operators also in between.
  t.relative = eps * (short_type ? 2 : eps < 1e-12 ? 64 : 16);
  if (is_complex(dtype)) t.relative *= 4;
  if (traits.sums || step > 0) {
    const double scale = std::max(o.scale, 1.0);
    t.relative *= 4;
    t.absolute = eps * (short_type ? 1 : 16) * scale * scale;
    t.overflows = scale * scale * static_cast<double>(o.count) > largest(dtype);
  }
  if (traits.cancels || traits.random) t.absolute = std::max(t.absolute, eps * (short_type ? 2 : 8));
  // Numbers below the normal ones are flushed to 0 by some vector loops.
  const bool range_of_float = dtype == DType::kFloat || dtype == DType::kComplexFloat || dtype == DType::kBFloat16;
  t.absolute = std::max(t.absolute, range_of_float ? 1e-37 : 1e-307);
  t.signed_zero = !traits.sums && step == 0 && !is_complex(dtype);
  return t;
}

bool near(double a, double b, const Tolerance& t, double largest_finite, double magnitude) {
  if (a == b || (std::isnan(a) && std::isnan(b))) return true;
  if (t.overflows && !(std::isfinite(a) && std::isfinite(b))) return true;
  if (std::isnan(a) || std::isnan(b)) return false;
  if (std::isinf(a) && std::isinf(b)) return false;
  if (std::isinf(a) || std::isinf(b)) {
    const double finite = std::isinf(a) ? b : a, infinite = std::isinf(a) ? a : b;
    return std::signbit(finite) == std::signbit(infinite) && std::fabs(finite) >= largest_finite * (1 - 2 * t.relative);
  }
  return std::fabs(a - b) <= t.relative * std::max({std::fabs(a), std::fabs(b), magnitude}) + t.absolute;
}

// The elements as they are read through a conjugate or negative view.
std::vector<uint8_t> resolved(const Value& v) {
  std::vector<uint8_t> elements = v.elements;
  const size_t item = item_size(v.dtype);
  for (size_t at = 0; at < elements.size() && (v.conjugate || v.negative); at += item) {
    Element e = load(v.dtype, elements.data() + at);
    if (v.conjugate) e.z = std::conj(e.z);
    if (v.negative) e.z = -e.z, e.i = -e.i;
    store(v.dtype, elements.data() + at, e);
  }
  return elements;
}

class Comparison {
 public:
  Comparison(const Schema& schema, const Outcome& ours, const Outcome& theirs)
      : traits_(traits_of(schema.base())), ours_(ours), theirs_(theirs) {}

  std::vector<Difference> run();

 private:
  void report(const std::string& aspect, const std::string& cause, const std::string& detail) {
    differences_.push_back({aspect, cause, detail});
  }
  // False when the steps cannot be compared further.
  bool steps(const char* name, const Step& ours, const Step& theirs, int step);
  void values(const std::string& prefix, const std::vector<Value>& ours, const std::vector<Value>& theirs, int step);
  void value(const std::string& prefix, const Value& ours, const Value& theirs, int step);
  void elements(const std::string& aspect, DType dtype, const std::vector<uint8_t>& ours,
                const std::vector<uint8_t>& theirs, int step, const std::string& detail);
  void buffers();

  const OperatorTraits& traits_;
  const Outcome &ours_, &theirs_;
  std::vector<Difference> differences_;
};

bool Comparison::steps(const char* name, const Step& ours, const Step& theirs, int step) {
  const std::string prefix = step == 0 ? "" : std::string(name) + " ";
  const bool we_threw = ours.status == Step::Status::kError, they_threw = theirs.status == Step::Status::kError;
  if (we_threw && ours.error.find("internal") != std::string::npos)
    report(prefix + "internal error", pattern_of(ours.error), "torchpp: " + ours.error);
  if (we_threw && !they_threw)
    report(prefix + "error", "only torchpp throws: " + pattern_of(ours.error), "only torchpp throws: " + ours.error);
  if (they_threw && !we_threw)
    report(prefix + "error", "only libtorch throws: " + pattern_of(theirs.error),
           "only libtorch throws: " + theirs.error.substr(0, theirs.error.find("\nException raised")));
  if (we_threw || they_threw) return false;
  values(prefix, ours.values, theirs.values, step);
  return true;
}

void Comparison::values(const std::string& prefix, const std::vector<Value>& ours, const std::vector<Value>& theirs,
                        int step) {
  if (ours.size() != theirs.size()) {
    report(prefix + "count", "",
           std::to_string(ours.size()) + " against " + std::to_string(theirs.size()) + " tensors");
    return;
  }
  for (size_t i = 0; i < ours.size(); ++i) value(prefix, ours[i], theirs[i], step);
}

void Comparison::value(const std::string& prefix, const Value& ours, const Value& theirs, int step) {
  const std::string detail = "torchpp:  " + to_string(ours) + "\nlibtorch: " + to_string(theirs);
  if (ours.defined != theirs.defined) {
    report(prefix + "defined", ours.defined ? "libtorch: undefined" : "torchpp: undefined", detail);
    return;
  }
  if (!ours.defined) return;
  if (ours.dtype != theirs.dtype) {
    report(prefix + "dtype", std::string(name_of(ours.dtype)) + " against " + name_of(theirs.dtype), detail);
    return;
  }
  if (ours.sizes != theirs.sizes) {
    report(prefix + "shape", "", detail);
    return;
  }
  if (step == 0) {
    const bool empty = count_of(ours.sizes) == 0;
    for (size_t d = 0; d < ours.sizes.size() && !empty; ++d)
      if (ours.sizes[d] > 1 && ours.strides[d] != theirs.strides[d]) {
        report(prefix + "strides", "", detail);
        break;
      }
    if (ours.is_view != theirs.is_view)
      report(prefix + "is_view", ours.is_view ? "torchpp's is" : "libtorch's is", detail);
    if (ours.conjugate != theirs.conjugate || ours.negative != theirs.negative)
      report(prefix + "view bits", "", detail);
    if (ours.requires_grad != theirs.requires_grad)
      report(prefix + "requires_grad", ours.requires_grad ? "torchpp's does" : "libtorch's does", detail);
    if (ours.alias != theirs.alias || (ours.alias >= 0 && ours.alias_offset != theirs.alias_offset))
      report(prefix + "alias", "", detail);
  }
  if (!traits_.uninitialised) elements(prefix + "value", ours.dtype, resolved(ours), resolved(theirs), step, detail);
}

void Comparison::elements(const std::string& aspect, DType dtype, const std::vector<uint8_t>& ours,
                          const std::vector<uint8_t>& theirs, int step, const std::string& detail) {
  const size_t item = item_size(dtype), count = std::min(ours.size(), theirs.size()) / item;
  const Tolerance t = tolerance_of(traits_, theirs_, dtype, step);
  double magnitude = 0;  // sums of terms that cancel are as inexact as the largest of their kind
  if (traits_.sums || step > 0)
    for (size_t i = 0; i < count; ++i) {
      const double m = std::abs(load(dtype, theirs.data() + i * item).z);
      if (std::isfinite(m)) magnitude = std::max(magnitude, m);
    }
  bool zero_reported = false;
  for (size_t i = 0; i < count; ++i) {
    const Element a = load(dtype, ours.data() + i * item), b = load(dtype, theirs.data() + i * item);
    const std::string both =
        "element " + std::to_string(i) + ": " + to_string(dtype, a) + " against " + to_string(dtype, b) + "\n" + detail;
    bool same = a.i == b.i;
    if (!is_integral(dtype)) {
      // Both parts of a complex number have the tolerance of the larger one.
      double m = magnitude;
      if (is_complex(dtype) && std::isfinite(std::abs(b.z))) m = std::max(m, std::abs(b.z));
      same = near(a.z.real(), b.z.real(), t, largest(dtype), m) && near(a.z.imag(), b.z.imag(), t, largest(dtype), m);
    }
    if (!same) {
      const auto kind = [&](const Element& e) {
        const double x = e.z.real(), y = e.z.imag();
        return is_integral(dtype)                 ? "n"
               : std::isnan(x) || std::isnan(y)   ? "nan"
               : std::isinf(x) || std::isinf(y)   ? "inf"
               : e.z == std::complex<double>(0.0) ? "0"
                                                  : "x";
      };
      const char* type = is_integral(dtype) ? "integer" : is_complex(dtype) ? "complex" : "floating";
      // Roundings of intermediate results, in whatever dtype of the call, do not make more of a difference.
      const double most = std::max({std::abs(a.z), std::abs(b.z), magnitude});
      const bool close = std::isfinite(most) && std::abs(a.z - b.z) <= std::max(8 * theirs_.epsilon, 1e-3) * most;
      const char* relation = !is_integral(dtype) && close ? " close to " : " against ";
      report(aspect, std::string(type) + " " + kind(a) + relation + kind(b), both);
      return;
    }
    if (t.signed_zero && !zero_reported && is_floating(dtype) && a.z.real() == 0 && b.z.real() == 0 &&
        std::signbit(a.z.real()) != std::signbit(b.z.real())) {
      report("sign of zero", "", both);
      zero_reported = true;
    }
  }
}

void Comparison::buffers() {
  for (size_t i = 0; i < std::min(ours_.buffers.size(), theirs_.buffers.size()); ++i) {
    const Buffer &a = ours_.buffers[i], &b = theirs_.buffers[i];
    if (!a.changed && !b.changed) continue;
    const std::string name = "t" + std::to_string(i);
    const auto text = [&](const Buffer& x) {
      std::string s = x.changed ? "" : "(unchanged)";
      const size_t item = item_size(x.dtype);
      for (size_t at = 0; at < x.bytes.size() && at < 40 * item; at += item)
        s += " " + to_string(x.dtype, load(x.dtype, x.bytes.data() + at));
      return s;
    };
    const std::string detail = "buffer of " + name + "\ntorchpp: " + text(a) + "\nlibtorch:" + text(b);
    if (ours_.forward.status != theirs_.forward.status) return;
    if (ours_.forward.status == Step::Status::kError) {
      if (a.changed && !b.changed) report("changed by error", "", detail);
    } else if (traits_.uninitialised) {
    } else if (a.bytes.size() != b.bytes.size()) {
      report("buffer", a.changed ? "torchpp writes" : "libtorch writes", detail);
    } else {
      elements("buffer", a.dtype, a.bytes, b.bytes, 0, detail);
    }
  }
}

std::vector<Difference> Comparison::run() {
  using End = Outcome::End;
  if (theirs_.end == End::kUnknownOperator || ours_.end == End::kUnknownOperator) return {};
  // Destinations of two kinds: the difference is one of the functional form.
  if (ours_.end == End::kNone && theirs_.end == End::kNone && ours_.functional != theirs_.functional) return {};
  const auto end = [](const Outcome& o) -> std::string {
    return o.end == End::kHang ? "hangs" : "crashes by signal " + std::to_string(o.signal);
  };
  if (ours_.end != End::kNone) report(ours_.end == End::kHang ? "hang" : "crash", "torchpp", "torchpp " + end(ours_));
  if (theirs_.end != End::kNone) report("libtorch ends", "libtorch", "libtorch " + end(theirs_));
  if (!differences_.empty()) return differences_;
  const bool forward = steps("forward", ours_.forward, theirs_.forward, 0);
  buffers();
  if (!forward || !differences_.empty()) return differences_;
  values("written ", ours_.written, theirs_.written, 0);
  if (!differences_.empty()) return differences_;
  if (steps("backward", ours_.backward, theirs_.backward, 1) && differences_.empty())
    steps("second backward", ours_.second, theirs_.second, 2);
  return differences_;
}

}  // namespace

std::vector<Difference> compare(const Schema& schema, const Outcome& ours, const Outcome& theirs) {
  return Comparison(schema, ours, theirs).run();
}

}  // namespace differential
