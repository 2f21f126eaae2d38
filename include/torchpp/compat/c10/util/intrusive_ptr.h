// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <ATen/core/ATenGeneral.h>

namespace c10 {

/// A handle to the object as another class of its: the object must be of it, or, dynamically, else there is none.
template <class To, class From>
intrusive_ptr<To> static_intrusive_pointer_cast(intrusive_ptr<From> from) {
  return intrusive_ptr<To>::reclaim(static_cast<To*>(from.release()));
}
template <class To, class From>
intrusive_ptr<To> dynamic_intrusive_pointer_cast(const intrusive_ptr<From>& from) {
  To* const to = dynamic_cast<To*>(from.get());
  return intrusive_ptr<To>::share(to);
}

}  // namespace c10
