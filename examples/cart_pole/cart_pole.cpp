// SPDX-License-Identifier: BSD-3-Clause
#include "cart_pole.h"

#include <cmath>

namespace cart_pole {

void CartPole::reset() {
  std::uniform_real_distribution<float> small(-.05f, .05f);
  for (float& number : state_) number = small(random_);
  steps_ = 0;
}

CartPole::End CartPole::step(int64_t action) {
  constexpr float kGravity = 9.8f, kCart = 1, kPole = .1f, kHalfLength = .5f, kForce = 10, kInterval = .02f;
  constexpr float kMostAngle = 12 * 3.14159265f / 180, kMostPosition = 2.4f;
  auto& [position, speed, angle, turning] = state_;
  const float sine = std::sin(angle), cosine = std::cos(angle);
  const float push =
      ((action == 1 ? kForce : -kForce) + kPole * kHalfLength * turning * turning * sine) / (kCart + kPole);
  const float angular =
      (kGravity * sine - cosine * push) / (kHalfLength * (4.f / 3 - kPole * cosine * cosine / (kCart + kPole)));
  const float linear = push - kPole * kHalfLength * angular * cosine / (kCart + kPole);
  position += kInterval * speed;
  speed += kInterval * linear;
  angle += kInterval * turning;
  turning += kInterval * angular;
  ++steps_;
  if (std::abs(position) > kMostPosition || std::abs(angle) > kMostAngle) return End::kFallen;
  return steps_ == kMostSteps ? End::kTime : End::kNone;
}

}  // namespace cart_pole
