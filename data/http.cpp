// SPDX-License-Identifier: BSD-3-Clause
#include <curl/curl.h>
#include <torchpp/core/error.h>
#include <torchpp/data/http.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "src/core/shared_library.h"

namespace torchpp::data {
namespace {

#define TORCHPP_CURL_FUNCTIONS(X) \
  X(curl_easy_cleanup)            \
  X(curl_easy_getinfo)            \
  X(curl_easy_init)               \
  X(curl_easy_pause)              \
  X(curl_easy_setopt)             \
  X(curl_easy_strerror)           \
  X(curl_global_init)             \
  X(curl_multi_add_handle)        \
  X(curl_multi_cleanup)           \
  X(curl_multi_info_read)         \
  X(curl_multi_init)              \
  X(curl_multi_perform)           \
  X(curl_multi_poll)              \
  X(curl_multi_remove_handle)     \
  X(curl_multi_strerror)          \
  X(curl_slist_append)            \
  X(curl_slist_free_all)
struct Curl {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_CURL_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};
const Curl& curl() {
  static const torchpp::detail::LibraryTable<Curl>& table =
      torchpp::detail::open_table<Curl>("libcurl", {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so"},
                                        "install Debian's package libcurl4, with which web servers are asked",
                                        [](torchpp::detail::SharedLibrary& library, Curl& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
                                          TORCHPP_CURL_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
                                          if (library) functions.curl_global_init(CURL_GLOBAL_DEFAULT);
                                        });
  return torchpp::detail::usable(table);
}

constexpr size_t kMostWaiting = size_t{1} << 18;  // bytes that have come and nobody has read
constexpr int kMostPollMs = 1000;

class HttpSource final : public ByteSource {
 public:
  HttpSource(std::string url, const HttpOptions& options) : url_(std::move(url)), options_(options) {
    TORCHPP_CHECK(handles_.multi != nullptr && handles_.easy != nullptr, "libcurl: could not be initialised");
    for (const std::string& header : options.headers()) {
      curl_slist* const longer = curl_.curl_slist_append(handles_.headers, header.c_str());
      TORCHPP_CHECK(longer != nullptr, "libcurl: out of memory");
      handles_.headers = longer;
    }
    set(CURLOPT_URL, url_.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    set(CURLOPT_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
    set(CURLOPT_REDIR_PROTOCOLS, static_cast<long>(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
    set(CURLOPT_NOSIGNAL, 1L);  // timeouts without signals, which belong to the program
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, static_cast<long>(options.max_redirects()));
    set(CURLOPT_USERAGENT, "torchpp");
    set(CURLOPT_HTTPHEADER, handles_.headers);
    set(CURLOPT_ERRORBUFFER, error_);
    set(CURLOPT_WRITEFUNCTION, &HttpSource::write);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options.max_bytes()));
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options.timeout()));
    // Less than a byte per second for so long. The whole seconds that the option takes are at least one.
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, std::max(1L, static_cast<long>(std::ceil(options.timeout()))));
    if (options.total_timeout()) set(CURLOPT_TIMEOUT_MS, milliseconds(*options.total_timeout()));
    check(curl_.curl_multi_add_handle(handles_.multi, handles_.easy));
    while (!done_ && waiting_.empty()) work();
    if (failed_ && waiting_.empty()) fail();
  }
  size_t read(char* to, size_t n) override {
    while (!done_ && at_ == waiting_.size()) work();
    if (at_ == waiting_.size() && failed_) fail();
    const size_t count = std::min(n, waiting_.size() - at_);
    std::memcpy(to, waiting_.data() + at_, count);
    at_ += count;
    if (at_ == waiting_.size()) {
      waiting_.clear();
      at_ = 0;
    }
    return count;
  }
  optional<int64_t> size() const override {
    curl_off_t size = -1;
    curl_.curl_easy_getinfo(handles_.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
    return size >= 0 ? optional<int64_t>(size) : nullopt;
  }

 private:
  // Freed also when the constructor throws.
  struct Handles {
    CURLM* multi = curl().curl_multi_init();
    CURL* easy = curl().curl_easy_init();
    curl_slist* headers = nullptr;

    Handles() = default;
    Handles(const Handles&) = delete;
    Handles& operator=(const Handles&) = delete;
    ~Handles() {
      if (multi != nullptr && easy != nullptr) curl().curl_multi_remove_handle(multi, easy);
      if (easy != nullptr) curl().curl_easy_cleanup(easy);
      if (multi != nullptr) curl().curl_multi_cleanup(multi);
      curl().curl_slist_free_all(headers);
    }
  };

  static long milliseconds(double seconds) {
    TORCHPP_CHECK_VALUE(seconds > 0, "read_from_http: timeout got ", seconds, " seconds, expected more than 0");
    return static_cast<long>(std::min(std::ceil(seconds * 1e3), 1e9));
  }

  template <class T>
  void set(CURLoption option, T value) {
    const CURLcode result = curl_.curl_easy_setopt(handles_.easy, option, value);
    TORCHPP_CHECK(result == CURLE_OK, "libcurl: option ", static_cast<int>(option), ": ",
                  curl_.curl_easy_strerror(result));
  }
  void check(CURLMcode result) const {
    TORCHPP_CHECK_FILE(result == CURLM_OK, "read '", url_, "': ", curl_.curl_multi_strerror(result));
  }
  [[noreturn]] void fail() const {
    const char* why = error_[0] != '\0' ? error_ : curl_.curl_easy_strerror(result_);
    if (is_too_long_) why = "got more bytes than HttpOptions::max_bytes permits";
    TORCHPP_FAIL_KIND(kFile, "read '", url_, "': ", why);
  }

  // Waits for something to happen, and lets it happen.
  void work() {
    if (is_paused_) {
      is_paused_ = false;
      curl_.curl_easy_pause(handles_.easy, CURLPAUSE_CONT);
    }
    int running = 0;
    check(curl_.curl_multi_perform(handles_.multi, &running));
    int left = 0;
    while (const CURLMsg* message = curl_.curl_multi_info_read(handles_.multi, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      done_ = true;
      result_ = message->data.result;
      failed_ = result_ != CURLE_OK;
    }
    if (!done_ && waiting_.empty()) check(curl_.curl_multi_poll(handles_.multi, nullptr, 0, kMostPollMs, nullptr));
  }

  static size_t write(const char* data, size_t size, size_t count, void* context) {
    auto& self = *static_cast<HttpSource*>(context);
    const size_t n = size * count;
    if (self.waiting_.size() - self.at_ >= kMostWaiting) {
      self.is_paused_ = true;
      return CURL_WRITEFUNC_PAUSE;
    }
    self.received_ += n;
    self.is_too_long_ = self.received_ > static_cast<uint64_t>(self.options_.max_bytes());
    if (self.is_too_long_) return 0;
    try {
      self.waiting_.append(data, n);
    } catch (...) {  // no memory; libcurl reports that the bytes were not taken
      return 0;
    }
    return n;
  }

  const Curl& curl_ = curl();
  std::string url_;
  HttpOptions options_;
  Handles handles_;
  char error_[CURL_ERROR_SIZE] = {};
  std::string waiting_;
  size_t at_ = 0;
  uint64_t received_ = 0;
  CURLcode result_ = CURLE_OK;
  bool is_paused_ = false, is_too_long_ = false, done_ = false, failed_ = false;
};

}  // namespace

Stream open_url(const std::string& url, const HttpOptions& options) {
  return Stream(url, std::make_shared<HttpSource>(url, options));
}

}  // namespace torchpp::data
