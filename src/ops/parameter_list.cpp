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
  for (size_t i = 0; i < n; ++i) {
    if (TORCHPP_LIKELY(enter_plain(i))) continue;
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

// Enters the usual parameter, float or double without gaps, and says whether it and its other tensors are such, which
// holds all that check() asks for.
bool ParameterList::enter_plain(size_t i) {
  const TensorImpl* const param = lists_[kParams][i].impl();
  if (param == nullptr || (param->dtype() != kFloat && param->dtype() != kDouble) || param->layout() != kStrided ||
      param->device().is_meta() || param->numel() == 0)
    return false;
  Arrays& e = arrays_[i];
  for (size_t r = 0; r < lists_.size(); ++r) {
    if (!uses(r)) continue;
    const TensorImpl* const t = lists_[r][i].impl();
    if (t == nullptr || !t->is_plain_alike(*param) || (r != kGrads && t->is_inference())) return false;
    e.data[r] = t->data();
  }
  e.n = param->numel();
  e.is_double = param->dtype() == kDouble;
  e.in_place = true;
  return true;
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
