// SPDX-License-Identifier: BSD-3-Clause
#include "src/ops/parameter_list.h"

#include "src/ops/elementwise.h"

namespace torchpp {
namespace {

constexpr size_t kParams = 0, kGrads = 1;

const char* name_of(size_t list) { return list == kGrads ? "gradient" : "state"; }

// Whether a step can work on the tensor's own memory: elements of the parameter's dtype in the parameter's order.
bool lies_like(const TensorImpl& t, const TensorImpl& param) {
  if (t.dtype() != param.dtype() || t.is_conj() || t.is_neg()) return false;
  if (t.is_contiguous() && param.is_contiguous()) return true;
  return t.strides() == param.strides() && t.is_non_overlapping_and_dense();
}

}  // namespace

ParameterList::ParameterList(const char* op, ArrayRef<TensorList> lists, unsigned used, const CopyKernels& kernels)
    : lists_(lists), used_(used), kernels_(kernels) {
  check_lengths(op);
  const size_t n = lists_[kParams].size();
  arrays_.resize(n);
  for (size_t i = enter_plain(0); i < n; i = enter_plain(i + 1)) {
    check(op, i);
    enter(i);
  }
}

void ParameterList::check_lengths(const char* op) const {
  const size_t n = lists_[kParams].size();
  for (size_t r = kGrads; r < lists_.size(); ++r) {
    if (!uses(r)) continue;
    TORCHPP_CHECK(r == kGrads || n == 0 || !lists_[r].empty(), op,
                  ": a list of states is empty, expected one per parameter");
    TORCHPP_CHECK(lists_[r].size() == n, op, ": got ", n, " parameters and ", lists_[r].size(), " ", name_of(r),
                  "s, expected as many");
  }
}

void ParameterList::check(const char* op, size_t i) const {
  const Tensor& param = lists_[kParams][i];
  if (!isDifferentiableType(param.scalar_type())) fail_dtype(op, param.scalar_type());
  check_writable(param);
  for (size_t r = kGrads; r < lists_.size(); ++r) {
    if (!uses(r)) continue;
    const Tensor& t = lists_[r][i];
    if (r != kGrads) check_writable(t);
    TORCHPP_CHECK(t.sizes() == param.sizes(), op, ": ", name_of(r), " of parameter ", i, " has sizes ", t.sizes(),
                  ", expected ", param.sizes());
    TORCHPP_CHECK(t.device() == param.device(), op, ": ", name_of(r), " of parameter ", i, " is on ", t.device(),
                  ", expected ", param.device());
  }
}

// Enters the usual parameters from the first on, float or double without gaps, up to one that is not, or whose other
// tensors are not, such, and returns its number. Being such holds all that check() asks for. A step of small parameters
// takes a third of its time here.
size_t ParameterList::enter_plain(size_t first) {
  const size_t n = arrays_.size();
  const Tensor* of[kMaxLists];  // the first tensors of the lists that are used
  size_t list[kMaxLists], used = 0;
  for (size_t r = kGrads; r < lists_.size(); ++r)
    if (uses(r)) of[used] = lists_[r].data(), list[used++] = r;
  for (size_t i = first; i < n; ++i) {
    const TensorImpl* const param = lists_[kParams][i].impl();
    if (param == nullptr || (param->dtype() != kFloat && param->dtype() != kDouble) || param->layout() != kStrided ||
        param->device().is_meta() || param->numel() == 0 || !param->is_plain() || param->is_inference())
      return i;
    Arrays& e = arrays_[i];
    e.data[kParams] = param->data();
    for (size_t u = 0; u < used; ++u) {
      const TensorImpl* const t = of[u][i].impl();
      if (t == nullptr || !t->is_plain_alike(*param) || (list[u] != kGrads && t->is_inference())) return i;
      e.data[list[u]] = t->data();
    }
    e.n = param->numel();
    e.is_double = param->dtype() == kDouble;
    e.in_place = true;
  }
  return n;
}

void ParameterList::enter(size_t i) {
  const TensorImpl& param = *lists_[kParams][i].impl();
  const ScalarType part = toRealValueType(param.dtype());
  Arrays& e = arrays_[i];
  if (param.device().is_meta() || param.numel() == 0) {  // nothing to compute: only the write is counted
    e.in_place = true;
    return;
  }
  e.n = param.numel() * (isComplexType(param.dtype()) ? 2 : 1);
  e.is_double = part == kDouble;
  e.in_place = part == kFloat || part == kDouble;
  for (size_t r = 0; e.in_place && r < lists_.size(); ++r)
    if (uses(r)) e.in_place = lies_like(*lists_[r][i].impl(), param);
  // 16-bit parameters are computed in float.
  const ScalarType compute = part == kDouble ? param.dtype() : isComplexType(param.dtype()) ? kComplexFloat : kFloat;
  for (size_t r = 0; r < lists_.size(); ++r) {
    if (uses(r)) e.data[r] = e.in_place ? lists_[r][i].impl()->data() : flat_copy(r, i, compute);
  }
}

void* ParameterList::flat_copy(size_t list, size_t i, ScalarType dtype) {
  const Tensor& t = lists_[list][i];
  copies_.push_back(
      {list == kGrads ? nullptr : &t, kernels_.to_copy(t, TensorOptions(dtype), false, MemoryFormat::Contiguous)});
  return copies_.back().from.impl()->data();
}

void ParameterList::finish() {
  for (const FlatCopy& c : copies_)
    if (c.to != nullptr) kernels_.copy(Out::in_place(*c.to), *c.to, c.from, false);  // counts the write
  for (size_t r = 0; r < lists_.size(); ++r) {
    if (r == kGrads || !uses(r)) continue;
    for (size_t i = 0; i < arrays_.size(); ++i)
      if (arrays_[i].in_place) bump_version(lists_[r][i]);
  }
}

void check_given(const char* op, TensorList params, ArrayRef<const char*> names, ArrayRef<ArrayRef<double>> given) {
  for (size_t i = 0; i < given.size(); ++i)
    TORCHPP_CHECK(given[i].size() == params.size(), op, ": got ", params.size(), " parameters and ", given[i].size(),
                  " ", names[i], ", expected as many");
}

}  // namespace torchpp
