// SPDX-License-Identifier: BSD-3-Clause
#include "src/amp/casts.h"

#include <torchpp/autograd/node.h>

namespace torchpp::amp {

void Casts::keep(const Tensor& source, History history, const Tensor& result) {
  if (2 * (used_ + 1) > places_.size()) grow();
  const uintptr_t key = key_of(*source.impl(), history);
  Place& place = place_of(key);
  if (place.key == 0) ++used_;
  else forget(place);
  place = {key, std::make_unique<Cast>(source, result)};
}

void Casts::clear() {
  if (used_ == 0) return;
  // Conversions may be the last owners of graphs, whose hooks may convert again: the table is in order before they go.
  std::vector<Place> gone(1);
  gone.swap(places_);
  mask_ = used_ = 0;
  for (Place& p : gone) forget(p);
}

void Casts::forget(Place& place) {
  if (lent_ > 0 && place.cast != nullptr) forgotten_.push_back(std::move(place.cast));
}

void Casts::drop_forgotten() { std::vector<std::unique_ptr<Cast>>().swap(forgotten_); }

// Makes room, and drops conversions of tensors that have gone.
void Casts::grow() {
  size_t alive = 0;
  for (const Place& p : places_) alive += p.cast == nullptr || p.cast->source.expired() ? 0 : 1;
  size_t size = 16;
  while (size < 4 * (alive + 1)) size *= 2;
  std::vector<Place> old(size);
  old.swap(places_);
  mask_ = size - 1;
  used_ = 0;
  for (Place& p : old) {
    if (p.cast == nullptr || p.cast->source.expired()) {
      forget(p);
      continue;
    }
    place_of(p.key) = std::move(p);
    ++used_;
  }
}

namespace {

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

}  // namespace

Tensor converted(const Tensor& t, ScalarType to) {
  Casts* const kept = keeps_casts() && to == lower_dtype(t.device().type()) && is_weight(t) ? casts() : nullptr;
  if (kept == nullptr) return t.to(to);
  const History history = history_now();
  if (const Cast* found = kept->find(*t.impl(), history, to)) return found->result;
  Tensor result;
  {
    const ExcludeKeys below(DispatchKey::Autograd);
    result = t.to(to);
  }
  // Its gradient is the weight's: backward converts one of the lower dtype, as it does any that does not fit, and takes
  // a float one as it is.
  if (history == History::kRecorded) autograd::set_gradient_edge(result, autograd::gradient_edge(t));
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
