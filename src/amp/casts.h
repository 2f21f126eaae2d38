// SPDX-License-Identifier: BSD-3-Clause
#pragma once

/// \file What autocast converts, and the conversions that a thread keeps.

#include <torchpp/tensor.h>

#include <memory>
#include <utility>
#include <vector>

#include "src/autograd/meta.h"
#include "src/core/thread_state.h"

namespace torchpp::amp {

/// The thread's lower dtype of a device.
inline ScalarType lower_dtype(DeviceType device) {
  return device == kCPU ? thread_state.autocast.cpu : thread_state.autocast.cuda;
}
/// Whether conversions of weights to the lower dtype are kept now.
inline bool keeps_casts() {
  const ThreadState& s = thread_state;
  return s.autocast.caches && s.dual_level < 0;  // a tangent ends with its level
}

/// Whether autocast may convert the tensor: a floating one of that device, but not double.
inline bool is_eligible(const Tensor& t, DeviceType device) {
  if (!t.defined()) return false;
  constexpr auto bit = [](ScalarType type) { return 1u << static_cast<int>(type); };
  constexpr uint32_t kDtypes = bit(kFloat) | bit(kHalf) | bit(kBFloat16);
  const TensorImpl& impl = *t.impl();
  return impl.device().type() == device && (kDtypes >> static_cast<int>(impl.dtype()) & 1) != 0;
}

/// Whether it is converted: eligible, and of another dtype.
inline bool is_converted(const Tensor& t, ScalarType to, DeviceType device) {
  return is_eligible(t, device) && t.scalar_type() != to;
}
/// The conversion of such a tensor; one of a weight to the lower dtype is kept.
Tensor converted(const Tensor& t, ScalarType to);

/// Whether it is a weight: a leaf, of which further calls will come.
inline bool is_weight(const Tensor& t) {
  const TensorImpl& impl = *t.impl();
  const AutogradMeta* const meta = impl.autograd_meta();
  return meta != nullptr && meta->requires_grad && !meta->grad_fn && impl.view_info() == nullptr &&
         impl.dtype() == kFloat;
}

/// How a result is recorded for gradients: a conversion is kept for calls that record theirs in the same way.
enum class History : uint8_t { kRecorded, kNone, kInference };
inline History history_now() {
  const ThreadState& s = thread_state;
  return s.inference                             ? History::kInference
         : s.excluded.has(DispatchKey::Autograd) ? History::kNone
                                                 : History::kRecorded;
}

struct Cast {
  // Weak references keep the addresses from being used again.
  weak_intrusive_ptr<TensorImpl> source;
  weak_intrusive_ptr<StorageImpl> memory;  ///< of the source: set_data() replaces it
  int64_t offset;
  Tensor result;
  uint32_t version, result_version;

  Cast(const Tensor& from, const Tensor& to)
      : source(from.getIntrusivePtr()),
        memory(from.impl()->storage().ptr()),
        offset(from.impl()->storage_offset()),
        result(to),
        version(version_of(*from.impl())),
        result_version(version_of(*to.impl())) {}

  /// Tensors of inference mode have a counter, too, on which their writes do not count.
  static uint32_t version_of(const TensorImpl& t) { return t.version_counter().value(); }
  /// Whether neither the source nor the result has been written since.
  bool is_valid(const TensorImpl& from, ScalarType to) const {
    const TensorImpl& converted = *result.impl();
    return version == version_of(from) && memory.unsafe_get() == from.storage().get() &&
           offset == from.storage_offset() && converted.dtype() == to && result_version == version_of(converted);
  }
};

/// A thread's conversions: a hash table with open addressing, of objects that stay where they are. Nothing is removed
/// alone. What is forgotten while calls use conversions is kept until these calls have ended.
class Casts {
 public:
  void lend() { ++lent_; }
  void end_loan() {
    if (--lent_ == 0 && TORCHPP_UNLIKELY(!forgotten_.empty())) drop_forgotten();
  }

  /// The valid conversion of a tensor, or null.
  Cast* find(const TensorImpl& source, History history, ScalarType to) const {
    Cast* const c = place_of(key_of(source, history)).cast.get();
    return c != nullptr && c->is_valid(source, to) ? c : nullptr;
  }
  void keep(const Tensor& source, History history, const Tensor& result);
  void clear();

 private:
  struct Place {
    uintptr_t key = 0;  // the address of the source and the history: 0 where there is nothing
    std::unique_ptr<Cast> cast;
  };

  static uintptr_t key_of(const TensorImpl& source, History history) {
    static_assert(alignof(TensorImpl) > static_cast<size_t>(History::kInference));
    return reinterpret_cast<uintptr_t>(&source) + static_cast<uintptr_t>(history);
  }
  // Where the conversion is, or belongs.
  const Place& place_of(uintptr_t key) const {
    const Place* const places = places_.data();
    size_t at = static_cast<size_t>(uint64_t{key} * 0x9e3779b97f4a7c15u >> 32) & mask_;
    while (places[at].key != key && places[at].key != 0) at = (at + 1) & mask_;
    return places[at];
  }
  Place& place_of(uintptr_t key) { return const_cast<Place&>(std::as_const(*this).place_of(key)); }
  void forget(Place& place);
  void drop_forgotten();
  void grow();

  std::vector<Place> places_ = std::vector<Place>(1);  // a power of two of them, at least half of which are free
  size_t mask_ = 0;                                    // their number - 1
  size_t used_ = 0;
  size_t lent_ = 0;  // calls that use conversions
  std::vector<std::unique_ptr<Cast>> forgotten_;
};

/// The thread's conversions to the lower dtype; null where none are kept now.
inline Casts* casts_in_use() { return keeps_casts() ? static_cast<Casts*>(thread_state.own.autocast_casts) : nullptr; }

/// The list with those of its tensors converted that are to be.
std::vector<Tensor> converted_list(TensorList list, ScalarType to, DeviceType device);

/// Forgets this thread's conversions.
void clear_casts();

}  // namespace torchpp::amp
