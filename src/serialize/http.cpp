// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/http.h"

#include <curl/curl.h>
#include <strings.h>
#include <torchpp/core/error.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "src/core/shared_library.h"

namespace torchpp::serialize {
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
constexpr int kPartialContent = 206;

}  // namespace

struct HttpAnswer::Body {
  Body(std::string url, const HttpOptions& options, const HttpRange& range)
      : url_(std::move(url)), options_(options), received_(range.from) {
    TORCHPP_CHECK(handles_.multi != nullptr && handles_.easy != nullptr, "libcurl: could not be initialised");
    for (const std::string& header : options.headers()) add_header(header);
    if (range.from > 0) {
      add_header(str("Range: bytes=", range.from, "-"));
      add_header("If-Range: " + range.validator);
    }
    set(CURLOPT_URL, url_.c_str());
#if LIBCURL_VERSION_NUM >= 0x075500
    const char* const schemes = options.https_only() ? "https" : "http,https";
    set(CURLOPT_PROTOCOLS_STR, schemes);
    set(CURLOPT_REDIR_PROTOCOLS_STR, schemes);
#else
    const long schemes = options.https_only() ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS;
    set(CURLOPT_PROTOCOLS, schemes);
    set(CURLOPT_REDIR_PROTOCOLS, schemes);
#endif
    if (!options.ca_file().empty()) set(CURLOPT_CAINFO, options.ca_file().c_str());
    set(CURLOPT_NOSIGNAL, 1L);  // timeouts without signals, which belong to the program
    set(CURLOPT_FAILONERROR, 1L);
    set(CURLOPT_FOLLOWLOCATION, 1L);
    set(CURLOPT_MAXREDIRS, static_cast<long>(options.max_redirects()));
    set(CURLOPT_USERAGENT, "torchpp");
    set(CURLOPT_HTTPHEADER, handles_.headers);
    set(CURLOPT_ERRORBUFFER, error_);
    set(CURLOPT_WRITEFUNCTION, &Body::write);
    set(CURLOPT_WRITEDATA, static_cast<void*>(this));
    set(CURLOPT_HEADERFUNCTION, &Body::header);
    set(CURLOPT_HEADERDATA, static_cast<void*>(this));
    set(CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(options.max_bytes()));
    set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(options.timeout()));
    // Less than a byte per second for so long. The whole seconds that the option takes are at least one.
    set(CURLOPT_LOW_SPEED_LIMIT, 1L);
    set(CURLOPT_LOW_SPEED_TIME, std::max(1L, static_cast<long>(std::ceil(options.timeout()))));
    if (options.total_timeout()) set(CURLOPT_TIMEOUT_MS, milliseconds(*options.total_timeout()));
    check(curl_.curl_multi_add_handle(handles_.multi, handles_.easy));
    while (!done_ && waiting_.empty()) work();
  }
  size_t read(char* to, size_t n) {
    while (!done_ && at_ == waiting_.size()) work();
    check_failure();
    const size_t count = std::min(n, waiting_.size() - at_);
    std::memcpy(to, waiting_.data() + at_, count);
    at_ += count;
    if (at_ == waiting_.size()) {
      waiting_.clear();
      at_ = 0;
    }
    return count;
  }
  optional<int64_t> size() const {
    curl_off_t size = -1;
    curl_.curl_easy_getinfo(handles_.easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &size);
    return size >= 0 ? optional<int64_t>(size) : nullopt;
  }
  void check_failure() const {
    if (at_ == waiting_.size() && failed_) fail();
  }
  int status() const {
    long status = 0;
    curl_.curl_easy_getinfo(handles_.easy, CURLINFO_RESPONSE_CODE, &status);
    return static_cast<int>(status);
  }
  bool is_broken_off() const {
    switch (result_) {
      case CURLE_COULDNT_CONNECT:
      case CURLE_GOT_NOTHING:
      case CURLE_HTTP2:
      case CURLE_HTTP2_STREAM:
      case CURLE_PARTIAL_FILE:
      case CURLE_RECV_ERROR:
      case CURLE_SEND_ERROR: return !is_too_long_;
      default: return false;
    }
  }
  std::string validator() const { return etag_.empty() || etag_.compare(0, 2, "W/") == 0 ? last_modified_ : etag_; }
  uint64_t first_byte() const {
    if (status() != kPartialContent) return 0;
    unsigned long long first = 0;
    TORCHPP_CHECK_FILE(std::sscanf(content_range_.c_str(), "bytes %llu-", &first) == 1, "read '", url_,
                       "': got a part of the file with Content-Range '", content_range_,
                       "', expected 'bytes <first>-<last>/<all>'");
    return first;
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

  void add_header(const std::string& header) {
    curl_slist* const longer = curl_.curl_slist_append(handles_.headers, header.c_str());
    TORCHPP_CHECK(longer != nullptr, "libcurl: out of memory");
    handles_.headers = longer;
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
    if (is_too_long_ || result_ == CURLE_FILESIZE_EXCEEDED) why = "got more bytes than HttpOptions::max_bytes permits";
    if (result_ == CURLE_UNSUPPORTED_PROTOCOL && options_.https_only())
      why = "got a URL of another scheme, or a redirection to one, expected https";
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

  // A line of an answer's header. A redirection has one, too, which the next one's first line ends.
  static size_t header(const char* data, size_t size, size_t count, void* context) {
    auto& self = *static_cast<Body*>(context);
    std::string_view line(data, size * count);
    try {
      if (line.substr(0, 5) == "HTTP/") self.etag_ = self.last_modified_ = self.content_range_ = "";
      const size_t colon = std::min(line.find(':'), line.size());
      std::string_view value = line.substr(std::min(colon + 1, line.size()));
      while (!value.empty() && is_blank(value.front())) value.remove_prefix(1);
      while (!value.empty() && is_blank(value.back())) value.remove_suffix(1);
      const auto keep = [&](std::string_view name, std::string& to) {
        if (colon == name.size() && ::strncasecmp(data, name.data(), colon) == 0) to = value;
      };
      keep("ETag", self.etag_);
      keep("Last-Modified", self.last_modified_);
      keep("Content-Range", self.content_range_);
    } catch (...) {  // no memory; libcurl reports that the header was not taken
      return 0;
    }
    return size * count;
  }
  static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

  static size_t write(const char* data, size_t size, size_t count, void* context) {
    auto& self = *static_cast<Body*>(context);
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
  std::string etag_, last_modified_, content_range_;
  std::string waiting_;
  size_t at_ = 0;
  uint64_t received_;  // with those of an earlier answer
  CURLcode result_ = CURLE_OK;
  bool is_paused_ = false, is_too_long_ = false, done_ = false, failed_ = false;
};

HttpAnswer::HttpAnswer(std::string url, const HttpOptions& options, const HttpRange& range)
    : body_(std::make_unique<Body>(std::move(url), options, range)) {}
HttpAnswer::~HttpAnswer() = default;
size_t HttpAnswer::read(char* to, size_t n) { return body_->read(to, n); }
optional<int64_t> HttpAnswer::size() const { return body_->size(); }
void HttpAnswer::check() const { body_->check_failure(); }
int HttpAnswer::status() const { return body_->status(); }
bool HttpAnswer::is_broken_off() const { return body_->is_broken_off(); }
std::string HttpAnswer::validator() const { return body_->validator(); }
uint64_t HttpAnswer::first_byte() const { return body_->first_byte(); }

Stream open_url(const std::string& url, const HttpOptions& options) {
  auto answer = std::make_shared<HttpAnswer>(url, options);
  answer->check();
  return Stream(url, std::move(answer));
}

}  // namespace torchpp::serialize
