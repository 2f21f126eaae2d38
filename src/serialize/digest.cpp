// SPDX-License-Identifier: BSD-3-Clause
#include "src/serialize/digest.h"

#include <openssl/evp.h>
#include <openssl/opensslv.h>
#include <strings.h>
#include <torchpp/core/error.h>

#include <memory>

#include "src/core/shared_library.h"

namespace torchpp::serialize {
namespace {

constexpr size_t kPieceBytes = size_t{1} << 20;

#define TORCHPP_CRYPTO_FUNCTIONS(X) \
  X(EVP_DigestFinal_ex)             \
  X(EVP_DigestInit_ex) X(EVP_DigestUpdate) X(EVP_MD_CTX_free) X(EVP_MD_CTX_new) X(EVP_md5) X(EVP_sha256)
struct Crypto {
#define TORCHPP_FUNCTION(name) decltype(&::name) name;
  TORCHPP_CRYPTO_FUNCTIONS(TORCHPP_FUNCTION)
#undef TORCHPP_FUNCTION
};
const Crypto& crypto() {
  static const torchpp::detail::LibraryTable<Crypto>& table =
      torchpp::detail::open_table<Crypto>("libcrypto", {str("libcrypto.so.", OPENSSL_VERSION_MAJOR), "libcrypto.so"},
                                          "install Debian's package libssl3, with which hashes are computed",
                                          [](torchpp::detail::SharedLibrary& library, Crypto& functions) {
#define TORCHPP_RESOLVE(name) library.resolve(#name, functions.name);
                                            TORCHPP_CRYPTO_FUNCTIONS(TORCHPP_RESOLVE)
#undef TORCHPP_RESOLVE
                                          });
  return torchpp::detail::usable(table);
}

EVP_MD_CTX* context_of(void* context) { return static_cast<EVP_MD_CTX*>(context); }
void check(int result) { TORCHPP_CHECK(result == 1, "libcrypto: the hash could not be computed"); }

}  // namespace

Digest::Digest(HashType type) : context_(crypto().EVP_MD_CTX_new()) {
  const Crypto& c = crypto();
  const EVP_MD* const kind = type == HashType::kSha256 ? c.EVP_sha256() : c.EVP_md5();
  if (c.EVP_DigestInit_ex(context_of(context_), kind, nullptr) == 1) return;
  c.EVP_MD_CTX_free(context_of(context_));
  check(0);
}
Digest::~Digest() { crypto().EVP_MD_CTX_free(context_of(context_)); }

void Digest::update(const char* data, size_t size) {
  check(crypto().EVP_DigestUpdate(context_of(context_), data, size));
}

std::string Digest::hex() {
  unsigned char bytes[EVP_MAX_MD_SIZE];
  unsigned size = 0;
  check(crypto().EVP_DigestFinal_ex(context_of(context_), bytes, &size));
  std::string text;
  for (unsigned i = 0; i < size; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[bytes[i] >> 4];
    text += kDigits[bytes[i] & 15];
  }
  return text;
}

std::string digest_of(const std::string& bytes, HashType type) {
  Digest digest(type);
  digest.update(bytes.data(), bytes.size());
  return digest.hex();
}

std::string digest_of(Stream& stream, HashType type) {
  Digest digest(type);
  const std::unique_ptr<char[]> piece(new char[kPieceBytes]);
  while (const size_t n = stream.read(piece.get(), kPieceBytes)) digest.update(piece.get(), n);
  return digest.hex();
}

bool is_same_digest(const std::string& a, const std::string& b) { return ::strcasecmp(a.c_str(), b.c_str()) == 0; }

}  // namespace torchpp::serialize
