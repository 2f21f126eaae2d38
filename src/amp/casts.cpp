// SPDX-License-Identifier: BSD-3-Clause
#include "src/amp/casts.h"

#include <utility>

#include "src/autograd/meta.h"

namespace torchpp::amp {
namespace {

// How a result is recorded for gradients: a conversion is kept for calls that record theirs in the same way.
enum class History : uint8_t { kRecorded, kNone, kInference };

History history_now() {
  const ThreadState& s = thread_state;
  return s.inference                             ? History::kInference
         : s.excluded.has(DispatchKey::Autograd) ? History::kNone
                                                 : History::kRecorded;
}

struct Cast {
  weak_intrusive_ptr<TensorImpl> source;  // keeps the address from being used again
  const void* data = nullptr;             // of the source: set_data() replaces it
  Tensor result;
  uint32_t version = 0, result_version = 0;
  History history = History::kRecorded;

  bool is_of(const TensorImpl* t, History h) const { return source.unsafe_get() == t && history == h; }
};

uint32_t version_of(const TensorImpl& t) { return t.is_inference() ? 0 : t.version_counter().value(); }

// A hash table with open addressing. Nothing is removed alone. What is forgotten while calls use conversions without a
// reference of their own is kept until these calls have ended.
class Casts {
 public:
  void lend() { ++lent_; }
  void end_loan() {
    if (--lent_ == 0 && TORCHPP_UNLIKELY(!forgotten_.empty())) std::vector<std::vector<Cast>>().swap(forgotten_);
  }

  Tensor* find(const TensorImpl* source, History history, ScalarType to) {
    if (TORCHPP_UNLIKELY(places_.empty())) return nullptr;
    Cast& c = place_of(source, history);
    const bool valid = c.source.unsafe_get() != nullptr && c.version == version_of(*source) &&
                       c.data == source->data() && c.result.scalar_type() == to &&
                       c.result_version == version_of(*c.result.impl());
    return valid ? &c.result : nullptr;
  }

  void keep(const Tensor& source, History history, const Tensor& result) {
    if (2 * (used_ + 1) > places_.size()) grow();
    Cast& c = place_of(source.impl(), history);
    if (c.source.unsafe_get() == nullptr) ++used_;
    else if (lent_ > 0) forgotten_.emplace_back().push_back(std::move(c));
    c = {weak_intrusive_ptr<TensorImpl>(source.getIntrusivePtr()),
         source.impl()->data(),
         result,
         version_of(*source.impl()),
         version_of(*result.impl()),
         history};
  }

  void clear() {
    std::vector<Cast> gone;
    gone.swap(places_);
    mask_ = used_ = 0;
    if (lent_ > 0) forgotten_.push_back(std::move(gone));
  }

 private:
  // Where the conversion is, or belongs.
  Cast& place_of(const TensorImpl* source, History history) {
    const uint64_t key = reinterpret_cast<uintptr_t>(source) + static_cast<uint64_t>(history);
    Cast* const places = places_.data();
    size_t at = static_cast<size_t>(key * 0x9e3779b97f4a7c15u >> 32) & mask_;
    while (places[at].source.unsafe_get() != nullptr && !places[at].is_of(source, history)) at = (at + 1) & mask_;
    return places[at];
  }

  // Makes room, and drops conversions of tensors that have gone.
  void grow() {
    size_t alive = 0;
    for (const Cast& c : places_) alive += c.source.expired() ? 0 : 1;
    size_t size = 16;
    while (size < 4 * (alive + 1)) size *= 2;
    std::vector<Cast> old(size);
    old.swap(places_);
    mask_ = size - 1;
    used_ = 0;
    for (Cast& c : old) {
      if (c.source.expired()) {
        if (lent_ > 0 && c.result.defined()) forgotten_.emplace_back().push_back(std::move(c));
        continue;
      }
      place_of(c.source.unsafe_get(), c.history) = std::move(c);
      ++used_;
    }
  }

  std::vector<Cast> places_;  // a power of two of them, or none
  size_t mask_ = 0;           // their number - 1
  size_t used_ = 0;
  size_t lent_ = 0;  // calls that use conversions
  std::vector<std::vector<Cast>> forgotten_;
};

Casts* casts_if_any() { return static_cast<Casts*>(thread_state.own.autocast_casts); }

// This thread's conversions; null after their destruction at the end of the thread.
Casts* casts() {
  ThreadState::Own& own = thread_state.own;
  if (TORCHPP_LIKELY(own.autocast_casts != nullptr || own.ended)) return casts_if_any();
  struct End {
    ~End() {
      ThreadState::Own& own = thread_state.own;
      own.ended = true;
      delete casts_if_any();
      own.autocast_casts = nullptr;
    }
  };
  static thread_local End at_end;
  (void)at_end;
  own.autocast_casts = new Casts;
  return casts_if_any();
}

// A leaf, of which further calls will come.
TORCHPP_INLINE bool is_weight(const Tensor& t) {
  const TensorImpl& impl = *t.impl();
  const AutogradMeta* const meta = impl.autograd_meta();
  return meta != nullptr && meta->requires_grad && !meta->grad_fn && impl.view_info() == nullptr &&
         impl.dtype() == kFloat;
}

}  // namespace

TensorImpl* LentCasts::find(const Tensor& t) {
  Casts* const kept = static_cast<Casts*>(kept_);
  if (kept == nullptr || !is_weight(t)) return nullptr;
  const Tensor* const found = kept->find(t.impl(), history_now(), to_);
  if (found == nullptr) return nullptr;
  if (!is_lent_) kept->lend();
  is_lent_ = true;
  return found->impl();
}

void LentCasts::end() { static_cast<Casts*>(kept_)->end_loan(); }

Tensor converted(const Tensor& t, ScalarType to) {
  Casts* const kept = keeps_casts(to, t.device().type()) && is_weight(t) ? casts() : nullptr;
  if (kept == nullptr) return t.to(to);
  const History history = history_now();
  if (const Tensor* found = kept->find(t.impl(), history, to)) return *found;
  Tensor result = t.to(to);
  kept->keep(t, history, result);
  return result;
}

std::vector<Tensor> converted_list(TensorList list, ScalarType to, DeviceType device) {
  std::vector<Tensor> result;
  result.reserve(list.size());
  for (const Tensor& t : list) result.push_back(is_converted(t, to, device) ? converted(t, to) : t);
  return result;
}

void clear_casts() {
  if (Casts* const kept = casts_if_any()) kept->clear();
}

}  // namespace torchpp::amp
