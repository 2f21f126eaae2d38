// SPDX-License-Identifier: BSD-3-Clause
#include "strokes.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace mnist {
namespace {

struct Point {
  float x, y;
};

// A piece of a glyph in the unit square, y down. A line joins `a` and `b`. An arc lies on the ellipse around `a` with
// the half axes `b`, from the angle `from` by the angle `turn`, in degrees, 0 to the right, clockwise as y points down.
struct Stroke {
  bool arc;
  Point a, b;
  float from, turn;
};
constexpr Stroke line(float x0, float y0, float x1, float y1) { return {false, {x0, y0}, {x1, y1}, 0, 0}; }
constexpr Stroke arc(float x, float y, float rx, float ry, float from, float turn) {
  return {true, {x, y}, {rx, ry}, from, turn};
}

using Glyph = std::vector<Stroke>;

// The ways in which each digit is drawn.
const std::vector<Glyph>& glyphs_of(int digit) {
  static const std::vector<Glyph> glyphs[10] = {
      {{arc(.5f, .5f, .28f, .42f, -90, 360)}, {arc(.5f, .5f, .36f, .38f, -60, 350)}},
      {{line(.5f, .08f, .5f, .92f)},
       {line(.34f, .26f, .54f, .08f), line(.54f, .08f, .54f, .92f)},
       {line(.34f, .26f, .54f, .08f), line(.54f, .08f, .54f, .92f), line(.34f, .92f, .74f, .92f)}},
      {{arc(.5f, .32f, .27f, .24f, -170, 200), line(.74f, .43f, .22f, .92f), line(.22f, .92f, .8f, .92f)},
       {arc(.5f, .3f, .25f, .22f, -160, 210), line(.68f, .44f, .3f, .8f), arc(.32f, .86f, .1f, .08f, 0, -270),
        line(.32f, .8f, .8f, .92f)}},
      {{arc(.46f, .29f, .26f, .21f, -150, 240), arc(.46f, .71f, .3f, .22f, -90, 240)},
       {line(.22f, .1f, .74f, .1f), line(.74f, .1f, .46f, .42f), arc(.46f, .68f, .3f, .25f, -90, 240)}},
      {{line(.6f, .08f, .18f, .62f), line(.18f, .62f, .84f, .62f), line(.66f, .34f, .62f, .94f)},
       {line(.26f, .1f, .22f, .5f), line(.22f, .5f, .76f, .5f), line(.76f, .08f, .7f, .94f)}},
      {{line(.76f, .1f, .32f, .1f), line(.32f, .1f, .28f, .44f), arc(.46f, .66f, .29f, .26f, -130, 270)}},
      {{arc(.76f, .52f, .5f, .46f, -110, -85), arc(.5f, .68f, .25f, .24f, 180, 360), line(.26f, .5f, .25f, .68f)},
       {line(.6f, .06f, .3f, .56f), arc(.5f, .68f, .24f, .24f, 180, 360)}},
      {{line(.2f, .1f, .8f, .1f), line(.8f, .1f, .42f, .94f)},
       {line(.2f, .1f, .8f, .1f), line(.8f, .1f, .42f, .94f), line(.38f, .5f, .74f, .5f)}},
      {{arc(.5f, .29f, .22f, .2f, 90, 360), arc(.5f, .71f, .27f, .22f, -90, 360)}},
      {{arc(.5f, .32f, .24f, .24f, 0, 360), line(.74f, .32f, .68f, .94f)},
       {arc(.5f, .32f, .24f, .24f, 0, 360), line(.74f, .32f, .72f, .66f), arc(.5f, .68f, .22f, .26f, 0, 120)}},
  };
  return glyphs[digit];
}

class Artist {
 public:
  explicit Artist(uint64_t seed) : random_(seed) {}

  int digit() { return static_cast<int>(random_() % 10); }

  void draw(int digit, uint8_t* image) {
    const std::vector<Glyph>& ways = glyphs_of(digit);
    const Glyph& glyph = ways[random_() % ways.size()];
    choose_transform();
    segments_.clear();
    for (const Stroke& s : glyph) s.arc ? add_arc(s) : add_line(s);
    paint(image);
  }

 private:
  struct Segment {
    Point a, b;
  };

  // The generator's own distribution: the standard library's differ from one implementation to the next.
  float uniform(float low, float high) { return low + (high - low) * static_cast<float>(random_() >> 40) * 0x1p-24f; }
  Point moved(Point p, float by) { return {p.x + uniform(-by, by), p.y + uniform(-by, by)}; }

  void choose_transform() {
    const float angle = uniform(-.22f, .22f), shear = uniform(-.25f, .25f);
    const float width = uniform(15, 20), height = uniform(18, 22);
    const float c = std::cos(angle), s = std::sin(angle);
    matrix_[0] = c * width, matrix_[1] = (shear * c - s) * height;
    matrix_[2] = s * width, matrix_[3] = (shear * s + c) * height;
    middle_ = moved({13.5f, 13.5f}, 1.8f);
    radius_ = uniform(.7f, 1.7f);
  }

  Point placed(Point p) const {
    const float x = p.x - .5f, y = p.y - .5f;
    return {middle_.x + matrix_[0] * x + matrix_[1] * y, middle_.y + matrix_[2] * x + matrix_[3] * y};
  }

  void add_line(const Stroke& s) {
    // Hands draw no straight lines: a quadratic curve whose middle is off by a little.
    const Point a = moved(s.a, .035f), b = moved(s.b, .035f);
    const Point m = moved({(a.x + b.x) / 2, (a.y + b.y) / 2}, .05f);
    constexpr int kPieces = 6;
    Point last = placed(a);
    for (int i = 1; i <= kPieces; ++i) {
      const float t = static_cast<float>(i) / kPieces, u = 1 - t;
      const Point next =
          placed({u * u * a.x + 2 * u * t * m.x + t * t * b.x, u * u * a.y + 2 * u * t * m.y + t * t * b.y});
      segments_.push_back({last, next});
      last = next;
    }
  }

  void add_arc(const Stroke& s) {
    const Point center = moved(s.a, .03f);
    const float rx = s.b.x * uniform(.85f, 1.15f), ry = s.b.y * uniform(.9f, 1.1f);
    const float from = s.from + uniform(-12, 12), turn = s.turn * uniform(.93f, 1.04f);
    constexpr float kDegree = 3.14159265f / 180;
    constexpr int kPieces = 18;
    Point last{};
    for (int i = 0; i <= kPieces; ++i) {
      const float angle = (from + turn * static_cast<float>(i) / kPieces) * kDegree;
      const Point next = placed({center.x + rx * std::cos(angle), center.y + ry * std::sin(angle)});
      if (i > 0) segments_.push_back({last, next});
      last = next;
    }
  }

  // How much of a pixel the pen covers: by the distance of its middle from the nearest segment, softened over a pixel.
  void paint(uint8_t* image) const {
    std::fill_n(image, Digits::kSide * Digits::kSide, uint8_t{0});
    for (const Segment& s : segments_) {
      const float reach = radius_ + 1;
      const int x0 = clamped(std::min(s.a.x, s.b.x) - reach), x1 = clamped(std::max(s.a.x, s.b.x) + reach);
      const int y0 = clamped(std::min(s.a.y, s.b.y) - reach), y1 = clamped(std::max(s.a.y, s.b.y) + reach);
      const float dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, length2 = std::max(dx * dx + dy * dy, 1e-12f);
      for (int y = y0; y <= y1; ++y)
        for (int x = x0; x <= x1; ++x) {
          const float px = static_cast<float>(x) - s.a.x, py = static_cast<float>(y) - s.a.y;
          const float t = std::clamp((px * dx + py * dy) / length2, 0.f, 1.f);
          const float distance = std::hypot(px - t * dx, py - t * dy);
          const float ink = std::clamp(radius_ + .5f - distance, 0.f, 1.f);
          uint8_t& pixel = image[y * Digits::kSide + x];
          pixel = std::max(pixel, static_cast<uint8_t>(255 * ink + .5f));
        }
    }
  }
  static int clamped(float v) { return std::clamp(static_cast<int>(v), 0, static_cast<int>(Digits::kSide) - 1); }

  std::mt19937_64 random_;
  std::vector<Segment> segments_;
  float matrix_[4] = {};  // from the unit square to pixels
  Point middle_{};
  float radius_ = 1;  // of the pen, in pixels
};

}  // namespace

Digits draw_digits(int64_t count, uint64_t seed) {
  constexpr int64_t kPixels = Digits::kSide * Digits::kSide;
  Artist artist(seed);
  Digits digits;
  digits.images.resize(static_cast<size_t>(count * kPixels));
  for (int64_t i = 0; i < count; ++i) {
    const int digit = artist.digit();
    digits.labels.push_back(static_cast<uint8_t>(digit));
    artist.draw(digit, digits.images.data() + i * kPixels);
  }
  return digits;
}

}  // namespace mnist
