// SPDX-License-Identifier: Apache-2.0
#include "http/tls/tls.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <utility>

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include "base/check.h"
#include "http/tls/x509.h"

namespace telltale::http {

// The two ends of OpenSSL's pipe: it reads what was received, and writes into the connection's
// output, so that an idle connection holds no buffers.
struct TlsBytes {
  static int read(BIO* bio, char* into, int size) {
    auto& channel = *static_cast<TlsChannel*>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    if (channel.incoming_.empty()) {
      BIO_set_retry_read(bio);
      return -1;
    }
    const std::size_t some = std::min(channel.incoming_.size(), static_cast<std::size_t>(size));
    std::memcpy(into, channel.incoming_.data(), some);
    channel.incoming_.remove_prefix(some);
    return static_cast<int>(some);
  }

  static int write(BIO* bio, const char* from, int size) {
    auto& channel = *static_cast<TlsChannel*>(BIO_get_data(bio));
    BIO_clear_retry_flags(bio);
    channel.out_.append(from, static_cast<std::size_t>(size));
    return size;
  }

  static long control(BIO*, int command, long, void*) { return command == BIO_CTRL_FLUSH ? 1 : 0; }
};

namespace {

constexpr std::string_view for_plain_http =
    "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n";
constexpr std::size_t record_bytes = std::size_t{16} << 10;

// As ALPN lists them: each name with its length before it, the one we like best first.
constexpr std::string_view both_protocols = "\x02h2\x08http/1.1";
constexpr std::string_view only_http1 = "\x08http/1.1";

int choose_protocol(SSL*, const unsigned char** chosen, unsigned char* chosen_size,
                    const unsigned char* offered, unsigned int offered_size, void* list) {
  const auto& known = *static_cast<const std::string_view*>(list);
  unsigned char* found = nullptr;
  const int result = SSL_select_next_proto(
      &found, chosen_size, reinterpret_cast<const unsigned char*>(known.data()),
      static_cast<unsigned int>(known.size()), offered, offered_size);
  *chosen = found;
  return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

void set_policy(SSL_CTX* context) {
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  // No resumption: clients of an API keep their connections, and tickets cost memory.
  SSL_CTX_set_options(context, SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                   SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_IGNORE_UNEXPECTED_EOF);
  SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_num_tickets(context, 0);
  SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
}

void offer(SSL_CTX* context, Tls::Offer what) {
  const auto& list = what == Tls::Offer::Http1And2 ? both_protocols : only_http1;
  SSL_CTX_set_alpn_select_cb(context, choose_protocol, const_cast<std::string_view*>(&list));
}

Result<void> use_certificate(SSL_CTX* context, const Tls& tls) {
  const auto chain = read_chain(tls.certificate_pem);
  if (chain.empty() || SSL_CTX_use_certificate(context, chain.front().get()) != 1) {
    return fail(Error::Kind::Invalid, "the server's certificate cannot be read");
  }
  for (std::size_t index = 1; index < chain.size(); ++index) {
    SSL_CTX_add1_chain_cert(context, chain[index].get());
  }
  const KeyPointer key = read_key(tls.key_pem);
  if (!key || SSL_CTX_use_PrivateKey(context, key.get()) != 1 ||
      SSL_CTX_check_private_key(context) != 1) {
    return fail(Error::Kind::Invalid, "the server's key does not belong to its certificate");
  }
  return {};
}

Result<void> trust_clients(SSL_CTX* context, const std::string& authorities_pem) {
  const auto authorities = read_chain(authorities_pem);
  if (authorities.empty()) {
    return fail(Error::Kind::Invalid, "the authority of clients cannot be read");
  }
  for (const CertificatePointer& authority : authorities) {
    X509_STORE_add_cert(SSL_CTX_get_cert_store(context), authority.get());
    SSL_CTX_add_client_CA(context, authority.get());
  }
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  return {};
}

}  // namespace

TlsContext::TlsContext()
    : context_(SSL_CTX_new(TLS_server_method())),
      method_(BIO_meth_new(BIO_TYPE_SOURCE_SINK, "telltale connection")) {
  check(context_ != nullptr && method_ != nullptr, "OpenSSL has memory for a context");
  BIO_meth_set_read(method_, TlsBytes::read);
  BIO_meth_set_write(method_, TlsBytes::write);
  BIO_meth_set_ctrl(method_, TlsBytes::control);
  set_policy(context_);
}

TlsContext::~TlsContext() {
  SSL_CTX_free(context_);
  BIO_meth_free(method_);
}

Result<std::unique_ptr<TlsContext>> TlsContext::make(const Tls& tls) {
  std::unique_ptr<TlsContext> context(new TlsContext);
  if (const auto used = use_certificate(context->context_, tls); !used) return fail(used.error());
  offer(context->context_, tls.offer);
  if (!tls.client_ca_pem.empty()) {
    const auto trusted = trust_clients(context->context_, tls.client_ca_pem);
    if (!trusted) return fail(trusted.error());
  }
  ERR_clear_error();
  return context;
}

TlsChannel::TlsChannel(std::shared_ptr<const TlsContext> context, std::string& out)
    : context_(std::move(context)), ssl_(SSL_new(context_->context_)), out_(out) {
  BIO* const bio = BIO_new(context_->method_);
  if (ssl_ == nullptr || bio == nullptr) throw std::bad_alloc();
  BIO_set_data(bio, this);
  BIO_set_init(bio, 1);
  SSL_set_bio(ssl_, bio, bio);
  SSL_set_accept_state(ssl_);
}

TlsChannel::~TlsChannel() { SSL_free(ssl_); }

TlsChannel::State TlsChannel::receive(std::string_view bytes, std::string& plain) {
  incoming_ = bytes;
  // OpenSSL keeps errors per thread; another connection's must not be taken for ours.
  ERR_clear_error();
  if (state_ == State::Handshaking) shake_hands();
  if (state_ == State::Open) read_plain(plain);
  incoming_ = {};
  ERR_clear_error();
  return state_;
}

void TlsChannel::shake_hands() {
  const int result = SSL_do_handshake(ssl_);
  if (result == 1) {
    state_ = State::Open;
    return;
  }
  if (ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST) out_.assign(for_plain_http);
  fail_unless_waiting(result);
}

void TlsChannel::read_plain(std::string& plain) {
  std::array<char, record_bytes> record;
  while (true) {
    const int result = SSL_read(ssl_, record.data(), static_cast<int>(record.size()));
    if (result <= 0) return fail_unless_waiting(result);
    plain.append(record.data(), static_cast<std::size_t>(result));
  }
}

void TlsChannel::fail_unless_waiting(int result) {
  const int error = SSL_get_error(ssl_, result);
  if (error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE) return;
  state_ = error == SSL_ERROR_ZERO_RETURN ? State::Ended : State::Failed;
}

void TlsChannel::send(std::string_view plain) {
  ERR_clear_error();
  while (!plain.empty() && state_ != State::Failed) {
    const auto some = static_cast<int>(std::min(plain.size(), record_bytes));
    const int result = SSL_write(ssl_, plain.data(), some);
    if (result <= 0) {
      state_ = State::Failed;
      break;
    }
    plain.remove_prefix(static_cast<std::size_t>(result));
  }
  ERR_clear_error();
}

void TlsChannel::close() {
  if (state_ != State::Open && state_ != State::Ended) return;
  ERR_clear_error();
  SSL_shutdown(ssl_);
  ERR_clear_error();
}

std::string_view TlsChannel::protocol() const {
  const unsigned char* name = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(ssl_, &name, &size);
  return {reinterpret_cast<const char*>(name), size};
}

std::optional<Certificate> TlsChannel::certificate() const {
  const CertificatePointer certificate(SSL_get1_peer_certificate(ssl_));
  if (!certificate || SSL_get_verify_result(ssl_) != X509_V_OK) return std::nullopt;
  Certificate subject = subject_of(*certificate);
  const STACK_OF(X509)* const chain = SSL_get0_verified_chain(ssl_);
  const int length = chain == nullptr ? 0 : sk_X509_num(chain);
  if (length > 0) subject.authority = digest_of(*sk_X509_value(chain, length - 1));
  return subject;
}

}  // namespace telltale::http
