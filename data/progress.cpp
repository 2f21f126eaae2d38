// SPDX-License-Identifier: BSD-3-Clause
#include <torchpp/core/error.h>
#include <torchpp/data/progress.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>

#include "data/terminal.h"

namespace torchpp::data {
namespace {

constexpr double kTerminalInterval = .1, kPlainInterval = 10;
constexpr size_t kLeastBar = 5, kMostBar = 40;  // columns
constexpr double kNewest = .3;                  // weight of the newest rate in the mean

using Clock = std::chrono::steady_clock;

std::string duration(double seconds) {
  const auto total = static_cast<long long>(std::clamp(seconds, 0., 1e9));
  char text[32];
  if (total >= 3600) std::snprintf(text, sizeof text, "%lld:%02lld:%02lld", total / 3600, total / 60 % 60, total % 60);
  else std::snprintf(text, sizeof text, "%02lld:%02lld", total / 60, total % 60);
  return text;
}

std::string speed(double rate, const std::string& unit) {
  if (!(rate > 0)) return "? " + unit + "/s";
  char text[32];
  const bool slow = rate < 1;
  const double value = slow ? 1 / rate : rate;
  std::snprintf(text, sizeof text, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
  return text + (slow ? " s/" + unit : " " + unit + "/s");
}

// A bar of so many columns: eighths of a block where the terminal shows them.
std::string bar(double share, size_t columns) {
  const double filled = share * static_cast<double>(columns);
  const auto whole = std::min(static_cast<size_t>(filled), columns);
  std::string out;
  if (!shows_utf8()) return out.append(whole, '#').append(columns - whole, ' ');
  for (size_t i = 0; i < whole; ++i) out += "\u2588";
  if (whole == columns) return out;
  constexpr const char* kEighths[] = {" ", "\u258f", "\u258e", "\u258d", "\u258c", "\u258b", "\u258a", "\u2589"};
  out += kEighths[static_cast<size_t>((filled - static_cast<double>(whole)) * 8)];
  return out.append(columns - whole - 1, ' ');
}

// What cannot be written is lost: a loop does not end because nobody sees how far it is.
void write_to_stderr(const std::string& text) {
  for (size_t done = 0; done < text.size();) {
    const ssize_t n = ::write(STDERR_FILENO, text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    done += static_cast<size_t>(n);
  }
}

}  // namespace

struct ProgressBar::Body {
  ProgressOptions options;
  optional<int64_t> total;
  std::string note;
  bool terminal = false, open = false, kept = false;  // kept: since the last change
  double interval = 0;
  int64_t count = 0, shown_count = 0;
  Clock::time_point begin, shown;
  double rate = 0;  // per second, a mean that follows changes

  static double between(Clock::time_point a, Clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
  }
  // `columns`: those of the terminal, for a line with a bar.
  std::string line(double elapsed, optional<size_t> columns) const;
  void show(Clock::time_point now, bool stays);
};

std::string ProgressBar::Body::line(double elapsed, optional<size_t> columns) const {
  std::string head = in_one_line(options.description());
  if (!head.empty()) head += ": ";
  std::string left = "?", counted = str(count);
  double share = -1;
  if (total && *total > 0) {
    share = std::clamp(static_cast<double>(count) / static_cast<double>(*total), 0., 1.);
    char percent[16];
    std::snprintf(percent, sizeof percent, "%3d%% ", static_cast<int>(100 * share));
    head += percent;
    if (rate > 0) left = duration(static_cast<double>(std::max<int64_t>(*total - count, 0)) / rate);
  }
  if (total) {
    const std::string all = str(*total);
    // What is behind the number does not move while it grows.
    if (columns && counted.size() < all.size()) counted.insert(0, all.size() - counted.size(), ' ');
    counted += '/' + all;
  }
  std::string tail = counted + " [" + duration(elapsed);
  if (total) tail += '<' + left;
  tail += ", " + speed(rate, options.unit()) + ']';
  if (!note.empty()) tail += ' ' + in_one_line(note);
  if (columns && share >= 0) {
    const size_t taken = columns_of(head) + columns_of(tail) + 3;  // with the bar's ends and a blank
    if (*columns >= taken + kLeastBar) head += '|' + bar(share, std::min(*columns - taken, kMostBar)) + "| ";
  }
  return head + tail;
}

void ProgressBar::Body::show(Clock::time_point now, bool stays) {
  const double since = between(shown, now), elapsed = between(begin, now);
  if (!open) {
    rate = elapsed > 0 ? static_cast<double>(count) / elapsed : 0;  // that of the whole
  } else if (count > shown_count && since > 0) {
    const double newest = static_cast<double>(count - shown_count) / since;
    rate = rate > 0 ? kNewest * newest + (1 - kNewest) * rate : newest;
  }
  shown = now;
  shown_count = count;
  if (!terminal) {
    const std::string text = line(elapsed, nullopt);
    return options.output() ? options.output()(text) : write_to_stderr(text + '\n');
  }
  // One call writes the line over the last one and then clears what is left of that, so that nothing flickers. A line
  // as wide as the terminal would begin another one.
  const size_t columns = stderr_columns() - 1;
  const std::string text = line(elapsed, columns);
  write_to_stderr('\r' + std::string(cut_to_columns(text, columns)) + "\x1b[K" + (stays ? "\n" : ""));
}

ProgressBar::ProgressBar(ProgressOptions options) : body_(new Body) {
  body_->options = std::move(options);
  body_->terminal = !body_->options.output() && is_stderr_terminal();
  body_->interval = body_->options.interval_s().value_or(body_->terminal ? kTerminalInterval : kPlainInterval);
}
ProgressBar::ProgressBar(optional<int64_t> total, ProgressOptions options) : ProgressBar(std::move(options)) {
  start(total);
}
ProgressBar::ProgressBar(ProgressBar&&) noexcept = default;
ProgressBar& ProgressBar::operator=(ProgressBar&&) noexcept = default;
ProgressBar::~ProgressBar() {
  if (!body_) return;
  try {
    finish();
  } catch (...) {  // from the program's output function or for lack of memory; the loop itself has ended
  }
}

void ProgressBar::update(int64_t n) {
  if (!body_->open) return;
  body_->count += n;
  body_->kept = false;
  const Clock::time_point now = Clock::now();
  if (Body::between(body_->shown, now) >= body_->interval) body_->show(now, false);
}

void ProgressBar::set_note(std::string note) {
  body_->kept = body_->kept && note == body_->note;
  body_->note = std::move(note);
}

void ProgressBar::keep() {
  if (!body_->open) return;
  body_->show(Clock::now(), true);
  body_->kept = true;
}

void ProgressBar::finish() {
  if (!body_->open) return;
  body_->open = false;
  if (!body_->kept) body_->show(Clock::now(), true);
}

void ProgressBar::start(optional<int64_t> total) {
  finish();
  body_->total = body_->options.total() ? body_->options.total() : total;
  body_->open = true;
  body_->kept = false;
  body_->count = body_->shown_count = 0;
  body_->rate = 0;
  body_->begin = body_->shown = Clock::now();
}

int64_t ProgressBar::count() const { return body_->count; }
double ProgressBar::seconds() const { return Body::between(body_->begin, Clock::now()); }

}  // namespace torchpp::data
