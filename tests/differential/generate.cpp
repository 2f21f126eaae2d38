// SPDX-License-Identifier: BSD-3-Clause
#include "tests/differential/generate.h"

#include "tests/differential/plan.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace differential {
namespace {

using Kind = Parameter::Kind;
using Domain = OperatorTraits::Domain;
using History = TensorSpec::History;

class Generator {
 public:
  Generator(Call& call, uint64_t seed, unsigned features) : random_(seed), features_(features), call_(call) {}

  void arguments();
  TensorSpec destination(const Sizes& sizes, DType dtype);
  std::vector<uint8_t> elements(DType dtype, int64_t count, const Wish& wish);

 private:
  bool has(Feature f) const { return (features_ & f) != 0; }
  // Draws in any case, so that a feature less changes nothing else.
  bool feature(Feature f, double probability) { return random_.chance(probability) && has(f); }

  DType any_dtype() { return kAllDTypes[random_.between(0, 11)]; }
  DType dtype_of(Domain domain);
  Sizes shape();
  Sizes broadcasting_to(const Sizes& shape);
  void spoil(Plan& plan);

  Argument argument(const Parameter& p, Plan& plan);
  Argument number(DType dtype, const Wish& wish);
  Argument list_of_ints(const Parameter& p, Plan& plan);
  int64_t tensor(const Parameter& p, const Wish& wish, Plan& plan);
  void lay_out(TensorSpec& t, bool expanded);
  bool overlap(TensorSpec& t, bool partly);
  Element element(DType dtype, int style, const Wish& wish);
  void fill(TensorSpec& t, const Wish& wish);

  Random random_;
  unsigned features_;
  Call& call_;
  bool moderate_ = false;
};

DType Generator::dtype_of(Domain domain) {
  if (feature(kMixedDTypes, 0.04)) return any_dtype();
  const double x = random_.uniform();
  switch (domain) {
    case Domain::kAny: break;
    case Domain::kFloatingOrComplex:
      if (x < 0.2) return random_.one_of({DType::kComplexFloat, DType::kComplexDouble});
      [[fallthrough]];
    case Domain::kFloating:
      return random_.one_of({DType::kFloat, DType::kFloat, DType::kFloat, DType::kDouble, DType::kDouble, DType::kHalf,
                             DType::kBFloat16});
    case Domain::kIntegral:
      return random_.one_of(
          {DType::kByte, DType::kChar, DType::kShort, DType::kInt, DType::kLong, DType::kLong, DType::kBool});
    case Domain::kNumber:
      if (x < 0.6)
        return random_.one_of({DType::kFloat, DType::kFloat, DType::kDouble, DType::kHalf, DType::kBFloat16});
      return random_.one_of({DType::kByte, DType::kChar, DType::kShort, DType::kInt, DType::kLong});
  }
  return x < 0.35 ? random_.one_of({DType::kFloat, DType::kDouble}) : any_dtype();
}

Sizes Generator::shape() {
  Sizes s(random_.weighted({10, 20, 26, 20, 16, 8}));
  for (int64_t& n : s) n = random_.weighted({4, 14, 82}) == 2 ? random_.between(2, 4) : random_.between(0, 1);
  if (!s.empty() && random_.chance(0.1)) s[random_.between(0, s.size() - 1)] = random_.between(5, 70);
  if (!has(kEmpty))
    for (int64_t& n : s) n = std::max<int64_t>(n, 1);
  return s;
}

Sizes Generator::broadcasting_to(const Sizes& shape) {
  const size_t dropped = random_.chance(0.25) ? random_.between(0, shape.size()) : 0;
  Sizes s(shape.begin() + dropped, shape.end());
  for (int64_t& n : s)
    if (random_.chance(0.12)) n = 1;
  return s;
}

// Makes one of the wishes probably wrong.
void Generator::spoil(Plan& plan) {
  std::vector<Wish*> wishes;
  for (auto& w : plan.wishes)
    if (w.second.sizes || w.second.value || w.second.low) wishes.push_back(&w.second);
  if (wishes.empty()) return;
  Wish& w = *random_.one_of(wishes);
  if (w.sizes && random_.chance(0.6)) {
    if (w.sizes->empty() || random_.chance(0.2)) w.sizes->push_back(random_.between(1, 3));
    else if (random_.chance(0.2)) w.sizes->pop_back();
    else (*w.sizes)[random_.between(0, w.sizes->size() - 1)] = random_.between(has(kEmpty) ? 0 : 1, 6);
  } else if (w.value && w.value->kind == Argument::Kind::kInt) {
    w.value->i = random_.chance(0.3) ? random_.between(-w.most_wrong, w.most_wrong)
                                     : w.value->i + random_.one_of({-2, -1, 1, 2});
  } else if (w.value && w.value->kind == Argument::Kind::kInts) {
    std::vector<int64_t>& v = w.value->ints;
    if (v.empty() || random_.chance(0.2)) v.push_back(random_.between(-1, 3));
    else if (random_.chance(0.2)) v.pop_back();
    else v[random_.between(0, v.size() - 1)] += random_.one_of({-3, -1, 1, 3});
  } else if (w.low && random_.chance(0.5)) {
    w.low = *w.low - 2;
    w.high = *w.high + 2;
  }
}

// Strides in an order of dimensions, with gaps and an offset, and a buffer that reaches beyond both ends.
void Generator::lay_out(TensorSpec& t, bool expanded) {
  const size_t rank = t.sizes.size();
  enum { kContiguous, kPermuted, kStepped, kExpanded, kChannelsLast };
  size_t kind = random_.weighted({40, 20, 20, 8, 12});
  const int64_t before = random_.chance(0.3) ? random_.between(1, 9) : 0, after = random_.between(0, 5);
  Sizes order(rank);
  std::iota(order.begin(), order.end(), 0);
  Random layout(random_.next());
  if (!has(kStrides)) kind = kContiguous;
  if (kind == kExpanded && !expanded) kind = kStepped;
  if (kind == kChannelsLast && rank < 3) kind = kPermuted;
  if (kind == kPermuted || (kind == kStepped && layout.chance(0.4)))
    for (size_t d = rank; d > 1; --d) std::swap(order[d - 1], order[layout.between(0, d - 1)]);
  if (kind == kChannelsLast) {
    order.erase(order.begin() + 1);
    order.push_back(1);
  }
  t.strides.assign(rank, 0);
  int64_t step = kind == kStepped && layout.chance(0.5) ? layout.between(2, 3) : 1, last = 0;
  for (size_t k = rank; k-- > 0;) {
    const int64_t d = order[k], n = std::max<int64_t>(t.sizes[d], 1);
    if (kind == kExpanded && layout.chance(0.4)) continue;
    t.strides[d] = step;
    last += (n - 1) * step;
    step *= n;
    if (kind == kStepped && layout.chance(0.4)) step = step * layout.between(1, 2) + layout.between(0, 2);
  }
  t.offset = has(kStrides) ? before : 0;
  t.buffer.resize(static_cast<size_t>(t.offset + last + 1 + after) * item_size(t.dtype));
}

// Makes the tensor share the memory of an earlier one of its dtype.
bool Generator::overlap(TensorSpec& t, bool partly) {
  std::vector<int> others;
  for (size_t i = 0; i < call_.tensors.size(); ++i)
    if (call_.tensors[i].dtype == t.dtype && call_.tensors[i].shares < 0 && !call_.tensors[i].number &&
        !call_.tensors[i].nested && call_.tensors[i].history != History::kViewOfResult &&
        call_.tensors[i].history != History::kTrackedView)
      others.push_back(static_cast<int>(i));
  if (others.empty()) return false;
  const int index = random_.one_of(others);
  const TensorSpec& other = call_.tensors[index];
  if (!partly && other.sizes == t.sizes) {
    t.strides = other.strides;
    t.offset = other.offset;
  } else {
    int64_t last = 0;
    for (size_t d = 0; d < t.sizes.size(); ++d) last += std::max<int64_t>(t.sizes[d] - 1, 0) * t.strides[d];
    const int64_t room = static_cast<int64_t>(other.buffer.size() / item_size(t.dtype)) - last - 1;
    if (room < 0) return false;
    t.offset = random_.between(0, room);
  }
  t.shares = index;
  t.conjugate = t.negative = false;
  t.buffer.clear();
  return true;
}

// Styles: 0 ordinary, 1 small integers with ties, 2 special, 3 limits of the dtype.
Element Generator::element(DType dtype, int style, const Wish& wish) {
  Element e;
  const double x = random_.uniform(), y = random_.uniform();
  const uint64_t bits = random_.next();
  if (wish.low) {
    const double low = *wish.low, high = *wish.high;
    e.i = static_cast<int64_t>(std::floor(low + x * (high - low)));
    e.z = {low + x * (high - low), low + y * (high - low)};
    return e;
  }
  const auto special = [&](double u) {
    const double all[] = {INFINITY, -INFINITY, NAN, -0.0, 0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-3, 1e4, -1e4,
                          // the rest is not moderate
                          largest(dtype), -largest(dtype), 5e-324, -1e-310, 1e-45, 1e-40, 6e-8, 1e-38, 1e-20, 1e20,
                          -1e20, 1e38, 16777217.0, 88.7, -103.9, 710.0, 1e-7, 4e18};
    return all[static_cast<size_t>(u * (moderate_ ? 15 : sizeof(all) / sizeof(all[0])))];
  };
  const auto ordinary = [&](double u, double v) {
    return v < 0.3 ? std::floor(u * 17) - 8 : v < 0.6 ? (std::floor(u * 129) - 64) / 16 : u * 8 - 4;
  };
  if (is_integral(dtype)) {
    const double top = largest(dtype);
    e.i = dtype == DType::kBool ? static_cast<int64_t>(bits & 1) : static_cast<int64_t>(std::floor(x * 19)) - 9;
    if (dtype == DType::kByte) e.i = static_cast<int64_t>(x * 12);
    if (style == 1) e.i = dtype == DType::kByte ? static_cast<int64_t>(x * 3) : static_cast<int64_t>(x * 4) - 1;
    if (style == 3 && dtype != DType::kBool) {
      const int64_t limit = dtype == DType::kLong ? INT64_MAX : static_cast<int64_t>(top);
      e.i = y < 0.4                            ? limit - static_cast<int64_t>(x * 3)
            : y < 0.8 && dtype != DType::kByte ? -limit - 1 + static_cast<int64_t>(x * 3)
                                               : e.i;
    }
    return e;
  }
  const auto part = [&](double u, double v) {
    if (style == 1) return std::floor(u * 5) - 2;
    if (style >= 2 && v < 0.5) return special(u);
    return ordinary(u, v);
  };
  e.z = {part(x, y), is_complex(dtype) ? part(y, x) : 0};
  return e;
}

std::vector<uint8_t> Generator::elements(DType dtype, int64_t count, const Wish& wish) {
  size_t style = random_.weighted({55, 20, 18, 7});
  if (style >= 2 && !has(kSpecialValues)) style = 0;
  std::vector<uint8_t> bytes(static_cast<size_t>(count) * item_size(dtype));
  for (int64_t i = 0; i < count; ++i)
    store(dtype, bytes.data() + i * item_size(dtype), element(dtype, static_cast<int>(style), wish));
  return bytes;
}

void Generator::fill(TensorSpec& t, const Wish& wish) {
  t.buffer = elements(t.dtype, static_cast<int64_t>(t.buffer.size() / item_size(t.dtype)), wish);
  // Elements in logical order.
  const size_t rank = t.sizes.size();
  const bool of_diagonals = wish.diagonal && rank >= 2;
  Sizes index(rank, 0);
  const int64_t all = count_of(t.sizes);
  const int64_t count = of_diagonals ? all : std::min<int64_t>(all, static_cast<int64_t>(wish.values.size()));
  for (int64_t i = 0; i < count; ++i) {
    int64_t at = t.offset;
    for (size_t d = 0; d < rank; ++d) at += index[d] * t.strides[d];
    uint8_t* const memory = t.buffer.data() + at * item_size(t.dtype);
    Element e;
    if (of_diagonals) {
      e = load(t.dtype, memory);
      if (index[rank - 2] == index[rank - 1]) e.z += *wish.diagonal;
    } else {
      e.z = wish.values[i];
      e.i = static_cast<int64_t>(wish.values[i]);
    }
    store(t.dtype, memory, e);
    for (size_t d = index.size(); d-- > 0;) {
      if (++index[d] < t.sizes[d]) break;
      index[d] = 0;
    }
  }
}

int64_t Generator::tensor(const Parameter& p, const Wish& wish, Plan& plan) {
  TensorSpec t;
  const bool first = call_.tensors.empty();
  const bool other_dtype = feature(kMixedDTypes, plan.uniform ? 0.02 : 0.15);
  const DType drawn = any_dtype();
  t.dtype = !wish.dtypes.empty() ? random_.one_of(wish.dtypes) : other_dtype ? drawn : plan.dtype;
  if (wish.constituents) {
    t.nested = true;
    t.constituents = *wish.constituents;
    t.sizes = {0};
    for (const Sizes& c : t.constituents) t.sizes[0] += count_of(c);
  } else if (wish.sizes) t.sizes = *wish.sizes;
  else if (p.written) t.sizes = plan.shape;
  else t.sizes = random_.chance(first ? 0.1 : 0.3) ? broadcasting_to(plan.shape) : plan.shape;
  const bool is_number = feature(kNumbers, 0.08) && !plan.uniform && !first && !wish.sizes && !t.nested && !p.written &&
                         wish.dtypes.empty();
  if (is_number) {
    t.sizes.clear();
    t.number = true;
    t.dtype = random_.one_of({DType::kLong, DType::kDouble, DType::kDouble, DType::kBool, DType::kComplexDouble});
  }
  lay_out(t, (!p.written || random_.chance(0.15)) && !wish.diagonal);
  if (t.nested) {
    t.strides = {1};
    t.offset = 0;
    t.buffer.resize(static_cast<size_t>(t.sizes[0]) * item_size(t.dtype));
  }
  if (is_number) {
    t.offset = 0;
    t.buffer.resize(item_size(t.dtype));
  }
  fill(t, wish);
  if (is_number && t.dtype != DType::kBool) {
    const Argument n = number(plan.dtype, wish);
    Element e;
    e.z = n.kind == Argument::Kind::kInt ? std::complex<double>(static_cast<double>(n.i)) : n.z;
    e.i = n.kind == Argument::Kind::kDouble ? 3 : n.i;
    store(t.dtype, t.buffer.data(), e);
  }
  const bool conjugate = feature(kViewBits, 0.15), negative = feature(kViewBits, 0.04);
  if (!is_number && !t.nested) {
    t.conjugate = conjugate && is_complex(t.dtype);
    t.negative = negative && !is_integral(t.dtype);
  }
  const bool shared = feature(kOverlap, 0.05), partly = random_.chance(0.5);
  const bool overlaps = shared && !is_number && !t.nested && overlap(t, partly);
  const bool refused = wish.constant || call_.schema.form() == Schema::Form::kOut;
  const bool gradient = feature(kGradients, refused ? 0.03 : 0.5);
  const size_t kind = random_.weighted({6, 3, 1});
  if (gradient && !is_integral(t.dtype) && !is_number && !overlaps) {
    if (!p.written) t.history = History::kLeaf;
    else if (!t.conjugate && !t.negative)
      t.history = kind == 0 ? History::kViewOfResult : kind == 1 ? History::kTrackedView : History::kLeaf;
  }
  call_.tensors.push_back(std::move(t));
  return static_cast<int64_t>(call_.tensors.size()) - 1;
}

// A number for tensors of the dtype: mostly of their kind, sometimes of another or beyond their range.
Argument Generator::number(DType dtype, const Wish& wish) {
  const size_t kind = random_.weighted({40, 38, 4, 4, 14});
  const double x = random_.uniform(), y = random_.uniform();
  const auto small = static_cast<int64_t>(std::floor(x * 11)) - 5;
  const double fraction = y < 0.5 ? (std::floor(x * 81) - 40) / 8 : x * 6 - 3;
  if (wish.low) {
    const double v = *wish.low + x * (*wish.high - *wish.low);
    return kind == 0 ? Argument::of_int(static_cast<int64_t>(std::floor(v))) : Argument::of_double(v);
  }
  const double large[] = {INFINITY, -INFINITY, NAN, -0.0, 1e300, -1e20, 3.5e38, 70000.0, 1e-300, 16777217.0};
  const int64_t integers[] = {127, 128, -129, 255, 256, -1, 40000, 1ll << 31, 1ll << 40, INT64_MAX, INT64_MIN};
  switch (has(kSpecialValues) || kind < 2 ? kind : 0) {
    case 0: return Argument::of_int(small);
    case 1:
      if (is_integral(dtype) && y < 0.6) return Argument::of_int(small);
      return Argument::of_double(fraction);
    case 2: return Argument::of_bool(x < 0.5);
    case 3: return Argument::of_complex({fraction, y * 4 - 2});
    default:
      return y < 0.5 ? Argument::of_double(large[static_cast<int>(x * 10)])
                     : Argument::of_int(integers[static_cast<int>(x * 11)]);
  }
}

Argument Generator::list_of_ints(const Parameter& p, Plan& plan) {
  std::vector<int64_t> v;
  const int64_t rank = plan.rank();
  if (p.name == "dim" || p.name == "dims") {
    for (int64_t d = 0; d < rank; ++d)
      if (random_.chance(0.45)) v.push_back(random_.chance(0.3) ? d - rank : d);
    for (size_t d = v.size(); d > 1; --d) std::swap(v[d - 1], v[random_.between(0, d - 1)]);
    if (feature(kWrong, 0.04)) v.push_back(random_.between(-rank - 1, rank));
    return Argument::of_ints(std::move(v));
  }
  const int64_t count = p.list_size > 0 ? p.list_size : rank;
  for (int64_t i = 0; i < count; ++i) v.push_back(random_.between(1, 3));
  return Argument::of_ints(std::move(v));
}

Argument Generator::argument(const Parameter& p, Plan& plan) {
  const auto found = plan.wishes.find(p.name);
  const Wish wish = found == plan.wishes.end() ? Wish() : found->second;
  const bool absent = random_.chance(0.35), plain = random_.chance(0.3);
  if (wish.value) return *wish.value;
  if (p.kind == Kind::kTensor && p.list) {
    Argument a;
    a.kind = Argument::Kind::kTensors;
    const std::vector<Wish> elements = wish.list ? *wish.list : std::vector<Wish>(random_.between(1, 3));
    for (const Wish& w : elements) a.ints.push_back(w.absent ? -1 : tensor(p, w, plan));
    return a;
  }
  if (p.optional && absent && !wish.present && !(wish.sizes && plain)) return {};
  const int64_t rank = plan.rank();
  const bool wrong = feature(kWrong, 0.03);
  switch (p.kind) {
    case Kind::kTensor:
      for (size_t i = 0; i < call_.arguments.size() && !wish.same_as.empty(); ++i)
        if (call_.schema.parameters[i].name == wish.same_as) return call_.arguments[i];
      return Argument::of_tensor(tensor(p, wish, plan));
    case Kind::kInt:
      if (p.list) return list_of_ints(p, plan);
      if (wish.low)
        return Argument::of_int(random_.between(static_cast<int64_t>(*wish.low), static_cast<int64_t>(*wish.high)));
      if (p.name.compare(0, 3, "dim") == 0)
        return Argument::of_int(wrong ? random_.one_of({-rank - 1, rank, rank + 1}) : plan.dim(rank));
      if (p.name == "reduction") return Argument::of_int(wrong ? 3 : random_.between(0, 2));
      if (p.name == "correction") return Argument::of_int(random_.between(0, wrong ? 9 : 2));
      return Argument::of_int(random_.between(-4, 4));
    case Kind::kFloat: {
      if (p.list) break;
      const Argument n = number(plan.dtype, wish);
      if (wish.low) return Argument::of_double(n.kind == Argument::Kind::kInt ? static_cast<double>(n.i) : n.z.real());
      return Argument::of_double(wrong ? n.z.real() : random_.one_of({0.0, 0.5, 1.0, 0.25, 2.0, 1e-5}));
    }
    case Kind::kBool: {
      if (!p.list) return Argument::of_bool(random_.chance(0.5));
      Argument a;
      a.kind = Argument::Kind::kBools;
      // Masks of results; libtorch's forms with destinations refuse most that leave one out.
      const bool all = call_.schema.form() == Schema::Form::kOut && random_.chance(0.8);
      for (int i = 0; i < p.list_size; ++i) a.ints.push_back(all ? 1 : random_.between(0, 1));
      return a;
    }
    case Kind::kScalar: {
      if (!p.list) return number(plan.dtype, wish);
      Argument a;
      a.kind = Argument::Kind::kNumbers;
      const std::vector<Wish> elements = wish.list ? *wish.list : std::vector<Wish>(random_.between(1, 3));
      for (const Wish& w : elements) a.numbers.push_back(number(plan.dtype, w));
      return a;
    }
    case Kind::kString:
      if (wrong) return Argument::of_string("other");
      if (p.name == "rounding_mode") return Argument::of_string(random_.chance(0.5) ? "trunc" : "floor");
      if (p.name == "reduce") return Argument::of_string(random_.chance(0.5) ? "add" : "multiply");
      if (p.name == "approximate") return Argument::of_string(random_.chance(0.5) ? "none" : "tanh");
      return Argument::of_string(p.default_value.value_or(""));
    case Kind::kScalarType: {
      const DType other = any_dtype();
      if (!wish.dtypes.empty()) return Argument::of_int(static_cast<int64_t>(random_.one_of(wish.dtypes)));
      if (p.optional && plain) return {};
      return Argument::of_int(static_cast<int64_t>(random_.chance(0.5) ? other : plan.dtype));
    }
    case Kind::kLayout: return plain ? Argument::of_int(0) : Argument();
    case Kind::kDevice: {
      Argument a;
      if (plain || !p.optional) a.kind = Argument::Kind::kDevice;
      return a;
    }
    case Kind::kFormat: return plain || !p.optional ? Argument::of_int(random_.between(0, 3)) : Argument();
    case Kind::kGenerator: break;
  }
  return {};
}

void Generator::arguments() {
  const OperatorTraits& traits = traits_of(call_.schema.base());
  Plan plan{random_, call_.schema, {}, {}, {}};
  plan.shape = shape();
  plan.dtype = dtype_of(traits.domain);
  plan.uniform = traits.sums;
  plan.moderate = traits.sums && !random_.chance(0.1);
  if (call_.schema.on_lists()) plan_lists(plan);
  else if (traits.plan) traits.plan(plan);
  if (!has(kEmpty))
    for (auto& w : plan.wishes)
      if (w.second.sizes)
        for (int64_t& n : *w.second.sizes) n = std::max<int64_t>(n, 1);
  moderate_ = plan.moderate;
  if (feature(kWrong, 0.07)) spoil(plan);
  call_.second_order = random_.chance(0.35);
  for (const Parameter& p : call_.schema.parameters) {
    if (p.written && p.keyword && !p.list) {
      Argument a;
      a.kind = Argument::Kind::kDestination;
      call_.arguments.push_back(a);
      continue;
    }
    // A keyword argument at its default: the shorter call that most programs write.
    if (p.keyword && p.default_value && *p.default_value == "1" && random_.chance(0.4))
      call_.arguments.push_back(Argument::of_int(1));
    else call_.arguments.push_back(argument(p, plan));
  }
}

TensorSpec Generator::destination(const Sizes& sizes, DType dtype) {
  enum { kContiguous, kStrided, kEmptyOne, kWrongShape, kSameCount, kOtherDType, kExpanded, kExact, kPartial };
  const size_t kind = random_.weighted({18, 26, 10, 12, 4, 12, 4, 7, 7});
  TensorSpec t;
  const DType other = any_dtype();
  t.dtype = kind == kOtherDType && has(kMixedDTypes) ? other : dtype;
  t.sizes = sizes;
  const Sizes another = shape();
  if (kind == kEmptyOne) t.sizes = {0};
  if (kind == kWrongShape && has(kWrong)) t.sizes = another;
  if (kind == kSameCount) t.sizes = {count_of(sizes)};
  const unsigned features = features_;
  if (kind == kContiguous || kind == kEmptyOne) features_ &= ~unsigned{kStrides};
  lay_out(t, kind == kExpanded);
  features_ = features;
  const bool negative = feature(kViewBits, 0.03), conjugate = feature(kViewBits, 0.1);
  t.negative = negative && !is_integral(t.dtype);
  t.conjugate = conjugate && is_complex(t.dtype);
  fill(t, {});
  const bool shared = (kind == kExact || kind == kPartial) && has(kOverlap);
  const bool overlaps = shared && overlap(t, kind == kPartial);
  const bool gradient = feature(kGradients, 0.06);
  if (gradient && !overlaps && !is_integral(t.dtype) && !t.conjugate && !t.negative) t.history = History::kViewOfResult;
  return t;
}

}  // namespace

Call generate(const Schema& schema, uint64_t seed, unsigned features) {
  Call call;
  call.schema = schema;
  call.seed = seed;
  Generator(call, seed, features).arguments();
  return call;
}

void make_destinations(Call& call, unsigned features, const std::vector<ResultShape>& results) {
  Generator generator(call, call.seed ^ 0x5DEECE66Dull, features);
  size_t made = 0;
  for (Argument& a : call.arguments) {
    if (a.kind != Argument::Kind::kDestination) continue;
    const ResultShape& result = results[std::min(made++, results.size() - 1)];
    call.tensors.push_back(generator.destination(result.sizes, result.dtype));
    a = Argument::of_tensor(static_cast<int64_t>(call.tensors.size()) - 1);
  }
}

std::vector<uint8_t> ordinary_elements(uint64_t seed, DType dtype, int64_t count) {
  Call none;
  return Generator(none, seed, 0).elements(dtype, count, {});
}

}  // namespace differential
